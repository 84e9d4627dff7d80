/** Adds a tag to several items, or removes it, so that it can be undone. */
import {
  type Collection,
  type EditedItem,
  findForEditor,
  titleOfInput,
} from '#app/items/collection/collection.ts';
import { parseItem } from '#app/items/content/parse-item.server.ts';
import { tagKeyOf } from '#app/items/text/tag.ts';
import type { ReadDb, WriteDb } from '#app/platform/database/handles.ts';
import { inTransaction } from '#app/platform/database/transaction.ts';
import { rebaseDraft } from './rebase-draft.server.ts';
import { type SetOptions, saveAs } from './set-publication.server.ts';

/** A tag of an item, and its place among the item's tags. */
export type TagOfItem = { id: string; place: number; name: string };

/** `changed` is what was added or removed: the opposite undoes it. `unchanged` are items that could not be saved. */
export type TagChange = { changed: TagOfItem[]; unchanged: string[] };

/** Adds each tag to its item, published or not. Items that don't exist, or have the tag, are left out. */
export function addTags(
  db: WriteDb,
  collection: Collection,
  wanted: TagOfItem[],
  options: SetOptions,
): Promise<TagChange> {
  return change(db, collection, wanted, options, (tags, { name, place }) => {
    if (tagPositionOf(tags, name) >= 0) return undefined;
    const at = Math.min(place, tags.length);
    return { tags: tags.toSpliced(at, 0, name), place: at, name };
  });
}

/** Removes each tag from its item. Items that don't exist, or don't have the tag, are left out. */
export function removeTags(
  db: WriteDb,
  collection: Collection,
  wanted: TagOfItem[],
  options: SetOptions,
): Promise<TagChange> {
  return change(db, collection, wanted, options, (tags, { name }) => {
    const place = tagPositionOf(tags, name);
    const own = tags[place];
    return own === undefined ? undefined : { tags: tags.toSpliced(place, 1), place, name: own };
  });
}

type Changed = { tags: string[]; place: number; name: string };

async function change(
  db: WriteDb,
  collection: Collection,
  wanted: TagOfItem[],
  options: SetOptions,
  work: (tags: string[], tag: TagOfItem) => Changed | undefined,
): Promise<TagChange> {
  const result: TagChange = { changed: [], unchanged: [] };
  for (const tag of wanted) {
    const item = await findForEditor(collection, db, tag.id);
    const changed = item && work(tagsOf(item), tag);
    if (!changed) continue;
    const { tags, place, name } = changed;
    const outcome = await inTransaction(db, async (transaction) => {
      const saved = await saveAs(transaction, collection, withTags(item, tags), { ...options, state: item });
      if (saved.kind === 'saved')
        await rebaseDraft(transaction, collection, item, (input) => {
          const own = work(tagsOf({ input }), tag)?.tags;
          return own ? withTags({ ...item, input }, own).input : input;
        });
      return saved;
    });
    if (outcome.kind === 'saved') result.changed.push({ id: tag.id, place, name });
    else result.unchanged.push(tag.id);
  }
  return result;
}

function tagsOf({ input }: Pick<EditedItem, 'input'>): string[] {
  return Array.isArray(input.tags) ? input.tags.map(String) : [];
}

function tagPositionOf(tags: string[], name: string): number {
  return tags.findIndex((tag) => tagKeyOf(tag) === tagKeyOf(name));
}

function withTags(item: EditedItem, names: string[]): EditedItem {
  const { tags, ...input } = item.input;
  return { ...item, input: names.length > 0 ? { ...input, tags: names } : input };
}

/** Why a tag could not be added to these items, one sentence for each that still exists. */
export async function explainUntagged(
  db: ReadDb,
  collection: Collection,
  ids: string[],
  { name, ...context }: { name: string; siteUrl: string },
): Promise<string[]> {
  const reasons: string[] = [];
  for (const id of ids) {
    const item = await findForEditor(collection, db, id);
    if (!item) continue;
    const { problems = [] } = parseItem(collection, withTags(item, [...tagsOf(item), name]).input, context);
    const reason = problems.map(({ message }) => `${message}.`).join(' ');
    const title = titleOfInput(collection, item.input);
    reasons.push(`“${title}” was not changed. ${reason || 'Someone else changed it at the same moment.'}`);
  }
  return reasons;
}
