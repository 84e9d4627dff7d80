import { data } from 'react-router';
import { isItemId } from '#app/content/item-id.ts';
import type { ReadDb } from '#app/database/handles.ts';
import type { Issue } from '#app/newsletter/issue.ts';
import { findIssue } from '#app/newsletter/issue-store.server.ts';

/** The issue with this id; throws a 404 if there is none. */
export async function requireIssue(db: ReadDb, id: string): Promise<Issue> {
  const issue = isItemId(id) ? await findIssue(db, id) : undefined;
  if (!issue) throw data(null, { status: 404 });
  return issue;
}
