import { redirect } from 'react-router';
import { writeContext } from '#app/people/request/context.ts';
import { recordActivity } from '#app/people/request/record-activity.server.ts';
import { logOut } from '#app/people/sessions/open-session.server.ts';
import { UnlistedHead } from '#app/platform/ui/unlisted-head.tsx';
import type { Route } from './+types/logout';
import { redirectWithCookies } from './redirect-with-cookies.ts';

/** Logs out and goes to the login page; asks first when the visit comes from elsewhere (product contract section 2). */
export async function loader(args: Route.LoaderArgs) {
  const { viewer, town } = writeContext(args);
  if (viewer.kind === 'visitor') throw redirect('/login');
  if (isLeaving(args.request)) throw await endSession(args);
  return { siteTitle: town.title, email: viewer.email };
}

export function action(args: Route.ActionArgs) {
  return endSession(args);
}

/** Errors are only logged (spec section 8). */
async function endSession(args: Route.ActionArgs): Promise<Response> {
  const { viewer, services } = writeContext(args);
  const { auth, log } = services;
  try {
    const cookies = await logOut(auth, args.request);
    if (viewer.kind !== 'visitor') await recordActivity(args, 'signed-out');
    return redirectWithCookies('/login', cookies);
  } catch (error) {
    log.error({ err: error }, 'logging out failed');
    return redirect('/login', 303);
  }
}

export default function Logout({ loaderData }: Route.ComponentProps) {
  return (
    <main id="main" className="wrap page" tabIndex={-1}>
      <UnlistedHead title={`Logout | ${loaderData.siteTitle}`} />
      <div className="reading">
        <div className="panel auth stack">
          <header>
            <h1>Logout</h1>
            <p>You are logged in as {loaderData.email}.</p>
          </header>
          <form method="post" action="/logout">
            <button type="submit" className="button button--primary button--wide">
              Logout
            </button>
          </form>
        </div>
      </div>
    </main>
  );
}

/**
 * Whether opening /logout shows an intention to log out: a navigation that started on this site or was typed. Links
 * from elsewhere, prefetching, images, frames, and clients that don't say, do not (product contract section 2; Fetch
 * Metadata Request Headers).
 */
function isLeaving({ method, headers }: Request): boolean {
  const site = headers.get('Sec-Fetch-Site');
  return (
    method === 'GET' &&
    (site === 'same-origin' || site === 'none') &&
    headers.get('Sec-Fetch-Mode') === 'navigate' &&
    headers.get('Sec-Fetch-Dest') === 'document' &&
    ![headers.get('Sec-Purpose'), headers.get('Purpose'), headers.get('X-Moz')].some((purpose) =>
      purpose?.includes('prefetch'),
    )
  );
}
