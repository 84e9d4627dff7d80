import type { Collection } from '#app/items/collection/collection.ts';
import type { ReadDb } from '#app/platform/database/handles.ts';
import type { AnyDb } from '#app/platform/search-index/text-sources.ts';
import type { ImportContext } from './import-context.ts';

/** The titles of items that wait or are published, by their ids; others are left out. */
export async function namedItems(
  db: ReadDb,
  { collections }: Pick<ImportContext, 'collections'>,
  name: string,
  ids: string[],
): Promise<Map<string, string>> {
  const wanted = [...new Set(ids)];
  if (wanted.length === 0) return new Map();
  const { source } = collections[name] as Collection;
  const waiting = await db
    .selectFrom('inbox_entry')
    .select(['itemId as id', 'title'])
    .where('collection', '=', name)
    .where('itemId', 'in', wanted)
    .execute();
  const published = await (db as unknown as AnyDb)
    .selectFrom(source.table)
    .select(['id', `${source.title} as title`])
    .where('id', 'in', wanted)
    .execute();
  return new Map([...waiting, ...published].map(({ id, title }) => [String(id), String(title)]));
}
