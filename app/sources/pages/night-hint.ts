import { formatTime, townTimeOf } from '#app/platform/time/town-time.ts';
import type { ParsedSource } from '#app/sources/import/source-item.ts';
import type { Town } from '#app/town/town.ts';

/** Hardly anything begins before six in the morning. */
const END_OF_NIGHT = '06:00';
/** One early bus trip is no sign of a wrong zone. */
const FEWEST_PART = 0.2;

/**
 * A warning when the times of events seem to be in another zone than the town's, because many begin at night; undefined
 * otherwise.
 */
export function findNightHint({ occurrences }: ParsedSource, town: Town): string | undefined {
  const timed = occurrences.filter(({ allDay }) => !allDay);
  const atNight = timed.filter(({ start }) => isNight(Date.parse(start), town.timeZone));
  const [first] = atNight;
  if (!first || atNight.length < timed.length * FEWEST_PART) return undefined;
  const time = formatTime(Date.parse(first.start), town);
  return `Check the times: “${first.title}” would be at ${time}. If that is wrong, choose the zone that the times are meant in; the town’s usually fits.`;
}

function isNight(instant: number, zone: string): boolean {
  const time = townTimeOf(instant, zone).slice(11, 16);
  return time < END_OF_NIGHT && time !== '00:00';
}
