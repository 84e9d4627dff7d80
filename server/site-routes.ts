/** The routes of the build as they are matched: who may pass where, and what takes something. */
import * as build from 'virtual:react-router/server-build';
import type { Policy } from '#app/policy.ts';
import { findRoutePolicy } from '#app/route-policies.ts';
import { listDoors, openDoorFinder, policyAt } from './doors.ts';

/** Every door of the site, by its pattern, with who may pass it. */
export const doors = listDoors(build.routes, findRoutePolicy);

const findDoor = openDoorFinder(doors);

/** Who may pass the door with this pattern by this method. */
export function policyOf(pattern: string, method: string): Policy {
  return policyAt(doors, pattern, method);
}

/** The same for the door at an address. What no route has anybody may ask for: it is not there. */
export function policyOfPath(path: string, method: string): Policy {
  const door = findDoor(path);
  return door ? policyOf(door.pattern, method) : 'public';
}

/** Whether the page at `path` has something to send to; addresses that do not exist say so by themselves. */
export function takesPost(path: string): boolean {
  // Below /admin the guard answers first: a stranger is not told what is there.
  if (path.startsWith('/admin')) return true;
  return findDoor(path.replace(/\/_\.data$|\.data$/, ''))?.takesPost ?? true;
}
