import { CredentialField } from '#app/people/pages/login/credential-field.tsx';
import { defineForm } from '#app/platform/forms/field-spec.ts';

const [[nameField]] = defineForm([
  [{ name: 'name', label: 'Your name', kind: 'line', required: false, fill: 'name' }],
]);

export const nameForm = [[nameField]];

type NameFormProps = { isStaff: boolean; value: string; problem?: string | undefined };

/** The account's name, which can be empty. */
export function NameForm({ isStaff, value, problem }: NameFormProps) {
  return (
    <form method="post" action="/account/name">
      <CredentialField
        spec={{
          ...nameField,
          hint: isStaff
            ? 'Optional. Editors see it with what you change, and new articles have it as their byline.'
            : 'Optional. Only the editors of this site see it.',
        }}
        value={value}
        problem={problem}
      />
      <p className="mt">
        <button type="submit" className="button">
          Save name
        </button>
      </p>
    </form>
  );
}
