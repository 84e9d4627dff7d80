import { zonedTimeOf } from './town-time.ts';

/**
 * The VTIMEZONE component of `zone` (RFC 5545, section 3.6.5) as it holds from the clock change before `from` to the
 * one after `to`, both instants: what a calendar program needs that does not know the zone by its name.
 */
export function formatCalendarZone(zone: string, from: number, to: number): string {
  const changes = listClockChanges(zone, from, to);
  const parts = changes.length > 0 ? changes.map(formatChange) : [formatUnchanging(zone, from)];
  return ['BEGIN:VTIMEZONE', `TZID:${zone}`, ...parts.flat(), 'END:VTIMEZONE'].join('\r\n');
}

/** The change before `from` or at it, those up to `to`, and the one after. */
function listClockChanges(zone: string, from: number, to: number): Temporal.ZonedDateTime[] {
  const first = zonedTimeOf(from + 1, zone).getTimeZoneTransition('previous');
  const changes = first ? [first] : [];
  let next = zonedTimeOf(from, zone).getTimeZoneTransition('next');
  while (next) {
    changes.push(next);
    if (next.epochMilliseconds > to) break;
    next = next.getTimeZoneTransition('next');
  }
  return changes;
}

/** The onset is told by the clock that still ran before it. */
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
