import type { Collection, Collections } from '#app/items/collection/collection.ts';
import { isItemId } from '#app/items/content/item-id.ts';

/** An item of a collection. */
export type ItemName = { collection: Collection; id: string };

/** As forms and addresses name items: 'articles/a1'. */
export function nameItem({ collection, id }: { collection: string; id: string }): string {
  return `${collection}/${id}`;
}

/** The items that these texts name; invalid names are left out. */
export function readItemNames(texts: readonly unknown[], collections: Collections): ItemName[] {
  return texts.flatMap((text) => {
    const [name = '', id = ''] = String(text).split('/');
    const collection = Object.hasOwn(collections, name) ? collections[name] : undefined;
    return collection && isItemId(id) ? [{ collection, id }] : [];
  });
}
