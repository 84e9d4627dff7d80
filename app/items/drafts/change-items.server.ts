/** Publishes, unpublishes and tags several items in a way that can be undone. */
import {
  type Collection,
  type EditedItem,
  findForEditor,
  type Publication,
  type SaveOutcome,
  type StoredItem,
  titleOfInput,
} from '#app/items/collection/collection.ts';
import { itemTagOf } from '#app/items/collection/item-tag.ts';
import { parseDraft } from '#app/items/content/parse-draft.server.ts';
import { type ParseContext, parseItem } from '#app/items/content/parse-item.server.ts';
import { revised } from '#app/items/revisions/revise.server.ts';
import { tagKeyOf } from '#app/items/text/tag.ts';
import type { ReadDb, WriteDb } from '#app/platform/database/handles.ts';
import { inTransaction } from '#app/platform/database/transaction.ts';
import type { Editor } from './editor.ts';
import { findPrepared, putPrepared } from './item-version-store.server.ts';
import { describeProblems } from './obstacles.server.ts';

/**
 * An item and whether it is public; `publishAt`, UTC epoch milliseconds, is null unless it is scheduled. With `dated`, an
 * item that is scheduled gets that date: always, or if it is not public, so that no reader has seen its date.
 */
export type ItemState = {
  id: string;
  publication: Publication;
  publishAt: number | null;
  dated?: 'unseen' | 'always';
};

/** `changed` is what the items were before: setting it again undoes the change. `unchanged` are those that stay. */
export type StateChange = { changed: ItemState[]; unchanged: string[] };

/** All saves of one `session` share a revision. */
export type SetOptions = { by: Editor; now: number; context: ParseContext; session?: string };

/**
 * Sets each item's publication. Items that don't exist, or are in that state already, are left out. An item whose draft
 * of changes would be replaced, or would not be published with it, stays as it is.
 */
export async function setPublication(
  db: WriteDb,
  collection: Collection,
  wanted: ItemState[],
  options: SetOptions,
): Promise<StateChange> {
  const change: StateChange = { changed: [], unchanged: [] };
  for (const state of wanted) {
    const item = await findForEditor(collection, db, state.id);
    if (!item) continue;
    const { id, publication, publishAt } = item;
    const before: ItemState = {
      id,
      publication,
      publishAt,
      ...(isDatedBy(collection, item) && { dated: 'always' }),
    };
    const isSet = publication === state.publication && publishAt === state.publishAt;
    const isBlocked = (isSet || state.publication === 'draft') && (await hasChanges(db, collection, item));
    if (isSet && !isBlocked) continue;
    const outcome = isBlocked ? undefined : await saveAs(db, collection, item, { ...options, state });
    if (outcome?.kind === 'saved') change.changed.push(before);
    else change.unchanged.push(id);
  }
  return change;
}

/** Whether a published or scheduled item has a draft of changes. */
async function hasChanges(
  db: ReadDb,
  { store: { unpublished } }: Collection,
  { id, publication }: EditedItem,
): Promise<boolean> {
  return publication !== 'draft' && (await unpublished?.findDraft(db, id)) !== undefined;
}

/** Whether the date that readers will see is the publish time of a scheduled item. */
function isDatedBy(
  { json: { dateField } }: Pick<Collection, 'json'>,
  { input, publishAt }: EditedItem,
): boolean {
  return publishAt !== null && dateField !== undefined && Date.parse(String(input[dateField])) === publishAt;
}

function datedInput(
  { json: { dateField } }: Pick<Collection, 'json'>,
  { input, publication }: EditedItem,
  { publishAt, dated }: Omit<ItemState, 'id'>,
): Record<string, unknown> {
  const isDated = dated === 'always' || (dated === 'unseen' && publication !== 'published');
  if (!isDated || !dateField || publishAt === null) return input;
  return { ...input, [dateField]: new Date(publishAt).toISOString() };
}

/** Saves the input of an item that was just read, with the publication in `state`. */
export async function saveAs(
  db: WriteDb,
  collection: Collection,
  item: EditedItem,
  { state, by, now, context, session }: SetOptions & { state: Omit<ItemState, 'id'> },
): Promise<SaveOutcome<StoredItem>> {
  const { id, version, updatedAt } = item;
  const { unpublished } = collection.store;
  const isDraft = state.publication === 'draft';
  const draft = item.publication === 'draft' ? await unpublished?.findDraft(db, id) : undefined;
  const parsed = (isDraft ? parseDraft : parseItem)(collection, datedInput(collection, item, state), context);
  if (parsed.problems) return { kind: 'refused', problems: parsed.problems };
  const seen = { now, version, updatedAt, ...(draft ? { draft } : {}) };
  const revising = { by, now, ...(session ? { session } : {}) };
  return revised(db, collection, id, revising, (transaction) =>
    isDraft && unpublished
      ? unpublished.saveDraft(transaction, parsed.input as { id: string }, seen)
      : collection.store.save(transaction, parsed.input, { ...seen, publishAt: state.publishAt ?? now }),
  );
}

/** Why these items could not be published or unpublished: one message for each that still exists. */
export function explainUnchanged(
  db: ReadDb,
  collection: Collection,
  ids: string[],
  context: ParseContext,
): Promise<string[]> {
  return explain(db, collection, ids, async (item) => {
    if (await hasChanges(db, collection, item))
      return 'It has a newer draft. Open it, and publish or discard the draft first.';
    const isPublished = item.publication === 'published';
    const { problems = [] } = isPublished ? {} : parseItem(collection, item.input, context);
    return describeProblems(collection, problems);
  });
}

async function explain(
  db: ReadDb,
  collection: Collection,
  ids: string[],
  reasonOf: (item: EditedItem) => Promise<string>,
): Promise<string[]> {
  const reasons: string[] = [];
  for (const id of ids) {
    const item = await findForEditor(collection, db, id);
    if (!item) continue;
    const reason = (await reasonOf(item)) || 'Someone else changed it at the same moment.';
    reasons.push(`“${titleOfInput(collection, item.input)}” was not changed. ${reason}`);
  }
  return reasons;
}

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
export function explainUntagged(
  db: ReadDb,
  collection: Collection,
  ids: string[],
  { name, ...context }: { name: string; siteUrl: string },
): Promise<string[]> {
  return explain(db, collection, ids, async (item) => {
    const { problems = [] } = parseItem(collection, withTags(item, [...tagsOf(item), name]).input, context);
    return problems.map(({ message }) => `${message}.`).join(' ');
  });
}

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
