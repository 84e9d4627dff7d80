import { redirect } from 'react-router';
import { findJoiningEmail, joinGoogle } from '#app/people/google/google-accounts.server.ts';
import { AccountForm } from '#app/people/pages/account-form.tsx';
import { AccountFrame } from '#app/people/pages/account-frame.tsx';
import { writeContext } from '#app/people/request/context.ts';
import { recordActivity } from '#app/people/request/record-activity.server.ts';
import { failedForm } from '#app/platform/forms/failed-form.ts';
import { defineForm } from '#app/platform/forms/field-spec.ts';
import { readForm } from '#app/platform/forms/read-form.server.ts';
import type { RouteHandle } from '#app/platform/hydration.ts';
import { messages } from '#app/platform/messages.ts';
import { useSite } from '#app/platform/ui/site-facts.ts';
import type { Route } from './+types/google-join-page';
import { callerOf } from './caller-of.ts';
import { CredentialFields } from './credential-field.tsx';
import { FailedAlert } from './failed-alert.tsx';
import { nextPathOf, withNext } from './next-path.ts';
import { redirectWithCookies } from './redirect-with-cookies.ts';
import { isHeldBack, respondTooMany } from './too-many-attempts.ts';

export const handle: RouteHandle = { hydrate: true };

export function headers({ actionHeaders }: Route.HeadersArgs) {
  return actionHeaders;
}

/** Asks for the password of the account that has the Google account's address, before the two are connected. */
export async function loader(args: Route.LoaderArgs) {
  const { services, town } = writeContext(args);
  const email = await findJoiningEmail(services.auth, callerOf(args));
  if (!email) throw redirect('/login');
  return { email, next: nextPathOf(args.url), siteTitle: town.title };
}

const form = defineForm([
  [{ name: 'password', label: 'Password', kind: 'password', required: true, fill: 'current-password' }],
]);

export async function action(args: Route.ActionArgs) {
  const { auth } = writeContext(args).services;
  const { password } = (await readForm(args.request, form)).values;
  const outcome = await joinGoogle(auth, password, callerOf(args));
  if (outcome.kind === 'signedIn') {
    const { cookies, userId } = outcome;
    await recordActivity(args, 'google-linked', undefined, userId);
    await recordActivity(args, 'signed-in', 'with Google', userId);
    throw redirectWithCookies(nextPathOf(args.url), cookies);
  }
  if (outcome.kind === 'wrong')
    await recordActivity(args, 'sign-in-refused', 'with a password, to connect Google');
  if (outcome.kind === 'dead') throw redirect('/login?google=failed', 303);
  if (!isHeldBack(outcome)) return failedForm(400, {}, {});
  return respondTooMany(args, outcome, {});
}

export default function GoogleJoin({ loaderData, actionData }: Route.ComponentProps) {
  const { email, next, siteTitle } = loaderData;
  const { isReadOnly } = useSite();
  return (
    <AccountFrame
      title="Connect your account"
      siteTitle={siteTitle}
      intro={`There is already an account for ${email}. Enter its password once to connect Google.`}
    >
      {actionData ? <FailedAlert sentence={messages.loginFailed} reason={actionData.reason} /> : null}
      <AccountForm action={withNext('/login/google/join', next)} submit="Connect and log in">
        <CredentialFields form={form} />
      </AccountForm>
      {isReadOnly ? null : (
        <p>
          <a href="/forgot">Forgot your password?</a>
        </p>
      )}
    </AccountFrame>
  );
}
