import { zonedTimeOf } from './town-time.ts';

/** The parameters and the value of a calendar's date: `;TZID=America/New_York` and `20261121T190000`. */
export type CalendarDate = { parameters: string; value: string };

/** Before this year, clocks followed the sun, with offsets that many programs can't read. */
const FIRST_YEAR_OF_ZONES = 1900;

/**
 * An instant in the format of RFC 5545: in local time of `zone`, whose name is never quoted (Outlook refuses that); in
 * UTC if that is the zone, or the local time occurs twice or can't be written. Undefined outside the years 1 to 9999, which four digits
 * hold, and on the last day of them.
 */
export function calendarTimeOf(instant: number, zone: string): CalendarDate | undefined {
  const local = zonedTimeOf(instant, zone);
  if (!isUniversal(zone) && isPlain(local)) {
    return { parameters: `;TZID=${zone}`, value: compact(local.toPlainDateTime()) };
  }
  const universal = zonedTimeOf(instant, 'UTC').toPlainDateTime();
  return hasFourDigits(universal) ? { parameters: '', value: `${compact(universal)}Z` } : undefined;
}

/** The day of `zone` that contains the instant; undefined if the zone doesn't exist. */
export function calendarDayOf(instant: number, zone: string): CalendarDate | undefined {
  const day = zonedTimeOf(instant, zone).toPlainDate();
  if (!hasFourDigits(day)) return undefined;
  return { parameters: ';VALUE=DATE', value: day.toString().replaceAll('-', '') };
}

/** Whether times of the zone are written as UTC, so that it needs no description. */
export function isUniversal(zone: string): boolean {
  return /^(Etc\/)?(UTC|UCT|GMT|Zulu|Universal)$/.test(zone);
}

function isPlain(local: Temporal.ZonedDateTime): boolean {
  const isWhole = local.offsetNanoseconds % 60_000_000_000 === 0;
  return (
    local.year >= FIRST_YEAR_OF_ZONES && hasFourDigits(local.toPlainDateTime()) && isWhole && isOnce(local)
  );
}

/**
 * Not in the hour that a clock change repeats: a local time there means the first of the two (RFC 5545, section 3.3.5),
 * but some programs take it for the second.
 */
function isOnce(local: Temporal.ZonedDateTime): boolean {
  const plain = local.toPlainDateTime();
  const [first, second] = (['earlier', 'later'] as const).map((disambiguation) =>
    plain.toZonedDateTime(local.timeZoneId, { disambiguation }),
  );
  return first !== undefined && second !== undefined && first.equals(second);
}

/** The day after, too: for an event without an end, programs compute one, and fail if they can't. */
function hasFourDigits(date: Temporal.PlainDateTime | Temporal.PlainDate): boolean {
  return date.year >= 1 && date.add({ days: 1 }).year <= 9999;
}

function compact(time: Temporal.PlainDateTime): string {
  return time.toString({ smallestUnit: 'second' }).replace(/[-:]/g, '');
}
