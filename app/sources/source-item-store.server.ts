/** The table of what sources have listed. */
import type { Selectable } from 'kysely';
import type { ReadDb } from '#app/database/handles.ts';
import type { SourceItemRow } from '#app/database/tables.ts';

export type StoredSourceItem = Selectable<SourceItemRow>;

export const sourceItemColumns = [
  'source',
  'key',
  'collection',
  'itemId',
  'ownId',
  'series',
  'day',
  'startAt',
  'pubDate',
  'titleKey',
  'venueKey',
  'fields',
  'base',
  'decision',
  'firstSeenAt',
  'absentSince',
  'unconfirmed',
  'mergedAt',
  'mergedBy',
  'mergedFor',
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
    .select(sourceItemColumns)
    .where('source', '=', source)
    .where('key', 'in', keys)
    .execute();
  return new Map(rows.map((row) => [row.key, row]));
}
