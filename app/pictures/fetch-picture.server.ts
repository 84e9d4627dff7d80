/** Copies a picture from another site into the library. */
import { createHash } from 'node:crypto';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  type Collection,
  findForEditor,
  type SaveOutcome,
  type StoredItem,
} from '#app/items/collection/collection.ts';
import { itemTagOf } from '#app/items/collection/item-tag.ts';
import { parseDraft } from '#app/items/content/parse-draft.server.ts';
import type { ParseContext } from '#app/items/content/parse-item.server.ts';
import { saveAs } from '#app/items/drafts/change-items.server.ts';
import type { Editor } from '#app/items/drafts/editor.ts';
import { aloneWith } from '#app/items/drafts/item-states.server.ts';
import { revised } from '#app/items/revisions/revise.server.ts';
import { listLinkedPictures, withCopies } from '#app/items/text/linked-pictures.server.ts';
import type { ReadDb, WriteDb } from '#app/platform/database/handles.ts';
import type { TextPicture } from '#app/platform/html/picture-tags.ts';
import { type Added, addPicture, type Upload } from '#app/platform/media/add-picture.server.ts';
import { HEAD_BYTES } from '#app/platform/media/file-kind.ts';
import type { Media } from '#app/platform/media/media.server.ts';
import { DISK_FULL, MAX_FILE_BYTES, NO_PICTURE, TOO_LARGE } from '#app/platform/media/picture-limits.ts';
import type { Adder, Picture } from '#app/platform/media/picture-store.server.ts';
import { type Outbound, openOutbound } from '#app/platform/outbound/outbound.server.ts';
import { OutboundError } from '#app/platform/outbound/outbound-error.ts';
import { nameWorkFolder } from '#app/platform/storage/work-folder.server.ts';

/** Requests for pictures, to public addresses and those in `reachable`. `totalMs` is the time for one of them. */
export function openPictureOutbound(reachable: string[], totalMs: number): Outbound {
  const bounds = { totalMs, maxBytes: MAX_FILE_BYTES, maxDecodedBytes: MAX_FILE_BYTES };
  return openOutbound({ reachable, bounds });
}

export type Fetching = {
  db: WriteDb;
  media: Media;
  outbound: Outbound;
  now: number;
  adder?: Adder;
  signal?: AbortSignal | undefined;
};

/**
 * Puts the picture at an http, https or data address into the library as an upload would, with its alternative text and
 * caption. `problem` says why that was not possible, as a sentence. Throws the reason of `signal` when that is aborted.
 */
export async function fetchPicture(
  { address, alt, caption }: TextPicture,
  fetching: Fetching,
): Promise<Added | { problem: string }> {
  const { db, media, now, adder, signal } = fetching;
  if (await media.isDiskFull()) return { problem: DISK_FULL.sentence };
  const received = await receive(address, fetching);
  if ('problem' in received) return received;
  signal?.throwIfAborted();
  const folder = nameWorkFolder(media.workFolder);
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const words = { alt: fieldLineOf(alt), caption: fieldLineOf(caption) };
    const upload = await storeUpload(received.body, nameOf(address), folder);
    const added = await addPicture(upload, { media, db, now, words, ...(adder ? { adder } : {}) });
    if (!added.refusal) return added;
    return { problem: added.refusal === NO_PICTURE ? NOT_A_PICTURE : added.refusal.sentence };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

const NOT_A_PICTURE = 'There is no JPEG, PNG, WebP, AVIF or GIF picture at this address.';

type Received = { body: Buffer } | { problem: string };

async function receive(address: string, { outbound, signal }: Fetching): Promise<Received> {
  if (/^data:/i.test(address)) return decodeData(address);
  try {
    const headers = { Accept: 'image/jpeg, image/png, image/webp, image/avif, image/gif' };
    const { status, body } = await outbound.ask({ url: address, headers, ...(signal ? { signal } : {}) });
    if (status < 200 || status > 299) return { problem: `The server returned status ${status}.` };
    return { body };
  } catch (error) {
    if (!(error instanceof OutboundError)) throw error;
    return { problem: error.reason === 'large' ? TOO_LARGE.sentence : `${error.message}.` };
  }
}

/** RFC 2397. */
function decodeData(address: string): Received {
  const comma = address.indexOf(',');
  const [head, data] = [address.slice(0, comma), address.slice(comma + 1)];
  try {
    const text = decodeURIComponent(data);
    return { body: Buffer.from(text, /;base64$/i.test(head) ? 'base64' : 'latin1') };
  } catch {
    return { problem: NOT_A_PICTURE };
  }
}

/** Writes a file that came without a request into `folder`, as an upload. The folder's owner deletes it. */
export async function storeUpload(body: Uint8Array, name: string, folder: string): Promise<Upload> {
  const path = join(folder, 'fetched');
  await writeFile(path, body, { mode: 0o600 });
  return {
    field: 'file',
    name,
    path,
    bytes: body.length,
    hash: createHash('sha256').update(body).digest('hex'),
    head: Buffer.from(body.subarray(0, HEAD_BYTES)),
  };
}

/** The last part of the address's path; '' if it has none. */
function nameOf(address: string): string {
  const last = /^data:/i.test(address) ? '' : (URL.parse(address)?.pathname.split('/').at(-1) ?? '');
  try {
    return decodeURIComponent(last);
  } catch {
    return last;
  }
}

const MOST_CHARACTERS = 500;

/** A text as the library stores it; null for an empty one. */
function fieldLineOf(text: string): string | null {
  const line = text.replace(/\s+/g, ' ').trim().slice(0, MOST_CHARACTERS).toWellFormed();
  return line.replaceAll('\ufffd', '') || null;
}

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
