import { data } from 'react-router';
import { AccountForm } from '#app/people/pages/account-form.tsx';
import { AccountFrame } from '#app/people/pages/account-frame.tsx';
import { findResetLink, resetPasswordByLink } from '#app/people/passwords/password-reset.server.ts';
import { writeContext } from '#app/people/request/context.ts';
import { recordActivity } from '#app/people/request/record-activity.server.ts';
import { failedForm } from '#app/platform/forms/failed-form.ts';
import { defineForm } from '#app/platform/forms/field-spec.ts';
import { readForm } from '#app/platform/forms/read-form.server.ts';
import type { Route } from './+types/reset-page';
import { callerOf } from './caller-of.ts';
import { CredentialFields } from './credential-field.tsx';
import { DeadLink } from './dead-link.tsx';
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
  if (outcome.kind === 'refused') return failedForm(400, {}, { problems: { password: outcome.problem } });
  if (!isHeldBack(outcome)) return failedForm(404, {}, {});
  return respondTooMany(args, outcome, {});
}

export default function Reset({ loaderData, actionData }: Route.ComponentProps) {
  const { link, token, siteTitle } = loaderData;
  if (link.kind === 'dead')
    return <DeadLink siteTitle={siteTitle} again={{ href: '/forgot', label: 'Request a new link' }} />;
  const hint = `At least ${link.least} characters. Longer is better. This logs out all your devices.`;
  return (
    <AccountFrame
      title="Choose a new password"
      siteTitle={siteTitle}
      intro={`For ${link.address}`}
      failed={actionData}
    >
      <AccountForm action={`/reset/${token}`} submit="Save the password">
        <CredentialFields form={[[{ ...form[0][0], hint }]]} failed={actionData} />
      </AccountForm>
    </AccountFrame>
  );
}
