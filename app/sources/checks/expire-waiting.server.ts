import type { Fields } from '#app/items/provenance/said-fields.ts';
import type { WriteDb } from '#app/platform/database/handles.ts';
import { inTransaction, lockName } from '#app/platform/database/transaction.ts';
import { endsAtOf } from '#app/sources/import/feed-fields.server.ts';
import { SOURCE_ITEMS } from '#app/sources/import/import-batch.server.ts';
import type { ImportContext } from '#app/sources/import/import-context.ts';
import { NOTICES } from '#app/sources/import/put-up-warning.server.ts';

const BATCH_SIZE = 200;

/** Removes events and warnings from the inbox that are over: nobody needs to decide about them. Returns how many. */
export async function expireWaiting(
  { write, town, now }: Pick<ImportContext, 'write' | 'town' | 'now'>,
  signal?: AbortSignal,
): Promise<number> {
  let expired = 0;
  // Those that have begun but are not over stay in the list.
  for (let after = { startAt: 0, id: '' }; !signal?.aborted; ) {
    const begun = await listBegun(write, now(), after);
    const over = begun.filter((entry) => endOf(entry, town.timeZone) <= now());
    if (over.length > 0) await inTransaction(write, (db) => expire(db, over));
    expired += over.length;
    const last = begun.at(-1);
    if (!last || begun.length < BATCH_SIZE) break;
    after = { startAt: Number(last.startAt), id: last.id };
  }
  return expired;
}

type Begun = {
  id: string;
  kind: string;
  collection: string;
  itemId: string;
  startAt: number | null;
  fields: Fields;
};

/** An entry without an end is over as soon as it has begun. */
function endOf({ collection, fields, startAt }: Begun, zone: string): number {
  if (collection === NOTICES) return Number(fields.endsAt);
  return endsAtOf(fields, zone) ?? Number(startAt);
}

async function listBegun(db: WriteDb, now: number, after: { startAt: number; id: string }): Promise<Begun[]> {
  const rows = await db
    .selectFrom('inbox_entry')
    .innerJoin('source_item', (join) =>
      join
        .onRef('source_item.collection', '=', 'inbox_entry.collection')
        .onRef('source_item.itemId', '=', 'inbox_entry.itemId')
        .onRef('source_item.source', '=', 'inbox_entry.source'),
    )
    .select([
      'inbox_entry.id',
      'inbox_entry.kind',
      'inbox_entry.collection',
      'inbox_entry.itemId',
      'inbox_entry.startAt',
      'source_item.fields',
    ])
    .where('inbox_entry.startAt', '<=', now)
    .where(({ eb, refTuple, tuple }) =>
      eb(refTuple('inbox_entry.startAt', 'inbox_entry.id'), '>', tuple(after.startAt, after.id)),
    )
    .orderBy('inbox_entry.startAt')
    .orderBy('inbox_entry.id')
    .limit(BATCH_SIZE)
    .execute();
  return rows.map((row) => ({ ...row, fields: JSON.parse(row.fields) }));
}

async function expire(db: WriteDb, entries: Begun[]): Promise<void> {
  await lockName(db, SOURCE_ITEMS);
  const ids = entries.map(({ id }) => id);
  await db.deleteFrom('inbox_entry').where('id', 'in', ids).execute();
  for (const [collection, group] of Map.groupBy(entries, (entry) => entry.collection))
    await db
      .updateTable('source_item')
      .set({ decision: 'expired' })
      .where('collection', '=', collection)
      .where(
        'itemId',
        'in',
        group.map(({ itemId }) => itemId),
      )
      .where('decision', 'is', null)
      .execute();
}
