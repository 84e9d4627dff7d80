import { CredentialField } from '#app/people/pages/login/credential-field.tsx';

type NameFormProps = { isAdmin: boolean; value: string; problem?: string | undefined };

/** The account's name, which can be empty. */
export function NameForm({ isAdmin, value, problem }: NameFormProps) {
  return (
    <form method="post" action="/account/name">
      <CredentialField
        name="name"
        label="Your name"
        type="text"
        mayFill="name"
        hint={
          isAdmin
            ? 'Optional. Editors see it with what you change, and new articles have it as their byline.'
            : 'Optional. Only the editors of this site see it.'
        }
        value={value}
        problem={problem}
        isOptional
      />
      <p className="mt">
        <button type="submit" className="button">
          Save name
        </button>
      </p>
    </form>
  );
}
