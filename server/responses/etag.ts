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
