import { DAY_MS } from '#app/platform/time/durations.ts';

/** Fewer days with something new show no rhythm. */
const FEWEST_DAYS = 5;
const SHORTEST_DAYS = 3;
/** A silence is unusual when it is this many times as long as the longest one before. */
const TIMES = 2;

/**
 * How long a source has to be silent before that is unusual, in milliseconds: twice its longest silence so far, at least
 * three days. `days` are the days ('2026-11-20') on which something new came, oldest first. Undefined for fewer than
 * five.
 */
export function usualSilenceOf(days: string[]): number | undefined {
  if (days.length < FEWEST_DAYS) return undefined;
  const instants = days.map((day) => Date.parse(day));
  const silences = instants.slice(1).map((instant, index) => instant - (instants[index] as number));
  return TIMES * Math.max(...silences, (SHORTEST_DAYS / TIMES) * DAY_MS);
}
