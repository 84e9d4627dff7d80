import { Link, Outlet, useLocation, useNavigation } from 'react-router';
import { LeaveGuard } from '#app/desk/form/unsaved-forms.tsx';
import { countWaiting } from '#app/items/drafts/inbox-entries.server.ts';
import { isEditor } from '#app/people/accounts/viewer.ts';
import { readContext } from '#app/people/request/context.ts';
import type { RouteHandle } from '#app/platform/hydration.ts';
import { messages } from '#app/platform/messages.ts';
import adminStyles from '#app/platform/ui/styles/admin.css?url';
import rowStyles from '#app/platform/ui/styles/rows.css?url';
import type { Route } from './+types/admin-layout';
import { listNavigation } from './admin-navigation.server.ts';
import { inMenuOrder } from './menu-order.ts';
import { requireStaff } from './require-staff.server.ts';
import { useWaitingCount, WaitingCount } from './waiting-count.ts';

export const handle: RouteHandle = { hydrate: true };

export const middleware: Route.MiddlewareFunction[] = [requireStaff];

/**
 * The places of the navigation, and how much waits in the inbox. Without a loader the guard would not run on
 * navigations in the browser.
 */
export async function loader(args: Route.LoaderArgs) {
  const { read, collections, now, readOnly, viewer, routes } = readContext(args);
  return {
    places: listNavigation(inMenuOrder(collections), {
      isReadOnly: readOnly !== undefined,
      viewer,
      routes,
    }),
    waiting: isEditor(viewer) ? await countWaiting(read, now) : 0,
  };
}

export const links: Route.LinksFunction = () => [
  { rel: 'stylesheet', href: adminStyles },
  { rel: 'stylesheet', href: rowStyles },
];

export default function AdminLayout({ loaderData }: Route.ComponentProps) {
  const { pathname } = useLocation();
  const { places } = loaderData;
  const { count: waiting, changes } = useWaitingCount(loaderData.waiting);
  return (
    <div className="wrap admin">
      <nav className="sidenav" aria-label="Admin">
        <ul>
          {places.map(({ href, label, isGroup, also, waits }) => (
            <li key={href} className={isGroup ? 'gap' : undefined}>
              <Link to={href} aria-current={currentMark(pathname, href, also)}>
                {label}
                {waits && waiting ? (
                  <span className="badge is-warning">
                    {waiting}
                    <span className="vh"> to review</span>
                  </span>
                ) : null}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      <main id="main" tabIndex={-1}>
        <LoadingNotice />
        <WaitingCount value={changes}>
          <LeaveGuard>
            <Outlet />
          </LeaveGuard>
        </WaitingCount>
      </main>
    </div>
  );
}

function currentMark(pathname: string, href: string, also: string | undefined): 'page' | 'true' | undefined {
  if (pathname === href) return 'page';
  if (pathname === also) return 'true';
  return href !== '/admin' && pathname.startsWith(`${href}/`) ? 'true' : undefined;
}

/** Shown while the browser waits for a list or a form (spec section 4). */
function LoadingNotice() {
  const { state } = useNavigation();
  if (state !== 'loading') return null;
  return (
    <p className="loading mb" role="status">
      {messages.loading}
    </p>
  );
}
