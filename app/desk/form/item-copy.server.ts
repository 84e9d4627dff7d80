import { type Collection, findForEditor } from '#app/items/collection/collection.ts';
import { isItemId } from '#app/items/content/item-id.ts';
import type { ReadDb } from '#app/platform/database/handles.ts';

type Json = Record<string, unknown>;

/** Fields of every collection that a copy does not take from the original. */
const OWN_FIELDS = ['id', 'sourceId', 'pubDate'];

/**
 * The input of a new item that copies the item `id`, except for what identifies the original: its id, source ID and
 * publication date, the collection's `uncopied` fields, and a link to its own page. These are as in `fresh`, the input
 * of an empty new item. Undefined when there is no such item.
 */
export async function copyItem(
  read: ReadDb,
  collection: Collection,
  id: string,
  { fresh, zone }: { fresh: Json; zone: string },
): Promise<Json | undefined> {
  const item = isItemId(id) ? await findForEditor(collection, read, id) : undefined;
  if (!item) return undefined;
  const { name } = collection;
  const { toFormJson, uncopied = [] } = collection.form;
  const copy = toFormJson?.(item.input, zone) ?? item.input;
  const own = [
    ...OWN_FIELDS,
    ...uncopied,
    ...(isPageOf(copy.link, fresh.link, `/${name}/${id}`) ? ['link'] : []),
  ];
  const kept = Object.entries(copy).filter(([field]) => !own.includes(field));
  return { ...fresh, ...Object.fromEntries(kept) };
}

/** Whether the link leads to the page `path` of this site, with or without the words of its title. */
function isPageOf(link: unknown, freshLink: unknown, path: string): boolean {
  const [url, fresh] = [URL.parse(String(link)), URL.parse(String(freshLink))];
  if (!url || url.origin !== fresh?.origin) return false;
  return url.pathname === path || url.pathname.startsWith(`${path}/`);
}
