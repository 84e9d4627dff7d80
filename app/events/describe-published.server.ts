import type { ReadDb } from '#app/platform/database/handles.ts';
import { formatDayParts, type TownClock } from '#app/platform/time/town-time.ts';
import { type Dates, eventSpanOf, parseEventTime } from './event-time.ts';

/** How many dates are named, the last one among them. */
const MOST_NAMED = 5;

/** What a form says of a published event: the dates of its series, and what calendars show if it has no hour. */
export async function describePublished(db: ReadDb, id: string, clock: TownClock): Promise<string> {
  const event = await db
    .selectFrom('event')
    .select(['seriesId', 'eventDate', 'eventTime', 'endDate', 'allDay'])
    .where('id', '=', id)
    .executeTakeFirst();
  if (!event) return '';
  const dates = await db
    .selectFrom('event')
    .select('eventDate')
    .where('seriesId', '=', event.seriesId)
    .orderBy('eventDate')
    .execute();
  const parts = [
    sayDates(
      dates.map(({ eventDate }) => formatDayParts(eventDate, clock).monthDay),
      clock.locale,
    ),
    sayHour({ ...event, allDay: Boolean(event.allDay) }, clock.timeZone),
  ];
  return parts.filter(Boolean).join(' ');
}

function sayDates(days: string[], locale: string): string {
  if (days.length < 2) return '';
  const first = days.length > MOST_NAMED ? days.slice(0, MOST_NAMED - 1) : days;
  const more = days.length - first.length;
  const named = more === 0 ? days : [...first, `${more} more until ${days.at(-1)}`];
  return `${days.length} dates: ${new Intl.ListFormat(locale).format(named)}.`;
}

function sayHour(event: Dates, zone: string): string {
  const isUnclear =
    eventSpanOf(event, zone).allDay && !event.allDay && !parseEventTime(event.eventTime).allDay;
  return isUnclear
    ? `“${event.eventTime}” is not an hour, so calendars show the event for the whole day.`
    : '';
}
