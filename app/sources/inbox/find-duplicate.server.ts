import type { ReadDb } from '#app/platform/database/handles.ts';

/** The entry of the item that a duplicate, named by its own id, is a part of; undefined if it is no duplicate. */
export async function findDuplicate(db: ReadDb, ownId: string): Promise<{ entry: string } | undefined> {
  const row = await db
    .selectFrom('source_item')
    .innerJoin('inbox_entry', (join) =>
      join
        .onRef('inbox_entry.collection', '=', 'source_item.collection')
        .onRef('inbox_entry.itemId', '=', 'source_item.itemId'),
    )
    .select('inbox_entry.id')
    .where('source_item.ownId', '=', ownId)
    .whereRef('source_item.itemId', '<>', 'source_item.ownId')
    .executeTakeFirst();
  return row && { entry: row.id };
}
