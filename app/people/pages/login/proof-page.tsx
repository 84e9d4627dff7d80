import { redirect } from 'react-router';
import { listOwnPasskeys } from '#app/people/accounts/own-passkeys.server.ts';
import { findProfile } from '#app/people/accounts/profile.server.ts';
import { AccountForm } from '#app/people/pages/account-form.tsx';
import { AccountFrame } from '#app/people/pages/account-frame.tsx';
import { signedInContext } from '#app/people/pages/signed-in-context.ts';
import { proveByPassword } from '#app/people/passwords/own-password.server.ts';
import { recordActivity } from '#app/people/request/record-activity.server.ts';
import { proveByPasskey } from '#app/people/sign-in/passkey-sign-in.server.ts';
import { failedForm } from '#app/platform/forms/failed-form.ts';
import { defineForm, hidden } from '#app/platform/forms/field-spec.ts';
import { readForm } from '#app/platform/forms/read-form.server.ts';
import type { RouteHandle } from '#app/platform/hydration.ts';
import type { Route } from './+types/proof-page';
import { callerOf } from './caller-of.ts';
import { CredentialFields } from './credential-field.tsx';
import { FailedAlert } from './failed-alert.tsx';
import { nextPathOf, withNext } from './next-path.ts';
import { PasskeyForm } from './passkey-form.tsx';
import { NEEDS_SCRIPT, PASSKEY_REFUSED } from './passkey-words.ts';
import { isHeldBack, respondTooMany } from './too-many-attempts.ts';

export const handle: RouteHandle = { hydrate: true };

export function headers({ actionHeaders }: Route.HeadersArgs) {
  return actionHeaders;
}

/** Asks the logged-in user to confirm their identity before a dangerous action. */
export async function loader(args: Route.LoaderArgs) {
  const { auth, viewer, town } = signedInContext(args);
  const profile = await findProfile(auth, viewer.userId);
  if (!profile) throw redirect('/login');
  const { hasPassword, hasGoogle } = profile;
  const hasPasskey = (await listOwnPasskeys(auth, viewer.userId)).some(({ otherHost }) => !otherHost);
  const failed = args.url.searchParams.get('google') === 'failed';
  return { hasPassword, hasGoogle, hasPasskey, failed, next: nextPathOf(args.url), siteTitle: town.title };
}

const passwordForm = defineForm([
  [{ name: 'password', label: 'Password', kind: 'password', required: true, fill: 'current-password' }],
]);
const form = [...passwordForm, hidden('passkey')];

export async function action(args: Route.ActionArgs) {
  const { auth, viewer } = signedInContext(args);
  const { values, names } = await readForm(args.request, form);
  const byPasskey = names.includes('passkey');
  const outcome = byPasskey
    ? await proveByPasskey(
        auth,
        { request: args.request, userId: viewer.userId, credential: values.passkey },
        callerOf(args),
      )
    : await proveByPassword(
        auth,
        { request: args.request, userId: viewer.userId, password: values.password },
        callerOf(args),
      );
  if (outcome.kind === 'proved') {
    await recordActivity(args, 'proof-given', byPasskey ? 'with a passkey' : 'with a password');
    throw redirect(nextPathOf(args.url), 303);
  }
  if (outcome.kind === 'wrong') await recordActivity(args, 'proof-refused');
  if (isHeldBack(outcome)) return respondTooMany(args, outcome, {});
  if (byPasskey)
    return failedForm(400, {}, { reason: values.passkey === '' ? NEEDS_SCRIPT : PASSKEY_REFUSED });
  return failedForm(400, {}, { problems: { password: 'This is not your password' } });
}

function introOf({ hasPassword, hasPasskey }: { hasPassword: boolean; hasPasskey: boolean }): string {
  if (hasPassword) return `${hasPasskey ? 'Use your passkey or enter' : 'Enter'} your password to continue.`;
  return `Use ${hasPasskey ? 'your passkey' : 'your Google account'} to continue.`;
}

export default function Proof({ loaderData, actionData }: Route.ComponentProps) {
  const { hasPassword, hasGoogle, hasPasskey, failed, next, siteTitle } = loaderData;
  return (
    <AccountFrame title="Confirm it’s you" siteTitle={siteTitle} intro={introOf(loaderData)}>
      {actionData || failed ? <FailedAlert reason={actionData?.reason} /> : null}
      {hasPasskey ? (
        <PasskeyForm
          task="prove"
          action={withNext('/account/proof', next)}
          look="button--primary button--wide"
        >
          Continue with a passkey
        </PasskeyForm>
      ) : null}
      {hasPassword ? (
        <AccountForm action={withNext('/account/proof', next)} submit="Continue">
          <CredentialFields form={passwordForm} failed={actionData} />
        </AccountForm>
      ) : null}
      {hasGoogle ? (
        <form method="post" action={withNext('/login/google?prove', next)}>
          <button type="submit" className="button button--wide">
            Continue with Google
          </button>
        </form>
      ) : null}
      <p>
        <a href="/account">Back to your account</a>
      </p>
    </AccountFrame>
  );
}
