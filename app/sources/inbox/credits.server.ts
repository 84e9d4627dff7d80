/** The sources of what waits. */

import {
  listCredits as listStored,
  type Credit as Stored,
} from '#app/items/provenance/source-item-store.server.ts';
import type { ReadDb } from '#app/platform/database/handles.ts';
import type { SourceRow } from '#app/platform/database/tables/tables.ts';
import type { DecidedItem } from './decision.ts';

/** What one source lists of an item: `source` is its id, `name` its name. `ownId` identifies what it lists. */
export type Credit = Pick<SourceRow, 'name' | 'address' | 'rank'> &
  Pick<Stored, 'absentSince' | 'removedAt' | 'unconfirmed'> & {
    source: string;
    ownId: string;
    title: string;
    link: string | null;
  };

/** The credits of each of these items; the first is the one that it takes its values from. */
export async function listCredits(
  db: ReadDb,
  places: readonly DecidedItem[],
): Promise<(place: DecidedItem) => Credit[]> {
  const credits = new Map<string, Map<string, Stored[]>>();
  for (const [collection, own] of Map.groupBy(places, (place) => place.collection))
    credits.set(
      collection,
      await listStored(
        db,
        collection,
        own.map(({ itemId }) => itemId),
      ),
    );
  return ({ collection, itemId }) => (credits.get(collection)?.get(itemId) ?? []).map(creditOf);
}

function creditOf({
  source,
  ownId,
  fields,
  name,
  address,
  rank,
  absentSince,
  removedAt,
  unconfirmed,
}: Stored): Credit {
  const { title, link } = JSON.parse(fields) as { title?: string; link?: string };
  return {
    ...{ source, ownId, name, address, rank, absentSince, removedAt, unconfirmed },
    title: title ?? '',
    link: link ?? null,
  };
}
