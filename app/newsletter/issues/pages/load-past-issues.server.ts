import { type ListPage, loadListPage } from '#app/items/lists/list-page.server.ts';
import type { Edition } from '#app/newsletter/issues/edition.ts';
import { sentOrder } from '#app/newsletter/issues/issue-store.server.ts';
import { presentEditions } from '#app/newsletter/issues/present-edition.server.ts';
import { listPublicIssues, type PublicIssue } from '#app/newsletter/issues/public-issues.server.ts';
import type { ReadDb } from '#app/platform/database/handles.ts';
import type { Town } from '#app/town/town.ts';
import type { PastIssue } from './past-issues.tsx';

/** The page of the archive that an address requests, ten issues per page. */
export async function loadPastIssues(
  db: ReadDb,
  url: URL,
  context: { town: Town; now: number },
): Promise<ListPage<PastIssue>> {
  const { items, pager } = await loadListPage(url, sentOrder, (request) => listPublicIssues(db, request));
  const editions = items.map(({ edition }) => edition);
  const present = await presentEditions(db, editions, context);
  return { pager, items: items.map((issue, index) => pastIssue(issue, present[index] ?? issue.edition)) };
}

function pastIssue({ number, path }: PublicIssue, { day, date, subject, preview }: Edition): PastIssue {
  return { number, path, day, date, subject, preview };
}
