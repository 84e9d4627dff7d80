import { data } from 'react-router';
import { AccountForm } from '#app/people/pages/account-form.tsx';
import { AccountFrame } from '#app/people/pages/account-frame.tsx';
import { findResetLink, resetPasswordByLink } from '#app/people/passwords/password-reset.server.ts';
import { writeContext } from '#app/people/request/context.ts';
import { recordActivity } from '#app/people/request/record-activity.server.ts';
import { defineForm } from '#app/platform/forms/field-spec.ts';
import { readForm } from '#app/platform/forms/read-form.server.ts';
import type { Route } from './+types/reset-page';
import { callerOf } from './caller-of.ts';
import { CredentialField } from './credential-field.tsx';
import { DeadLink } from './dead-link.tsx';
import { FailedAlert } from './failed-alert.tsx';
import { redirectWithCookies } from './redirect-with-cookies.ts';
import { secretAddressHeaders } from './secret-address.ts';
import { isHeldBack, respondTooMany } from './too-many-attempts.ts';

export const headers = secretAddressHeaders;

/** Opening the page changes nothing: email scanners open it, too. */
export async function loader(args: Route.LoaderArgs) {
  const { services, town } = writeContext(args);
  const link = await findResetLink(services.auth, args.params.token);
  const page = { link, token: args.params.token, siteTitle: town.title };
  return link.kind === 'dead' ? data(page, 404) : data(page);
}

const form = defineForm([
  [{ name: 'password', label: 'New password', kind: 'password', required: true, fill: 'new-password' }],
]);

/** Sets the password, and logs no one in. */
export async function action(args: Route.ActionArgs) {
  const { auth } = writeContext(args).services;
  const { token } = args.params;
  const { password } = (await readForm(args.request, form)).values;
  const outcome = await resetPasswordByLink(auth, { token, password }, callerOf(args));
  if (outcome.kind === 'done') {
    await recordActivity(args, 'password-reset', undefined, outcome.userId);
    throw redirectWithCookies('/login?done=reset', outcome.cookies);
  }
  if (outcome.kind === 'refused') return data({ problem: outcome.problem, held: undefined }, 400);
  if (!isHeldBack(outcome)) return data({ problem: undefined, held: undefined }, 404);
  const { text, init } = await respondTooMany(args, outcome);
  return data({ problem: undefined, held: text }, init);
}

export default function Reset({ loaderData, actionData }: Route.ComponentProps) {
  const { link, token, siteTitle } = loaderData;
  if (link.kind === 'dead')
    return <DeadLink siteTitle={siteTitle} again={{ href: '/forgot', label: 'Request a new link' }} />;
  return (
    <AccountFrame title="Choose a new password" siteTitle={siteTitle} intro={`For ${link.address}`}>
      {actionData ? <FailedAlert held={actionData.held} /> : null}
      <AccountForm action={`/reset/${token}`} submit="Save the password">
        <CredentialField
          spec={{
            ...form[0][0],
            hint: `At least ${link.least} characters. Longer is better. This logs out all your devices.`,
          }}
          problem={actionData?.problem}
        />
      </AccountForm>
    </AccountFrame>
  );
}
