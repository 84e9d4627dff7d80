import { DAY_MS } from '#app/platform/time/durations.ts';

/** How many revisions stay, by age: all for a day, then the last of each period. */
const PERIODS = [
  { until: 30 * DAY_MS, length: DAY_MS },
  { until: 180 * DAY_MS, length: 7 * DAY_MS },
  { until: 365 * DAY_MS, length: 30 * DAY_MS },
];

/**
 * The revisions to delete at `now` (UTC epoch milliseconds). These stay: all of the last day, the last of each day for
 * 30 days, of each week for 180 days, of each month (30 days) for a year, and always the newest. Periods are fixed in
 * time, so running this more often deletes nothing more.
 */
export function listThinned(saves: readonly { revision: number; savedAt: number }[], now: number): number[] {
  const newestFirst = saves.toSorted((one, other) => other.revision - one.revision);
  const kept = new Set<string>();
  return newestFirst.slice(1).flatMap(({ revision, savedAt }) => {
    const age = now - savedAt;
    if (age <= DAY_MS) return [];
    const period = PERIODS.find(({ until }) => age <= until);
    if (!period) return [revision];
    const name = `${period.length} ${Math.floor(savedAt / period.length)}`;
    if (kept.has(name)) return [revision];
    kept.add(name);
    return [];
  });
}
