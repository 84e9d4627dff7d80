import { data, redirect } from 'react-router';
import { callerOf } from '#app/people/pages/login/caller-of.ts';
import { redirectWithCookies } from '#app/people/pages/login/redirect-with-cookies.ts';
import { recordActivity } from '#app/people/request/record-activity.server.ts';
import type { OwnSession } from '#app/people/sessions/browser-session.server.ts';
import {
  endOtherSessions,
  endOwnSession,
  listOwnSessions,
} from '#app/people/sessions/browser-session.server.ts';
import { logOut, logOutEverywhere } from '#app/people/sessions/open-session.server.ts';
import { hidden } from '#app/platform/forms/field-spec.ts';
import { readForm } from '#app/platform/forms/read-form.server.ts';
import type { RouteHandle } from '#app/platform/hydration.ts';
import { messages } from '#app/platform/messages.ts';
import { formatShortDate, formatTime, type TownClock } from '#app/platform/time/town-time.ts';
import { Alert } from '#app/platform/ui/alert.tsx';
import rowStyles from '#app/platform/ui/styles/rows.css?url';
import { UnlistedHead } from '#app/platform/ui/unlisted-head.tsx';
import type { Route } from './+types/sessions-page';
import { signedInContext } from './signed-in-context.ts';

export const handle: RouteHandle = { hydrate: true };

export const links: Route.LinksFunction = () => [{ rel: 'stylesheet', href: rowStyles }];

/** Every browser in which the user is logged in. */
export async function loader(args: Route.LoaderArgs) {
  const { auth, town } = signedInContext(args);
  const sessions = await listOwnSessions(auth, callerOf(args));
  return {
    rows: sessions.map((session) => sessionRowOf(session, town)),
    saved: args.url.searchParams.has('saved'),
    siteTitle: town.title,
  };
}

type Row = { id: string; device: string; signedIn: string; used: string; isThis: boolean };

function sessionRowOf({ id, device, createdAt, lastSeenAt, isThis }: OwnSession, clock: TownClock): Row {
  const say = (at: number) => `${formatShortDate(at, clock)}, ${formatTime(at, clock)}`;
  return { id, device: device ?? UNKNOWN, signedIn: say(createdAt), used: say(lastSeenAt), isThis };
}

const UNKNOWN = 'Unknown browser';

/** Ends one session by its `id`, those of all other browsers (`which` is `others`), or all of them. */
export async function action(args: Route.ActionArgs) {
  const { auth, viewer } = signedInContext(args);
  const { id, which } = (await readForm(args.request, [hidden('id', 'which')])).values;
  if (id !== '') return endOne(args, id);
  if (which === 'others') {
    await endOtherSessions(auth, callerOf(args));
    await recordActivity(args, 'other-sessions-ended');
    return redirect('/account/sessions?saved', 303);
  }
  const cookies = await logOutEverywhere(auth, args.request, viewer.userId);
  await recordActivity(args, 'signed-out-everywhere');
  return redirectWithCookies('/login', cookies);
}

async function endOne(args: Route.ActionArgs, id: string): Promise<Response> {
  const { auth } = signedInContext(args);
  const sessions = await listOwnSessions(auth, callerOf(args));
  const session = sessions.find((one) => one.id === id);
  if (!session) throw data(null, 404);
  await endOwnSession(auth, id, callerOf(args));
  await recordActivity(args, 'session-ended', session.device ?? UNKNOWN);
  if (!session.isThis) return redirect('/account/sessions?saved', 303);
  return redirectWithCookies('/login', await logOut(auth, args.request));
}

export default function Sessions({ loaderData: { rows, saved, siteTitle } }: Route.ComponentProps) {
  return (
    <main id="main" className="wrap page" tabIndex={-1}>
      <UnlistedHead title={`Devices | ${siteTitle}`} />
      <div className="reading stack-lg">
        <header className="page-head">
          <h1>Devices</h1>
          <p>
            These browsers are logged in to your account. Log out any you don’t recognize or no longer use.
          </p>
        </header>
        {saved ? <Alert tone="success">{messages.saved}</Alert> : null}
        <section className="panel" aria-labelledby="sessions-title">
          <h2 id="sessions-title" className="vh">
            Logged-in browsers
          </h2>
          <ul className="queue">
            {rows.map((row) => (
              <SessionItem row={row} key={row.id} />
            ))}
          </ul>
        </section>
        <div className="cluster">
          {rows.length > 1 ? (
            <form method="post" action="/account/sessions">
              <input type="hidden" name="which" value="others" />
              <button type="submit" className="button button--primary">
                Log out all others
              </button>
            </form>
          ) : null}
          <form method="post" action="/account/sessions">
            <button type="submit" className="button">
              Log out everywhere
            </button>
          </form>
        </div>
        <p>
          <a href="/account">Back to your account</a>
        </p>
      </div>
    </main>
  );
}

function SessionItem({ row: { id, device, signedIn, used, isThis } }: { row: Row }) {
  return (
    <li>
      <div>
        <h3>
          {device} {isThis ? <span className="badge is-success">This device</span> : null}
        </h3>
        <p className="muted">
          Logged in {signedIn}. Last used {used}.
        </p>
      </div>
      <form method="post" action="/account/sessions">
        <input type="hidden" name="id" value={id} />
        <button type="submit" className="button button--small">
          Log out<span className="vh"> {isThis ? 'this device' : device}</span>
        </button>
      </form>
    </li>
  );
}
