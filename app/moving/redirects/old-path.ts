/** How old addresses are written, so that each has one spelling: as keys of redirects and of what was not found. */

/** Parameters that name a page in WordPress: the others don't belong to the address. */
const NAMING = ['attachment_id', 'cat', 'feed', 'p', 'page_id', 'tag'];
const MOST_CHARACTERS = 1000;

/**
 * The key of an old address: its path without the last slash and without index.php or index.html, percent-encoded in
 * one way, with those parameters that name a page: '/?p=12'. Upper and lower case stay different. Undefined for what is
 * no path or web address, and for the front page itself.
 */
export function oldPathOf(address: string): string | undefined {
  const url = parseAddress(address);
  if (!url) return undefined;
  const path = plainPath(url.pathname);
  if (path === undefined) return undefined;
  const query = namingQuery(url.searchParams);
  const key = query ? `${path}?${query}` : path;
  return key === '/' || key.length > MOST_CHARACTERS ? undefined : key;
}

/** The keys under which an address may be redirected: with its naming query, then without. */
export function oldPathsOf(url: URL): string[] {
  const keys = [oldPathOf(url.pathname + url.search), oldPathOf(url.pathname)];
  return [...new Set(keys.filter((key) => key !== undefined))];
}

function parseAddress(address: string): URL | undefined {
  const text = address.trim();
  // Parsing drops line breaks.
  if (/\p{Cc}/u.test(text)) return undefined;
  const isPath = text.startsWith('/') && !/^\/[/\\]/.test(text);
  if (!isPath && !/^https?:\/\//i.test(text)) return undefined;
  return URL.parse(text, 'http://x') ?? undefined;
}

/** Undefined when the encoding is broken or hides a control character. */
function plainPath(pathname: string): string | undefined {
  try {
    const segments = pathname.split('/').filter((segment) => segment !== '');
    const plain = segments.map((segment) => decodeURIComponent(segment).normalize('NFC'));
    if (plain.some((segment) => /\p{Cc}/u.test(segment))) return undefined;
    if (/^index\.(php|html?)$/.test(plain.at(-1) ?? '')) plain.pop();
    return `/${plain.map((segment) => encodeURIComponent(segment)).join('/')}`;
  } catch {
    return undefined;
  }
}

function namingQuery(parameters: URLSearchParams): string {
  const naming = NAMING.flatMap((name) => {
    const value = parameters.get(name);
    return value ? [[name, value] as [string, string]] : [];
  });
  return new URLSearchParams(naming).toString();
}

/**
 * The target of a redirect as it is stored: an absolute path of this site, with its query and fragment, or an http(s)
 * address. An address of this site, at `siteUrl`, becomes its path. Undefined for everything else.
 */
export function targetOf(text: string, siteUrl?: string): string | undefined {
  const url = parseAddress(text);
  if (!url || url.username || url.password) return undefined;
  const isOwn =
    text.trim().startsWith('/') || (siteUrl !== undefined && url.origin === URL.parse(siteUrl)?.origin);
  const target = isOwn ? url.pathname + url.search + url.hash : url.href;
  // '/a/..//evil.example' becomes '//evil.example', which browsers take for another host.
  if (isOwn && /^\/[/\\]/.test(target)) return undefined;
  return target.length > 2 * MOST_CHARACTERS ? undefined : target;
}
