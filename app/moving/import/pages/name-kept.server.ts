import { collections, type NounName } from '#app/collections.server.ts';
import { itemKinds } from '#app/moving/import/import-run.ts';
import type { ImportProblem } from '#app/moving/import/import-store.server.ts';
import type { ReadDb } from '#app/platform/database/handles.ts';
import type { AnyDb } from '#app/platform/search-index/text-sources.ts';

/** `href`: the admin page of what it is about, if there is one. */
export type NamedProblem = ImportProblem & { href?: string };

/**
 * The problems of an undo with the names of what was not removed, as they are now. An undo notes the kind as the file, and
 * as the record the ID of a subscriber or the key of an item. Other problems stay as they are.
 */
export async function nameKept(db: ReadDb, id: string, problems: ImportProblem[]): Promise<NamedProblem[]> {
  const names = new Map<string, { title: string; href?: string }>();
  const kept = problems.filter((each) => each.class.startsWith('kept-') && each.title === '');
  for (const [kind, of] of Map.groupBy(kept, ({ file }) => file)) {
    const records = of.map(({ record }) => record);
    for (const [record, name] of await findNames(db, id, kind, records)) names.set(`${kind} ${record}`, name);
  }
  return problems.map((each) => ({ ...each, ...names.get(`${each.file} ${each.record}`) }));
}

type Names = [record: string, name: { title: string; href?: string }][];

async function findNames(db: ReadDb, id: string, kind: string, records: string[]): Promise<Names> {
  if (kind === 'subscribers') return findSubscribers(db, records);
  const noun = itemKinds.find((each) => each === kind);
  return noun ? findTitles(db, id, noun, records) : [];
}

async function findSubscribers(db: ReadDb, ids: string[]): Promise<Names> {
  const rows = await db
    .selectFrom('newsletter_subscriber')
    .select(['id', 'address'])
    .where('id', 'in', ids)
    .execute();
  return rows.map(({ id, address }) => [
    id,
    { title: address ?? '', href: `/admin/newsletter/subscribers/${id}` },
  ]);
}

async function findTitles(db: ReadDb, id: string, noun: NounName, keys: string[]): Promise<Names> {
  const { source } = collections[noun];
  const moved = await db
    .selectFrom('moved_item')
    .select(['key', 'itemId'])
    .where('moveIn', '=', id)
    .where('kind', '=', noun)
    .where('key', 'in', keys)
    .execute();
  const ids = moved.flatMap(({ itemId }) => itemId ?? []);
  if (ids.length === 0) return [];
  const items = (await (db as unknown as AnyDb)
    .selectFrom(source.table)
    .select(['id', `${source.title} as title`])
    .where('id', 'in', ids)
    .execute()) as { id: string; title: string }[];
  const titles = new Map(items.map((item) => [item.id, item.title]));
  return moved.flatMap(({ key, itemId }): Names => {
    const title = titles.get(itemId ?? '');
    return title ? [[key, { title, href: `/admin/${noun}/${itemId}` }]] : [];
  });
}
