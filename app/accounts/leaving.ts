/**
 * Whether opening /logout shows an intention to log out: a navigation that started on this site or was typed. Links
 * from elsewhere, prefetching, images, frames, and clients that don't say, do not (product contract section 2; Fetch
 * Metadata Request Headers).
 */
export function isLeaving({ method, headers }: Request): boolean {
  const site = headers.get('Sec-Fetch-Site');
  return (
    method === 'GET' &&
    (site === 'same-origin' || site === 'none') &&
    headers.get('Sec-Fetch-Mode') === 'navigate' &&
    headers.get('Sec-Fetch-Dest') === 'document' &&
    ![headers.get('Sec-Purpose'), headers.get('Purpose'), headers.get('X-Moz')].some((purpose) =>
      purpose?.includes('prefetch'),
    )
  );
}
