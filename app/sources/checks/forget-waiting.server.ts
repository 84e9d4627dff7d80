import type { WriteDb } from '#app/platform/database/handles.ts';
import { lockName } from '#app/platform/database/transaction.ts';
import { SOURCE_ITEMS } from '#app/sources/import/import-batch.server.ts';

const KEYS_AT_ONCE = 500;

/**
 * Forgets what waits for review of a removed source: nobody has decided about it, so it is new when the source is added
 * again. What another source lists, too, continues to wait under that one's name, and its rows stay, because they say
 * which item it is. In the caller's transaction.
 */
export async function forgetWaiting(db: WriteDb, source: string): Promise<void> {
  await lockName(db, SOURCE_ITEMS);
  const waiting = await db
    .selectFrom('source_item')
    .innerJoin('inbox_entry', (join) =>
      join
        .onRef('inbox_entry.collection', '=', 'source_item.collection')
        .onRef('inbox_entry.itemId', '=', 'source_item.itemId'),
    )
    .select('source_item.key')
    .where('source_item.source', '=', source)
    .where('source_item.decision', 'is', null)
    .where('inbox_entry.kind', '=', 'new')
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('source_item as credit')
            .innerJoin('source as owner', 'owner.id', 'credit.source')
            .select('credit.key')
            .whereRef('credit.collection', '=', 'source_item.collection')
            .whereRef('credit.itemId', '=', 'source_item.itemId')
            .where('owner.removedAt', 'is', null),
        ),
      ),
    )
    .execute();
  const keys = waiting.map(({ key }) => key);
  for (const some of chunks(keys)) {
    await db.deleteFrom('source_match').where('source', '=', source).where('key', 'in', some).execute();
    await db.deleteFrom('source_item').where('source', '=', source).where('key', 'in', some).execute();
  }
  await db
    .updateTable('inbox_entry')
    .set((eb) => ({
      source: eb.fn.coalesce(
        eb
          .selectFrom('source_item')
          .innerJoin('source as owner', 'owner.id', 'source_item.source')
          .select((other) => other.fn.min<string>('owner.id').as('id'))
          .whereRef('source_item.collection', '=', 'inbox_entry.collection')
          .whereRef('source_item.itemId', '=', 'inbox_entry.itemId')
          .where('owner.removedAt', 'is', null),
        'inbox_entry.source',
      ),
    }))
    .where('source', '=', source)
    .execute();
  await db.deleteFrom('inbox_entry').where('source', '=', source).execute();
}

/** So that a statement has a bounded number of parameters. */
function chunks(keys: string[]): string[][] {
  const count = Math.ceil(keys.length / KEYS_AT_ONCE);
  return Array.from({ length: count }, (_, index) =>
    keys.slice(index * KEYS_AT_ONCE, (index + 1) * KEYS_AT_ONCE),
  );
}
