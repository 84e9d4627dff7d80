import { readVisit } from '#app/context.ts';
import type { Route } from './+types/robots-txt';

/**
 * Where crawlers have nothing to find, or could ask without end. The login page is not among them: every page links to
 * it, and only who may read its `noindex` leaves it out of an index.
 */
const closed = ['/admin', '/account', '/api/', '/search', '/preferences/'];

/** `/robots.txt` (RFC 9309): what crawlers leave alone, and where the sitemaps are. */
export function loader(args: Route.LoaderArgs) {
  const { siteUrl } = readVisit(args);
  const lines = [
    'User-agent: *',
    ...closed.map((path) => `Disallow: ${path}`),
    '',
    `Sitemap: ${siteUrl}/sitemap.xml`,
    `Sitemap: ${siteUrl}/news-sitemap.xml`,
  ];
  return new Response(`${lines.join('\n')}\n`, { headers: { 'Content-Type': 'text/plain; charset=utf-8' } });
}
