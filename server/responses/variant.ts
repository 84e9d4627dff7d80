/** The forms in which a page or a file is sent: its encodings and their ETags. */
import type { IncomingMessage, ServerResponse } from 'node:http';

export type Encoding = 'br' | 'gzip' | 'identity';

/** One form of a page or a file for sending: flat header lists for `writeHead`, that of a 304 without the ETag, and the bytes. */
export type Variant = { etag: string; headers: string[]; notModified: string[]; body: Buffer };

/** Sends a form, or 304 when the client has it. */
export function sendVariant(message: IncomingMessage, response: ServerResponse, variant: Variant): void {
  const held = findHeld(message.headers['if-none-match'], variant.etag);
  if (held) {
    response.writeHead(304, [...variant.notModified, 'ETag', held]).end();
    return;
  }
  response.writeHead(200, variant.headers);
  response.end(message.method === 'HEAD' ? undefined : variant.body);
}

/**
 * The smallest form that a client accepts, by its Accept-Encoding header; without one it is sent as it is (RFC 9110
 * 12.5.3).
 */
export function encodingFor(accepted: string | undefined): Encoding {
  if (!accepted) return 'identity';
  const known = read.get(accepted);
  if (known) return known;
  const encoding = readHeader(accepted);
  if (read.size < MAX_READ && accepted.length < 100) read.set(accepted, encoding);
  return encoding;
}

/** Browsers send few different headers, so the results are cached. */
const read = new Map<string, Encoding>();
const MAX_READ = 100;

function readHeader(accepted: string): Encoding {
  const taken = accepted
    .toLowerCase()
    .split(',')
    .map((part) => part.split(';').map((piece) => piece.trim()))
    .filter(([, ...parameters]) => !parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter)))
    .map(([name]) => name);
  return taken.includes('br') ? 'br' : taken.includes('gzip') ? 'gzip' : 'identity';
}

/** Separates the two parts of a tag. Not in base64url. */
const SEPARATOR = '.';

/**
 * The strong ETag of one encoding of a response. `content`, in base64url, is the same for all encodings of the same
 * bytes; `form` names the encoding.
 */
export function etagOf(content: string, form: string): string {
  return `"${content}${SEPARATOR}${form}"`;
}

/**
 * The tag of an If-None-Match header that names the same content as `etag`; undefined if the client has something else.
 * Weak comparison (RFC 9110 section 13.1.2), for which all encodings are equivalent, also those that are no longer sent.
 * A 304 repeats the client's tag, because the client finds its stored response by it (RFC 9111 section 4.3.4).
 */
export function findHeld(header: string | undefined, etag: string): string | undefined {
  if (!header) return undefined;
  if (header === etag || header === '*') return etag;
  const content = contentOf(etag);
  return header
    .split(',')
    .map((tag) => tag.trim())
    .find((tag) => contentOf(tag) === content);
}

function contentOf(tag: string): string | undefined {
  return /^(?:W\/)?"([^".]+)[^"]*"$/.exec(tag)?.[1];
}
