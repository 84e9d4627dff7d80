import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { bounceKindOf } from '#app/platform/mail/bounce-kind.ts';
import type { Outbound } from '#app/platform/outbound/outbound.server.ts';
import { MINUTE_MS } from '#app/platform/time/durations.ts';

/** What a provider sent: `body` is exactly what arrived, as text. */
export type WebhookCall = { headers: Headers; body: string };

/** What the check of a signature needs besides the call. `now` is UTC epoch milliseconds. */
export type CheckContext = { key: string; now: number; outbound: Outbound };

/** One bounce or complaint. The Message-IDs and the return path of the email are empty where the provider names none. */
export type ProviderEvent = {
  kind: 'hard' | 'soft' | 'complaint';
  status: string | undefined;
  reply: string;
  address: string;
  messageIds: string[];
  returnPath?: string;
};

export type Provider = {
  /** Whether the provider sent this: its signature fits the key, and it is not too old. */
  isGenuine: (call: WebhookCall, context: CheckContext) => boolean | Promise<boolean>;
  /** A word that only this call has, for providers whose signature does not cover the events: it counts once. */
  onceOf?: (body: unknown) => string;
  /** The bounces and complaints in the parsed body; everything else is left out. */
  read: (body: unknown) => ProviderEvent[];
  /** For what the provider sends before events: it is confirmed. Returns whether it was such a call. */
  confirm?: (body: unknown, context: CheckContext) => Promise<boolean>;
};

const LONGEST = 2000;

/** Undefined for what is not JSON. */
export function parseJson(text: unknown): unknown {
  try {
    return typeof text === 'string' ? JSON.parse(text) : undefined;
  } catch {
    return undefined;
  }
}

/** A value inside parsed JSON; undefined where there is none. */
export function valueAt(value: unknown, ...path: string[]): unknown {
  let inner = value;
  for (const name of path) {
    if (typeof inner !== 'object' || inner === null || !Object.hasOwn(inner, name)) return undefined;
    inner = (inner as Record<string, unknown>)[name];
  }
  return inner;
}

/** A text or number inside parsed JSON, at most 2,000 characters; '' where there is none. */
export function textAt(value: unknown, ...path: string[]): string {
  const text = valueAt(value, ...path);
  return typeof text === 'string' || typeof text === 'number' ? String(text).slice(0, LONGEST) : '';
}

/** A list inside parsed JSON; empty where there is none. */
export function listAt(value: unknown, ...path: string[]): unknown[] {
  const list = valueAt(value, ...path);
  return Array.isArray(list) ? list : [];
}

/** The value of a header in a list of `{name, value}`, in any case; ''. */
export function headerIn(headers: unknown[], name: string): string {
  return textAt(
    headers.find((header) => textAt(header, 'name').toLowerCase() === name),
    'value',
  );
}

/** Compares two secrets in a time that says nothing about them. */
export function isSame(one: string | Buffer, other: string | Buffer): boolean {
  const [a, b] = [one, other].map((secret) => createHash('sha256').update(secret).digest());
  return timingSafeEqual(a as Buffer, b as Buffer);
}

export function hmacOf(key: string | Buffer, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest();
}

/** Whether an instant in seconds is at most `ms` before or five minutes after `now`. */
export function isWithin(seconds: string, now: number, ms: number): boolean {
  if (!/^\d{1,12}$/.test(seconds)) return false;
  const age = now - Number(seconds) * 1000;
  return age <= ms && age >= -5 * MINUTE_MS;
}

/**
 * How to count a bounce of a provider: as the mail server's own text says, if there is one, and otherwise as the
 * provider says. What the provider calls temporary is never hard.
 */
export function kindOfBounce(isPermanent: boolean, status: string, reply: string): 'hard' | 'soft' {
  if (!isPermanent) return 'soft';
  const hasCode = /(?<![\d.])5\d\d(?![\d.])|(?<![\d.])5\.\d{1,3}\.\d{1,3}/.test(`${status} ${reply}`);
  return hasCode ? bounceKindOf({ status: statusIn(status), reply }) : 'hard';
}

/** The status of RFC 3463 in a text. */
export function statusIn(text: string): string | undefined {
  return /(?<![\d.])[245]\.\d{1,3}\.\d{1,3}(?![\d.])/.exec(text)?.[0];
}
