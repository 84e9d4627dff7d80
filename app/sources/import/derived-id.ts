import { createHash } from 'node:crypto';

/** An id with the form of a UUID (version 8, RFC 9562) that is always the same for the same parts. */
export function derivedId(...parts: string[]): string {
  const hash = createHash('sha256').update(JSON.stringify(parts)).digest('hex');
  const variant = ((Number.parseInt(hash.charAt(16), 16) & 3) | 8).toString(16);
  return [
    hash.slice(0, 8),
    hash.slice(8, 12),
    `8${hash.slice(13, 16)}`,
    `${variant}${hash.slice(17, 20)}`,
    hash.slice(20, 32),
  ].join('-');
}
