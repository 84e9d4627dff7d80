/** When a source is checked again. All durations are milliseconds, all instants UTC epoch milliseconds. */

import { HOUR_MS, MINUTE_MS } from '#app/platform/time/durations.ts';

const LONGEST_MS = 24 * HOUR_MS;
/** So that sources don't all come at once. */
const SPREAD = 0.1;

/** A failing source is no longer checked after this long. */
export const HOPELESS_MS = 14 * LONGEST_MS;

type Headers = Record<string, string>;

/**
 * How long a document may be used before it is requested again, as its headers (RFC 9111) and the document itself say:
 * the longest, up to 24 hours. 0 when nothing says so.
 */
export function freshMsOf(headers: Headers, ttlMinutes: number | null, now: number): number {
  const control = headers['cache-control'] ?? '';
  const age = /(?:^|[,\s])max-age\s*=\s*"?(\d{1,10})/i.exec(control)?.[1];
  const cached = age === undefined ? untilOf(headers.expires, headers, now) : Number(age) * 1000;
  const isUncached = /\bno-(store|cache)\b/i.test(control);
  return bounded(Math.max(isUncached ? 0 : cached, (ttlMinutes ?? 0) * MINUTE_MS));
}

/** What `Retry-After` asks for (RFC 9110, section 10.2.3), up to 24 hours; undefined without it. */
export function retryMsOf({ 'retry-after': retry, ...headers }: Headers, now: number): number | undefined {
  if (retry === undefined) return undefined;
  if (/^\s*\d{1,10}\s*$/.test(retry)) return bounded(Number(retry) * 1000);
  return Number.isNaN(Date.parse(retry)) ? undefined : bounded(untilOf(retry, headers, now));
}

/** Until a date of a header, by the server's clock where it sends that. */
function untilOf(date: string | undefined, headers: Headers, now: number): number {
  const until = Date.parse(date ?? '');
  const from = Date.parse(headers.date ?? '');
  return Number.isNaN(until) ? 0 : until - (Number.isNaN(from) ? now : from);
}

function bounded(ms: number): number {
  return Math.min(LONGEST_MS, Math.max(0, ms));
}

/**
 * The next check of a source that is checked every `every` minutes, give or take 10 percent, and not earlier than the
 * server asked for. `chance` is from 0 up to 1.
 */
export function nextCheckAt(
  { now, every, waitMs }: { now: number; every: number; waitMs: number },
  chance: number,
): number {
  return now + Math.max(spread(every * MINUTE_MS, chance), Math.ceil(waitMs));
}

/** The next check after that many failures in a row: 1, 2, 4 … 24 hours later. */
export function nextTryAt(now: number, failures: number, chance: number): number {
  return now + spread(Math.min(LONGEST_MS, HOUR_MS * 2 ** Math.min(failures - 1, 10)), chance);
}

function spread(ms: number, chance: number): number {
  return Math.round(ms * (1 - SPREAD + 2 * SPREAD * chance));
}
