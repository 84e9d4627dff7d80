import { DAY_MS, HOUR_MS, MINUTE_MS } from './durations.ts';
import { daysBetween, formatShortDate, type TownClock, townDayOf } from './town-time.ts';

/**
 * How long ago `at` was: 'Just now', '20 minutes ago', '3 hours ago', '2 days ago', and after a week the date. Both are
 * UTC epoch milliseconds; a moment to come is 'Just now'.
 */
export function formatAgo(at: number, now: number, clock: TownClock): string {
  const passed = now - at;
  if (passed < MINUTE_MS) return 'Just now';
  if (passed >= 7 * DAY_MS) return formatShortDate(at, clock);
  const [unit, length] =
    passed < HOUR_MS
      ? (['minute', MINUTE_MS] as const)
      : passed < DAY_MS
        ? (['hour', HOUR_MS] as const)
        : (['day', DAY_MS] as const);
  return new Intl.RelativeTimeFormat(clock.locale).format(-Math.floor(passed / length), unit);
}

/**
 * How far away `at` is, to be shown next to its full date: 'Today, in 40 minutes', 'Tomorrow, in 15 hours', 'In 3
 * days'. Both are UTC epoch milliseconds, days are those of `zone`. '' for a moment that is not to come.
 */
export function describeUntil(at: number, now: number, zone: string): string {
  if (at <= now) return '';
  const days = daysBetween(townDayOf(now, zone), townDayOf(at, zone));
  if (days > 1) return `In ${days} days`;
  const left = at - now;
  const isSoon = left < HOUR_MS;
  const distance = inEnglish.format(
    isSoon ? Math.ceil(left / MINUTE_MS) : Math.round(left / HOUR_MS),
    isSoon ? 'minute' : 'hour',
  );
  return `${days === 0 ? 'Today' : 'Tomorrow'}, ${distance}`;
}

const inEnglish = new Intl.RelativeTimeFormat('en-US');
