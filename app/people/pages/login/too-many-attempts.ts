import type { Busy, Slowed } from '#app/people/auth-context.server.ts';
import { recordActivity } from '#app/people/request/record-activity.server.ts';
import { MINUTE_MS } from '#app/platform/time/durations.ts';

/** When to retry, as text for the user. */
export type HeldBack = { text: string; init: { status: number; headers: Record<string, string> } };

/** `pattern` is the route's, which contains no secret of the address. */
type NoteArgs = Parameters<typeof recordActivity>[0] & { pattern: string };

const BUSY_S = 5;

/** The response to a client that tried too often, 429, or while too many do, 503; both say when to retry. */
export async function respondTooMany(args: NoteArgs, outcome: Slowed | Busy): Promise<HeldBack> {
  if (outcome.kind === 'busy') {
    const text = 'Many people are logging in right now. Please try again in a few seconds.';
    return { text, init: initOf(503, BUSY_S) };
  }
  await recordActivity(args, 'held-back', args.pattern.replace(/^\/?/, '/'));
  const minutes = Math.ceil(outcome.waitMs / MINUTE_MS);
  const text = `Too many attempts. Please wait ${minutes === 1 ? 'a minute' : `${minutes} minutes`}.`;
  return { text, init: initOf(429, Math.ceil(outcome.waitMs / 1000)) };
}

export function isHeldBack<Outcome extends { kind: string }>(
  outcome: Outcome,
): outcome is Extract<Outcome, Slowed | Busy> {
  return outcome.kind === 'slowed' || outcome.kind === 'busy';
}

function initOf(status: number, retryS: number): HeldBack['init'] {
  return { status, headers: { 'Retry-After': String(retryS), 'Cache-Control': 'private, no-store' } };
}
