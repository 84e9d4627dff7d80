import { listRoutes } from '#app/people/request/route-facts.ts';
import { routes } from '#app/routes.ts';

/**
 * An address of every route of the site: ids are `i1`, optional ones are left out and included. Slugs are left out,
 * because they depend on an item's title.
 */
export function readRouteAddresses(): string[] {
  return listRoutes(routes).flatMap(({ pattern }) => variantsOf(`/${pattern}`));
}

function variantsOf(path: string): string[] {
  if (path.includes('/:slug?')) return variantsOf(path.replace('/:slug?', ''));
  const whole = path.replace('*', 'unknown').replace(/:id\b\??/, 'i1');
  return path.includes(':id?') ? [path.replace('/:id?', ''), whole] : [whole];
}
