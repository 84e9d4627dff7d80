/** The table of what sources have listed. */
import type { Selectable } from 'kysely';
import type { ReadDb, WriteDb } from '#app/platform/database/handles.ts';
import type { SourceItemRow } from '#app/platform/database/tables/tables.ts';
import type { Fields } from './said-fields.ts';

/** A row without what its item took. */
export type StoredSourceItem = Omit<Selectable<SourceItemRow>, 'base'>;

const columns = [
  'source_item.source',
  'source_item.key',
  'source_item.collection',
  'source_item.itemId',
  'source_item.ownId',
  'source_item.series',
  'source_item.day',
  'source_item.startAt',
  'source_item.pubDate',
  'source_item.titleKey',
  'source_item.venueKey',
  'source_item.fields',
  'source_item.decision',
  'source_item.firstSeenAt',
  'source_item.absentSince',
  'source_item.unconfirmed',
  'source_item.mergedAt',
  'source_item.mergedBy',
  'source_item.mergedFor',
] as const;

/** Those of the keys that a source has listed before. */
export async function findKnown(
  db: ReadDb,
  source: string,
  keys: string[],
): Promise<Map<string, StoredSourceItem>> {
  if (keys.length === 0) return new Map();
  const rows = await db
    .selectFrom('source_item')
    .select(columns)
    .where('source', '=', source)
    .where('key', 'in', keys)
    .execute();
  return new Map(rows.map((row) => [row.key, row]));
}

/** An item's part in one source, with what counts of the source. */
export type Credit = StoredSourceItem & Awaited<ReturnType<typeof selectCredits>>[number];

function selectCredits(db: ReadDb, collection: string, itemIds: string[]) {
  return db
    .selectFrom('source_item')
    .innerJoin('source', 'source.id', 'source_item.source')
    .select(columns)
    .select([
      'source_item.base',
      'source.name',
      'source.address',
      'source.site',
      'source.rank',
      'source.trust',
      'source.removedAt',
      'source.confirmedAt',
    ])
    .where('source_item.collection', '=', collection)
    .where('source_item.itemId', 'in', itemIds)
    .execute();
}

/** The credits of each of these items, the one that leads first; an item without a source has none. */
export async function listCredits(
  db: ReadDb,
  collection: string,
  itemIds: string[],
): Promise<Map<string, Credit[]>> {
  if (itemIds.length === 0) return new Map();
  const rows = await selectCredits(db, collection, itemIds);
  return Map.groupBy(rows.sort(byLead), ({ itemId }) => itemId);
}

/** What is still listed leads, then primary sources, then those that had it first. */
function byLead(one: Credit, other: Credit): number {
  return (
    Number(one.removedAt !== null) - Number(other.removedAt !== null) ||
    Number(one.absentSince !== null) - Number(other.absentSince !== null) ||
    Number(one.rank !== 'primary') - Number(other.rank !== 'primary') ||
    one.firstSeenAt - other.firstSeenAt ||
    (one.ownId < other.ownId ? -1 : 1)
  );
}

/** Changes one row. */
export async function updateSourceItem(
  db: WriteDb,
  { source, key }: Pick<StoredSourceItem, 'source' | 'key'>,
  change: Partial<Selectable<SourceItemRow>>,
): Promise<void> {
  await db
    .updateTable('source_item')
    .set(change)
    .where('source', '=', source)
    .where('key', '=', key)
    .execute();
}

/** Changes what all credits of an item have in common. */
export async function updateCredits(
  db: WriteDb,
  { collection, itemId }: Pick<StoredSourceItem, 'collection' | 'itemId'>,
  change: { base?: Fields; decision?: SourceItemRow['decision'] },
): Promise<void> {
  const { base, ...rest } = change;
  await db
    .updateTable('source_item')
    .set({ ...rest, ...(base ? { base: JSON.stringify(base) } : {}) })
    .where('collection', '=', collection)
    .where('itemId', '=', itemId)
    .execute();
}

/** The source has given an item another key. */
export async function renameSourceItem(
  db: WriteDb,
  { source, key }: Pick<StoredSourceItem, 'source' | 'key'>,
  newKey: string,
): Promise<void> {
  await updateSourceItem(db, { source, key }, { key: newKey });
  await db
    .updateTable('source_match')
    .set({ key: newKey })
    .where('source', '=', source)
    .where('key', '=', key)
    .execute();
}

/** Lets items be recognized by these further keys from now on. */
export async function putMatches(
  db: WriteDb,
  source: string,
  keys: string[],
  matches: Map<string, string[]>,
): Promise<void> {
  const rows = [...new Set(keys)].flatMap((key) =>
    (matches.get(key) ?? []).map((match) => ({ source, match, key })),
  );
  if (rows.length === 0) return;
  await db
    .insertInto('source_match')
    .values(rows)
    .onConflict((conflict) =>
      conflict.columns(['source', 'match']).doUpdateSet(({ ref }) => ({ key: ref('excluded.key') })),
    )
    .execute();
}
