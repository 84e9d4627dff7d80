/** Receives the files of a form on the disk, so that a large one takes no more memory than a small one. */
import { createHash } from 'node:crypto';
import { type FileHandle, mkdir, open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { callerOf, type Fault, type Visit } from '#app/context.ts';
import { isDiskFull, type SkippedFile, type Upload } from '#app/media/add-picture.server.ts';
import { HEAD_BYTES } from '#app/media/file-kind.ts';
import {
  DISK_FULL,
  MAX_FILE_BYTES,
  type PictureRefusal,
  TOO_LARGE,
  tooManyFiles,
} from '#app/media/picture-limits.ts';
import { refusalOf } from '#app/policy.ts';
import { type BoundedRequest, MAX_BODY_BYTES } from '#app/site/body-limit.ts';
import { nameWorkFolder } from '#app/storage/work-folder.server.ts';
import { boundaryOf, MultipartError, type PartHead, type PartSink, readMultipart } from './read-multipart.ts';
import { findRoute, policyOfPath } from './route-table.ts';

/** The fields besides the files, and the markup around them. */
const MAX_OTHER_BYTES = MAX_BODY_BYTES;
const MAX_FIELDS = 200;

/** How many files the route of a request accepts at once; 0 for a request that brings none. */
export function filesAccepted(request: Request): number {
  if (!request.body || !boundaryOf(request.headers.get('Content-Type') ?? '')) return 0;
  return findRoute(new URL(request.url).pathname)?.route.files ?? 0;
}

/**
 * Receives a form with files: they are in `visit.uploads`, and the returned request has the other fields, until
 * `release`. Reads nothing for a user who may not send it, nor when the disk is nearly full. `onReceiving` is called
 * when it begins to read.
 */
export async function receiveUpload(
  request: Request,
  visit: Visit,
  onReceiving: () => void,
): Promise<BoundedRequest> {
  const maxFiles = filesAccepted(request);
  visit.fault ??= await findFaultOf(request, visit, maxFiles);
  const policy = policyOfPath(new URL(request.url).pathname, request.method);
  if (visit.fault || refusalOf(policy, callerOf(visit))) return unread(request);
  onReceiving();
  const { workFolder } = visit.services.media;
  const folder = nameWorkFolder(workFolder);
  const release = () => rm(folder, { recursive: true, force: true });
  const isFull = await visit.services.media.isDiskFull();
  const spool = openSpool(folder, maxFiles, isFull ? DISK_FULL : undefined);
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 }).catch(spool.fail);
    await readMultipart(
      counted(request, maxFiles),
      boundaryOf(request.headers.get('Content-Type') ?? '') ?? '',
      spool.open,
    );
  } catch (error) {
    await spool.close();
    await release();
    visit.fault = faultOf(error, maxFiles);
    return unread(request);
  }
  visit.uploads = spool.uploads;
  visit.skippedFiles = spool.skipped;
  return { request: requestWith(request, spool.fields), release };
}

async function findFaultOf(
  request: Request,
  { services }: Visit,
  maxFiles: number,
): Promise<Fault | undefined> {
  if (Number(request.headers.get('Content-Length') ?? 0) > mostBytes(maxFiles)) return tooLarge(maxFiles);
  // Programs don't lose a text.
  const isProgram = new URL(request.url).pathname.startsWith('/api/');
  if (isProgram && (await services.media.isDiskFull())) return { status: 507, sentence: DISK_FULL.sentence };
  return undefined;
}

function mostBytes(maxFiles: number): number {
  return maxFiles * MAX_FILE_BYTES + MAX_OTHER_BYTES;
}

/** More was sent than fits into one form. */
function tooLarge(maxFiles: number): Fault {
  const several = `Nothing was saved. Send at most ${maxFiles} pictures of at most 20 MB each.`;
  return { status: 413, sentence: maxFiles > 1 ? several : TOO_LARGE.sentence };
}

class TooLarge extends Error {}

async function* counted(request: Request, maxFiles: number): AsyncGenerator<Uint8Array> {
  let bytes = 0;
  for await (const chunk of request.body ?? []) {
    bytes += chunk.byteLength;
    if (bytes > mostBytes(maxFiles)) throw new TooLarge();
    yield chunk;
  }
}

/** Throws what is not about the body: the client has disconnected, or the disk is broken. */
function faultOf(error: unknown, maxFiles: number): Fault {
  if (error instanceof TooLarge) return tooLarge(maxFiles);
  if (error instanceof MultipartError)
    return { status: 400, sentence: 'The upload did not arrive complete. Please send it again.' };
  throw error;
}

async function unread(request: Request): Promise<BoundedRequest> {
  if (request.body && !request.body.locked) await request.body.cancel();
  const { url, method, headers, signal } = request;
  return { request: new Request(url, { method, headers, signal }), release: () => undefined };
}

/** The same request as a form without files. */
function requestWith(request: Request, fields: URLSearchParams): Request {
  const { url, method, signal } = request;
  const headers = new Headers(request.headers);
  headers.delete('Content-Length');
  headers.set('Content-Type', 'application/x-www-form-urlencoded;charset=UTF-8');
  return new Request(url, { method, headers, signal, body: fields });
}

type Spool = {
  uploads: Upload[];
  skipped: SkippedFile[];
  fields: URLSearchParams;
  open: (head: PartHead) => Promise<PartSink>;
  /** Keeps no more files when the disk is full, and throws any other error. */
  fail: (error: unknown) => void;
  close: () => Promise<void>;
};

/** Reads a file without keeping it. */
const ignored: PartSink = { write: async () => undefined, end: async () => undefined };

/** With `refusal`, no file is kept. */
function openSpool(folder: string, maxFiles: number, refusal: PictureRefusal | undefined): Spool {
  const uploads: Upload[] = [];
  const skipped: SkippedFile[] = [];
  let refused = refusal;
  const fields = new URLSearchParams();
  let handle: FileHandle | undefined;
  let [fieldBytes, fieldCount, fileCount] = [0, 0, 0];

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
    const reason = refused ?? (fileCount > maxFiles ? tooManyFiles(maxFiles) : undefined);
    if (reason) return skip(field, name, reason);
    const path = join(folder, `upload-${fileCount}`);
    const file = await open(path, 'wx', 0o600).catch(fail);
    if (!file) return skip(field, name, DISK_FULL);
    handle = file;
    const hash = createHash('sha256');
    let [bytes, head] = [0, Buffer.alloc(0)];
    return {
      async write(chunk) {
        bytes += chunk.length;
        if (bytes > MAX_FILE_BYTES || refused) return;
        if (head.length < HEAD_BYTES)
          head = Buffer.concat([head, chunk.subarray(0, HEAD_BYTES - head.length)]);
        hash.update(chunk);
        await file.write(chunk).catch(fail);
      },
      async end() {
        await file.close().catch(fail);
        handle = undefined;
        // A file field in which nothing was chosen.
        if (bytes === 0 && name === '') return;
        if (refused) skipped.push({ field, name, refusal: refused });
        else uploads.push({ field, name, path, bytes, hash: hash.digest('hex'), head });
      },
    };
  }

  /** A file field in which nothing was chosen has no name. */
  function skip(field: string, name: string, reason: PictureRefusal): PartSink {
    if (name !== '') skipped.push({ field, name, refusal: reason });
    return ignored;
  }

  function fail(error: unknown): void {
    if (!isDiskFull(error)) throw error;
    refused = DISK_FULL;
  }

  return {
    uploads,
    skipped,
    fields,
    fail,
    open: async (head) => (head.filename === undefined ? openField(head) : openFile(head)),
    close: async () => handle?.close(),
  };
}
