import type { IncomingMessage } from 'node:http';
import type { PressureLevel } from './pressure.ts';

/**
 * What is refused first when there is too much to do (safety section 3.1). A: health, signing out, the administrator.
 * B: pages that must be made, the API, votes. C: what costs much or can wait: search, signing in, files, imports.
 * Pages that are kept ready are answered before anybody asks for the class.
 */
export type TrafficClass = 'A' | 'B' | 'C';

const VITAL = /^\/(healthz|readyz|logout)$/;
const COSTLY =
  /^\/(search|login|forgot|reset|verify|setup|account\/(password|proof|address)|api\/v1\/search|rss|feed|sitemap)/;

export function classOf({ url = '', headers }: Pick<IncomingMessage, 'url' | 'headers'>): TrafficClass {
  const path = url.split('?', 1)[0] ?? '';
  if (VITAL.test(path)) return 'A';
  // Without a cookie of ours it is nobody's administration.
  if (/^\/admin\b/.test(path)) return headers.cookie?.includes('belfry') ? 'A' : 'B';
  return COSTLY.test(path) || headers['content-type']?.startsWith('multipart/') ? 'C' : 'B';
}

/** Whether a class is refused at this pressure. */
export function isShed(traffic: TrafficClass, level: PressureLevel): boolean {
  if (traffic === 'A' || level === 'none') return false;
  return traffic === 'C' || level === 'severe';
}
