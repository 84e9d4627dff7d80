import { type RequestContext, readContext } from '#app/people/request/context.ts';
import type { Route } from './+types/speculation-rules';

/**
 * Lets supporting browsers prefetch a reading page while its link is hovered (HTML, speculation rules). Only for pages
 * that anyone can read: opening them changes nothing and is served from the cache.
 */
export function addSpeculationRules(headers: Headers, { viewer }: RequestContext): void {
  const isPage = headers.get('Content-Type')?.startsWith('text/html') ?? false;
  if (isPage && viewer.kind === 'visitor') headers.set('Speculation-Rules', '"/speculation-rules.json"');
}

/** `/speculation-rules.json`: the pages of the sitemap, without files such as an event's calendar. */
export function loader(args: Route.LoaderArgs) {
  const { inSitemap } = readContext(args).routes;
  const where = { and: [{ href_matches: inSitemap }, { not: { href_matches: '/*.*' } }] };
  return new Response(JSON.stringify({ prefetch: [{ where, eagerness: 'moderate' }] }), {
    // Browsers require this content type.
    headers: { 'Content-Type': 'application/speculationrules+json', 'Cache-Control': 'public, max-age=3600' },
  });
}
