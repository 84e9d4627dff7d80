/** Converts items to and from version rows: JSON that the collection's schema checks when it is written and read. */
import type {
  Collection,
  Draft,
  EditedItem,
  ItemJson,
  Publication,
  StoredItem,
} from '#app/items/collection/collection.ts';
import { LINK_FIELDS } from '#app/items/content/parse-item.server.ts';
import type { ItemVersionRow } from '#app/platform/database/tables/tables.ts';

type Versioned<Item extends StoredItem, Input> = Pick<Collection<Item, Input>, 'name' | 'json'>;

/** An item or checked input as the table stores it. Throws if the collection's schema would not accept it later. */
export function versionJson<Item extends StoredItem, Input extends { id: string }>(
  collection: Versioned<Item, Input>,
  input: Item | Input,
): string {
  const json = collection.json.toInputJson(input as Item);
  read(collection, input.id, json);
  return JSON.stringify(json);
}

/** The input in a version row, with its version. Throws if the collection's schema does not accept it. */
export function inputOfVersion<Item extends StoredItem, Input>(
  collection: Versioned<Item, Input>,
  { id, item, version, updatedAt }: ItemVersionRow,
): Input & StoredItem {
  return { ...read(collection, id, JSON.parse(item)), id, version, updatedAt };
}

function read<Item extends StoredItem, Input>(
  collection: Versioned<Item, Input>,
  id: string,
  json: Record<string, unknown>,
): Input {
  const { data, error } = parseStored(collection, json);
  if (!data) throw new Error(`The version of ${collection.name}/${id} cannot be read`, { cause: error });
  return data;
}

/** Checks input as it is stored: links to the site itself stay paths, although a schema requires full URLs. */
export function parseStored<Input>(
  { json: { schema } }: { json: Pick<ItemJson<StoredItem, Input>, 'schema'> },
  json: Record<string, unknown>,
): { data?: Input; error?: unknown } {
  const paths = pathsIn(json);
  const { data, error } = schema.safeParse({ ...json, ...withHost(paths) });
  return data ? { data: { ...data, ...paths } } : { error };
}

function pathsIn(json: Record<string, unknown>): Record<string, string> {
  const isPath = (entry: [string, unknown]): entry is [string, string] =>
    LINK_FIELDS.includes(entry[0]) && typeof entry[1] === 'string' && entry[1].startsWith('/');
  return Object.fromEntries(Object.entries(json).filter(isPath));
}

function withHost(paths: Record<string, string>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(paths).map(([field, path]) => [field, `https://site.invalid${path}`]),
  );
}

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
