/** An event of this site as The Events Calendar stores its own. */

import { fieldTextOf, type LeavingItem } from '#app/moving/formats/leaving-item.ts';
import { townTimeOf, zonedTimeOf } from '#app/platform/time/town-time.ts';

/** A meta field of a post of WordPress. */
export type Meta = [key: string, value: string];

const STATUSES = new Map([
  ['cancelled', 'canceled'],
  ['postponed', 'postponed'],
]);

/** None without a date. An all-day event ends at the last second of its last day. */
export function eventMeta({ input }: LeavingItem, zone: string, venue: number | undefined): Meta[] {
  const start = Date.parse(fieldTextOf(input, 'eventDate'));
  if (Number.isNaN(start)) return [];
  const end = Date.parse(fieldTextOf(input, 'endDate'));
  const last = input.allDay === true ? lastSecondOf(start, end, zone) : Number.isNaN(end) ? start : end;
  const status = STATUSES.get(fieldTextOf(input, 'status'));
  const utc = (at: number) => new Date(at).toISOString().slice(0, 19).replace('T', ' ');
  return [
    ['_EventStartDate', localTime(start, zone)],
    ['_EventEndDate', localTime(last, zone)],
    ['_EventStartDateUTC', utc(start)],
    ['_EventEndDateUTC', utc(last)],
    ['_EventDuration', String(Math.round((last - start) / 1000))],
    ['_EventTimezone', zone],
    ['_EventTimezoneAbbr', ''],
    ['_EventOrigin', 'events-calendar'],
    ...(input.allDay === true ? [['_EventAllDay', 'yes'] as Meta] : []),
    ...(venue ? [['_EventVenueID', String(venue)] as Meta] : []),
    ...(fieldTextOf(input, 'link') ? [['_EventURL', fieldTextOf(input, 'link')] as Meta] : []),
    ...(status ? [['_tribe_events_status', status] as Meta] : []),
    ...(status && fieldTextOf(input, 'statusNote')
      ? [['_tribe_events_status_reason', fieldTextOf(input, 'statusNote')] as Meta]
      : []),
  ];
}

function lastSecondOf(start: number, end: number, zone: string): number {
  const midnight = zonedTimeOf(start, zone).startOfDay().add({ days: 1 }).epochMilliseconds;
  return (Number.isNaN(end) ? midnight : end) - 1000;
}

/** An instant in a zone: 'YYYY-MM-DD HH:MM:SS'. */
export function localTime(at: number, zone: string): string {
  return `${townTimeOf(at, zone).replace('T', ' ')}:${String(zonedTimeOf(at, zone).second).padStart(2, '0')}`;
}
