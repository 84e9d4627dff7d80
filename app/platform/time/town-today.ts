import { formatLongDate, startOfToday, startOfTomorrow, type TownClock, townDayOf } from './town-time.ts';

/** Today in the town: `YYYY-MM-DD`, in full in its locale, and when it ends (UTC epoch milliseconds). */
export type Today = { day: string; text: string; until: number };

let known: { key: string; from: number; today: Today } | undefined;

/**
 * The town's day that contains `now` (UTC epoch milliseconds). Cached, because every page needs it and it changes once
 * a day.
 */
export function townToday(now: number, clock: TownClock): Today {
  const key = `${clock.timeZone} ${clock.locale}`;
  if (known?.key !== key || now < known.from || now >= known.today.until) {
    known = {
      key,
      from: startOfToday(now, clock.timeZone),
      today: {
        day: townDayOf(now, clock.timeZone),
        text: formatLongDate(now, clock),
        until: startOfTomorrow(now, clock.timeZone),
      },
    };
  }
  return known.today;
}
