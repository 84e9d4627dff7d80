import { data } from 'react-router';
import { isItemId } from '#app/items/content/item-id.ts';
import type { Issue } from '#app/newsletter/issues/issue.ts';
import { findIssue } from '#app/newsletter/issues/issue-store.server.ts';
import type { ReadDb } from '#app/platform/database/handles.ts';

/** The issue with this id; throws a 404 if there is none. */
export async function requireIssue(db: ReadDb, id: string): Promise<Issue> {
  const issue = isItemId(id) ? await findIssue(db, id) : undefined;
  if (!issue) throw data(null, { status: 404 });
  return issue;
}
