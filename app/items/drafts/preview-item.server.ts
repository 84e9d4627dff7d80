/** Items as previews show them: what an editor saved last, with stand-ins for what is missing. */
import type * as z from 'zod';
import {
  type Collection,
  type DraftContext,
  findForEditor,
  type StoredItem,
} from '#app/items/collection/collection.ts';
import type { ReadDb } from '#app/platform/database/handles.ts';
import { inSnapshot } from '#app/platform/database/transaction.ts';
import { itemOf, parseStored } from './item-version.server.ts';

type Json = Record<string, unknown>;

/**
 * `publicVersion` is the version of what is public now, 0 if nothing is; `hasChanges` says whether `item` differs from
 * it.
 */
export type Previewed = {
  item: StoredItem;
  publicVersion: number;
  hasChanges: boolean;
  openPage: NonNullable<Collection['facets']['openPage']>;
};

/** What was saved last of an item, published or not; undefined if it does not exist or has no page. */
export async function findPreviewed(
  db: ReadDb,
  collection: Collection,
  id: string,
  context: DraftContext,
): Promise<Previewed | undefined> {
  const { edited, draft } = await inSnapshot(db, async (read) => ({
    edited: await findForEditor(collection, read, id),
    draft: await collection.store.unpublished?.findDraft(read, id),
  }));
  const { openPage } = collection.facets;
  if (!edited || !openPage) return undefined;
  const isPublic = edited.publication === 'published';
  const item = (draft ? undefined : edited.item) ?? completeItem(collection, draft ?? edited, context);
  return {
    item,
    publicVersion: isPublic ? edited.version : 0,
    hasChanges: !isPublic || draft !== undefined,
    openPage,
  };
}

/** The item that a draft will be: fields that are missing or invalid are as in a new form, or say that they are missing. */
function completeItem(
  collection: Collection,
  { id, version, updatedAt, input }: StoredItem & { input: Json },
  context: DraftContext,
): StoredItem {
  const fresh = collection.form.draft(context);
  const instead: Json = { ...fresh, ...collection.form.standIns };
  let json: Json = { ...fresh, ...given(input), id };
  // A stand-in can contradict another field, which is then left out.
  for (const replace of [(field: string) => instead[field], () => undefined]) {
    const { data, error } = parseStored(collection, json);
    if (data) return itemOf(collection, { ...data, id, version, updatedAt });
    const faulty = fieldsOf(error as z.core.$ZodError);
    json = given({ ...json, ...Object.fromEntries(faulty.map((field) => [field, replace(field)])) });
  }
  const { data, error } = parseStored(collection, json);
  if (!data) throw new Error(`The draft ${collection.name}/${id} cannot be shown`, { cause: error });
  return itemOf(collection, { ...data, id, version, updatedAt });
}

function given(input: Json): Json {
  return Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined));
}

function fieldsOf({ issues }: z.core.$ZodError): string[] {
  return issues.flatMap((issue) =>
    issue.code === 'unrecognized_keys' ? issue.keys : String(issue.path[0] ?? ''),
  );
}
