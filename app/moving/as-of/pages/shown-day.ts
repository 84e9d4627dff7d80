import { data, redirect } from 'react-router';

/**
 * The site at another moment, below `/admin/another-day/2026-11-02T04:59:00Z/`. The server responds with pages of the
 * copy (server/as-of.ts) for those whom the policy of this address admits; here is what has no moment.
 */
export function loader() {
  throw redirect('/admin/another-day', 303);
}

export function action() {
  throw data(null, { status: 404 });
}
