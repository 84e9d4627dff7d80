/** What the code below the inbox knows about it: when the review of an item ends, and how much waits. */
import { sql } from 'kysely';
import type { ReadDb, WriteDb } from '#app/database/handles.ts';

/** `new`: only what waits to be added. `any`: also changes at the source of an item that exists. */
type Reviewed = { decision: 'published' | 'discarded'; kinds: 'new' | 'any' };

/**
 * Removes the item from the inbox, because an editor has saved or deleted it, and records the decision for its sources,
 * so that they don't add it again. In the caller's transaction. Does nothing for items without a source.
 */
export async function endReview(
  db: WriteDb,
  collection: string,
  id: string,
  { decision, kinds }: Reviewed,
): Promise<void> {
  // Updates count as changes of all pages with sources, on PostgreSQL even if they match no row.
  const rows = await db
    .selectFrom('source_item')
    .select('decision')
    .where('collection', '=', collection)
    .where('itemId', '=', id)
    .execute();
  if (rows.length === 0) return;
  const ended = db.deleteFrom('inbox_entry').where('collection', '=', collection).where('itemId', '=', id);
  await (kinds === 'any' ? ended : ended.where('kind', '=', 'new')).execute();
  if (!rows.some((row) => row.decision === null)) return;
  await db
    .updateTable('source_item')
    .set({ decision })
    .where('collection', '=', collection)
    .where('itemId', '=', id)
    .where('decision', 'is', null)
    .execute();
}

/** How many decisions wait in the inbox at `now`; the dates of one event are one. Snoozed ones don't count. */
export async function countWaiting(db: ReadDb, now: number): Promise<number> {
  const row = await db
    .selectFrom('inbox_entry')
    .select(sql<number>`count(distinct stack)`.as('count'))
    .where((where) => where.or([where('snoozedUntil', 'is', null), where('snoozedUntil', '<=', now)]))
    .executeTakeFirstOrThrow();
  return Number(row.count);
}

/** A decision that waits: `title` is that of its first item, `source` the name of the source that it is from. */
export type Waiting = {
  stack: string;
  collection: string;
  title: string;
  source: string;
  receivedAt: number;
};

/** As many entries as are looked at for what arrived last: the dates of one event arrive together. */
const LOOKED_AT = 200;

/** The decisions that wait at `now`, those that arrived last first. `receivedAt` is UTC epoch milliseconds. */
export async function listNewestWaiting(db: ReadDb, now: number, most: number): Promise<Waiting[]> {
  const rows = await db
    .selectFrom('inbox_entry')
    .innerJoin('source', 'source.id', 'inbox_entry.source')
    .select(['stack', 'collection', 'title', 'source.name as source', 'receivedAt'])
    .where((where) => where.or([where('snoozedUntil', 'is', null), where('snoozedUntil', '<=', now)]))
    .orderBy('receivedAt', 'desc')
    .orderBy('inbox_entry.id', 'desc')
    .limit(LOOKED_AT)
    .execute();
  const byStack = Map.groupBy(rows, ({ stack }) => stack);
  return [...byStack.values()].flatMap(([first]) => first ?? []).slice(0, most);
}
