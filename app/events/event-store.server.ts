import type { ExpressionBuilder, SelectQueryBuilder } from 'kysely';
import type { ListRequest, SaveOptions, SaveOutcome } from '#app/items/collection/collection.ts';
import type { SeenItem } from '#app/items/collection/item-tag.ts';
import { absentFieldsOf, columnsOf } from '#app/items/content/item-fields.ts';
import { removeRow, saveItem } from '#app/items/content/item-store.server.ts';
import { withDocumentIds } from '#app/items/text/library-files.server.ts';
import type { ReadDb, WriteDb } from '#app/platform/database/handles.ts';
import { type CountedOrder, paginateCounted } from '#app/platform/database/lists/counted-list.server.ts';
import {
  type Page,
  type PageRequest,
  paginateWalking,
} from '#app/platform/database/lists/paginate.server.ts';
import type { Tables } from '#app/platform/database/tables/tables.ts';
import { heldFor, inSnapshot, inTransaction } from '#app/platform/database/transaction.ts';
import type { TextSource } from '#app/platform/search-index/text-sources.ts';
import { DAY_MS } from '#app/platform/time/durations.ts';
import {
  cardFields,
  type EventCard,
  type EventInput,
  eventSchema,
  previousDateOf,
  type TownEvent,
} from './event.ts';
import { meetingColumns, meetingTextOf, withMeeting } from './meetings/meeting.ts';

export const eventSource: TextSource = {
  kind: 'events',
  table: 'event',
  place: 3,
  title: 'title',
  date: 'eventDate',
  address: 'enclosureUrl',
  columns: ['title', 'description', 'eventLocation', 'seriesId', 'meeting'],
  json: ['meeting'],
  fieldsOf: ({ title = '', description = '', eventLocation = '', seriesId, meeting }) => ({
    title,
    html: description + meetingTextOf(meeting),
    texts: [],
    place: eventLocation,
    seriesId,
  }),
};

/** Earliest first by eventDate (spec section 9). */
export const eventOrder: CountedOrder = {
  table: eventSource.table,
  column: 'eventDate',
  direction: 'asc',
  kind: 'number',
};

export const eventColumns = [...columnsOf(eventSchema), 'version', 'updatedAt'] as const;

/**
 * Events on or after `from`, earliest first, for lists. `from` is UTC epoch milliseconds: pass `startOfToday(now,
 * zone)`. Without events the page is empty (spec sections 2 and 9).
 */
export async function listUpcomingEvents(
  db: ReadDb,
  from: number,
  request: PageRequest,
): Promise<Page<EventCard>> {
  const query = db.selectFrom('event').select(cardFields);
  return fromPage(await paginateCounted(db, query, eventOrder, request, from));
}

/** A selection of events: from an instant on, up to another, at a place as written, of a category. */
export type EventSelection = { from: number; until?: number; place?: string; category?: string };

/** The same with a filter: pages are reached by reading those before, at most the hundredth. */
export async function listSelectedEvents(
  db: ReadDb,
  selection: EventSelection,
  request: PageRequest,
): Promise<Page<EventCard>> {
  const query = selected(db.selectFrom('event').select(cardFields), selection);
  return fromPage(await paginateWalking(query, eventOrder, request));
}

/** The maximum of one month's page, more than a town has. */
const MOST_BETWEEN = 400;

/** Events that begin between two instants, or began before and continue, earliest first, at most 400. */
export function listEventsBetween(db: ReadDb, span: EventSpan): Promise<EventsBetween> {
  return inSnapshot(db, (read) => listBetween(read, span));
}

type EventSpan = EventSelection & { until: number };
type EventsBetween = { events: EventCard[]; isCut: boolean };

async function listBetween(db: ReadDb, selection: EventSpan): Promise<EventsBetween> {
  const { from, ...rest } = selection;
  const cards = db.selectFrom('event').select(cardFields);
  const [ongoing, begun] = await Promise.all([
    db
      .selectFrom(lastBegun(selected(cards.where(isLong), { ...rest, from: 0 }), from).as('step'))
      .select(cardFields)
      .where('endDate', '>', from)
      .limit(MOST_ONGOING)
      .execute(),
    selected(cards, selection)
      .orderBy('eventDate')
      .orderBy('id')
      .limit(MOST_BETWEEN + 1)
      .execute(),
  ]);
  const events = [...ongoing.reverse(), ...begun.slice(0, MOST_BETWEEN)].map(fromRow);
  return { events, isCut: begun.length > MOST_BETWEEN };
}

function selected<Row>(
  query: SelectQueryBuilder<Tables, 'event', Row>,
  { from, until, place, category }: EventSelection,
) {
  return query
    .where('eventDate', '>=', from)
    .$if(until !== undefined, (part) => part.where('eventDate', '<', Number(until)))
    .$if(place !== undefined, (part) => part.where('eventLocation', '=', String(place)))
    .$if(category !== undefined, (part) => part.where('category', '=', String(category)));
}

/** The filter's choices are counted among this many upcoming events. */
const MOST_COUNTED = 200;

/** Places and categories of the next 200 events from `from` on, those with the most events first. */
export async function countEventChoices(
  db: ReadDb,
  from: number,
): Promise<Record<'places' | 'categories', string[]>> {
  const next = db
    .selectFrom('event')
    .select(['eventLocation', 'category'])
    .where('eventDate', '>=', from)
    .orderBy('eventDate')
    .orderBy('id')
    .limit(MOST_COUNTED);
  const rows = await next.execute();
  return {
    places: mostFrequent(rows.map((row) => row.eventLocation)),
    categories: mostFrequent(rows.map((row) => row.category)),
  };
}

function mostFrequent(words: (string | null)[]): string[] {
  const counts = Map.groupBy(
    words.filter((word): word is string => Boolean(word)),
    (word) => word,
  );
  return [...counts]
    .sort(([a, one], [b, other]) => other.length - one.length || (a < b ? -1 : 1))
    .map(([word]) => word);
}

/** Continuing events are searched among this many that began last. */
const MOST_BEGUN = 200;

export const MOST_ONGOING = 10;

/**
 * Events that began before `from`, the town's midnight, and have not ended at `now`: multi-day events, and those of
 * last night. Those that end first come first, at most ten. The work is bounded whatever the size of the town: an event
 * that began before the latest 200 of its kind is not found.
 */
export function listOngoingEvents(db: ReadDb, from: number, now: number): Promise<EventCard[]> {
  return inSnapshot(db, (read) => listOngoing(read, from, now));
}

async function listOngoing(db: ReadDb, from: number, now: number): Promise<EventCard[]> {
  const cards = db.selectFrom('event').select(cardFields);
  const isShort = (eb: EventExpressions) => eb(lengthOf(eb), '<', eb.lit(DAY_MS));
  const night = cards.where(isShort).where('eventDate', '>=', from - DAY_MS);
  const stillOn = (begun: typeof cards) =>
    db
      .selectFrom(lastBegun(begun, from).as('step'))
      .select(cardFields)
      .where('endDate', '>', now)
      .limit(MOST_ONGOING)
      .execute();
  const found = (await Promise.all([stillOn(cards.where(isLong)), stillOn(night)])).flat();
  return found
    .sort((one, other) => Number(one.endDate) - Number(other.endDate))
    .slice(0, MOST_ONGOING)
    .map(fromRow);
}

type EventExpressions = ExpressionBuilder<Tables, 'event'>;

function lengthOf(eb: EventExpressions) {
  return eb('endDate', '-', eb.ref('eventDate'));
}

/** The condition of the index of long events. With a parameter instead of the number, the index would not be used. */
export function isLong(eb: EventExpressions) {
  return eb(lengthOf(eb), '>=', eb.lit(DAY_MS));
}

/** Those that began last before an instant, latest first; few enough to read all of them. */
export function lastBegun<Row>(query: SelectQueryBuilder<Tables, 'event', Row>, before: number) {
  return query
    .where('eventDate', '<', before)
    .orderBy('eventDate', 'desc')
    .orderBy('id', 'desc')
    .limit(MOST_BEGUN);
}

/** Events with all their fields, earliest first; only those on or after `from` if it is given. */
export async function listEvents(db: ReadDb, { from, ...request }: ListRequest): Promise<Page<TownEvent>> {
  const query = db.selectFrom('event').select(eventColumns);
  return wholePage(await paginateCounted(db, query, eventOrder, request, from));
}

export async function findEvent(db: ReadDb, id: string): Promise<TownEvent | undefined> {
  const row = await db.selectFrom('event').select(eventColumns).where('id', '=', id).executeTakeFirst();
  return row && toEvent(row);
}

/** The event, locked until the transaction ends. */
async function findHeldEvent(db: WriteDb, id: string): Promise<TownEvent | undefined> {
  const query = db.selectFrom('event').select(eventColumns).where('id', '=', id);
  const row = await query.modifyEnd(heldFor(db, 'update', 'event')).executeTakeFirst();
  return row && toEvent(row);
}

/**
 * Saves one event and reads it back (spec section 7). Its description must be sanitized. Its previous date is recorded
 * in the same transaction.
 */
export function saveEvent(
  db: WriteDb,
  input: EventInput,
  options: SaveOptions,
): Promise<SaveOutcome<TownEvent>> {
  return inTransaction(db, async (transaction) => {
    const stored = input.status === 'moved' ? await findHeldEvent(transaction, input.id) : undefined;
    return saveItem(transaction, eventSource, toRow(input, stored), { ...options, find: findEvent });
  });
}

export function removeEvent(db: WriteDb, id: string, seen?: SeenItem): Promise<boolean> {
  return removeRow(db, eventSource, id, seen);
}

// An event that is saved without a picture or documents keeps those it has.
const { picture: _, documents: _documents, ...absent } = absentFieldsOf(eventSchema);

/** The event's columns; `stored` is the event as it was, for its previous date. */
export function toRow(input: EventInput, stored: TownEvent | undefined) {
  return {
    ...absent,
    ...input,
    ...meetingColumns(input.meeting),
    allDay: input.allDay ? 1 : 0,
    previousDate: previousDateOf(input, stored),
  };
}

/** A truth value is 0 or 1 in both databases. */
export function fromRow<Row extends { allDay: number }>(row: Row): Omit<Row, 'allDay'> & { allDay: boolean } {
  return { ...row, allDay: row.allDay === 1 };
}

type WholeRow = { allDay: number; documents: string | null; meeting: string | null };

/** A row with all columns as an event. */
export function toEvent<Row extends WholeRow>(row: Row) {
  return withMeeting(withDocumentIds(fromRow(row)));
}

/** A page of rows with all columns as events. */
export function wholePage<Row extends WholeRow>({ items, ...page }: Page<Row>) {
  return { ...page, items: items.map(toEvent) };
}

/** A page of rows as events. */
export function fromPage<Row extends { allDay: number }>({ items, ...page }: Page<Row>) {
  return { ...page, items: items.map(fromRow) };
}
