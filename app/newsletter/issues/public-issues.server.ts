/** Issues as the public sees them: those that are being sent or were sent. Only these have a number. */
import type { ReadDb } from '#app/platform/database/handles.ts';
import {
  type Page,
  type PageRequest,
  paginateWalking,
} from '#app/platform/database/lists/paginate.server.ts';
import type { IssueRow } from '#app/platform/database/tables/newsletter-tables.ts';
import type { Edition } from './edition.ts';
import { sentOrder } from './issue-store.server.ts';

const columns = ['id', 'number', 'slug', 'edition', 'startedAt', 'sendAt', 'builtAt'] as const;

/** An issue with an address. `publishedAt` is when sending began, UTC epoch milliseconds. */
export type PublicIssue = { id: string; number: number; path: string; edition: Edition; publishedAt: number };

/** The address of a web edition, as a path. */
function issuePathOf(slug: string): string {
  return `/newsletter/${slug}`;
}

function selectPublic(db: ReadDb) {
  return db
    .selectFrom('newsletter_issue')
    .select(columns)
    .where('number', 'is not', null)
    .where('edition', 'is not', null);
}

type PublicRow = Pick<IssueRow, (typeof columns)[number]>;

function issueOf({ id, number, slug, edition, startedAt, sendAt, builtAt }: PublicRow): PublicIssue {
  return {
    id,
    number: number ?? 0,
    path: issuePathOf(slug ?? ''),
    edition: JSON.parse(edition ?? '{}'),
    publishedAt: startedAt ?? sendAt ?? builtAt,
  };
}

/** The issue with this address ('2026-11-20'); undefined if there is none, or it is not public. */
export async function findPublicIssue(db: ReadDb, slug: string): Promise<PublicIssue | undefined> {
  const row = await selectPublic(db).where('slug', '=', slug).executeTakeFirst();
  return row && issueOf(row);
}

/** The last issues first. */
export async function listPublicIssues(db: ReadDb, request: PageRequest): Promise<Page<PublicIssue>> {
  const page = await paginateWalking(selectPublic(db), sentOrder, request);
  return { ...page, items: page.items.map(issueOf) };
}

/** The issue before or after a number, as a link. */
export type NeighborIssue = { number: number; path: string };

export async function findNeighbors(
  db: ReadDb,
  number: number,
): Promise<{ previous: NeighborIssue | undefined; next: NeighborIssue | undefined }> {
  const others = db.selectFrom('newsletter_issue').select(['number', 'slug']).limit(1);
  const [previous, next] = await Promise.all([
    others.where('number', '<', number).orderBy('number', 'desc').executeTakeFirst(),
    others.where('number', '>', number).orderBy('number', 'asc').executeTakeFirst(),
  ]);
  return { previous: previous && neighborOf(previous), next: next && neighborOf(next) };
}

function neighborOf({ number, slug }: Pick<IssueRow, 'number' | 'slug'>): NeighborIssue {
  return { number: number ?? 0, path: issuePathOf(slug ?? '') };
}

/** The maximum number of issues in the sitemap: those of 27 years, if there is one each day. */
const MOST_PAGES = 10_000;

/** The web editions for the sitemap, the last first. */
export async function listIssuePages(db: ReadDb): Promise<{ path: string; changedAt: number }[]> {
  const rows = await db
    .selectFrom('newsletter_issue')
    .select(['slug', 'startedAt', 'sendAt', 'builtAt'])
    .where('number', 'is not', null)
    .orderBy('number', 'desc')
    .limit(MOST_PAGES)
    .execute();
  return rows.map(({ slug, startedAt, sendAt, builtAt }) => ({
    path: issuePathOf(slug ?? ''),
    changedAt: startedAt ?? sendAt ?? builtAt,
  }));
}
