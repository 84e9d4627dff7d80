import { HOUR_MS } from '#app/platform/time/durations.ts';
import { townDayOf, townTimeInDays, weekdayOf } from '#app/platform/time/town-time.ts';
import type { NewsletterPlan } from '#app/town/newsletter/newsletter-plan.ts';
import { LATE_MS } from './issue-actions.server.ts';

/** How long before its time an automatic issue is built, so that it can be reviewed. */
const LEAD_MS = { weekly: 24 * HOUR_MS, daily: 2 * HOUR_MS } as const;

/** One automatic issue. `occasion` is its key, by which it is built only once; `sendAt` in UTC epoch milliseconds. */
export type Slot = { occasion: string; audience: 'weekly' | 'daily'; sendAt: number };

type Schedule = Pick<NewsletterPlan, 'weekly' | 'daily'>;

/** The slots for which an issue should exist at `now`, by the wall clock of the town's zone. */
export function slotsAt(plan: Schedule, now: number, zone: string): Slot[] {
  return [-1, 0, 1, 2]
    .flatMap((days) => slotsInDays(plan, { now, days, zone }))
    .filter(({ audience, sendAt }) => now >= sendAt - LEAD_MS[audience] && now <= sendAt + LATE_MS)
    .sort((one, other) => one.sendAt - other.sendAt);
}

function slotsInDays(
  plan: Schedule,
  { now, days, zone }: { now: number; days: number; zone: string },
): Slot[] {
  const noon = townTimeInDays(now, days, '12:00', zone);
  const day = townDayOf(noon, zone);
  const slots: Slot[] = [];
  if (plan.weekly.on && weekdayOf(noon, zone) === plan.weekly.weekday) {
    const sendAt = townTimeInDays(now, days, plan.weekly.time, zone);
    slots.push({ occasion: `weekly:${day}`, audience: 'weekly', sendAt });
  }
  if (plan.daily.on) {
    const sendAt = townTimeInDays(now, days, plan.daily.time, zone);
    slots.push({ occasion: `daily:${day}`, audience: 'daily', sendAt });
  }
  return slots;
}

/** The slot that has this key in the plan; undefined when the plan has none any more. */
export function slotOf(plan: Schedule, occasion: string, zone: string): Slot | undefined {
  const noon = Date.parse(`${occasion.slice(occasion.indexOf(':') + 1)}T12:00:00Z`);
  if (Number.isNaN(noon)) return undefined;
  return [-1, 0, 1]
    .flatMap((days) => slotsInDays(plan, { now: noon, days, zone }))
    .find((slot) => slot.occasion === occasion);
}
