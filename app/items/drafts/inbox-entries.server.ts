/** What the code below the inbox knows about it: when the review of an item ends, and how much waits. */
import type { ReadDb, WriteDb } from '#app/platform/database/handles.ts';
import type { EntryKind } from '#app/platform/database/tables/tables.ts';

/** `new`: only what waits to be added. `any`: also changes at the source of an item that exists. */
type Reviewed =
  | { decision: 'published'; kinds: 'new' | 'any' }
  /** `wasPublic`: it was more than a draft or scheduled. `now` is UTC epoch milliseconds. */
  | { decision: 'discarded'; kinds: 'any'; wasPublic: boolean; now: number };

/**
 * Removes the item from the inbox, because an editor has saved or deleted it, and records the decision for its sources,
 * so that they don't add it again; for the reader who suggested it, too. In the caller's transaction. Does nothing for
 * items that are of neither.
 */
export async function endReview(
  db: WriteDb,
  collection: string,
  id: string,
  reviewed: Reviewed,
): Promise<void> {
  const { decision, kinds } = reviewed;
  await endSuggestion(db, collection, id, reviewed);
  // Updates count as changes of all pages with sources, on PostgreSQL even if they match no row.
  const rows = await db
    .selectFrom('source_item')
    .select('decision')
    .where('collection', '=', collection)
    .where('itemId', '=', id)
    .execute();
  if (rows.length === 0) return;
  await db
    .deleteFrom('inbox_entry')
    .where('collection', '=', collection)
    .where('itemId', '=', id)
    .where('kind', 'in', kinds === 'any' ? ['new', 'change'] : ['new'])
    .execute();
  if (!rows.some((row) => row.decision === null)) return;
  await db
    .updateTable('source_item')
    .set({ decision })
    .where('collection', '=', collection)
    .where('itemId', '=', id)
    .where('decision', 'is', null)
    .execute();
}

/**
 * What a reader suggested is decided with the item that it became; its sender reads it at the private link. One whose
 * draft is deleted was declined, unless the draft is restored and saved. Removing what was published without a decision
 * is one.
 */
async function endSuggestion(db: WriteDb, collection: string, id: string, reviewed: Reviewed): Promise<void> {
  const isPublished = reviewed.decision === 'published';
  if (reviewed.decision === 'discarded' && reviewed.wasPublic)
    await db
      .updateTable('suggestion')
      .set({ declinedAt: reviewed.now })
      .where('collection', '=', collection as 'events')
      .where('itemId', '=', id)
      .where('state', '=', 'published')
      .where('trusted', '=', 1)
      .execute();
  const decided = await db
    .selectFrom('suggestion')
    .select('id')
    .where('collection', '=', collection as 'events')
    .where('itemId', '=', id)
    .where('state', 'in', [
      'waiting',
      ...(isPublished ? (['declined'] as const) : reviewed.wasPublic ? [] : (['published'] as const)),
    ])
    .execute();
  if (decided.length === 0) return;
  await db
    .updateTable('suggestion')
    .set(
      isPublished
        ? { state: 'published', reason: null, note: null }
        : { state: 'declined', declinedAt: reviewed.now },
    )
    .where(
      'id',
      'in',
      decided.map((one) => one.id),
    )
    .execute();
  await db
    .deleteFrom('inbox_entry')
    .where('collection', '=', collection)
    .where('itemId', '=', id)
    .where('kind', '=', 'suggestion')
    .execute();
}

/** How many decisions wait in the inbox at `now`; the dates of one event are one. Snoozed ones don't count. */
export async function countWaiting(db: ReadDb, now: number): Promise<number> {
  const rows = await waitingAt(db, now)
    .select(({ fn }) => fn.count('stack').distinct().as('count'))
    .groupBy(['source', 'kind', 'collection'])
    .execute();
  return rows.reduce((sum, { count }) => sum + Number(count), 0);
}

/** A decision that waits: `id`, `itemId` and `title` are of its first entry, `source` is the name of its source, if any. */
export type Waiting = {
  id: string;
  stack: string;
  kind: EntryKind;
  itemId: string;
  collection: string;
  title: string;
  source: string | null;
  receivedAt: number;
};

/** The decisions that wait at `now`, official warnings first, then those that arrived last. `receivedAt` is UTC epoch milliseconds. */
export function listNewestWaiting(db: ReadDb, now: number, most: number): Promise<Waiting[]> {
  // Grouped in the order of the index `inbox_entry_counted`, which has all of these columns.
  const newest = waitingAt(db, now)
    .select(({ fn }) => ['source', 'kind', 'collection', 'stack', fn.max('receivedAt').as('receivedAt')])
    .groupBy(['source', 'kind', 'collection', 'stack'])
    .orderBy((eb) => eb.case().when('collection', '=', 'notices').then(0).else(1).end())
    .orderBy('receivedAt', 'desc')
    .orderBy('stack')
    .limit(most)
    .as('newest');
  return db
    .selectFrom(newest)
    .leftJoin('source', 'source.id', 'newest.source')
    .innerJoin('inbox_entry as first', (join) =>
      join.on('first.id', '=', ({ selectFrom }) =>
        selectFrom('inbox_entry')
          .select('id')
          .whereRef('stack', '=', 'newest.stack')
          .whereRef('kind', '=', 'newest.kind')
          .orderBy('startAt')
          .orderBy('id')
          .limit(1),
      ),
    )
    .select([
      'first.id',
      'newest.stack',
      'newest.kind',
      'first.itemId',
      'newest.collection',
      'first.title',
      'source.name as source',
      'newest.receivedAt',
    ])
    .orderBy((eb) => eb.case().when('newest.collection', '=', 'notices').then(0).else(1).end())
    .orderBy('newest.receivedAt', 'desc')
    .orderBy('newest.stack')
    .execute();
}

function waitingAt(db: ReadDb, now: number) {
  return db
    .selectFrom('inbox_entry')
    .where((where) => where.or([where('snoozedUntil', 'is', null), where('snoozedUntil', '<=', now)]));
}

/** The input of a new item that waits for review in the inbox; undefined if this one does not. */
export async function findWaitingInput(
  db: ReadDb,
  collection: string,
  id: string,
): Promise<Record<string, unknown> | undefined> {
  const row = await db
    .selectFrom('inbox_entry')
    .select('item')
    .where('collection', '=', collection)
    .where('itemId', '=', id)
    .where('kind', 'in', ['new', 'suggestion'])
    .executeTakeFirst();
  return row && { ...JSON.parse(row.item ?? '{}'), id };
}
