import { redirect } from 'react-router';
import { requestAddressChange } from '#app/people/addresses/address-change.server.ts';
import { callerOf } from '#app/people/pages/login/caller-of.ts';
import { CredentialFields } from '#app/people/pages/login/credential-field.tsx';
import { respondTooMany } from '#app/people/pages/login/too-many-attempts.ts';
import { requireRecentProof } from '#app/people/sessions/recent-proof.server.ts';
import { failedForm } from '#app/platform/forms/failed-form.ts';
import { defineForm } from '#app/platform/forms/field-spec.ts';
import { readForm } from '#app/platform/forms/read-form.server.ts';
import type { RouteHandle } from '#app/platform/hydration.ts';
import type { Route } from './+types/address-page';
import { AccountForm } from './account-form.tsx';
import { AccountFrame } from './account-frame.tsx';
import { signedInContext } from './signed-in-context.ts';

export const handle: RouteHandle = { hydrate: true };

export function headers({ actionHeaders }: Route.HeadersArgs) {
  return actionHeaders;
}

export async function loader(args: Route.LoaderArgs) {
  const { auth, viewer, town } = signedInContext(args);
  await requireRecentProof(auth, args.request, '/account/address');
  return { email: viewer.email, siteTitle: town.title };
}

const form = defineForm([
  [
    {
      name: 'email',
      label: 'New email',
      kind: 'email',
      required: true,
      fill: 'email',
      hint: 'We’ll email a link to this address. Open it in this browser to confirm the change.',
    },
  ],
]);

/** Emails a link to the new address; nothing changes before it is used. */
export async function action(args: Route.ActionArgs) {
  const { auth, viewer } = signedInContext(args);
  await requireRecentProof(auth, args.request, '/account/address');
  const { values } = await readForm(args.request, form);
  const outcome = await requestAddressChange(auth, viewer.userId, values.email, callerOf(args));
  if (outcome.kind === 'sent') throw redirect('/account?mailed', 303);
  if (outcome.kind === 'refused') return failedForm(400, values, { problems: { email: outcome.problem } });
  return respondTooMany(args, outcome, values);
}

export default function Address({ loaderData: { email, siteTitle }, actionData }: Route.ComponentProps) {
  return (
    <AccountFrame
      title="Change your address"
      siteTitle={siteTitle}
      intro={`Current address: ${email}`}
      failed={actionData}
    >
      <AccountForm action="/account/address" submit="Send the link">
        <CredentialFields form={form} failed={actionData} />
      </AccountForm>
      <p>
        <a href="/account">Back to your account</a>
      </p>
    </AccountFrame>
  );
}
