/** Links to the site itself are stored as paths, so that they survive a change of the site's address. */

/** Whether `link` leads to this site, like the prefilled link of an item written here. */
export function isOwnLink(link: string, siteUrl: string): boolean {
  return URL.parse(link)?.origin === new URL(siteUrl).origin;
}

/** The site's origin, and those at which it has been: links to any of them are links to the site. */
export type OwnUrls = { siteUrl: string; siteUrls?: readonly string[] | undefined };

/**
 * An address as stored: the path of one that leads to this site, any other unchanged. Never a path that browsers would
 * take for another host's address.
 */
export function storedLinkOf(link: string, own: OwnUrls): string {
  const url = URL.parse(link);
  if (!url || !originsOf(own).includes(url.origin) || url.username || url.password) return link;
  const path = url.pathname + url.search + url.hash;
  return path.startsWith('//') ? link : path;
}

function originsOf({ siteUrl, siteUrls = [] }: OwnUrls): string[] {
  return [...new Set([new URL(siteUrl).origin, ...siteUrls])];
}

/** A stored address as shown and sent: absolute. A path belongs to this site. */
export function resolvedLinkOf(link: string, siteUrl: string): string {
  return link.startsWith('/') ? siteUrl + (link === '/' ? '' : link) : link;
}

/**
 * HTML of any form with whole addresses of this site as paths: for `sanitize`, which removes pictures from http, also
 * those of a site that is itself at http.
 */
export function withOwnPaths(html: string, own: OwnUrls): string {
  return originsOf(own).reduce(withPathsOf, html);
}

function withPathsOf(html: string, siteUrl: string): string {
  const { origin, host, protocol } = new URL(siteUrl);
  if (!html.toLowerCase().includes(host)) return html;
  const standard = protocol === 'https:' ? '(?::443)?' : '(?::80)?';
  const own = origin.replace(/[.[\]]/g, '\\$&') + standard;
  // What would begin with two slashes is another host's address.
  const address = new RegExp(
    `(\\s(?:src|href)\\s*=\\s*["']?\\s*)${own}(?:(?=/(?![/\\\\]))|(?=[?#"'\\s>]))`,
    'gi',
  );
  return html.replace(address, (whole, before: string, at: number) =>
    html[at + whole.length] === '/' ? before : `${before}/`,
  );
}

/** Sanitized HTML as stored: links and pictures of this site as paths. They open in the same tab. */
export function storedHtmlOf(html: string, own: OwnUrls): string {
  // Output of `sanitize` has every attribute in double quotes and no bracket inside of one.
  return html.replace(/<(?:a|img) [^>]*>/g, (tag) => {
    const [whole = '', name = '', address = ''] = / (href|src)="([^"]*)"/.exec(tag) ?? [];
    const path = storedLinkOf(address.replaceAll('&amp;', '&'), own);
    if (!path.startsWith('/') || address.startsWith('/')) return tag;
    return tag
      .replace(whole, () => ` ${name}="${path.replaceAll('&', '&amp;')}"`)
      .replace(' target="_blank"', '')
      .replace(' rel="noopener noreferrer"', '');
  });
}

/** The host of a link, for a source without a name: 'example.org'. '' when it is not an address. */
export function siteNameOf(link: string): string {
  return (URL.parse(link)?.hostname ?? '').replace(/^www\./, '');
}
