import { data } from 'react-router';
import { isItemId } from '#app/items/content/item-id.ts';
import type { Issue } from '#app/newsletter/issues/issue.ts';
import { findIssue } from '#app/newsletter/issues/issue-store.server.ts';
import type { ReadDb } from '#app/platform/database/handles.ts';
import { findNewsletterName } from '#app/town/newsletter/newsletter-plan-store.server.ts';
import type { Town } from '#app/town/town.ts';

/** The issue with this id; throws a 404 if there is none. */
export async function requireIssue(db: ReadDb, id: string): Promise<Issue> {
  const issue = isItemId(id) ? await findIssue(db, id) : undefined;
  if (!issue) throw data(null, { status: 404 });
  return issue;
}

/** 'The Friday Bell, issue 48': until it is sent, with the number that it gets if it is sent next. */
export async function headingOf(
  db: ReadDb,
  town: Town,
  { number, edition }: Pick<Issue, 'number' | 'edition'>,
): Promise<string> {
  if (edition?.urgent) return 'Urgent notice';
  const name = await findNewsletterName(db, town);
  return `${name}, issue ${number ?? (await findNextNumber(db))}`;
}

async function findNextNumber(db: ReadDb): Promise<number> {
  const row = await db
    .selectFrom('newsletter_issue')
    .select('number')
    .where('number', 'is not', null)
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst();
  return (row?.number ?? 0) + 1;
}
