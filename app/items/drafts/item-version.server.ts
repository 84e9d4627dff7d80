/** Converts items to and from version rows: JSON that the collection's schema checks when it is written and read. */
import type { Collection, ItemJson, StoredItem } from '#app/items/collection/collection.ts';
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
