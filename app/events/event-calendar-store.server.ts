/** Events for calendar subscriptions. */
import type { ReadDb } from '#app/platform/database/handles.ts';
import { inSnapshot } from '#app/platform/database/transaction.ts';
import { type CalendarEvent, cardFields } from './event.ts';
import { fromRow, isLong, lastBegun, MOST_ONGOING } from './event-store.server.ts';

/** The maximum number of events in a calendar, so that it stays below the megabyte that calendar programs accept. */
const MOST_UPCOMING = 400;
const MOST_PAST = 80;

/** How much of a description a calendar needs. */
const MOST_HTML = 4000;

const seriesColumns = ['recurrence', 'seriesId', 'recurrenceId', 'seriesStart'] as const;
const calendarColumns = [...cardFields, ...seriesColumns, 'version', 'updatedAt'] as const;

/** `from` is the town's midnight, `since` an earlier one. */
type CalendarRequest = { from: number; since: number; place?: string | undefined };

/**
 * Events for a calendar, soonest first: at most 400 on or after `from`, at most 80 before it, and at most 20 that began
 * before `since` and continue; with `place` only those with that eventLocation. Descriptions are cut.
 */
export function listCalendarEvents(db: ReadDb, request: CalendarRequest): Promise<CalendarEvent[]> {
  return inSnapshot(db, (read) => listCalendar(read, request));
}

async function listCalendar(db: ReadDb, { from, since, place }: CalendarRequest): Promise<CalendarEvent[]> {
  const all = calendarRows(db);
  const here = place === undefined ? all : all.where('eventLocation', '=', place);
  const [coming, past, ongoing] = await Promise.all([
    here.where('eventDate', '>=', from).orderBy('eventDate').orderBy('id').limit(MOST_UPCOMING).execute(),
    lastBegun(here.where('eventDate', '>=', since), from)
      .limit(MOST_PAST)
      .execute(),
    db
      .selectFrom(lastBegun(all.where(isLong), since).as('step'))
      .select([...calendarColumns, 'description'])
      .where('endDate', '>', from)
      .$if(place !== undefined, (query) => query.where('eventLocation', '=', String(place)))
      .limit(2 * MOST_ONGOING)
      .execute(),
  ]);
  return [...ongoing, ...past, ...coming].sort(compareDates).map(fromRow);
}

/** The events with these ids for a calendar, soonest first; ids without an event are left out. */
export async function listCalendarEventsById(db: ReadDb, ids: string[]): Promise<CalendarEvent[]> {
  if (ids.length === 0) return [];
  const rows = await calendarRows(db).where('id', 'in', ids).execute();
  return rows.sort(compareDates).map(fromRow);
}

function calendarRows(db: ReadDb) {
  return db
    .selectFrom('event')
    .select(calendarColumns)
    .select((eb) => eb.fn<string>('substr', ['description', eb.lit(1), eb.lit(MOST_HTML)]).as('description'));
}

function compareDates(one: { eventDate: number; id: string }, other: { eventDate: number; id: string }) {
  return one.eventDate - other.eventDate || (one.id < other.id ? -1 : 1);
}
