import type { Collection, EditedItem, SaveOutcome, StoredItem } from '#app/items/collection/collection.ts';
import { parseItem } from '#app/items/content/parse-item.server.ts';
import { rebaseDraft } from '#app/items/drafts/change-items.server.ts';
import type { Editor } from '#app/items/drafts/editor.ts';
import type { FieldChange } from '#app/items/provenance/item-changes.server.ts';
import { revised } from '#app/items/revisions/revise.server.ts';
import type { WriteDb } from '#app/platform/database/handles.ts';
import { withWholeLinks } from './feed-fields.server.ts';
import type { ImportContext } from './import-context.ts';

/** Saves the item with other values in some fields, for readers and in its draft of changes. */
export async function takeFields(
  db: WriteDb,
  { collections, siteUrl, town, now }: ImportContext,
  place: { collection: string; itemId: string },
  item: EditedItem,
  changes: FieldChange[],
  by: Editor,
): Promise<SaveOutcome<StoredItem>> {
  const collection = collections[place.collection] as Collection;
  const values = Object.fromEntries(changes.map(({ field, to }) => [field, to]));
  const whole = withWholeLinks({ ...item.input, ...values }, siteUrl);
  const parsed = parseItem(collection, whole, { siteUrl, town, now: now() });
  if (parsed.problems) return { kind: 'refused', problems: parsed.problems };
  const { version, updatedAt, publishAt } = item;
  const options = { now: now(), version, updatedAt, ...(publishAt === null ? {} : { publishAt }) };
  return revised(db, collection, place.itemId, { by, now: options.now }, async (transaction) => {
    const outcome = await collection.store.save(transaction, parsed.input, options);
    if (outcome.kind === 'saved')
      await rebaseDraft(transaction, collection, item, (draft) => ({
        ...draft,
        ...Object.fromEntries(
          // What an editor is writing stays.
          Object.entries(values).filter(([field]) => (draft[field] ?? null) === (item.input[field] ?? null)),
        ),
      }));
    return outcome;
  });
}
