/** What was imported before, and the states of items. */
import { createHash } from 'node:crypto';
import type { Selectable } from 'kysely';
import type { Collection } from '#app/items/collection/collection.ts';
import { itemTagOf } from '#app/items/collection/item-tag.ts';
import type { SourceKey } from '#app/moving/formats/format.ts';
import type { ReadDb, WriteDb } from '#app/platform/database/handles.ts';
import type { MovedItemRow } from '#app/platform/database/tables/operation-tables.ts';
import type { AnyDb } from '#app/platform/search-index/text-sources.ts';

export type MovedItem = Pick<
  Selectable<MovedItemRow>,
  'origin' | 'key' | 'itemId' | 'tag' | 'takenHash' | 'moveIn'
>;

/** The name under which records of a source are looked up. */
export function keyOf({ origin, key }: SourceKey): string {
  return JSON.stringify([origin, key]);
}

/** Which of these records of a kind were imported before, by `keyOf`. One query per origin, which is usually one. */
export async function findMoved(
  db: ReadDb,
  kind: string,
  records: SourceKey[],
): Promise<Map<string, MovedItem>> {
  const found = new Map<string, MovedItem>();
  for (const [origin, of] of Map.groupBy(records, (record) => record.origin)) {
    const rows = await db
      .selectFrom('moved_item')
      .select(['origin', 'key', 'itemId', 'tag', 'takenHash', 'moveIn'])
      .where('origin', '=', origin)
      .where('kind', '=', kind)
      .where('key', 'in', [...new Set(of.map(({ key }) => key))])
      .execute();
    for (const row of rows) found.set(keyOf(row), row);
  }
  return found;
}

/** The key of a picture: its address, or a hash of a long one. */
export function pictureKeyOf(address: string): string {
  return address.length <= 500 ? address : createHash('sha256').update(address).digest('hex');
}

/** Before the hash of an item that took the place of one that was here. */
export const REPLACED = 'replaced ';

export type NewMovedItem = Omit<Selectable<MovedItemRow>, 'createdAt'>;

/** Notes what was imported; a record that is noted already keeps its row. */
export async function recordMoved(db: WriteDb, rows: NewMovedItem[], now: number): Promise<void> {
  if (rows.length === 0) return;
  await db
    .insertInto('moved_item')
    .values(rows.map((row) => ({ ...row, createdAt: now })))
    .onConflict((conflict) => conflict.columns(['origin', 'kind', 'key']).doNothing())
    .execute();
}

/** Notes that more of a record was taken. */
export async function changeTaken(
  db: WriteDb,
  { origin, kind, key }: SourceKey & { kind: string },
  takenHash: string,
): Promise<void> {
  await db
    .updateTable('moved_item')
    .set({ takenHash })
    .where('origin', '=', origin)
    .where('kind', '=', kind)
    .where('key', '=', key)
    .execute();
}

/** The tags of those of these items that exist: published, scheduled or drafts. Two queries. */
export async function findTags(
  db: ReadDb,
  { name, source }: Pick<Collection, 'name' | 'source'>,
  ids: string[],
): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const prepared = await db
    .selectFrom('item_version')
    .select(['id', 'version', 'updatedAt'])
    .where('collection', '=', name)
    .where('id', 'in', ids)
    .orderBy('state')
    .execute();
  const published = (await (db as unknown as AnyDb)
    .selectFrom(source.table)
    .select(['id', 'version', 'updatedAt'])
    .where('id', 'in', ids)
    .execute()) as { id: string; version: number; updatedAt: number }[];
  // A published item counts before its scheduled version, and that before its draft.
  return new Map(
    [...prepared, ...published].map(({ id, version, updatedAt }) => [
      id,
      itemTagOf({ version: Number(version), updatedAt: Number(updatedAt) }),
    ]),
  );
}
