import type { ReadDb } from '#app/platform/database/handles.ts';

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
    .where('kind', '=', 'new')
    .executeTakeFirst();
  return row && { ...JSON.parse(row.item ?? '{}'), id };
}
