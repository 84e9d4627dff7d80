/** The routes of the build as they are matched: who may pass where, and what takes something. */
import * as build from 'virtual:react-router/server-build';
import { matchRoutes, type RouteObject } from 'react-router';
import type { Policy } from '#app/policy.ts';
import { findRoutePolicy } from '#app/route-policies.ts';
import { listDoors, policyAt } from './doors.ts';

/** Every door of the site, by its pattern, with who may pass it. */
export const doors = listDoors(build.routes, findRoutePolicy);

/** Who may pass the door with this pattern by this method. */
export function policyOf(pattern: string, method: string): Policy {
  return policyAt(doors, pattern, method);
}

/** The same for the door at an address. What no route has anybody may ask for: it is not there. */
export function policyOfPath(path: string, method: string): Policy {
  const pattern = matchRoutes(routeTree, path)?.flatMap(({ route }) => route.path ?? []);
  return pattern ? policyOf(pattern.join('/'), method) : 'public';
}

const routeTree = branchOf(undefined);

/** The routes below one, as React Router matches them. */
function branchOf(parentId: string | undefined): RouteObject[] {
  const children = Object.values(build.routes).filter((route) => route?.parentId === parentId);
  return children.flatMap((route) => {
    if (!route) return [];
    const { id, path, index, caseSensitive } = route;
    return index
      ? [{ id, path, index, caseSensitive } as RouteObject]
      : [{ id, path, caseSensitive, children: branchOf(id) } as RouteObject];
  });
}

/** Whether the page at `path` has something to send to; addresses that do not exist say so by themselves. */
export function takesPost(path: string): boolean {
  // Below /admin the guard answers first: a stranger is not told what is there.
  if (path.startsWith('/admin')) return true;
  const leaf = matchRoutes(routeTree, path.replace(/\/_\.data$|\.data$/, ''))?.at(-1)?.route;
  return !leaf?.id || build.routes[leaf.id]?.module.action !== undefined;
}
