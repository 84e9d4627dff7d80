/** Takes the pictures that records name from an archive or a folder, in one pass. */
import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { containerOf, entriesOf } from '#app/moving/formats/archive.server.ts';
import { FileProblem } from '#app/moving/formats/format.ts';
import type { WriteDb } from '#app/platform/database/handles.ts';
import { type Added, addPicture, type Upload } from '#app/platform/media/add-picture.server.ts';
import { HEAD_BYTES, kindOf } from '#app/platform/media/file-kind.ts';
import type { Media } from '#app/platform/media/media.server.ts';
import { MAX_FILE_BYTES } from '#app/platform/media/picture-limits.ts';
import { nameWorkFolder } from '#app/platform/storage/work-folder.server.ts';
import type { RecordedPicture, Scratch } from './scratch.server.ts';

type EntryOptions = {
  scratch: Scratch;
  signal: AbortSignal;
  /** Only notes that the picture is there. */
  isDry: boolean;
  adding: () => { media: Media; db: WriteDb; now: number };
  /** Those that were not copied by an earlier import. */
  newOnes: (pictures: RecordedPicture[]) => Promise<RecordedPicture[]>;
  settle: (address: string, added: Added) => Promise<void>;
};

/**
 * Adds each entry that a noted picture names, or whose path ends like its address, to the library. What can't be added is
 * left for the old site. Entries beyond the limits end the pass; the reader of the records reports them.
 */
export async function addEntries(path: string, options: EntryOptions): Promise<void> {
  const { scratch, signal } = options;
  const container = await containerOf(path);
  if (container === 'file' || container === 'gzip') return;
  try {
    for await (const entry of entriesOf(path, container)) {
      if (signal.aborted) return;
      if (entry.problem) continue;
      const named = scratch.findByPath(entry.path).filter(({ outcome }) => outcome === null);
      const waiting = await options.newOnes(named);
      const [first] = waiting;
      if (!first) continue;
      if (options.isDry) {
        for (const { address } of waiting) scratch.settlePicture(address, 'moved');
        continue;
      }
      const added = await addEntry(entry, first, options);
      if (added) for (const { address } of waiting) await options.settle(address, added);
    }
  } catch (error) {
    if (!(error instanceof FileProblem)) throw error;
  }
}

type Entry = { path: string; bytes: () => AsyncIterable<Uint8Array> };

async function addEntry(
  { path, bytes }: Entry,
  { alt, caption }: RecordedPicture,
  { adding }: EntryOptions,
): Promise<Added | undefined> {
  const { media, db, now } = adding();
  const folder = nameWorkFolder(media.workFolder);
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const upload = await receive(bytes(), join(folder, 'entry'), basename(path));
    if (!upload) return undefined;
    const words = { alt: alt.slice(0, 500) || null, caption: caption.slice(0, 500) || null };
    const added = await addPicture(upload, { media, db, now, words });
    return added.refusal ? undefined : added;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** The entry as a file; undefined for what is no picture or too large. */
async function receive(
  bytes: AsyncIterable<Uint8Array>,
  path: string,
  name: string,
): Promise<Upload | undefined> {
  const hash = createHash('sha256');
  let size = 0;
  let head = Buffer.alloc(0);
  const measured = async function* () {
    for await (const chunk of bytes) {
      size += chunk.length;
      if (size > MAX_FILE_BYTES) return;
      if (head.length < HEAD_BYTES) {
        head = Buffer.concat([head, chunk]).subarray(0, HEAD_BYTES);
        if (head.length === HEAD_BYTES && !kindOf(head)) return;
      }
      hash.update(chunk);
      yield chunk;
    }
  };
  await pipeline(measured, createWriteStream(path, { mode: 0o600 }));
  if (size > MAX_FILE_BYTES || !kindOf(head)) return undefined;
  return { field: 'file', name, path, bytes: size, hash: hash.digest('hex'), head };
}
