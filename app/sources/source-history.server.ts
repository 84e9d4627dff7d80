/** What became of the items of a source, and who added it. */
import { sql } from 'kysely';
import type { ReadDb } from '#app/database/handles.ts';
import { inSnapshot } from '#app/database/in-snapshot.ts';

/** How many items a source has listed, by what became of them. `waiting` is in the inbox. */
export type DecisionCounts = {
  all: number;
  published: number;
  discarded: number;
  waiting: number;
  expired: number;
};

/** Counts the items of a source that are not gone from the site's memory. */
export async function countDecisions(db: ReadDb, source: string): Promise<DecisionCounts> {
  const rows = await db
    .selectFrom('source_item')
    .select(['decision', sql<number>`count(*)`.as('count')])
    .where('source', '=', source)
    .groupBy('decision')
    .execute();
  const countOf = (decision: string | null) =>
    Number(rows.find((row) => row.decision === decision)?.count ?? 0);
  const counts = {
    published: countOf('published'),
    discarded: countOf('discarded'),
    waiting: countOf(null),
    expired: countOf('expired'),
  };
  return { ...counts, all: Object.values(counts).reduce((sum, count) => sum + count, 0) };
}

/** The email address of the account that added a source; undefined if it is gone, or a program did. */
export async function findAdder(db: ReadDb, userId: string | null): Promise<string | undefined> {
  if (userId === null) return undefined;
  const found = await db
    .selectFrom('verified_address')
    .select('address')
    .where('userId', '=', userId)
    .executeTakeFirst();
  return found?.address;
}

/** An item of a source that belongs to another item. Titles are those that sources say; `mergedBy` is null for a rule. */
export type MergedItem = {
  key: string;
  title: string;
  other: { collection: string; itemId: string; title: string; source: string | null };
  mergedAt: number;
  mergedBy: string | null;
};

/** The last items of a source that were merged into others, newest first. */
export function listMerged(db: ReadDb, source: string, limit: number): Promise<MergedItem[]> {
  return inSnapshot(db, async (read) => {
    const rows = await read
      .selectFrom('source_item')
      .select(['key', 'collection', 'itemId', 'fields', 'mergedAt', 'mergedBy'])
      .where('source', '=', source)
      .where('mergedAt', 'is not', null)
      .orderBy('mergedAt', 'desc')
      .orderBy('key')
      .limit(limit)
      .execute();
    const others = await listOthers(
      read,
      rows.map(({ itemId }) => itemId),
    );
    return rows.map(({ key, collection, itemId, fields, mergedAt, mergedBy }) => ({
      key,
      title: titleIn(fields),
      other: {
        collection,
        itemId,
        ...(others.get(`${collection} ${itemId}`) ?? { title: '', source: null }),
      },
      mergedAt: Number(mergedAt),
      mergedBy,
    }));
  });
}

/** The items that the ids belonged to before anything was merged into them. */
async function listOthers(db: ReadDb, ids: string[]) {
  if (ids.length === 0) return new Map<string, { title: string; source: string }>();
  const rows = await db
    .selectFrom('source_item')
    .innerJoin('source', 'source.id', 'source_item.source')
    .select(['collection', 'ownId', 'fields', 'source.name'])
    .where('ownId', 'in', [...new Set(ids)])
    .execute();
  return new Map(
    rows.map(({ collection, ownId, fields, name }) => [
      `${collection} ${ownId}`,
      { title: titleIn(fields), source: name },
    ]),
  );
}

function titleIn(fields: string): string {
  const { title } = JSON.parse(fields) as { title?: unknown };
  return typeof title === 'string' ? title : '';
}
