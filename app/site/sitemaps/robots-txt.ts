import { readContext } from '#app/people/request/context.ts';
import type { Route } from './+types/robots-txt';

/**
 * `/robots.txt` (RFC 9309): what crawlers should leave alone, because there is nothing to find or it is endless, and
 * where the sitemaps are. The login page stays open: every page links to it, and crawlers must be able to read its
 * `noindex`.
 */
export function loader(args: Route.LoaderArgs) {
  const { siteUrl, routes } = readContext(args);
  const lines = [
    'User-agent: *',
    ...routes.closedToCrawlers.map((path) => `Disallow: ${path}`),
    '',
    `Sitemap: ${siteUrl}/sitemap.xml`,
    `Sitemap: ${siteUrl}/news-sitemap.xml`,
  ];
  return new Response(`${lines.join('\n')}\n`, { headers: { 'Content-Type': 'text/plain; charset=utf-8' } });
}
