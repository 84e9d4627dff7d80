import { Link, Outlet, useLocation, useNavigation } from 'react-router';
import { readVisit } from '#app/context.ts';
import type { RouteHandle } from '#app/hydration.ts';
import { messages } from '#app/messages.ts';
import adminStyles from '#app/ui/styles/admin.css?url';
import rowStyles from '#app/ui/styles/rows.css?url';
import type { Route } from './+types/admin-layout';
import { inMenuOrder } from './menu-order.ts';
import { requireAdmin } from './require-admin.server.ts';
import { LeaveGuard } from './unsaved-forms.tsx';

export const handle: RouteHandle = { hydrate: true };

export const middleware: Route.MiddlewareFunction[] = [requireAdmin];

/** The collections, for the navigation. Without a loader the guard would not run on navigations in the browser. */
export function loader(args: Route.LoaderArgs) {
  return inMenuOrder(readVisit(args).collections).map(({ name, heading }) => ({ name, heading }));
}

export const links: Route.LinksFunction = () => [
  { rel: 'stylesheet', href: adminStyles },
  { rel: 'stylesheet', href: rowStyles },
];

export default function AdminLayout({ loaderData }: Route.ComponentProps) {
  const { pathname } = useLocation();
  const places = [
    { href: '/admin', label: 'Overview' },
    ...loaderData.map(({ name, heading }) => ({ href: `/admin/${name}`, label: heading })),
    { href: '/admin/pictures', label: 'Pictures' },
    { href: '/admin/trash', label: 'Trash' },
    { href: '/admin/sources', label: 'Sources', isGroup: true },
    { href: '/admin/mail', label: 'Email' },
    { href: '/admin/activity', label: 'Activity' },
    { href: '/admin/settings', label: 'Settings' },
  ];
  return (
    <main id="main" className="wrap admin" tabIndex={-1}>
      <nav className="sidenav" aria-label="Admin">
        <ul>
          {places.map(({ href, label, isGroup }: Place) => (
            <li key={href} className={isGroup ? 'gap' : undefined}>
              <Link to={href} aria-current={currentMark(pathname, href)}>
                {label}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      <div>
        <LoadingNotice />
        <LeaveGuard>
          <Outlet />
        </LeaveGuard>
      </div>
    </main>
  );
}

/** `isGroup` begins a group of places. */
type Place = { href: string; label: string; isGroup?: boolean };

function currentMark(pathname: string, href: string): 'page' | 'true' | undefined {
  if (pathname === href) return 'page';
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
