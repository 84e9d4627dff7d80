/** Copies a picture from another site into the library. */
import { createHash } from 'node:crypto';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { WriteDb } from '#app/platform/database/handles.ts';
import type { TextPicture } from '#app/platform/html/picture-tags.ts';
import { type Added, addPicture } from '#app/platform/media/add-picture.server.ts';
import { HEAD_BYTES } from '#app/platform/media/file-kind.ts';
import type { Media } from '#app/platform/media/media.server.ts';
import { DISK_FULL, MAX_FILE_BYTES, NO_PICTURE, TOO_LARGE } from '#app/platform/media/picture-limits.ts';
import type { Adder } from '#app/platform/media/picture-store.server.ts';
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
    const upload = await storeUpload(received.body, address, folder);
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

async function storeUpload(body: Buffer, address: string, folder: string) {
  const path = join(folder, 'fetched');
  await writeFile(path, body, { mode: 0o600 });
  return {
    field: 'file',
    name: nameOf(address),
    path,
    bytes: body.length,
    hash: createHash('sha256').update(body).digest('hex'),
    head: body.subarray(0, HEAD_BYTES),
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
