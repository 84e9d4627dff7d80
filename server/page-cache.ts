/**
 * Finished pages, as the first thing a request meets. A page is kept for as long as it would be made the same again:
 * until something it was made of changes, the town's day ends, or others need the room.
 */
import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Revisions, Subject } from '#app/database/revisions.server.ts';

export type Encoding = 'br' | 'gzip' | 'identity';

/** One way to send a page: the flat header list that `writeHead` takes as it is, and the bytes. */
export type Variant = { etag: string; headers: string[]; notModified: string[]; body: Buffer };

/** A finished answer, what it was made of, and when (UTC epoch milliseconds) it is over whatever happens. */
export type Made = {
  headers: Headers;
  body: Buffer;
  subjects: ReadonlySet<Subject | '*'>;
  revisions: Revisions;
  expiresAt: number;
};

export type CachedPage = Record<Encoding, Variant>;

type Entry = { page: CachedPage; made: Omit<Made, 'headers' | 'body'>; bytes: number };

const MAX_ENTRY_BYTES = 1024 * 1024;
const BROTLI_QUALITY = 5;

/** Pages by key, at most `maxBytes` of them; what was not asked for the longest time goes first. */
export class PageCache {
  #entries = new Map<string, Entry>();
  #bytes = 0;
  #maxBytes: number;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  /** The page under `key` if it would still be made the same; an outdated one is dropped. */
  find(key: string, revisions: Revisions, now: number): CachedPage | undefined {
    const entry = this.#entries.get(key);
    if (!entry) return undefined;
    this.#entries.delete(key);
    if (!isCurrent(entry.made, revisions, now)) {
      this.#bytes -= entry.bytes;
      return undefined;
    }
    // A map keeps the order of insertion: what was asked for last stands last.
    this.#entries.set(key, entry);
    entry.made.revisions = revisions;
    return entry.page;
  }

  keep(key: string, page: CachedPage, { subjects, revisions, expiresAt }: Made): void {
    const bytes = key.length + sizeOf(page);
    if (bytes > MAX_ENTRY_BYTES) return;
    const old = this.#entries.get(key);
    if (old) this.#bytes -= old.bytes;
    this.#entries.delete(key);
    this.#entries.set(key, { page, made: { subjects, revisions, expiresAt }, bytes });
    this.#bytes += bytes;
    this.#makeRoom();
  }

  get bytes(): number {
    return this.#bytes;
  }

  #makeRoom(): void {
    for (const [key, entry] of this.#entries) {
      if (this.#bytes <= this.#maxBytes) return;
      this.#entries.delete(key);
      this.#bytes -= entry.bytes;
    }
  }
}

/** Revisions are replaced as a whole when one of them changes, so the same object means that nothing did. */
function isCurrent(
  { subjects, revisions, expiresAt }: Entry['made'],
  present: Revisions,
  now: number,
): boolean {
  if (now >= expiresAt) return false;
  if (revisions === present) return true;
  if (subjects.has('*')) return false;
  for (const subject of subjects) {
    if (revisions[subject as Subject] !== present[subject as Subject]) return false;
  }
  return true;
}

const compressBrotli = promisify(brotliCompress);
const compressGzip = promisify(gzip);

/** The answer in each encoding, compressed once, each with its own strong ETag. */
export async function prepare({ headers, body }: Pick<Made, 'headers' | 'body'>): Promise<CachedPage> {
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY,
    [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
  };
  const [br, zipped] = await Promise.all([compressBrotli(body, { params }), compressGzip(body)]);
  const hash = createHash('sha256').update(body).digest('base64url').slice(0, 22);
  return {
    br: variantOf(headers, br, 'br', hash),
    gzip: variantOf(headers, zipped, 'gzip', hash),
    identity: variantOf(headers, body, 'identity', hash),
  };
}

function variantOf(headers: Headers, body: Buffer, encoding: Encoding, hash: string): Variant {
  const etag = `"${hash}-${encoding}"`;
  const kept = [...headers].flatMap(([name, value]) =>
    name === 'content-length' || name === 'etag' ? [] : [name, value],
  );
  const shared = [...kept, 'etag', etag, 'vary', 'Accept-Encoding, Cookie'];
  return {
    etag,
    body,
    headers: [
      ...shared,
      'content-length',
      String(body.length),
      ...(encoding === 'identity' ? [] : ['content-encoding', encoding]),
    ],
    notModified: shared,
  };
}

function sizeOf(page: CachedPage): number {
  const variants = Object.values(page);
  return variants.reduce((sum, { body, headers }) => sum + body.length + headers.join('').length, 0);
}
