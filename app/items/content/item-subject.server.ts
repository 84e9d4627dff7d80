import {
  type Collection,
  type Collections,
  type EditedItem,
  findForEditor,
  titleOfInput,
} from '#app/items/collection/collection.ts';
import type { ReadDb } from '#app/platform/database/handles.ts';
import type { AnyDb } from '#app/platform/search-index/text-sources.ts';

/**
 * How an entry of the activity log names an item: its path, then its title; only the path when there is no such item.
 */
export async function findItemSubject(collection: Collection, db: ReadDb, id: string): Promise<string> {
  const item = await findForEditor(collection, db, id);
  return item ? subjectOf(collection, item) : `/${collection.name}/${id}`;
}

/** The same for an item that is at hand. */
export function subjectOf(collection: Collection, { id, input }: EditedItem): string {
  return `/${collection.name}/${id} ${titleOfInput(collection, input)}`;
}

/** The parts of a subject. One that is not an item's path has only a `title`. */
export type SubjectParts = { path: string | null; title: string };

export function readSubject(subject: string): SubjectParts {
  const [, path, title = ''] = /^(\/[a-z]+\/[\w-]{1,128})(?: (.+))?$/s.exec(subject) ?? [];
  return path === undefined ? { path: null, title: subject } : { path, title };
}

/** The current titles of published items, by their paths. */
export async function findTitles(
  db: ReadDb,
  collections: Collections,
  paths: string[],
): Promise<Map<string, string>> {
  const titles = new Map<string, string>();
  for (const { name, source } of Object.values(collections)) {
    const ids = paths.filter((path) => path.startsWith(`/${name}/`)).map((path) => path.split('/')[2] ?? '');
    if (ids.length === 0) continue;
    const rows = await (db as unknown as AnyDb)
      .selectFrom(source.table)
      .select(['id', `${source.title} as title`])
      .where('id', 'in', ids)
      .execute();
    for (const { id, title } of rows) titles.set(`/${name}/${id}`, String(title));
  }
  return titles;
}
