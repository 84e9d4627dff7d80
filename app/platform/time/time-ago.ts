import { DAY_MS, HOUR_MS, MINUTE_MS } from './durations.ts';
import { formatShortDate, type TownClock } from './town-time.ts';

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
