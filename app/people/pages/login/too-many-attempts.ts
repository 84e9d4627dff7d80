import type { Busy, Slowed } from '#app/people/auth-context.server.ts';
import { recordActivity } from '#app/people/request/record-activity.server.ts';
import { failedForm } from '#app/platform/forms/failed-form.ts';
import { MINUTE_MS } from '#app/platform/time/durations.ts';

/** When to retry, as text for the user and for the response. */
export type Retry = { text: string; init: { status: number; headers: Record<string, string> } };

/** `pattern` is the route's, which contains no secret of the address. */
type RecordArgs = Parameters<typeof recordActivity>[0] & { pattern: string };

const BUSY_S = 5;

/** When a client that tried too often can retry, 429, or anyone while too many try, 503. The former is recorded. */
export async function findRetry(args: RecordArgs, outcome: Slowed | Busy): Promise<Retry> {
  if (outcome.kind === 'busy') {
    const text = 'Many people are logging in right now. Please try again in a few seconds.';
    return { text, init: initOf(503, BUSY_S) };
  }
  await recordActivity(args, 'held-back', args.pattern.replace(/^\/?/, '/'));
  const minutes = Math.ceil(outcome.waitMs / MINUTE_MS);
  const text = `Too many attempts. Please wait ${minutes === 1 ? 'a minute' : `${minutes} minutes`}.`;
  return { text, init: initOf(429, Math.ceil(outcome.waitMs / 1000)) };
}

/** The response to a form that can be sent again later, with the time as its reason. */
export async function respondTooMany<Values>(args: RecordArgs, outcome: Slowed | Busy, values: Values) {
  const { text, init } = await findRetry(args, outcome);
  return failedForm(init, values, { reason: text });
}

export function isHeldBack<Outcome extends { kind: string }>(
  outcome: Outcome,
): outcome is Extract<Outcome, Slowed | Busy> {
  return outcome.kind === 'slowed' || outcome.kind === 'busy';
}

function initOf(status: number, retryS: number): Retry['init'] {
  return { status, headers: { 'Retry-After': String(retryS), 'Cache-Control': 'private, no-store' } };
}
