/** Where users go after logging in (spec section 4). */
export const HOME = '/articles';

/** Any origin, for parsing a path. */
const ORIGIN = 'http://site.invalid';

/** The address's parameter `next` as a path of this site; HOME when it is missing or leads anywhere else (R-20). */
export function nextPathOf(address: string | URL): string {
  const next = new URL(address).searchParams.get('next');
  if (!next?.startsWith('/')) return HOME;
  const url = URL.parse(next, ORIGIN);
  if (url?.origin !== ORIGIN) return HOME;
  const path = `${url.pathname}${url.search}${url.hash}`;
  // '/.//elsewhere' is parsed as the path '//elsewhere', which a browser would take for another site.
  return path.startsWith('//') ? HOME : path;
}

/** `path` with a query parameter that tells its page what has just happened. */
export function withNote(path: string, note: string): string {
  const [address = '', query = ''] = path.replace(/#.*$/, '').split('?');
  return `${address}?${query ? `${query}&` : ''}${note}`;
}

/** `path` with the target as its parameter `next`, unless that is the default. */
export function withNext(path: string, next: string): string {
  if (next === HOME) return path;
  return `${path}${path.includes('?') ? '&' : '?'}next=${encodeURIComponent(next)}`;
}
