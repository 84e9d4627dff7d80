import { formatLongDate, startOfToday, startOfTomorrow, type TownClock, townDayOf } from './town-time.ts';

/** Today in the town: `YYYY-MM-DD`, and in full in its locale. */
export type Today = { day: string; text: string };

let known: { key: string; from: number; until: number; today: Today } | undefined;

/**
 * The town's day that contains `now` (UTC epoch milliseconds). Cached, because every page needs it and it changes once
 * a day.
 */
export function townToday(now: number, clock: TownClock): Today {
  const key = `${clock.timeZone} ${clock.locale}`;
  if (known?.key !== key || now < known.from || now >= known.until) {
    known = {
      key,
      from: startOfToday(now, clock.timeZone),
      until: startOfTomorrow(now, clock.timeZone),
      today: { day: townDayOf(now, clock.timeZone), text: formatLongDate(now, clock) },
    };
  }
  return known.today;
}
