import type { FailedForm } from '#app/platform/forms/failed-form.ts';
import { defineForm } from '#app/platform/forms/field-spec.ts';
import { CredentialFields } from './credential-field.tsx';

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

type PasswordFormProps = { isStaff: boolean; failed?: FailedForm<object> | undefined };

/** Changes the password of a user who knows the current one. */
export function PasswordForm({ isStaff, failed }: PasswordFormProps) {
  const hint = `At least ${isStaff ? 12 : 8} characters. Longer is better. Changing it logs out your other devices.`;
  return (
    <form method="post" action="/account/password">
      <CredentialFields form={[[currentField, { ...newField, hint }]]} failed={failed} />
      <p className="mt">
        <button type="submit" className="button">
          Change password
        </button>
      </p>
    </form>
  );
}
