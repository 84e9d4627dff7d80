import { redirect } from 'react-router';
import { adminPath } from '#app/desk/hub/admin-path.ts';
import { type Decided, undecidedOf } from '#app/sources/inbox/decisions.server.ts';

const OVERVIEW = '/admin';

/** What the inbox's address says about the last decision. */
const NOTICES = ['done', 'failed', 'refused', 'left', 'gone', 'choose', 'undone'];

/** How many failures an address names: it must stay short. */
const MOST_NAMED = 20;

/** The page of the inbox that a form came from, or the Overview, without what it said. */
export function inboxPath(back: unknown): URL {
  const url = adminPath(back);
  if (url.pathname !== '/admin/inbox' && back !== OVERVIEW) return adminPath('/admin/inbox');
  for (const name of NOTICES) url.searchParams.delete(name);
  return url;
}

/**
 * Returns to the inbox, which shows what was decided, with Undo, and why the rest was not; with `isPart` also how much
 * that matches is left.
 */
export function returnTo(
  back: unknown,
  ids: readonly string[],
  decided: Decided,
  { isPart = false } = {},
): Response {
  const url = inboxPath(back);
  if (decided.batch !== null) url.searchParams.set('done', decided.batch);
  const failed = Object.keys(undecidedOf(decided, ids));
  for (const id of failed.slice(0, MOST_NAMED)) url.searchParams.append('failed', id);
  if (failed.length > MOST_NAMED) url.searchParams.set('refused', String(failed.length));
  if (isPart) url.searchParams.set('left', '1');
  if (decided.outcomes.every(({ status }) => status === 'gone')) url.searchParams.set('gone', '1');
  return redirect(`${url.pathname}${url.search}`, 303);
}
