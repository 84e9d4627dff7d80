/** The ends that a form offers, and when a notice is or was shown, in words. */
import {
  formatDate,
  formatDayParts,
  formatTime,
  type TownClock,
  townDayOf,
  townTimeInDays,
} from '#app/platform/time/town-time.ts';

export const quickEnds = ['tonight', 'morning', 'three-days'] as const;

export type QuickEnd = (typeof quickEnds)[number];

const plans: Record<QuickEnd, { label: string; days: number; time: string }> = {
  tonight: { label: 'Tonight', days: 0, time: '23:59' },
  morning: { label: 'Tomorrow morning', days: 1, time: '08:00' },
  'three-days': { label: 'In 3 days', days: 3, time: '08:00' },
};

/** An offered end: 'Tonight' and '11:59 PM'. */
export type EndChoice = { value: QuickEnd; label: string; time: string };

/** When the offered end is, UTC epoch milliseconds: always still to come. */
export function endOf(quick: QuickEnd, now: number, zone: string): number {
  const { days, time } = plans[quick];
  const end = townTimeInDays(now, days, time, zone);
  return end > now ? end : townTimeInDays(now, days + 1, time, zone);
}

export function listEndChoices(now: number, clock: TownClock): EndChoice[] {
  return quickEnds.map((value) => ({
    value,
    label: plans[value].label,
    time: formatTime(endOf(value, now, clock.timeZone), clock),
  }));
}

/** 'November 20, 6:40 AM', with its year if that is not this one. */
export function formatMoment(instant: number, clock: TownClock, now: number): string {
  const isThisYear =
    townDayOf(instant, clock.timeZone).slice(0, 4) === townDayOf(now, clock.timeZone).slice(0, 4);
  const day = isThisYear ? formatDayParts(instant, clock).monthDay : formatDate(instant, clock);
  return `${day}, ${formatTime(instant, clock)}`;
}
