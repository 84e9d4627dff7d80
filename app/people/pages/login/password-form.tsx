import { defineForm } from '#app/platform/forms/field-spec.ts';
import { CredentialField } from './credential-field.tsx';

const [[currentField, newField]] = defineForm([
  [
    {
      name: 'currentPassword',
      label: 'Current password',
      kind: 'password',
      required: true,
      fill: 'current-password',
    },
    { name: 'newPassword', label: 'New password', kind: 'password', required: true, fill: 'new-password' },
  ],
]);

export const passwordForm = [[currentField, newField]];

type PasswordFormProps = {
  isAdmin: boolean;
  problems: { currentPassword?: string | undefined; newPassword?: string | undefined };
};

/** Changes the password of a user who knows the current one. */
export function PasswordForm({ isAdmin, problems }: PasswordFormProps) {
  return (
    <form method="post" action="/account/password">
      <CredentialField spec={currentField} problem={problems.currentPassword} />
      <CredentialField
        spec={{
          ...newField,
          hint: `At least ${isAdmin ? 12 : 8} characters. Longer is better. Changing it logs out your other devices.`,
        }}
        problem={problems.newPassword}
      />
      <p className="mt">
        <button type="submit" className="button">
          Change password
        </button>
      </p>
    </form>
  );
}
