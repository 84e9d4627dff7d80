/** Whether a client has what `etag` names already: weak comparison, as RFC 9110 section 13.1.2 asks of If-None-Match. */
export function matches(header: string | undefined, etag: string): boolean {
  if (!header) return false;
  if (header === etag || header === '*') return true;
  return header.split(',').some((part) => part.trim().replace(/^W\//, '') === etag);
}
