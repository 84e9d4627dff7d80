/** Moments as people write them in commands and addresses: ISO 8601, with a zone or in the time of the town. */
import { MINUTE_MS } from '#app/platform/time/durations.ts';
import {
  formatDate,
  formatLongDate,
  formatTime,
  instantOfTownTime,
  laterReadingOf,
  sideOfRepeatedHour,
  type TownClock,
  townTimeOf,
  zoneNameOf,
} from '#app/platform/time/town-time.ts';

/** UTC epoch milliseconds, or why the text is no moment. */
type ReadMoment = { instant: number; problem?: undefined } | { instant?: undefined; problem: string };

const DAY = /^\d{4}-\d{2}-\d{2}$/;
const LOCAL = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,3})?)?$/;
const ZONED = /^(\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,3})?)?)(Z|[+-]\d{2}:?\d{2})$/;
/** What the pages can name. */
const [FIRST, LAST] = [Date.UTC(1970, 0, 2), Date.UTC(2200, 0, 1)];

const HOW =
  'Write a moment like 2026-11-01T23:59 (in the time of the town), 2026-11-01T23:59-05:00 or 2026-11-02T04:59Z.';

/**
 * The moment that `text` names: '2026-11-01T23:59' and '2026-11-01' (its beginning) in the zone of `clock`, or with a
 * zone of its own. A local time that a clock change skips is a problem, which names the times around it; one that occurs
 * twice is the first, and the second is written with its zone.
 */
export function readMoment(text: string, clock: TownClock): ReadMoment {
  const { timeZone } = clock;
  const typed = text.trim().toUpperCase();
  const zoned = ZONED.exec(typed);
  const local = DAY.test(typed) ? `${typed}T00:00` : typed;
  const instant = zoned
    ? readZoned(typed)
    : LOCAL.test(local)
      ? instantOfTownTime(local, timeZone)
      : undefined;
  if (instant === undefined) return { problem: `“${text}” is not a moment. ${HOW}` };
  if (instant < FIRST || instant > LAST) return { problem: 'Choose a moment between 1970 and 2199.' };
  if (!zoned && !DAY.test(typed) && townTimeOf(instant, timeZone) !== local.slice(0, 16))
    return { problem: skippedWords(local, instant, clock) };
  return { instant };
}

function readZoned(text: string): number | undefined {
  const instant = Date.parse(text.replace(/([+-]\d{2})(\d{2})$/, '$1:$2'));
  const [date = ''] = text.split('T');
  // Date.parse accepts February 30 in some forms.
  const isDay = instantOfTownTime(`${date}T12:00`, 'UTC') !== undefined;
  return Number.isNaN(instant) || !isDay ? undefined : instant;
}

function skippedWords(local: string, after: number, clock: TownClock): string {
  // `instantOfTownTime` moved it forward by the length of the gap.
  const gap = minutesOf(townTimeOf(after, clock.timeZone)) - minutesOf(local.slice(0, 16));
  const skipped = minutesOf(local.slice(0, 16)) * MINUTE_MS;
  const first = skipped + gap * MINUTE_MS;
  // It has no instant: only its words are those of one in UTC.
  const inWords = { ...clock, timeZone: 'UTC' };
  const [day, time, firstTime] = [
    formatDate(skipped, inWords),
    formatTime(skipped, inWords),
    formatTime(first, inWords),
  ];
  const firstDay = formatDate(first, inWords);
  const choice = firstDay === day ? firstTime : `${firstTime} on ${firstDay}`;
  return `${time} on ${day} doesn’t exist in ${clock.timeZone}: the clocks go forward then. Choose ${choice}.`;
}

function minutesOf(local: string): number {
  return Date.parse(`${local}Z`) / MINUTE_MS;
}

/** 'Sunday, November 1, 2026, 11:59 PM', with the zone where the clock shows that time twice. */
export function momentWords(instant: number, clock: TownClock): string {
  const words = `${formatLongDate(instant, clock)}, ${formatTime(instant, clock)}`;
  const side = sideOfRepeatedHour(instant, clock.timeZone);
  if (!side) return words;
  return `${words} (the ${side === 'before' ? 'first' : 'second'} time that the clock shows it, ${zoneNameOf(clock)})`;
}

/** The moment as addresses name it: '2026-11-02T04:59:00Z'. */
export function momentInAddress(instant: number): string {
  return new Date(instant).toISOString().replace(/\.\d+Z$/, 'Z');
}

/** When the clock shows this time again because it is set back; undefined unless this is the first time. */
export function secondReadingOf(instant: number, { timeZone }: TownClock): number | undefined {
  return sideOfRepeatedHour(instant, timeZone) === 'before' ? laterReadingOf(instant, timeZone) : undefined;
}

/** The page `path` of the site at a moment, which is written as `momentInAddress` does. */
export function dayAddress(moment: string, path: string): string {
  return `/admin/another-day/${moment}${path}`;
}

/** Only paths of this site; the front page for everything else. */
export function ownPathOf(path: string | null): string {
  return path && /^\/(?![/\\])[^\s\\]*$/.test(path) ? path : '/articles';
}
