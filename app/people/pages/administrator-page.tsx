import { data } from 'react-router';
import { findUser } from '#app/people/accounts/user-store.server.ts';
import { proveByPassword } from '#app/people/passwords/own-password.server.ts';
import { LEAST_ADMIN_PASSWORD_LENGTH } from '#app/people/passwords/password-rules.server.ts';
import { recordActivity } from '#app/people/request/record-activity.server.ts';
import { letIn } from '#app/people/sessions/open-session.server.ts';
import { acceptRole, endOffer, findOfferByToken } from '#app/people/team/administrator-offer.server.ts';
import { failedForm } from '#app/platform/forms/failed-form.ts';
import { defineForm, hidden } from '#app/platform/forms/field-spec.ts';
import { readForm } from '#app/platform/forms/read-form.server.ts';
import type { Route } from './+types/administrator-page';
import { AccountForm } from './account-form.tsx';
import { AccountFrame } from './account-frame.tsx';
import { callerOf } from './login/caller-of.ts';
import { CredentialFields } from './login/credential-field.tsx';
import { redirectWithCookies } from './login/redirect-with-cookies.ts';
import { secretAddressHeaders } from './login/secret-address.ts';
import { isHeldBack, respondTooMany } from './login/too-many-attempts.ts';
import { signedInContext } from './signed-in-context.ts';

export const headers = secretAddressHeaders;

/** The offer of the administrator's role, for the person it was made to. Opening the page changes nothing. */
export async function loader(args: Route.LoaderArgs) {
  const { auth, viewer, town } = signedInContext(args);
  const token = tokenOf(args.request);
  const offer = await findOfferByToken(auth.db, token, auth.now());
  const siteTitle = town.title;
  if (!offer) return data({ kind: 'dead' as const, siteTitle }, 404);
  if (offer.toUser !== viewer.userId) return data({ kind: 'others' as const, siteTitle }, 403);
  const from = await findUser(auth.db, offer.fromUser);
  return data({ kind: 'open' as const, token, from: from?.name ?? 'The administrator', siteTitle });
}

const passwordForm = defineForm([
  [
    {
      name: 'password',
      label: 'Your password',
      kind: 'password',
      required: true,
      fill: 'current-password',
    },
  ],
]);
const form = [...passwordForm, hidden('answer')];

const TOO_SHORT = `The administrator’s password has at least ${LEAST_ADMIN_PASSWORD_LENGTH} characters. Change yours on the account page first, then open this link again`;

export async function action(args: Route.ActionArgs) {
  const { auth, viewer, town } = signedInContext(args);
  const token = tokenOf(args.request);
  const { password, answer } = (await readForm(args.request, form)).values;
  const offer = await findOfferByToken(auth.db, token, auth.now());
  if (!offer) return failedForm(404, {}, {});
  if (offer.toUser !== viewer.userId) return failedForm(403, {}, {});
  if (answer === 'decline') {
    if (await endOffer(auth, viewer.userId)) await recordActivity(args, 'administrator-offer-ended');
    throw redirectWithCookies('/admin', []);
  }
  const { userId } = viewer;
  const proof = await proveByPassword(auth, { request: args.request, userId, password }, callerOf(args));
  if (isHeldBack(proof)) return respondTooMany(args, proof, {});
  if (proof.kind === 'wrong') {
    await recordActivity(args, 'proof-refused');
    return failedForm(400, {}, { problems: { password: 'This is not your password' } });
  }
  if ([...password].length < LEAST_ADMIN_PASSWORD_LENGTH)
    return failedForm(400, {}, { problems: { password: TOO_SHORT } });
  if (!(await acceptRole(auth, { token, userId, title: town.title }))) return failedForm(404, {}, {});
  await recordActivity(args, 'administrator-transferred', undefined, userId);
  throw redirectWithCookies('/admin', await letIn(auth, { userId, isKnown: true }, callerOf(args)));
}

function tokenOf(request: Request): string {
  return new URL(request.url).searchParams.get('token') ?? '';
}

export default function AdministratorPage({ loaderData, actionData }: Route.ComponentProps) {
  const { kind, siteTitle } = loaderData;
  if (kind !== 'open')
    return (
      <AccountFrame
        title={kind === 'dead' ? 'This offer no longer works' : 'This offer is for someone else'}
        siteTitle={siteTitle}
      >
        <p>
          {kind === 'dead'
            ? 'It has expired, was withdrawn or was already accepted. Nothing has changed.'
            : 'Log in with the account that it was made to, then open the link again.'}
        </p>
        <p>
          <a href="/account">Back to your account</a>
        </p>
      </AccountFrame>
    );
  const { token, from } = loaderData;
  const address = `/account/administrator?token=${encodeURIComponent(token)}`;
  return (
    <AccountFrame
      title="Become the administrator?"
      siteTitle={siteTitle}
      intro={`${from} offers you the administrator’s role.`}
      failed={actionData}
    >
      <p>
        You alone will have the settings, the people, API tokens, import, redirects and backups.{' '}
        {from === 'The administrator' ? 'The present administrator' : from} becomes an editor. Other devices
        you are logged in with are logged out.
      </p>
      <AccountForm action={address} submit="Become the administrator">
        <CredentialFields form={passwordForm} failed={actionData} />
      </AccountForm>
      <form method="post" action={address}>
        <button type="submit" className="button button--small" name="answer" value="decline">
          No, thanks
        </button>
      </form>
    </AccountFrame>
  );
}
