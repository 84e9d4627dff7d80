import { formatLongDate, formatTime, type TownClock } from '#app/platform/time/town-time.ts';

/** 'Friday, November 20, 2026, 5:00 PM' */
export function timeWords(at: number, clock: TownClock): string {
  return `${formatLongDate(at, clock)}, ${formatTime(at, clock)}`;
}
