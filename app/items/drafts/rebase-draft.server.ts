import { type Collection, type EditedItem, findForEditor } from '#app/items/collection/collection.ts';
import { itemTagOf } from '#app/items/collection/item-tag.ts';
import type { WriteDb } from '#app/platform/database/handles.ts';
import { findPrepared, putPrepared } from './item-version-store.server.ts';

type Input = EditedItem['input'];

/**
 * After an item was changed without its form, a draft of changes gets the same `change` and counts as begun from the
 * item as it is now: publishing it must not conflict with a change that it has, too. `before` is the item as it was.
 */
export async function rebaseDraft(
  db: WriteDb,
  collection: Collection,
  before: EditedItem,
  change: (input: Input) => Input = (input) => input,
): Promise<void> {
  const place = { collection: collection.name, id: before.id, state: 'draft' } as const;
  const row = before.publication === 'draft' ? undefined : await findPrepared(db, place);
  const now = row && (await findForEditor(collection, db, before.id));
  if (!row || !now) return;
  const { form, ...input } = JSON.parse(row.item);
  const isCurrent = form?.base === itemTagOf(before);
  await putPrepared(db, {
    ...row,
    item: JSON.stringify({
      ...change(input),
      ...(form ? { form: isCurrent ? { ...form, base: itemTagOf(now) } : form } : {}),
    }),
  });
}
