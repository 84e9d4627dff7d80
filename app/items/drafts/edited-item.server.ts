import type {
  Collection,
  Draft,
  EditedItem,
  Publication,
  StoredItem,
} from '#app/items/collection/collection.ts';
import type { ItemVersionRow } from '#app/platform/database/tables/tables.ts';
import { parseStored } from './item-version.server.ts';

/** The item as it would be in its table, from checked input. */
export function itemOf<Item extends StoredItem, Input>(
  { json: { toItem } }: Pick<Collection<Item, Input>, 'json'>,
  input: Input & StoredItem,
): Item {
  return toItem ? toItem(input) : (input as unknown as Item);
}

/** A scheduled item or a draft as editors see it. */
export function editedItemOf<Item extends StoredItem, Input>(
  published: Collection<Item, Input>,
  row: ItemVersionRow,
): EditedItem<Item> {
  const { id, version, updatedAt, input } = draftOf(row);
  const { data } = parseStored(published, input);
  const item = data && itemOf(published, { ...data, id, version, updatedAt });
  const publication: Publication = row.state === 'scheduled' ? 'scheduled' : 'draft';
  const publishAt = row.publishAt === null ? null : Number(row.publishAt);
  return { id, version, updatedAt, publication, publishAt, input, item };
}

/** A draft that was saved automatically also has what its form was set to. */
export function draftOf({ id, version, updatedAt, item }: ItemVersionRow): Draft {
  const { form = null, ...input } = JSON.parse(item);
  return { id, version, updatedAt: Number(updatedAt), input, form };
}
