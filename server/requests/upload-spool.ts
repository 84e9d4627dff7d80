/** Writes the files of a form to a folder while they arrive. */
import { createHash } from 'node:crypto';
import { type FileHandle, open } from 'node:fs/promises';
import { join } from 'node:path';
import { isDiskFull, type SkippedFile, type Upload } from '#app/platform/media/add-picture.server.ts';
import { HEAD_BYTES } from '#app/platform/media/file-kind.ts';
import type { PictureError } from '#app/platform/media/picture-limits.ts';
import type { PartHead, PartSink } from './read-multipart.ts';
import { limitsOfField, MAX_OTHER_BYTES, type UploadLimits } from './upload-limits.ts';

const MAX_FIELDS = 200;
/** How many bytes are written between two looks at the disk's free space. */
const CHECK_BYTES = 64 * 1024 * 1024;

/** The form is larger than its route allows. */
export class TooLarge extends Error {}

export type Spool = {
  uploads: Upload[];
  skipped: SkippedFile[];
  fields: URLSearchParams;
  open: (head: PartHead) => Promise<PartSink>;
  /** From now on no file is kept, because the disk is full. */
  refuse: () => void;
  /** Keeps no more files when the disk is full, and throws any other error. */
  fail: (error: unknown) => void;
  close: () => Promise<void>;
};

type SpoolOptions = { limits: UploadLimits; isDiskFull: () => Promise<boolean> };

/** Reads a file without keeping it. */
const ignored: PartSink = { write: async () => undefined, end: async () => undefined };

/** A spool that writes to `folder`, and looks at the disk's free space as it writes. */
export function openSpool(folder: string, { limits, isDiskFull: isNearlyFull }: SpoolOptions): Spool {
  const uploads: Upload[] = [];
  const skipped: SkippedFile[] = [];
  let isFull = false;
  const fields = new URLSearchParams();
  let handle: FileHandle | undefined;
  let unchecked = 0;
  let [fieldBytes, fieldCount, fileCount] = [0, 0, 0];
  const counts = new Map<object, number>();

  function openField({ name }: PartHead): PartSink {
    const chunks: Buffer[] = [];
    if (++fieldCount > MAX_FIELDS) throw new TooLarge();
    return {
      async write(bytes) {
        fieldBytes += bytes.length;
        if (fieldBytes > MAX_OTHER_BYTES) throw new TooLarge();
        chunks.push(Buffer.from(bytes));
      },
      end: async () => fields.append(name, Buffer.concat(chunks).toString('utf8')),
    };
  }

  async function openFile({ name: field, filename: name = '' }: PartHead): Promise<PartSink> {
    if (++fileCount > MAX_FIELDS) throw new TooLarge();
    const own = limitsOfField(limits, field);
    counts.set(own, (counts.get(own) ?? 0) + 1);
    const reason = isFull ? own.diskFull : (counts.get(own) ?? 0) > own.files ? own.tooMany : undefined;
    if (reason) return skip(field, name, reason);
    const path = join(folder, `upload-${fileCount}`);
    const file = await open(path, 'wx', 0o600).catch(fail);
    if (!file) return skip(field, name, own.diskFull);
    handle = file;
    const hash = createHash('sha256');
    let [bytes, head] = [0, Buffer.alloc(0)];
    return {
      async write(chunk) {
        bytes += chunk.length;
        if (bytes > own.fileBytes || isFull) return;
        if (head.length < HEAD_BYTES)
          head = Buffer.concat([head, chunk.subarray(0, HEAD_BYTES - head.length)]);
        hash.update(chunk);
        await file.write(chunk).catch(fail);
        if (await isNowFull(chunk.length)) refuse();
        // What is there of it would only keep the disk full.
        if (isFull) await file.truncate(0);
      },
      async end() {
        await file.close().catch(fail);
        handle = undefined;
        // A file field in which nothing was chosen.
        if (bytes === 0 && name === '') return;
        if (isFull) skipped.push({ field, name, refusal: own.diskFull });
        else if (bytes > own.fileBytes) skipped.push({ field, name, refusal: own.tooLarge });
        else uploads.push({ field, name, path, bytes, hash: hash.digest('hex'), head });
      },
    };
  }

  /** A file field in which nothing was chosen has no name. */
  function skip(field: string, name: string, reason: PictureError): PartSink {
    if (name !== '') skipped.push({ field, name, refusal: reason });
    return ignored;
  }

  async function isNowFull(written: number): Promise<boolean> {
    unchecked += written;
    if (unchecked < CHECK_BYTES) return false;
    unchecked = 0;
    return isNearlyFull();
  }

  function refuse(): void {
    isFull = true;
  }

  function fail(error: unknown): void {
    if (!isDiskFull(error)) throw error;
    refuse();
  }

  return {
    uploads,
    skipped,
    fields,
    refuse,
    fail,
    open: async (head) => (head.filename === undefined ? openField(head) : openFile(head)),
    close: async () => handle?.close(),
  };
}
