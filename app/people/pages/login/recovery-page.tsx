import { AccountForm } from '#app/people/pages/account-form.tsx';
import { AccountFrame } from '#app/people/pages/account-frame.tsx';
import { writeContext } from '#app/people/request/context.ts';
import { recordActivity, recordFailedSignIn } from '#app/people/request/record-activity.server.ts';
import { recoverByCode } from '#app/people/sign-in/recovery.server.ts';
import { failedForm } from '#app/platform/forms/failed-form.ts';
import { defineForm } from '#app/platform/forms/field-spec.ts';
import { readForm } from '#app/platform/forms/read-form.server.ts';
import type { RouteHandle } from '#app/platform/hydration.ts';
import type { Route } from './+types/recovery-page';
import { callerOf } from './caller-of.ts';
import { CredentialFields } from './credential-field.tsx';
import { redirectWithCookies } from './redirect-with-cookies.ts';
import { isHeldBack, respondTooMany } from './too-many-attempts.ts';

export const handle: RouteHandle = { hydrate: true };

export function headers({ actionHeaders }: Route.HeadersArgs) {
  return actionHeaders;
}

export function loader(args: Route.LoaderArgs) {
  return { siteTitle: writeContext(args).town.title };
}

const form = defineForm([
  [{ name: 'email', label: 'Email', kind: 'email', required: true, fill: 'email' }],
  [{ name: 'code', label: 'Recovery code', kind: 'line', required: true }],
  [
    {
      name: 'password',
      label: 'New password',
      kind: 'password',
      required: true,
      fill: 'new-password',
      hint: 'At least 8 characters (12 for people who work on the site). Longer is better.',
    },
  ],
]);

/** Sets a new password with a recovery code. It does not log in. */
export async function action(args: Route.ActionArgs) {
  const { auth } = writeContext(args).services;
  const { values } = await readForm(args.request, form);
  const { email, code } = values;
  const outcome = await recoverByCode(auth, values, callerOf(args));
  if (outcome.kind === 'done') {
    await recordActivity(args, 'recovery-code-used', undefined, outcome.userId);
    throw redirectWithCookies('/login?done=reset', outcome.cookies);
  }
  if (outcome.kind === 'refused' && outcome.problems.code)
    await recordFailedSignIn(args, 'with a recovery code', email);
  if (!isHeldBack(outcome)) return failedForm(400, { email, code }, { problems: outcome.problems });
  return respondTooMany(args, outcome, { email, code });
}

export default function Recovery({ loaderData: { siteTitle }, actionData }: Route.ComponentProps) {
  return (
    <AccountFrame
      title="Use a recovery code"
      siteTitle={siteTitle}
      intro="Use one of the codes you wrote down to choose a new password. Each code works once. This logs out all your devices and keeps your passkeys."
      failed={actionData}
    >
      <AccountForm action="/login/recovery" submit="Save the password">
        <CredentialFields form={form} failed={actionData} />
      </AccountForm>
      <p>
        <a href="/login">Back to login</a>
      </p>
    </AccountFrame>
  );
}
