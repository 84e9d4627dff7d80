import type { Visit } from '#app/context.ts';
import rules from './speculation-rules.json?url';

/**
 * Lets browsers that can fetch a reading page while its link is pointed at, before it is clicked (HTML, speculation
 * rules). Only pages that anybody may read stand in the rules: opening them changes nothing and costs the cache alone.
 */
export function addSpeculationRules(headers: Headers, { viewer }: Visit): void {
  const isPage = headers.get('Content-Type')?.startsWith('text/html') ?? false;
  if (isPage && viewer.kind === 'visitor') headers.set('Speculation-Rules', `"${rules}"`);
}
