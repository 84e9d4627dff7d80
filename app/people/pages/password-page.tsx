import { redirect } from 'react-router';
import { findProfile } from '#app/people/accounts/profile.server.ts';
import { isStaff } from '#app/people/accounts/viewer.ts';
import { callerOf } from '#app/people/pages/login/caller-of.ts';
import { PasswordForm, passwordForm } from '#app/people/pages/login/password-form.tsx';
import { redirectWithCookies } from '#app/people/pages/login/redirect-with-cookies.ts';
import { isHeldBack, respondTooMany } from '#app/people/pages/login/too-many-attempts.ts';
import { changePassword } from '#app/people/passwords/own-password.server.ts';
import { recordActivity } from '#app/people/request/record-activity.server.ts';
import { failedForm } from '#app/platform/forms/failed-form.ts';
import { readForm } from '#app/platform/forms/read-form.server.ts';
import type { RouteHandle } from '#app/platform/hydration.ts';
import type { Route } from './+types/password-page';
import { AccountFrame } from './account-frame.tsx';
import { signedInContext } from './signed-in-context.ts';

export const handle: RouteHandle = { hydrate: true };

export function headers({ actionHeaders }: Route.HeadersArgs) {
  return actionHeaders;
}

export async function loader(args: Route.LoaderArgs) {
  const { auth, viewer, town } = signedInContext(args);
  const profile = await findProfile(auth, viewer.userId);
  if (!profile?.hasPassword) throw redirect('/account');
  return { isStaff: isStaff(viewer), siteTitle: town.title };
}

/** Changes the password and ends the account's other sessions. */
export async function action(args: Route.ActionArgs) {
  const { auth, viewer } = signedInContext(args);
  const { values } = await readForm(args.request, passwordForm);
  const outcome = await changePassword(auth, viewer.userId, values, callerOf(args));
  if (outcome.kind === 'changed') {
    await recordActivity(args, 'password-changed');
    throw redirectWithCookies('/account?saved', outcome.cookies);
  }
  if (outcome.kind === 'refused' && outcome.problems.currentPassword)
    await recordActivity(args, 'proof-refused');
  if (!isHeldBack(outcome)) return failedForm(400, {}, { problems: outcome.problems });
  return respondTooMany(args, outcome, {});
}

export default function Password({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <AccountFrame title="Password" siteTitle={loaderData.siteTitle} failed={actionData}>
      <PasswordForm isStaff={loaderData.isStaff} failed={actionData} />
      <p>
        <a href="/account">Back to your account</a>
      </p>
    </AccountFrame>
  );
}
