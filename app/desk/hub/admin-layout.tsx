import { Link, Outlet, useLocation, useNavigation } from 'react-router';
import { LeaveGuard } from '#app/desk/form/unsaved-forms.tsx';
import { countWaiting } from '#app/items/drafts/inbox-entries.server.ts';
import { readContext } from '#app/people/request/context.ts';
import type { RouteHandle } from '#app/platform/hydration.ts';
import { messages } from '#app/platform/messages.ts';
import { useSite } from '#app/platform/ui/site-facts.ts';
import adminStyles from '#app/platform/ui/styles/admin.css?url';
import rowStyles from '#app/platform/ui/styles/rows.css?url';
import type { Route } from './+types/admin-layout';
import { inMenuOrder } from './menu-order.ts';
import { requireAdmin } from './require-admin.server.ts';
import { useWaitingCount, WaitingCount } from './waiting-count.ts';

export const handle: RouteHandle = { hydrate: true };

export const middleware: Route.MiddlewareFunction[] = [requireAdmin];

/**
 * The collections, for the navigation, and how much waits in the inbox. Without a loader the guard would not run on
 * navigations in the browser.
 */
export async function loader(args: Route.LoaderArgs) {
  const { read, collections, now } = readContext(args);
  return {
    nouns: inMenuOrder(collections).map(({ name, heading }) => ({ name, heading })),
    waiting: await countWaiting(read, now),
  };
}

export const links: Route.LinksFunction = () => [
  { rel: 'stylesheet', href: adminStyles },
  { rel: 'stylesheet', href: rowStyles },
];

export default function AdminLayout({ loaderData }: Route.ComponentProps) {
  const { pathname } = useLocation();
  const { nouns } = loaderData;
  const { count: waiting, changes } = useWaitingCount(loaderData.waiting);
  const { isReadOnly } = useSite();
  const all: Place[] = [
    { href: '/admin', label: 'Overview', isKept: true },
    placeOf('Inbox', { count: waiting }),
    placeOf('Notices'),
    ...nouns.map(({ name, heading }, at) => ({ href: `/admin/${name}`, label: heading, isGroup: at === 0 })),
    placeOf('Pictures'),
    placeOf('Documents'),
    placeOf('Trash'),
    placeOf('Sources', { isGroup: true }),
    placeOf('Newsletter'),
    placeOf('Activity', { isKept: true }),
    placeOf('Settings', { isGroup: true, also: '/admin/mail' }),
    { href: '/admin/move-in', label: 'Import' },
    placeOf('Redirects'),
    placeOf('Backups', { isKept: true }),
  ];
  const places = all.filter(({ isKept }) => isKept || !isReadOnly);
  return (
    <div className="wrap admin">
      <nav className="sidenav" aria-label="Admin">
        <ul>
          {places.map(({ href, label, isGroup, count, also }) => (
            <li key={href} className={isGroup ? 'gap' : undefined}>
              <Link to={href} aria-current={currentMark(pathname, href, also)}>
                {label}
                {count ? (
                  <span className="badge is-warning">
                    {count}
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

/**
 * `isGroup` begins a group of places. `count` is how much waits there. `isKept`: also on a frozen site. `also` is a page
 * that belongs to the place without being below its address.
 */
type Place = {
  href: string;
  label: string;
  isGroup?: boolean;
  count?: number;
  isKept?: boolean;
  also?: string;
};

/** A place whose address is its label. */
function placeOf(label: string, more?: Partial<Place>): Place {
  return { href: `/admin/${label.toLowerCase()}`, label, ...more };
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
