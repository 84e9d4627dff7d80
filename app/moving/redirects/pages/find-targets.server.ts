import { type Collections, titleOfInput } from '#app/items/collection/collection.ts';
import { findTitles } from '#app/items/content/item-subject.server.ts';
import type { ReadDb } from '#app/platform/database/handles.ts';

/** An item that a redirect leads to: its title, and what it is if it is not published. */
export type Target = { title: string; state?: 'draft' | 'scheduled' | 'gone' };

/** The items that these targets lead to, by the target; not other pages. One query for each kind, and one for the rest. */
export async function findTargets(
  db: ReadDb,
  collections: Collections,
  targets: string[],
): Promise<Map<string, Target>> {
  const paths = new Map(targets.flatMap((target) => itemPathOf(target, collections)));
  const titles = await findTitles(db, collections, [...new Set(paths.values())]);
  const hidden = [...new Set(paths.values())].filter((path) => !titles.has(path));
  const versions = await findVersions(db, collections, hidden);
  return new Map(
    [...paths].map(([target, path]) => {
      const title = titles.get(path);
      return [target, title === undefined ? (versions.get(path) ?? { title: '', state: 'gone' }) : { title }];
    }),
  );
}

/** '/articles/abc' of '/articles/abc/harvest-fair#top'. */
function itemPathOf(target: string, collections: Collections): [target: string, path: string][] {
  const [, name = '', id] = /^\/([a-z]+)\/([\w-]{1,128})(?=[/?#]|$)/.exec(target) ?? [];
  return id && Object.hasOwn(collections, name) ? [[target, `/${name}/${id}`]] : [];
}

/** Drafts and scheduled items, by their paths. */
async function findVersions(
  db: ReadDb,
  collections: Collections,
  paths: string[],
): Promise<Map<string, Target>> {
  if (paths.length === 0) return new Map();
  const rows = await db
    .selectFrom('item_version')
    .select(['collection', 'id', 'state', 'item'])
    .where(
      'id',
      'in',
      paths.map((path) => path.split('/')[2] ?? ''),
    )
    .execute();
  return new Map(
    rows.flatMap(({ collection, id, state, item }): [string, Target][] => {
      const of = Object.values(collections).find(({ name }) => name === collection);
      const title = of ? titleOfInput(of, JSON.parse(item)) : '';
      return of ? [[`/${collection}/${id}`, { title, state }]] : [];
    }),
  );
}
