/** Receives the files of a form on the disk, so that a large one takes no more memory than a small one. */
import { createHash } from 'node:crypto';
import { type FileHandle, mkdir, open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { callerOf, type Fault, type Visit } from '#app/context.ts';
import type { Upload } from '#app/media/add-picture.server.ts';
import { HEAD_BYTES } from '#app/media/file-kind.ts';
import { DISK_FULL, MAX_FILE_BYTES } from '#app/media/picture-limits.ts';
import { refusalOf } from '#app/policy.ts';
import type { BoundedRequest } from '#app/site/body-limit.ts';
import { nameWorkFolder } from '#app/storage/work-folder.server.ts';
import { boundaryOf, MultipartError, type PartHead, type PartSink, readMultipart } from './read-multipart.ts';
import { findRoute, policyOfPath } from './route-table.ts';

/** The fields besides the files, and the markup around them. */
const MAX_OTHER_BYTES = 256 * 1024;
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
  const spool = openSpool(folder, maxFiles);
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await readMultipart(
      counted(request, maxFiles),
      boundaryOf(request.headers.get('Content-Type') ?? '') ?? '',
      spool.open,
    );
  } catch (error) {
    await spool.close();
    await release();
    visit.fault = faultOf(error);
    return unread(request);
  }
  visit.uploads = spool.uploads;
  return { request: requestWith(request, spool.fields), release };
}

const FULL: Fault = { status: 507, sentence: DISK_FULL.sentence };

async function findFaultOf(
  request: Request,
  { services }: Visit,
  maxFiles: number,
): Promise<Fault | undefined> {
  if (Number(request.headers.get('Content-Length') ?? 0) > mostBytes(maxFiles)) return { status: 413 };
  return (await services.media.isDiskFull()) ? FULL : undefined;
}

function mostBytes(maxFiles: number): number {
  return maxFiles * MAX_FILE_BYTES + MAX_OTHER_BYTES;
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

/** Throws what is not about the body: the client has disconnected, or the disk fails. */
function faultOf(error: unknown): Fault {
  if (error instanceof TooLarge) return { status: 413 };
  if (error instanceof MultipartError)
    return { status: 400, sentence: 'The upload did not arrive complete. Please send it again.' };
  const { code } = error as NodeJS.ErrnoException;
  if (code === 'ENOSPC' || code === 'EDQUOT') return FULL;
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
  fields: URLSearchParams;
  open: (head: PartHead) => Promise<PartSink>;
  close: () => Promise<void>;
};

function openSpool(folder: string, maxFiles: number): Spool {
  const uploads: Upload[] = [];
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
    if (++fileCount > maxFiles) throw new TooLarge();
    const path = join(folder, `upload-${fileCount}`);
    const file = await open(path, 'wx', 0o600);
    handle = file;
    const hash = createHash('sha256');
    let [bytes, head] = [0, Buffer.alloc(0)];
    return {
      async write(chunk) {
        bytes += chunk.length;
        if (bytes > MAX_FILE_BYTES) return;
        if (head.length < HEAD_BYTES)
          head = Buffer.concat([head, chunk.subarray(0, HEAD_BYTES - head.length)]);
        hash.update(chunk);
        await file.write(chunk);
      },
      async end() {
        await file.close();
        handle = undefined;
        // A file field in which nothing was chosen.
        if (bytes === 0 && name === '') return;
        uploads.push({ field, name, path, bytes, hash: hash.digest('hex'), head });
      },
    };
  }

  return {
    uploads,
    fields,
    open: async (head) => (head.filename === undefined ? openField(head) : openFile(head)),
    close: async () => handle?.close(),
  };
}
