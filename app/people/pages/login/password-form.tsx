import { CredentialField } from './credential-field.tsx';

type PasswordFormProps = {
  isAdmin: boolean;
  problems: { currentPassword?: string | undefined; newPassword?: string | undefined };
};

/** Changes the password of a user who knows the current one. */
export function PasswordForm({ isAdmin, problems }: PasswordFormProps) {
  return (
    <form method="post" action="/account/password">
      <CredentialField
        name="currentPassword"
        label="Current password"
        type="password"
        mayFill="current-password"
        problem={problems.currentPassword}
      />
      <CredentialField
        name="newPassword"
        label="New password"
        type="password"
        mayFill="new-password"
        hint={`At least ${isAdmin ? 12 : 8} characters. Longer is better. Changing it logs out your other devices.`}
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
