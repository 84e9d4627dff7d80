import { data } from 'react-router';
import { followVerificationLink } from '#app/people/addresses/address-change.server.ts';
import { findVerificationLink } from '#app/people/addresses/verification.server.ts';
import { AccountForm } from '#app/people/pages/account-form.tsx';
import { AccountFrame } from '#app/people/pages/account-frame.tsx';
import { writeContext } from '#app/people/request/context.ts';
import { recordActivity } from '#app/people/request/record-activity.server.ts';
import { failedForm } from '#app/platform/forms/failed-form.ts';
import { defineForm } from '#app/platform/forms/field-spec.ts';
import { readForm } from '#app/platform/forms/read-form.server.ts';
import type { Route } from './+types/verify-page';
import { callerOf } from './caller-of.ts';
import { CredentialField } from './credential-field.tsx';
import { DeadLink } from './dead-link.tsx';
import { HOME, nextPathOf, withNext, withNote } from './next-path.ts';
import { redirectWithCookies } from './redirect-with-cookies.ts';
import { secretAddressHeaders } from './secret-address.ts';
import { isHeldBack, respondTooMany } from './too-many-attempts.ts';

export const headers = secretAddressHeaders;

/** Opening the page changes nothing: email scanners open it, too. */
export async function loader(args: Route.LoaderArgs) {
  const { services, town } = writeContext(args);
  const { token } = args.params;
  const link = await findVerificationLink(services.auth, token, callerOf(args));
  const page = { link, token, next: nextPathOf(args.url), siteTitle: town.title };
  return link.kind === 'dead' ? data(page, 404) : data(page);
}

const form = defineForm([
  [{ name: 'password', label: 'Password', kind: 'password', required: true, fill: 'new-password' }],
]);

export async function action(args: Route.ActionArgs) {
  const { auth } = writeContext(args).services;
  const { token } = args.params;
  const { values, names } = await readForm(args.request, form);
  const password = names.includes('password') ? values.password : undefined;
  const outcome = await followVerificationLink(auth, token, password, callerOf(args));
  if (outcome.kind === 'verified') {
    const { isChange, userId } = outcome;
    await recordActivity(args, isChange ? 'address-changed' : 'address-proven', undefined, userId);
    const next = nextPathOf(args.url);
    return redirectWithCookies(
      outcome.isSignedIn
        ? withNote(next === HOME ? '/account' : next, 'verified')
        : withNext('/login?done=verified', next),
      outcome.cookies,
    );
  }
  if (outcome.kind === 'refused') return failedForm(400, {}, { problems: { password: outcome.problem } });
  if (!isHeldBack(outcome)) return failedForm(outcome.kind === 'login' ? 403 : 404, {}, {});
  return respondTooMany(args, outcome, {});
}

export default function Verify({ loaderData, actionData }: Route.ComponentProps) {
  const { link, token, next, siteTitle } = loaderData;
  if (link.kind === 'dead')
    return <DeadLink siteTitle={siteTitle} again={{ href: '/account', label: 'Go to your account' }} />;
  return (
    <AccountFrame title="Confirm your address" siteTitle={siteTitle} intro={link.address} failed={actionData}>
      {link.kind === 'login' ? (
        <LoginFirst token={token} />
      ) : (
        <AccountForm action={withNext(`/verify/${token}`, next)} submit="Confirm my address">
          {link.kind === 'password' ? (
            <PasswordQuestion least={link.least} problem={actionData?.problems.password} />
          ) : (
            <p>Confirm that this email address is yours.</p>
          )}
        </AccountForm>
      )}
      {link.kind === 'button' ? null : <NotMe token={token} />}
    </AccountFrame>
  );
}

/** No one else's password may become valid by opening a link. */
function PasswordQuestion({ least, problem }: { least: number; problem: string | undefined }) {
  const hint = `Use the one you registered with, or choose a new one with at least ${least} characters.`;
  return <CredentialField spec={{ ...form[0][0], hint }} problem={problem} />;
}

function LoginFirst({ token }: { token: string }) {
  return (
    <p>
      To switch to this address, <a href={withNext('/login', `/verify/${token}`)}>log in</a> first.
    </p>
  );
}

function NotMe({ token }: { token: string }) {
  return (
    <form method="post" action={`/verify/${token}/refusal`}>
      <p className="mb">Didn’t request this?</p>
      <button type="submit" className="button">
        This was not me
      </button>
    </form>
  );
}
