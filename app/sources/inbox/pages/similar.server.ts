/** Items that may be the same as what waits. */
import type { Collection, Collections } from '#app/items/collection/collection.ts';
import type { ReadDb } from '#app/platform/database/handles.ts';
import type { InboxEntryRow } from '#app/platform/database/tables/tables.ts';
import { readSimilar } from '#app/sources/import/entry-columns.ts';
import { namedItems } from '#app/sources/import/similar-items.server.ts';

/** `id` is the item's. `note` says where it is: the source of one that waits, or that it is public. */
export type Similar = { id: string; title: string; note: string; href: string | null };

/** The possible duplicates of these entries that still wait or are on the site, for each entry. */
export async function listSimilar(
  db: ReadDb,
  entries: readonly Pick<InboxEntryRow, 'collection' | 'similar'>[],
  context: { collections: Collections },
): Promise<(entry: Pick<InboxEntryRow, 'similar'>) => Similar[]> {
  const ids = entries.flatMap((entry) => readSimilar(entry).map(({ id }) => id));
  const sources = await findWaiting(db, ids);
  const titles = new Map<string, string>();
  for (const name of new Set(entries.map(({ collection }) => collection)))
    for (const [id, title] of await namedItems(db, context, name, ids)) titles.set(id, title);
  return (entry) =>
    readSimilar(entry).flatMap(({ collection, id }) => {
      const title = titles.get(id);
      if (title === undefined) return [];
      const kind = (context.collections[collection] as Collection | undefined)?.heading ?? '';
      const source = sources.get(id);
      const note = source ? `${kind}, ${source}, waiting for review` : `${kind}, on the site`;
      return [{ id, title, note, href: source ? null : `/${collection}/${id}` }];
    });
}

/** The names of the sources of those items that wait. */
async function findWaiting(db: ReadDb, ids: string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('inbox_entry')
    .innerJoin('source', 'source.id', 'inbox_entry.source')
    .select(['inbox_entry.itemId', 'source.name'])
    .where('inbox_entry.itemId', 'in', ids)
    .execute();
  return new Map(rows.map(({ itemId, name }) => [itemId, name]));
}
