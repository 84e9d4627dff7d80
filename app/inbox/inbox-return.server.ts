import { redirect } from 'react-router';
import { adminPath } from '#app/admin/admin-path.ts';
import type { Decided } from './decide.server.ts';
import { failuresOf } from './run-decision.server.ts';

/** What the inbox's address says about the last decision. */
const NOTICES = ['done', 'failed', 'gone', 'choose', 'undone'];

/** The page of the inbox that a form came from, without what it said. */
export function inboxPath(back: unknown): URL {
  const url = adminPath(back);
  if (url.pathname !== '/admin/inbox') return adminPath('/admin/inbox');
  for (const name of NOTICES) url.searchParams.delete(name);
  return url;
}

/** Returns to the inbox, which shows what was decided, with Undo, and why the rest was not. */
export function returnTo(back: unknown, ids: readonly string[], decided: Decided): Response {
  const url = inboxPath(back);
  if (decided.batch !== null) url.searchParams.set('done', decided.batch);
  for (const id of Object.keys(failuresOf(decided, ids))) url.searchParams.append('failed', id);
  if (decided.outcomes.every(({ status }) => status === 'gone')) url.searchParams.set('gone', '1');
  return redirect(`${url.pathname}${url.search}`, 303);
}
