/** Copies the pictures that an item shows from other sites into the library, and lets the item use the copies. */
import {
  type Collection,
  findForEditor,
  type SaveOutcome,
  type StoredItem,
} from '#app/items/collection/collection.ts';
import { itemTagOf } from '#app/items/collection/item-tag.ts';
import { parseDraft } from '#app/items/content/parse-draft.server.ts';
import type { ParseContext } from '#app/items/content/parse-item.server.ts';
import type { Editor } from '#app/items/drafts/editor.ts';
import { aloneWith } from '#app/items/drafts/item-states.server.ts';
import { saveAs } from '#app/items/drafts/set-publication.server.ts';
import { revised } from '#app/items/revisions/revise.server.ts';
import { listLinkedPictures, withCopies } from '#app/items/text/linked-pictures.server.ts';
import type { ReadDb, WriteDb } from '#app/platform/database/handles.ts';
import type { TextPicture } from '#app/platform/html/picture-tags.ts';
import type { Picture } from '#app/platform/media/picture-store.server.ts';
import { type Fetching, fetchPicture } from './fetch-picture.server.ts';

/** The pictures from other sites in all versions of an item that are in use; undefined if there is no such item. */
export async function listItemPictures(
  db: ReadDb,
  collection: Collection,
  id: string,
): Promise<TextPicture[] | undefined> {
  const item = await findForEditor(collection, db, id);
  if (!item) return undefined;
  const draft = await collection.store.unpublished?.findDraft(db, id);
  const all = [item.input, draft?.input ?? {}].flatMap((input) => listLinkedPictures(collection, input));
  return [...new Map(all.map((picture) => [picture.address, picture])).values()];
}

export type FailedPicture = { address: string; problem: string };

export type FetchedPictures = { copies: Map<string, Picture>; added: Picture[]; failed: FailedPicture[] };

/**
 * Copies pictures into the library one after the other, the first of them and those that begin within `ms` of its
 * beginning. Stops early when the signal fires.
 */
export async function fetchPictures(
  pictures: TextPicture[],
  ms: number,
  fetching: Fetching,
): Promise<FetchedPictures> {
  const fetched: FetchedPictures = { copies: new Map(), added: [], failed: [] };
  const start = performance.now();
  for (const picture of pictures) {
    const isFirst = fetched.copies.size + fetched.failed.length === 0;
    if (!isFirst && performance.now() - start >= ms) break;
    try {
      const result = await fetchPicture(picture, fetching);
      if ('problem' in result) fetched.failed.push({ address: picture.address, problem: result.problem });
      else fetched.copies.set(picture.address, result.picture);
      if ('isNew' in result && result.isNew) fetched.added.push(result.picture);
    } catch (error) {
      if (fetching.signal?.aborted) break;
      throw error;
    }
  }
  return fetched;
}

export type SaveCopies = {
  copies: Map<string, Picture>;
  by: Editor;
  now: number;
  context: ParseContext;
  /** All saves of one session share a revision. */
  session: string;
};

/**
 * Puts the copies into the item and its draft as they are now, and keeps everything else that was changed meanwhile. The
 * item stays published, scheduled or a draft. Refused if the item is not valid any more; a conflict if it is gone.
 */
export function saveCopies(
  db: WriteDb,
  collection: Collection,
  id: string,
  saving: SaveCopies,
): Promise<SaveOutcome<StoredItem>> {
  return aloneWith(db, collection, id, async (transaction) => {
    const item = await findForEditor(collection, transaction, id);
    if (!item) return { kind: 'conflict', current: undefined };
    const draft = await collection.store.unpublished?.findDraft(transaction, id);
    // A draft that saved itself also has the settings of its form.
    const isOpenForm = item.publication === 'draft' && draft?.form;
    const input = withCopies(collection, item.input, saving.copies);
    if (input === item.input || isOpenForm) {
      await saveDraftCopies(transaction, collection, id, saving);
      return { kind: 'saved', item };
    }
    const outcome = await saveAs(transaction, collection, { ...item, input }, { ...saving, state: item });
    if (outcome.kind === 'saved' && item.publication !== 'draft')
      await saveDraftCopies(transaction, collection, id, saving, {
        from: itemTagOf(item),
        to: itemTagOf(outcome.item),
      });
    return outcome;
  });
}

/** Puts the copies into the draft of a form. It is then based on the item as it is now, if it was before. */
async function saveDraftCopies(
  db: WriteDb,
  collection: Collection,
  id: string,
  { copies, by, now, context, session }: SaveCopies,
  base?: { from: string; to: string },
): Promise<void> {
  const { unpublished } = collection.store;
  const draft = await unpublished?.findDraft(db, id);
  if (!unpublished || !draft?.form) return;
  const input = withCopies(collection, draft.input, copies);
  const isBased = base !== undefined && draft.form.base === base.from;
  if (input === draft.input && !isBased) return;
  const parsed = parseDraft(collection, { ...input, id }, context);
  if (!parsed.input) return;
  const form = isBased ? { ...draft.form, base: base.to } : draft.form;
  const revising = { by, now, kind: 'autosaved', session: `${session} draft` } as const;
  await revised(db, collection, id, revising, (transaction) =>
    unpublished.saveChanges(transaction, parsed.input as { id: string }, { now, seen: draft, form }),
  );
}
