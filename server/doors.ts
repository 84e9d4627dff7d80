import { matchRoutes, type ServerBuild } from 'react-router';
import type { DoorPolicy, Policy } from '#app/policy.ts';

/** A route that can be asked for, by the pattern of its address: 'admin/articles/:id'. */
export type Door = { pattern: string; policy: DoorPolicy; takesPost: boolean };

type Routes = ServerBuild['routes'];

/**
 * Every route of a build that can be asked for, with its policy. Throws when one has none: a site with a door that
 * nobody guards does not start.
 */
export function listDoors(
  routes: Routes,
  findPolicy: (id: string) => DoorPolicy | undefined,
): Map<string, Door> {
  const without = Object.keys(routes).filter((id) => !findPolicy(id));
  if (without.length > 0) throw new Error(`No policy says who may pass: ${without.join(', ')}`);
  const parents = new Set(Object.values(routes).map((route) => route?.parentId));
  const doors = new Map<string, Door>();
  for (const [id, route] of Object.entries(routes)) {
    const policy = findPolicy(id);
    if (!route || !policy || parents.has(id)) continue;
    const pattern = patternOf(routes, id);
    doors.set(pattern, { pattern, policy, takesPost: route.module.action !== undefined });
  }
  return doors;
}

/**
 * Finds the door at a path as React Router does, among those alone that begin as the path does: it reads every route
 * that it is given anew at each call. Undefined where there is none.
 */
export function openDoorFinder(doors: Map<string, Door>): (path: string) => Door | undefined {
  const all = [...doors.values()].map((door) => ({ path: door.pattern, door, first: firstOf(door.pattern) }));
  const anywhere = all.filter(({ first }) => /[:*?]/.test(first));
  const byFirst = new Map<string, typeof all>();
  for (const { first } of all)
    byFirst.set(first, [...all.filter((route) => route.first === first), ...anywhere]);
  return (path) => {
    const routes = byFirst.get(firstOf(path)) ?? anywhere;
    return (matchRoutes(routes, path)?.at(-1)?.route as (typeof all)[number] | undefined)?.door;
  };
}

/** The first segment as React Router compares it: whatever its case, and without what needs no escape. */
function firstOf(path: string): string {
  const [first = ''] = path.replace(/^\/+/, '').split('/');
  try {
    return decodeURIComponent(first).toLowerCase();
  } catch {
    return first.toLowerCase();
  }
}

/** Who may pass the door with this pattern by this method. What is not known is the administrator's alone. */
export function policyAt(doors: Map<string, Door>, pattern: string, method: string): Policy {
  const policy = doors.get(pattern.replace(/^\//, ''))?.policy;
  if (!policy) return 'admin';
  return method === 'GET' || method === 'HEAD' ? policy.read : (policy.write ?? policy.read);
}

/** As React Router puts it together for its middleware, without the slash it may begin with. */
function patternOf(routes: Routes, id: string): string {
  const parts: string[] = [];
  for (let route = routes[id]; route; route = route.parentId ? routes[route.parentId] : undefined)
    if (route.path) parts.unshift(route.path);
  return parts.join('/').replace(/\/\/+/g, '/').replace(/^\//, '');
}
