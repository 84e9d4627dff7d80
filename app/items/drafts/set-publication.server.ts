/** Publishes and unpublishes several items in a way that can be undone. */
import {
  type Collection,
  type EditedItem,
  findForEditor,
  type Publication,
  type SaveOutcome,
  type StoredItem,
  titleOfInput,
} from '#app/items/collection/collection.ts';
import { parseDraft } from '#app/items/content/parse-draft.server.ts';
import { type ParseContext, parseItem } from '#app/items/content/parse-item.server.ts';
import { revised } from '#app/items/revisions/revise.server.ts';
import type { ReadDb, WriteDb } from '#app/platform/database/handles.ts';
import type { Editor } from './editor.ts';
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
export async function explainUnchanged(
  db: ReadDb,
  collection: Collection,
  ids: string[],
  context: ParseContext,
): Promise<string[]> {
  const reasons: string[] = [];
  for (const id of ids) {
    const item = await findForEditor(collection, db, id);
    if (!item) continue;
    const isPublished = item.publication === 'published';
    const { problems = [] } = isPublished ? {} : parseItem(collection, item.input, context);
    const reason = (await hasChanges(db, collection, item))
      ? 'It has a newer draft. Open it, and publish or discard the draft first.'
      : describeProblems(collection, problems);
    const title = titleOfInput(collection, item.input);
    reasons.push(`“${title}” was not changed. ${reason || 'Someone else changed it at the same moment.'}`);
  }
  return reasons;
}
