import { NEWSLETTER_PATH } from './newsletter-paths.ts';

type SignUpFormProps = {
  /** The newsletter's. */
  name: string;
  /** What was typed, when the form comes back. */
  email?: string | undefined;
  problem?: string | undefined;
  /** Without the trap, where bytes are scarce. */
  isShort?: boolean;
  /** Asks for urgent notices alone. */
  only?: 'urgent' | undefined;
};

/** What people leave empty, because they don't see it: programs that fill in every field reveal themselves. */
export const TRAP = 'website';

/** Asks for an email address and nothing else. Works on cached pages and without script: it is the same for everyone. */
export function SignUpForm({ name, email, problem, isShort = false, only }: SignUpFormProps) {
  return (
    <form method="post" action={NEWSLETTER_PATH} className="signup">
      <div className="field">
        <label htmlFor="email">Email</label>
        {problem ? (
          <span className="error" id="email-error">
            {problem}
          </span>
        ) : null}
        <input
          className="input"
          id="email"
          name="email"
          type="email"
          autoComplete="email"
          required
          defaultValue={email}
          aria-invalid={problem ? true : undefined}
          aria-describedby={problem ? 'email-error' : undefined}
        />
        {isShort ? null : <input name={TRAP} autoComplete="off" hidden />}
        {only ? <input type="hidden" name="only" value={only} /> : null}
      </div>
      <button type="submit" className="button button--primary">
        {only ? 'Get urgent notices' : `Get ${name}`}
      </button>
    </form>
  );
}
