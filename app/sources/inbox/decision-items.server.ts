/** The items that exist already and that a merge or a split may change. */
import { type Collection, type EditedItem, findForEditor } from '#app/items/collection/collection.ts';
import type { Applied, DecidedItem } from './decision-state.server.ts';
import type { DecideContext } from './outcome.server.ts';

export type StoredAddress = DecidedItem & { item: EditedItem };

/** Those of the items that exist, as they are now. */
export async function readStored(
  { write, collections }: DecideContext,
  places: DecidedItem[],
): Promise<StoredAddress[]> {
  const stored: StoredAddress[] = [];
  for (const { collection, itemId } of places) {
    const item = await findForEditor(collections[collection] as Collection, write, itemId);
    if (item) stored.push({ collection, itemId, item });
  }
  return stored;
}

/** Those that have changed since they were read, with the input that they had then. */
export async function listApplied(context: DecideContext, stored: StoredAddress[]): Promise<Applied[]> {
  const now = await readStored(context, stored);
  return stored.flatMap(({ collection, itemId, item: { version, updatedAt, input } }) => {
    const item = now.find((one) => one.collection === collection && one.itemId === itemId)?.item;
    if (!item || (item.version === version && item.updatedAt === updatedAt)) return [];
    return [{ collection, itemId, version: item.version, updatedAt: item.updatedAt, input }];
  });
}
