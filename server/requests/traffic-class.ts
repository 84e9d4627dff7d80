import type { IncomingMessage } from 'node:http';
import { isForStaff } from '#app/people/request/policy.ts';
import { findRoute } from '../route-table.ts';
import type { PressureLevel } from './pressure.ts';

/**
 * The class of a request under overload (requirements: overload). A: health, logging out, the front address, the admin. B: pages
 * that must be rendered, the API, votes. C: expensive requests and those that can wait: search, logging in, files,
 * imports. Cached pages are sent before the class is checked.
 */
export type TrafficClass = 'A' | 'B' | 'C';

const SESSION = /(?:^|;\s*)(?:__Host-belfry|belfry-dev)=[\w-]{43}(?:;|$)/;

export function classOf({ url = '', headers }: Pick<IncomingMessage, 'url' | 'headers'>): TrafficClass {
  const route = findRoute(pathOf(url))?.route;
  if (route?.load === 'health' || route?.load === 'vital') return 'A';
  // Without anything like a session it can't be anyone who works on the site.
  if (route && isForStaff(route.policy.read)) return SESSION.test(headers.cookie ?? '') ? 'A' : 'B';
  return route?.load === 'costly' || headers['content-type']?.startsWith('multipart/') ? 'C' : 'B';
}

/** Whether a request to `url` is a health check: it waits for nothing, and needs no database. */
export function isHealthCheck(url = ''): boolean {
  return findRoute(pathOf(url))?.route.load === 'health';
}

/** As the site will read it: no other spelling of an address has another class. */
function pathOf(url: string): string {
  return URL.parse(url, 'http://localhost')?.pathname ?? '/';
}

/** Whether a request is refused at this pressure. Its class is only looked up under pressure. */
export function isShed(message: Pick<IncomingMessage, 'url' | 'headers'>, level: PressureLevel): boolean {
  if (level === 'none') return false;
  const traffic = classOf(message);
  return traffic === 'C' || (traffic === 'B' && level === 'severe');
}
