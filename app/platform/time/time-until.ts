import { HOUR_MS, MINUTE_MS } from './durations.ts';
import { daysBetween, townDayOf } from './town-time.ts';

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
