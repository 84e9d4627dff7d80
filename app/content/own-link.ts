/** Links to the site itself are stored as paths, so that they survive another address of the site. */

/** Whether `link` leads to this site itself, as the prefilled link of an item that was written here does. */
export function isOwnLink(link: string, siteUrl: string): boolean {
  return URL.parse(link)?.origin === new URL(siteUrl).origin;
}

/**
 * An address as it is stored: the path of one that leads to this site, any other as it is. Never a path that browsers
 * would take for another host's address.
 */
export function storedLinkOf(link: string, siteUrl: string): string {
  const url = URL.parse(link);
  if (!url || url.origin !== new URL(siteUrl).origin || url.username || url.password) return link;
  const path = url.pathname + url.search + url.hash;
  return path.startsWith('//') ? link : path;
}

/** A stored address as it is shown and sent: whole. A path belongs to this site. */
export function resolvedLinkOf(link: string, siteUrl: string): string {
  return link.startsWith('/') ? siteUrl + (link === '/' ? '' : link) : link;
}

/** Sanitized HTML as it is stored: links and pictures of this site by their paths. They open in the same tab. */
export function storedHtmlOf(html: string, siteUrl: string): string {
  // What `sanitize` has written has every attribute in double quotes and no bracket inside of one.
  return html.replace(/<(?:a|img) [^>]*>/g, (tag) => {
    const [whole = '', name = '', address = ''] = / (href|src)="([^"]*)"/.exec(tag) ?? [];
    const path = storedLinkOf(address.replaceAll('&amp;', '&'), siteUrl);
    if (!path.startsWith('/') || address.startsWith('/')) return tag;
    return tag
      .replace(whole, () => ` ${name}="${path.replaceAll('&', '&amp;')}"`)
      .replace(' target="_blank"', '')
      .replace(' rel="noopener noreferrer"', '');
  });
}

/** The site a link leads to, for a source without a name: 'example.org'. '' when it is no address. */
export function siteNameOf(link: string): string {
  return (URL.parse(link)?.hostname ?? '').replace(/^www\./, '');
}
