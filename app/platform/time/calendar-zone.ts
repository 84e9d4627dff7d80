import { zonedTimeOf } from './town-time.ts';

/** From an instant to another, both in UTC epoch milliseconds. */
export type Period = { from: number; to: number };

/** Only the first years of a longer period are described: no event of a town lasts that long. */
const MOST_YEARS = 3;

/**
 * The VTIMEZONE component of `zone` (RFC 5545, section 3.6.5): all clock changes of the years that the periods touch,
 * the one before each and the one after. Calendar programs that don't know the zone's name need it, and Outlook insists
 * on it. Its length depends on the number of periods, not on how far apart they are.
 */
export function formatCalendarZone(zone: string, periods: Period[]): string {
  const years = new Set(periods.flatMap((period) => yearsOf(period, zone)));
  const changes = new Map<number, Temporal.ZonedDateTime>();
  for (const year of years)
    for (const change of listClockChanges(zone, year)) changes.set(change.epochMilliseconds, change);
  const told = [...changes.values()].sort(Temporal.ZonedDateTime.compare).filter(isWritable);
  const parts = told.length > 0 ? told.map(formatChange) : [formatUnchanging(zone, periods[0]?.from ?? 0)];
  return ['BEGIN:VTIMEZONE', `TZID:${zone}`, ...parts.flat(), 'END:VTIMEZONE'].join('\r\n');
}

function yearsOf({ from, to }: Period, zone: string): number[] {
  const first = zonedTimeOf(from, zone).year;
  const last = Math.min(zonedTimeOf(to, zone).year, first + MOST_YEARS - 1);
  return Array.from({ length: last - first + 1 }, (_, step) => first + step);
}

/** The change at or before the beginning of the year, those within, and the one after. */
function listClockChanges(zone: string, year: number): Temporal.ZonedDateTime[] {
  const begin = Temporal.PlainDate.from({ year, month: 1, day: 1 }).toZonedDateTime(zone);
  const end = begin.add({ years: 1 });
  const first = begin.add({ milliseconds: 1 }).getTimeZoneTransition('previous');
  const changes = first ? [first] : [];
  let next = begin.getTimeZoneTransition('next');
  while (next) {
    changes.push(next);
    if (Temporal.ZonedDateTime.compare(next, end) >= 0) break;
    next = next.getTimeZoneTransition('next');
  }
  return changes;
}

/** A year of a calendar has four digits. */
function isWritable({ year }: Temporal.ZonedDateTime): boolean {
  return year >= 1 && year <= 9999;
}

/** The onset is in the local time before the change. */
function formatChange(change: Temporal.ZonedDateTime): string[] {
  const before = change.subtract({ nanoseconds: 1 });
  const onset = change.withTimeZone('UTC').add({ nanoseconds: before.offsetNanoseconds });
  const kind = change.offsetNanoseconds > before.offsetNanoseconds ? 'DAYLIGHT' : 'STANDARD';
  return formatRule(kind, onset.toPlainDateTime(), before.offset, change.offset);
}

function formatUnchanging(zone: string, at: number): string[] {
  const { offset } = zonedTimeOf(at, zone);
  return formatRule('STANDARD', Temporal.PlainDateTime.from('1970-01-01T00:00'), offset, offset);
}

function formatRule(kind: string, onset: Temporal.PlainDateTime, from: string, to: string): string[] {
  return [
    `BEGIN:${kind}`,
    `DTSTART:${onset.toString({ smallestUnit: 'second' }).replace(/[-:]/g, '')}`,
    `TZOFFSETFROM:${from.replaceAll(':', '')}`,
    `TZOFFSETTO:${to.replaceAll(':', '')}`,
    `END:${kind}`,
  ];
}
