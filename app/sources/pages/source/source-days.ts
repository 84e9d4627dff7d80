import { DAY_MS } from '#app/platform/time/durations.ts';
import { formatDate, startOfToday } from '#app/platform/time/town-time.ts';
import type { Town } from '#app/town/town.ts';

type Day = { day: string; checks: number; failed: number; added: number };

/** A day of the chart: `height` is 1 to 10. */
export type DayBar = { day: string; height: number; kind: 'good' | 'some' | 'bad' | 'off' };

const TALLEST = 10;

/** One bar for each day from `from` to `to` ('2026-11-20'): taller with more new items, full where everything failed. */
export function listBars(days: Day[], from: string, to: string): DayBar[] {
  const known = new Map(days.map((day) => [day.day, day]));
  const most = Math.max(1, ...days.map(({ added }) => added));
  return daysFrom(from, to).map((day) => {
    const { checks = 0, failed = 0, added = 0 } = known.get(day) ?? {};
    if (checks === 0) return { day, height: 1, kind: 'off' };
    if (failed === checks) return { day, height: TALLEST, kind: 'bad' };
    const height = added === 0 ? 1 : 2 + Math.round((added / most) * (TALLEST - 2));
    return { day, height, kind: failed > 0 ? 'some' : 'good' };
  });
}

export type Week = { start: string; added: number; failed: number };

/** The same by weeks, each by its first day, oldest first. */
export function listWeeks(days: Day[], town: Town): Week[] {
  const weeks = new Map<string, Week>();
  for (const { day, added, failed } of days) {
    const monday = mondayOf(day);
    const week = weeks.get(monday) ?? { start: weekName(monday, town), added: 0, failed: 0 };
    weeks.set(monday, { ...week, added: week.added + added, failed: week.failed + failed });
  }
  return [...weeks.values()];
}

/** Days are counted in UTC, where each has 24 hours. */
function daysFrom(from: string, to: string): string[] {
  const first = Date.parse(from);
  const count = Math.round((Date.parse(to) - first) / DAY_MS) + 1;
  return Array.from({ length: count }, (_, index) => dayOf(first + index * DAY_MS));
}

function mondayOf(day: string): string {
  const instant = Date.parse(day);
  return dayOf(instant - ((new Date(instant).getUTCDay() + 6) % 7) * DAY_MS);
}

function dayOf(instant: number): string {
  return new Date(instant).toISOString().slice(0, 10);
}

function weekName(day: string, { locale }: Town): string {
  return formatDate(startOfToday(Date.parse(`${day}T12:00Z`), 'UTC'), { timeZone: 'UTC', locale });
}
