import { readVisit, type Visit } from '#app/context.ts';
import type { Route } from './+types/speculation-rules';

/**
 * Lets browsers that can fetch a reading page while its link is pointed at, before it is clicked (HTML, speculation
 * rules). Only pages that anybody may read are in the rules: opening them changes nothing and costs the cache alone.
 */
export function addSpeculationRules(headers: Headers, { viewer }: Visit): void {
  const isPage = headers.get('Content-Type')?.startsWith('text/html') ?? false;
  if (isPage && viewer.kind === 'visitor') headers.set('Speculation-Rules', '"/speculation-rules.json"');
}

/** `/speculation-rules.json`: the pages of the sitemap, but not the files beside them, such as an event's calendar. */
export function loader(args: Route.LoaderArgs) {
  const { inSitemap } = readVisit(args).routes;
  const where = { and: [{ href_matches: inSitemap }, { not: { href_matches: '/*.*' } }] };
  return new Response(JSON.stringify({ prefetch: [{ where, eagerness: 'moderate' }] }), {
    // A browser takes the rules under their own type alone.
    headers: { 'Content-Type': 'application/speculationrules+json', 'Cache-Control': 'public, max-age=3600' },
  });
}
