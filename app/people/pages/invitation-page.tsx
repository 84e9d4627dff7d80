import { data } from 'react-router';
import { readContext, writeContext } from '#app/people/request/context.ts';
import { recordActivity } from '#app/people/request/record-activity.server.ts';
import {
  acceptWithAccount,
  acceptWithNewAccount,
  declineInvitation,
  findOpenInvitation,
} from '#app/people/team/accept-invitation.server.ts';
import { roleWords } from '#app/people/team/team.ts';
import { failedForm } from '#app/platform/forms/failed-form.ts';
import { defineForm, hidden } from '#app/platform/forms/field-spec.ts';
import { readForm } from '#app/platform/forms/read-form.server.ts';
import { formatLongDate } from '#app/platform/time/town-time.ts';
import { UnlistedHead } from '#app/platform/ui/unlisted-head.tsx';
import type { Route } from './+types/invitation-page';
import { AccountFrame } from './account-frame.tsx';
import { InvitationWork } from './invitation-work.tsx';
import { callerOf } from './login/caller-of.ts';
import { CredentialField } from './login/credential-field.tsx';
import { FailedAlert } from './login/failed-alert.tsx';
import { withNext } from './login/next-path.ts';
import { redirectWithCookies } from './login/redirect-with-cookies.ts';
import { secretAddressHeaders } from './login/secret-address.ts';
import { isHeldBack, respondTooMany } from './login/too-many-attempts.ts';

export const headers = secretAddressHeaders;

/**
 * What an invitation involves, and who may accept it: a new account, or the one that has verified the invited address.
 * Opening the page changes nothing: email scanners open it, too.
 */
export async function loader(args: Route.LoaderArgs) {
  const { services, town } = writeContext(args);
  const token = tokenOf(args.request);
  const invitation = await findOpenInvitation(services.auth, token);
  if (!invitation) return data({ kind: 'dead' as const, siteTitle: town.title }, 404);
  const { address, role, message, inviter, expiresAt } = invitation;
  return data({
    kind: 'open' as const,
    token,
    address,
    role,
    message,
    inviter,
    until: formatLongDate(expiresAt, town),
    siteTitle: town.title,
    ...whoOf(args, invitation),
  });
}

type Who =
  /** No account has the address: a new one is created. */
  | { who: 'new' }
  /** The account of the address has to log in first. */
  | { who: 'login' }
  | { who: 'own'; name: string }
  /** Another account is logged in, or this one has not verified the address. */
  | { who: 'other'; email: string };

function whoOf(
  args: Parameters<typeof readContext>[0],
  { address, hasAccount }: { address: string; hasAccount: boolean },
): Who {
  const { viewer } = readContext(args);
  if (viewer.kind === 'visitor') return { who: hasAccount ? 'login' : 'new' };
  if (viewer.email === address && viewer.isVerified) return { who: 'own', name: viewer.name ?? '' };
  return { who: 'other', email: viewer.email };
}

const [[nameField, passwordField]] = defineForm([
  [
    {
      name: 'name',
      label: 'Your name',
      kind: 'line',
      required: true,
      fill: 'name',
      hint: 'Shown to other editors.',
    },
    {
      name: 'password',
      label: 'Password',
      kind: 'password',
      required: true,
      fill: 'new-password',
      hint: 'At least 12 characters. A few words work well.',
    },
  ],
]);
const form = [[nameField, passwordField], hidden('answer'), hidden('email')];

const OTHER = 'This invitation is for another account. Log out, then open the link again.';

/** Accepts or declines. The link works once. */
export async function action(args: Route.ActionArgs) {
  const { services, town, viewer } = writeContext(args);
  const { auth } = services;
  const token = tokenOf(args.request);
  const { name, password, answer } = (await readForm(args.request, form)).values;
  const typed = { name };
  const invitation = await findOpenInvitation(auth, token);
  if (!invitation) return failedForm(404, typed, {});
  if (answer === 'decline') {
    if (!(await declineInvitation(auth, token))) return failedForm(404, typed, {});
    await recordActivity(args, 'invitation-declined', roleWords[invitation.role]);
    return data({ declined: true as const, siteTitle: town.title });
  }
  const { who } = whoOf(args, invitation);
  if (who === 'other') return failedForm(403, typed, { reason: OTHER });
  if (who === 'login') return failedForm(403, typed, { reason: 'Log in to accept this invitation.' });
  const outcome =
    who === 'own' && viewer.kind !== 'visitor'
      ? await acceptWithAccount(auth, { token, userId: viewer.userId, name }, callerOf(args))
      : await acceptWithNewAccount(auth, { token, name, password }, callerOf(args));
  if (outcome.kind === 'signedIn') {
    await recordActivity(args, 'invitation-accepted', roleWords[invitation.role], outcome.userId);
    throw redirectWithCookies('/admin', outcome.cookies);
  }
  if (outcome.kind === 'dead') return failedForm(404, typed, {});
  if (isHeldBack(outcome)) return respondTooMany(args, outcome, typed);
  return failedForm(400, typed, { problems: outcome.problems });
}

function tokenOf(request: Request): string {
  return new URL(request.url).searchParams.get('token') ?? '';
}

export default function InvitationPage({ loaderData, actionData }: Route.ComponentProps) {
  const { siteTitle } = loaderData;
  if (actionData && 'declined' in actionData)
    return (
      <AccountFrame title="You declined the invitation" siteTitle={siteTitle}>
        <p>Nothing was created, and the link no longer works. Thank you for letting us know.</p>
      </AccountFrame>
    );
  if (loaderData.kind === 'dead')
    return (
      <AccountFrame title="This invitation no longer works" siteTitle={siteTitle}>
        <p>
          It has expired, was withdrawn or was already used. Ask the person who invited you for another one.
        </p>
        <p>
          <a href="/login">Already have an account? Log in</a>
        </p>
      </AccountFrame>
    );
  const { token, address, role, message, inviter, until, who } = loaderData;
  const failed = actionData && 'problems' in actionData ? actionData : undefined;
  const title = `${inviter ?? 'The administrator'} would like your help`;
  const action = `/invitation?token=${encodeURIComponent(token)}`;
  return (
    <main id="main" className="wrap page" tabIndex={-1}>
      <UnlistedHead title={`Invitation | ${siteTitle}`} />
      <div className="reading">
        <header className="page-head">
          <h1>{title}</h1>
          <p>
            As {role === 'editor' ? 'an editor' : 'a contributor'} of {siteTitle}.
          </p>
        </header>
        {failed ? <FailedAlert reason={failed.reason} /> : null}
        {message ? (
          <div className="prose mb">
            <blockquote>
              <p>{message}</p>
            </blockquote>
          </div>
        ) : null}
        <InvitationWork role={role} />
        {who === 'other' ? (
          <Refusal address={address} email={loaderData.email} />
        ) : who === 'login' ? (
          <p>
            {address} has an account here already.{' '}
            <a className="button button--primary" href={withNext('/login', action)}>
              Log in to accept
            </a>
          </p>
        ) : (
          <form method="post" action={action}>
            <h2 className="mb">Accept the invitation</h2>
            <CredentialField
              spec={{
                name: 'email',
                label: 'Email',
                kind: 'email',
                required: true,
                hint: 'The invitation is for this address only.',
              }}
              value={address}
              readOnly
            />
            <CredentialField
              spec={nameField}
              value={failed ? failed.values.name : who === 'own' ? loaderData.name : undefined}
              problem={failed?.problems.name}
            />
            {who === 'new' ? (
              <CredentialField spec={passwordField} problem={failed?.problems.password} />
            ) : null}
            <div className="actions">
              <button type="submit" className="button button--primary">
                Accept
              </button>
            </div>
          </form>
        )}
        <form method="post" action={action} className="mt-lg">
          <p className="cluster">
            <button type="submit" className="button button--small" name="answer" value="decline">
              No, thanks
            </button>
            <span className="small muted">
              {inviter ?? 'The administrator'} will be notified. Valid until {until}.
            </span>
          </p>
        </form>
      </div>
    </main>
  );
}

function Refusal({ address, email }: { address: string; email: string }) {
  return (
    <div className="stack">
      <p>
        {address === email
          ? `Confirm your address ${email} first: we emailed you a link when you registered. Then open this invitation again.`
          : `This invitation is for ${address}. You are logged in as ${email}.`}
      </p>
      <p>
        <a className="button" href={address === email ? '/account' : '/logout'}>
          {address === email ? 'Your account' : 'Log out'}
        </a>
      </p>
    </div>
  );
}
