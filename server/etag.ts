/**
 * Whether a client already has what `etag` names: weak comparison, as RFC 9110 section 13.1.2 requires for
 * If-None-Match.
 */
export function matches(header: string | undefined, etag: string): boolean {
  if (!header) return false;
  if (header === etag || header === '*') return true;
  return header.split(',').some((part) => part.trim().replace(/^W\//, '') === etag);
}
