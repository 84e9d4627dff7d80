import { formatLongDate, startOfToday, startOfTomorrow, type TownClock, townDayOf } from './town-time.ts';

/** The town's present day: `YYYY-MM-DD`, and as its locale writes it in full. */
export type Today = { day: string; text: string };

let known: { key: string; from: number; until: number; today: Today } | undefined;

/** The day of the town that holds `now` (UTC epoch milliseconds). Every page asks, and it changes once a day. */
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
