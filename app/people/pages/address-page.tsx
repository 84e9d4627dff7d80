import { data, redirect } from 'react-router';
import { requestAddressChange } from '#app/people/addresses/address-change.server.ts';
import { callerOf } from '#app/people/pages/login/caller-of.ts';
import { CredentialFields } from '#app/people/pages/login/credential-field.tsx';
import { FailedAlert } from '#app/people/pages/login/failed-alert.tsx';
import { respondTooMany } from '#app/people/pages/login/too-many-attempts.ts';
import { requireRecentProof } from '#app/people/sessions/recent-proof.server.ts';
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
  const { email } = (await readForm(args.request, form)).values;
  const outcome = await requestAddressChange(auth, viewer.userId, email, callerOf(args));
  if (outcome.kind === 'sent') throw redirect('/account?mailed', 303);
  if (outcome.kind === 'refused') return data({ email, problem: outcome.problem, held: undefined }, 400);
  const { text, init } = await respondTooMany(args, outcome);
  return data({ email, problem: undefined, held: text }, init);
}

export default function Address({ loaderData: { email, siteTitle }, actionData }: Route.ComponentProps) {
  return (
    <AccountFrame title="Change your address" siteTitle={siteTitle} intro={`Current address: ${email}`}>
      {actionData ? <FailedAlert held={actionData.held} /> : null}
      <AccountForm action="/account/address" submit="Send the link">
        <CredentialFields form={form} values={actionData} problems={{ email: actionData?.problem }} />
      </AccountForm>
      <p>
        <a href="/account">Back to your account</a>
      </p>
    </AccountFrame>
  );
}
