/**
 * The page cache, which a request meets first. A page is cached until something it depends on changes, the town's day
 * ends, or others need the space.
 */
import { hash } from 'node:crypto';
import { promisify } from 'node:util';
import {
  type BrotliOptions,
  brotliCompress,
  brotliCompressSync,
  brotliDecompressSync,
  constants,
  gunzipSync,
  gzip,
  gzipSync,
} from 'node:zlib';
import type { ChangeCounters, Subject } from '#app/platform/database/change-counters.server.ts';
import { MINUTE_MS } from '#app/platform/time/durations.ts';
import { type Encoding, etagOf, type Variant } from '../responses/variant.ts';

/**
 * What a response depends on, when it was last known to be current, and when it expires in any case (both UTC epoch
 * milliseconds).
 */
export type Validity = {
  subjects: ReadonlySet<Subject | '*'>;
  counters: ChangeCounters;
  currentAt: number;
  expiresAt: number;
};

/** How long an outdated page may still be sent under pressure (R-35 with requirements: overload). */
const MAX_STALE_MS = 5 * MINUTE_MS;
const MAX_ENTRY_BYTES = 1024 * 1024;

type Entry = { page: CachedPage; validity: Validity; bytes: number };

/** Pages by key, at most `maxBytes` of them; evicts the least recently used first. */
export class PageCache {
  #entries = new Map<string, Entry>();
  #bytes = 0;
  #maxBytes: number;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  /** The page under `key` if it is still current. `now` is UTC epoch milliseconds. */
  find(key: string, counters: ChangeCounters, now: number): CachedPage | undefined {
    const entry = this.#entries.get(key);
    if (!entry || !isCurrent(entry.validity, counters, now)) return undefined;
    // A map keeps the order of insertion: the most recently used page is last.
    this.#entries.delete(key);
    this.#entries.set(key, entry);
    entry.validity.counters = counters;
    entry.validity.currentAt = now;
    return entry.page;
  }

  /**
   * The page under `key` even if outdated, unless it was last known to be current more than five minutes ago: it is
   * unknown when in between it became outdated.
   */
  findStale(key: string, now: number): CachedPage | undefined {
    const entry = this.#entries.get(key);
    return entry && now - entry.validity.currentAt <= MAX_STALE_MS ? entry.page : undefined;
  }

  /** The last page under `key`, however old. */
  findOld(key: string): CachedPage | undefined {
    return this.#entries.get(key)?.page;
  }

  /** Caches the page, and counts its compressed forms once they exist. */
  keep(key: string, page: CachedPage, validity: Validity): void {
    const bytes = key.length + page.bytes;
    this.#drop(key);
    if (bytes > MAX_ENTRY_BYTES) return;
    const entry = { page, validity, bytes };
    this.#entries.set(key, entry);
    this.#grow(bytes);
    page.onGrowth = (added) => {
      if (this.#entries.get(key) !== entry) return;
      entry.bytes += added;
      this.#grow(added);
    };
  }

  get bytes(): number {
    return this.#bytes;
  }

  #drop(key: string): void {
    this.#bytes -= this.#entries.get(key)?.bytes ?? 0;
    this.#entries.delete(key);
  }

  #grow(added: number): void {
    this.#bytes += added;
    for (const key of this.#entries.keys()) {
      if (this.#bytes <= this.#maxBytes) return;
      this.#drop(key);
    }
  }
}

/** The counters are replaced as a whole when one changes, so the same object means that nothing changed. */
function isCurrent(
  { subjects, counters, expiresAt }: Validity,
  present: ChangeCounters,
  now: number,
): boolean {
  if (now >= expiresAt) return false;
  if (counters === present) return true;
  if (subjects.has('*')) return false;
  for (const subject of subjects) {
    if (counters[subject as Subject] !== present[subject as Subject]) return false;
  }
  return true;
}

const inBackground = { gzip: promisify(gzip), br: promisify(brotliCompress) };

type Compressed = Exclude<Encoding, 'identity'>;

/** Compresses a page within the request that rendered it; larger bodies are left to other threads. */
const MAX_QUICK_BYTES = 128 * 1024;

const quickly: Record<Compressed, (body: Buffer) => Buffer> = {
  gzip: (body) => gzipSync(body, { level: 1 }),
  br: (body) => brotliCompressSync(body, brotliOptions(body, 3)),
};

const well: Record<Compressed, (body: Buffer) => Promise<Buffer>> = {
  gzip: (body) => inBackground.gzip(body),
  br: (body) => inBackground.br(body, brotliOptions(body, 5)),
};

function brotliOptions(body: Buffer, quality: number): BrotliOptions {
  const { BROTLI_PARAM_QUALITY, BROTLI_PARAM_SIZE_HINT, BROTLI_PARAM_LGWIN } = constants;
  // The window takes memory, and allocating that takes longer than compressing a page.
  const params = {
    [BROTLI_PARAM_QUALITY]: quality,
    [BROTLI_PARAM_SIZE_HINT]: body.length,
    [BROTLI_PARAM_LGWIN]: 18,
  };
  return { params };
}

/**
 * A finished response in each encoding, each with its own strong ETag. It is compressed quickly for the first request,
 * and better for the second; then only that form is kept, and others are derived from it.
 */
export class CachedPage {
  #headers: Headers;
  #variants: Partial<Record<Encoding, Variant>> = {};
  #improving: Partial<Record<Compressed, Promise<Variant>>> = {};
  /** Equal for two renderings of a page if, and only if, they are the same. */
  readonly fingerprint: string;
  onGrowth: (bytes: number) => void = () => undefined;

  /** Throws when the response sets a cookie: that is for one user, and this is sent to many. */
  constructor(headers: Headers, body: Buffer, fingerprint = hash('sha256', body, 'base64url')) {
    if (headers.has('Set-Cookie')) throw new Error('a page for many cannot set a cookie');
    this.#headers = headers;
    this.fingerprint = fingerprint;
    this.#keep('identity', body, 'identity');
  }

  get bytes(): number {
    return Object.values(this.#variants).reduce((sum, variant) => sum + sizeOf(variant), 0);
  }

  /** The response as it is sent; synchronous unless it is large and must be compressed for the first time. */
  as(encoding: Encoding): Variant | Promise<Variant> {
    const variant = this.#variants[encoding];
    if (encoding === 'identity') return variant ?? this.#keep(encoding, this.#unpack(), encoding);
    if (!variant) return this.#asFirst(encoding);
    if (!this.#improving[encoding]) this.#improve(encoding);
    return variant;
  }

  #asFirst(encoding: Compressed): Variant | Promise<Variant> {
    const body = this.#unpack();
    if (body.length > MAX_QUICK_BYTES) return this.#improving[encoding] ?? this.#improve(encoding);
    return this.#keep(encoding, quickly[encoding](body), `${encoding}-quick`);
  }

  #improve(encoding: Compressed): Promise<Variant> {
    const improving = well[encoding](this.#unpack()).then((body) => {
      if (this.#variants.identity) this.#drop('identity');
      return this.#keep(encoding, body, encoding);
    });
    // Those who wait for it get the error; the others get the quick form.
    improving.catch(() => undefined);
    this.#improving[encoding] = improving;
    return improving;
  }

  #unpack(): Buffer {
    const { identity, br, gzip } = this.#variants;
    if (identity) return identity.body;
    return br ? brotliDecompressSync(br.body) : gunzipSync((gzip as Variant).body);
  }

  #keep(encoding: Encoding, body: Buffer, form: string): Variant {
    if (this.#variants[encoding]) this.#drop(encoding);
    const variant = this.#variant(body, encoding, form);
    this.#variants[encoding] = variant;
    this.onGrowth(sizeOf(variant));
    return variant;
  }

  #drop(encoding: Encoding): void {
    this.onGrowth(-sizeOf(this.#variants[encoding] as Variant));
    delete this.#variants[encoding];
  }

  #variant(body: Buffer, encoding: Encoding, form: string): Variant {
    const etag = etagOf(this.fingerprint.slice(0, 22), form);
    const kept = [...this.#headers].flatMap(([name, value]) =>
      name === 'content-length' || name === 'etag' ? [] : [name, value],
    );
    const notModified = [...kept, 'vary', 'Accept-Encoding, Cookie'];
    const headers = [...notModified, 'etag', etag, 'content-length', String(body.length)];
    if (encoding !== 'identity') headers.push('content-encoding', encoding);
    return { etag, body, headers, notModified };
  }
}

function sizeOf({ body, headers }: Variant): number {
  return body.length + headers.reduce((sum, text) => sum + text.length, 0);
}
