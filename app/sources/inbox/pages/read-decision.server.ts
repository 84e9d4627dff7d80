/** Reads decisions from forms. */
import { instantOfTownTime, townTimeInDays, weekdayOf } from '#app/platform/time/town-time.ts';
import { type Action, actions, type Decision } from '#app/sources/inbox/decision.ts';
import type { Town } from '#app/town/town.ts';

/** Snoozed items return at this time of the town. */
const MORNING = '07:00';

export type ReadDecision =
  | { decision: Decision; problem?: undefined }
  | { decision?: undefined; problem: string };

/**
 * The decision with this name; `until` is 'tomorrow', 'week' for the next Monday, or a day ('2026-11-30') of the town.
 * `problem` is a sentence.
 */
export function readDecision(
  name: unknown,
  { until, into, duplicate }: { until?: unknown; into?: unknown; duplicate?: unknown },
  { town, now }: { town: Town; now: number },
): ReadDecision {
  const action = readAction(name);
  if (!action) return { problem: 'Choose what to do.' };
  if (action === 'merge')
    return into ? { decision: { action, into: String(into) } } : { problem: 'Choose an item.' };
  if (action === 'split')
    return { decision: { action, duplicate: duplicate ? String(duplicate) : undefined } };
  if (action !== 'snooze') return { decision: { action } };
  const at = morningOf(String(until ?? ''), town, now);
  if (at === undefined) return { problem: 'Choose a day.' };
  return at <= now ? { problem: 'Choose a day after today.' } : { decision: { action, until: at } };
}

export function readAction(name: unknown): Action | undefined {
  return actions.find((action) => action === name);
}

function morningOf(until: string, { timeZone }: Town, now: number): number | undefined {
  if (until === 'tomorrow') return townTimeInDays(now, 1, MORNING, timeZone);
  if (until === 'week') return townTimeInDays(now, 8 - weekdayOf(now, timeZone), MORNING, timeZone);
  return /^\d{4}-\d{2}-\d{2}$/.test(until) ? instantOfTownTime(`${until}T${MORNING}`, timeZone) : undefined;
}
