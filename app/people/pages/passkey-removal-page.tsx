import { data } from 'react-router';
import { removeOwnPasskey } from '#app/people/accounts/own-passkeys.server.ts';
import { callerOf } from '#app/people/pages/login/caller-of.ts';
import { findPasskeyOfRequest } from '#app/people/pages/login/passkey-of-request.ts';
import { redirectWithCookies } from '#app/people/pages/login/redirect-with-cookies.ts';
import { recordActivity } from '#app/people/request/record-activity.server.ts';
import { requireRecentProof } from '#app/people/sessions/recent-proof.server.ts';
import { failedForm } from '#app/platform/forms/failed-form.ts';
import type { RouteHandle } from '#app/platform/hydration.ts';
import type { Route } from './+types/passkey-removal-page';
import { AccountFrame } from './account-frame.tsx';
import { signedInContext } from './signed-in-context.ts';

export const handle: RouteHandle = { hydrate: true };

export function headers({ actionHeaders }: Route.HeadersArgs) {
  return actionHeaders;
}

/** Asks before a passkey is removed. */
export async function loader(args: Route.LoaderArgs) {
  const { passkey, siteTitle } = await findPasskeyOfRequest(args, args.params.id);
  await requireRecentProof(
    signedInContext(args).auth,
    args.request,
    `/account/passkeys/${passkey.id}/removal`,
  );
  return { id: passkey.id, name: passkey.name, siteTitle };
}

const LAST =
  'This is your only way to log in. Set a password first: log out, then use “Forgot your password?”.';

export async function action(args: Route.ActionArgs) {
  const { auth, viewer } = signedInContext(args);
  const { passkey } = await findPasskeyOfRequest(args, args.params.id);
  await requireRecentProof(auth, args.request, `/account/passkeys/${passkey.id}/removal`);
  const outcome = await removeOwnPasskey(auth, { userId: viewer.userId, id: passkey.id }, callerOf(args));
  if (outcome.kind === 'last') return failedForm(400, {}, { reason: LAST });
  if (outcome.kind === 'missing') throw data(null, 404);
  await recordActivity(args, 'passkey-removed', passkey.name);
  return redirectWithCookies('/account/passkeys?saved', outcome.cookies);
}

export default function PasskeyRemoval({ loaderData, actionData }: Route.ComponentProps) {
  const { id, name, siteTitle } = loaderData;
  return (
    <AccountFrame title="Remove this passkey?" siteTitle={siteTitle} failed={actionData}>
      <p>
        “{name}” will no longer log you in, and your other devices will be logged out. Your device keeps its
        copy until you remove it there.
      </p>
      <form method="post" action={`/account/passkeys/${id}/removal`} className="cluster">
        <button type="submit" className="button button--danger-solid">
          Remove the passkey
        </button>
        <a className="button" href="/account/passkeys">
          Cancel
        </a>
      </form>
    </AccountFrame>
  );
}
