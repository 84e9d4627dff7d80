import { addOwnPasskey, listOwnPasskeys } from '#app/people/accounts/own-passkeys.server.ts';
import { callerOf } from '#app/people/pages/login/caller-of.ts';
import { FailedAlert } from '#app/people/pages/login/failed-alert.tsx';
import { HOME, nextPathOf, withNext } from '#app/people/pages/login/next-path.ts';
import { PasskeyForm } from '#app/people/pages/login/passkey-form.tsx';
import { NEEDS_SCRIPT } from '#app/people/pages/login/passkey-words.ts';
import { redirectWithCookies } from '#app/people/pages/login/redirect-with-cookies.ts';
import { findRecoveryCodesStatus } from '#app/people/passkeys/recovery-code-store.server.ts';
import { relyingPartyOf } from '#app/people/passkeys/relying-party.ts';
import { recordActivity } from '#app/people/request/record-activity.server.ts';
import { requireRecentProof } from '#app/people/sessions/recent-proof.server.ts';
import { failedForm } from '#app/platform/forms/failed-form.ts';
import { hidden } from '#app/platform/forms/field-spec.ts';
import { readForm } from '#app/platform/forms/read-form.server.ts';
import type { RouteHandle } from '#app/platform/hydration.ts';
import { messages } from '#app/platform/messages.ts';
import { formatShortDate } from '#app/platform/time/town-time.ts';
import { Alert } from '#app/platform/ui/alert.tsx';
import rowStyles from '#app/platform/ui/styles/rows.css?url';
import { UnlistedHead } from '#app/platform/ui/unlisted-head.tsx';
import type { Route } from './+types/passkeys-page';
import { signedInContext } from './signed-in-context.ts';

export const handle: RouteHandle = { hydrate: true };

export const links: Route.LinksFunction = () => [{ rel: 'stylesheet', href: rowStyles }];

export function headers({ actionHeaders }: Route.HeadersArgs) {
  return actionHeaders;
}

/** The passkeys of an account, and how many recovery codes are left. */
export async function loader(args: Route.LoaderArgs) {
  const { auth, viewer, town, siteUrl } = signedInContext(args);
  const passkeys = await listOwnPasskeys(auth, viewer.userId);
  const { left, createdAt } = await findRecoveryCodesStatus(auth.db, viewer.userId);
  const next = nextPathOf(args.url);
  return {
    isPossible: relyingPartyOf(siteUrl) !== undefined,
    siteUrl,
    passkeys: passkeys.map(({ id, name, createdAt: addedAt, lastUsedAt, otherHost }) => ({
      id,
      name,
      added: formatShortDate(addedAt, town),
      used: lastUsedAt === null ? undefined : formatShortDate(lastUsedAt, town),
      otherHost,
    })),
    codes: { left, made: createdAt === undefined ? '' : formatShortDate(createdAt, town) },
    saved: args.url.searchParams.has('saved'),
    next: next === HOME ? undefined : next,
    siteTitle: town.title,
  };
}

/** Adds the passkey that the browser has created. */
export async function action(args: Route.ActionArgs) {
  const { auth, viewer } = signedInContext(args);
  const { passkey: credential } = (await readForm(args.request, [hidden('passkey')])).values;
  if (credential === '') return failedForm(400, {}, { reason: NEEDS_SCRIPT });
  await requireRecentProof(auth, args.request, '/account/passkeys');
  const outcome = await addOwnPasskey(auth, { userId: viewer.userId, credential }, callerOf(args));
  if (outcome.kind === 'refused') return failedForm(400, {}, { reason: outcome.problem });
  await recordActivity(args, 'passkey-added', outcome.name);
  return redirectWithCookies(withNext('/account/passkeys?saved', nextPathOf(args.url)), []);
}

export default function Passkeys({ loaderData, actionData }: Route.ComponentProps) {
  const { passkeys, isPossible, saved, next, siteTitle, siteUrl } = loaderData;
  return (
    <main id="main" className="wrap page" tabIndex={-1}>
      <UnlistedHead title={`Passkeys | ${siteTitle}`} />
      <div className="reading stack-lg">
        <header className="page-head">
          <h1>Passkeys</h1>
          <p>
            A passkey logs you in with your fingerprint, face, or screen lock. Your password keeps working.
          </p>
        </header>
        {actionData ? <FailedAlert reason={actionData.reason} /> : null}
        {saved && !actionData ? <Alert tone="success">{messages.saved}</Alert> : null}
        {next && passkeys.length > 0 ? (
          <p>
            <a className="button" href={next}>
              Continue
            </a>
          </p>
        ) : null}
        <PasskeyList passkeys={passkeys} />
        {isPossible ? (
          <PasskeyForm
            task="add"
            action={next ? withNext('/account/passkeys', next) : '/account/passkeys'}
            look="button--primary"
          >
            Add a passkey
          </PasskeyForm>
        ) : (
          <p>Passkeys need an https address with a host name. This site’s address is {siteUrl}.</p>
        )}
        <CodesPanel {...loaderData.codes} hasPasskeys={passkeys.length > 0} />
        <p>
          <a href="/account">Back to your account</a>
        </p>
      </div>
    </main>
  );
}

type ListedPasskey = {
  id: string;
  name: string;
  added: string;
  used: string | undefined;
  otherHost: string | undefined;
};

function PasskeyList({ passkeys }: { passkeys: ListedPasskey[] }) {
  if (passkeys.length === 0) return <p>You have no passkeys yet.</p>;
  return (
    <section className="panel" aria-labelledby="passkeys-title">
      <h2 id="passkeys-title">Your passkeys</h2>
      <ul className="queue">
        {passkeys.map((passkey) => (
          <PasskeyItem passkey={passkey} key={passkey.id} />
        ))}
      </ul>
    </section>
  );
}

function PasskeyItem({ passkey: { id, name, added, used, otherHost } }: { passkey: ListedPasskey }) {
  return (
    <li>
      <div>
        <h3>{name}</h3>
        <p className="muted">
          Added {added}. {used ? `Last used ${used}.` : 'Not used yet.'}
          {otherHost ? ` It was created for ${otherHost} and does not work at this address.` : null}
        </p>
      </div>
      <p className="cluster">
        <a className="button button--small" href={`/account/passkeys/${id}`}>
          Rename<span className="vh"> {name}</span>
        </a>
        <a className="button button--small" href={`/account/passkeys/${id}/removal`}>
          Remove<span className="vh"> {name}</span>
        </a>
      </p>
    </li>
  );
}

function CodesPanel({ left, made, hasPasskeys }: { left: number; made: string; hasPasskeys: boolean }) {
  const summary = `${left} unused ${left === 1 ? 'code' : 'codes'}, created ${made}.`;
  return (
    <section className="panel" aria-labelledby="codes-title">
      <h2 id="codes-title">Recovery codes</h2>
      <p className="mb">
        If you lose both your passkeys and your password, you can use a recovery code to choose a new
        password, even if you can’t receive email.{' '}
        {left > 0 ? summary : hasPasskeys ? <strong>You have none yet.</strong> : 'You have none yet.'}
      </p>
      <a className="button" href="/account/recovery-codes">
        {left > 0 ? 'Create new recovery codes' : 'Create recovery codes'}
      </a>
    </section>
  );
}
