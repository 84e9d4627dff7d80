import { nameItem, readItemNames } from '#app/desk/list/item-names.ts';
import type { Collections } from '#app/items/collection/collection.ts';
import { findTitle } from '#app/items/trash/move-to-trash.server.ts';
import { listEntries } from '#app/items/trash/trash-store.server.ts';
import type { ReadDb } from '#app/platform/database/handles.ts';

/** Why an item stayed in the trash, and which item has its id now. */
export type TrashProblem = {
  title: string;
  id: string;
  other: string;
  form: string;
};

export type TrashNotices = {
  /** What was just restored: the addresses of the forms, and the names that Undo sends. */
  restored: { title: string; form: string; name: string }[];
  problems: TrashProblem[];
  /** How many items were permanently deleted. */
  deleted: number;
  /** A button was used with nothing selected. */
  isNothingChosen: boolean;
};

/** The last action, from the query of the trash page. */
export async function loadTrashNotices(
  db: ReadDb,
  query: URLSearchParams,
  { collections, now }: { collections: Collections; now: number },
): Promise<TrashNotices> {
  const restored: TrashNotices['restored'] = [];
  for (const { collection, id } of readItemNames(query.getAll('restored'), collections)) {
    const name = nameItem({ collection: collection.name, id });
    const title = await findTitle(db, collections, collection.name, id);
    if (title !== undefined) restored.push({ title: title || 'Untitled', form: `/admin/${name}`, name });
  }
  const problems: TrashProblem[] = [];
  for (const { title, collection, itemId: id } of await listEntries(db, query.getAll('taken'), now)) {
    const other = (await findTitle(db, collections, collection, id)) ?? '';
    problems.push({ title: title || 'Untitled', id, other, form: `/admin/${collection}/${id}` });
  }
  return {
    restored,
    problems,
    deleted: Number(query.get('deleted')) || 0,
    isNothingChosen: query.has('choose'),
  };
}
