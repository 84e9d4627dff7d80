import type { FailedForm } from '#app/platform/forms/failed-form.ts';
import { defineForm, hidden } from '#app/platform/forms/field-spec.ts';
import { CredentialField } from './credential-field.tsx';

const [[emailField, passwordField]] = defineForm([
  [
    { name: 'email', label: 'Email', kind: 'email', required: true },
    { name: 'password', label: 'Password', kind: 'password', required: true },
  ],
]);

/** Of both modes, and of a login with a passkey. */
export const loginForm = [[emailField, passwordField], hidden('newsletterOptIn', 'passkey')];

export type LoginMode = 'login' | 'register';

/** As typed. */
export type LoginValues = { email: string; newsletterOptIn: boolean };

type LoginFormProps = {
  mode: LoginMode;
  /** The page's own address, so that a failure shows the same mode again. */
  action: string;
  failed: FailedForm<LoginValues> | undefined;
};

export const nothingTyped: LoginValues = { email: '', newsletterOptIn: true };

/** Email and password; when registering, also the opt-in (spec section 2), checked unless it was unchecked before. */
export function LoginForm({ mode, action, failed }: LoginFormProps) {
  const { email, newsletterOptIn } = failed?.values ?? nothingTyped;
  const registering = mode === 'register';
  return (
    <form method="post" action={action}>
      <CredentialField
        spec={{ ...emailField, fill: registering ? 'email' : 'email webauthn' }}
        value={email}
        problem={failed?.problems.email}
      />
      <CredentialField
        spec={
          registering
            ? { ...passwordField, fill: 'new-password', hint: 'At least 8 characters. Longer is better.' }
            : { ...passwordField, fill: 'current-password' }
        }
        problem={failed?.problems.password}
      />
      {registering ? <OptInField checked={newsletterOptIn} /> : null}
      <div className="actions">
        <button type="submit" className="button button--primary button--wide">
          {registering ? 'Register' : 'Login'}
        </button>
      </div>
    </form>
  );
}

function OptInField({ checked }: { checked: boolean }) {
  return (
    <div className="field">
      <label className="check">
        <input type="checkbox" name="newsletterOptIn" defaultChecked={checked} />
        <span>Send me community updates and promotions. I can unsubscribe at any time.</span>
      </label>
    </div>
  );
}
