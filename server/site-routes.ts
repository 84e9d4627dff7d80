/** What the build knows of the routes besides their facts. */
import * as build from 'virtual:react-router/server-build';
import type { ServerBuild } from 'react-router';
import { findRoute, siteRoutes } from './route-table.ts';

type Routes = ServerBuild['routes'];

/** Throws when a build has an address without facts: a site with an unprotected route does not start. */
export function requireFacts(routes: Routes): void {
  const known = new Set(siteRoutes.map(({ id }) => id));
  const parents = new Set(Object.values(routes).map((route) => route?.parentId));
  const without = Object.keys(routes).filter((id) => !parents.has(id) && !known.has(id));
  if (without.length > 0) throw new Error(`routes.ts says nothing of: ${without.join(', ')}`);
}

requireFacts(build.routes);

/** Whether the page at `path` accepts a POST; unknown addresses report that themselves. */
export function takesPost(path: string): boolean {
  const route = findRoute(path)?.route;
  // The administrator's routes are protected first: a stranger does not learn what exists.
  if (!route || route.policy.read === 'admin') return true;
  return build.routes[route.id]?.module.action !== undefined;
}
