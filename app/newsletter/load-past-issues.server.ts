import { type ListPage, loadListPage } from '#app/content/list-page.server.ts';
import type { ReadDb } from '#app/database/handles.ts';
import type { Town } from '#app/town/town.ts';
import type { Edition } from './edition.ts';
import { sentOrder } from './issue-store.server.ts';
import type { PastIssue } from './past-issues.tsx';
import { presentEditions } from './present-edition.server.ts';
import { listPublicIssues, type PublicIssue } from './public-issues.server.ts';

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
