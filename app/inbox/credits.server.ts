/** The sources of what waits. */
import type { ReadDb } from '#app/database/handles.ts';
import type { SourceRow } from '#app/database/tables.ts';
import type { Place } from './decision-state.server.ts';

/** What one source lists of an item: `source` is its id, `name` its name. `ownId` identifies what it lists. */
export type Credit = Pick<SourceRow, 'name' | 'address' | 'rank'> & {
  source: string;
  ownId: string;
  title: string;
  link: string | null;
};

/** The credits of these items, for each of them: the primary sources first, then by their first sight. */
export async function listCredits(db: ReadDb, places: readonly Place[]): Promise<(place: Place) => Credit[]> {
  const rows = await db
    .selectFrom('source_item')
    .innerJoin('source', 'source.id', 'source_item.source')
    .select(['source_item.source', 'source_item.collection', 'source_item.itemId', 'source_item.ownId'])
    .select(['source_item.fields', 'source.name', 'source.address', 'source.rank'])
    .where('source_item.collection', 'in', [...new Set(places.map(({ collection }) => collection)), ''])
    .where('source_item.itemId', 'in', [...new Set(places.map(({ itemId }) => itemId)), ''])
    .orderBy('source.rank', 'desc')
    .orderBy('source_item.firstSeenAt')
    .orderBy('source_item.ownId')
    .execute();
  const credits = Map.groupBy(rows, nameOf);
  return (place) =>
    (credits.get(nameOf(place)) ?? []).map(({ source, ownId, fields, name, address, rank }) => {
      const { title, link } = JSON.parse(fields) as { title?: string; link?: string };
      return { source, ownId, name, address, rank, title: title ?? '', link: link ?? null };
    });
}

function nameOf({ collection, itemId }: Place): string {
  return `${collection}/${itemId}`;
}
