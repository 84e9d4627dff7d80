import type { IncomingMessage } from 'node:http';
import type { PressureLevel } from './pressure.ts';

/**
 * What is refused first when there is too much to do (requirements: overload). A: health, signing out, the administrator.
 * B: pages that must be made, the API, votes. C: what costs much or can wait: search, signing in, files, imports.
 * Pages that are kept ready are answered before anybody asks for the class.
 */
export type TrafficClass = 'A' | 'B' | 'C';

const VITAL = /^\/(healthz|readyz|logout)$/;
const COSTLY =
  /^\/(search|login|forgot|reset|verify|setup|account\/(password|proof|address)|api\/v1\/search|rss|feed|sitemap|share)/;

const SESSION = /(?:^|;\s*)(?:__Host-belfry|belfry-dev)=[\w-]{43}(?:;|$)/;

export function classOf({ url = '', headers }: Pick<IncomingMessage, 'url' | 'headers'>): TrafficClass {
  const path = pathOf(url);
  if (VITAL.test(path)) return 'A';
  // Without something that could be a session it is nobody's administration.
  if (/^\/admin\b/.test(path)) return SESSION.test(headers.cookie ?? '') ? 'A' : 'B';
  return COSTLY.test(path) || headers['content-type']?.startsWith('multipart/') ? 'C' : 'B';
}

/** As the site will read it: no other spelling of an address is in another class. */
function pathOf(url: string): string {
  try {
    return decodeURIComponent(new URL(url, 'http://localhost').pathname).toLowerCase();
  } catch {
    return '/';
  }
}

/** Whether a class is refused at this pressure. */
export function isShed(traffic: TrafficClass, level: PressureLevel): boolean {
  if (traffic === 'A' || level === 'none') return false;
  return traffic === 'C' || level === 'severe';
}
