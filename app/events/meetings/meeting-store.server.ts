/** Meetings in the database: events that name a body. */
import type { SelectQueryBuilder } from 'kysely';
import type { ReadDb } from '#app/platform/database/handles.ts';
import {
  type ListOrder,
  type Page,
  type PageRequest,
  paginateWalking,
} from '#app/platform/database/lists/paginate.server.ts';
import type { Tables } from '#app/platform/database/tables/tables.ts';
import { DAY_MS } from '#app/platform/time/durations.ts';
import { cardFields, type EventCard } from '../event.ts';
import { fromRow } from '../event-store.server.ts';
import type { Meeting } from './meeting.ts';
import { hasAgenda, hasMinutes } from './meeting-dues.ts';

/** What lists show of a meeting. `minutes` is their status, null without any. */
export type MeetingCard = EventCard & {
  body: string;
  hasAgenda: boolean;
  minutes: 'draft' | 'approved' | null;
  /** The ids of documents. */
  agendaDocument: string | null;
  minutesDocument: string | null;
  recordingUrl: string | null;
};

type MeetingRows = SelectQueryBuilder<Tables, 'event', Parameters<typeof toCard>[0]>;

function meetings(db: ReadDb): MeetingRows {
  return db
    .selectFrom('event')
    .select([...cardFields, 'meeting'])
    .where('meetingBody', 'is not', null) as unknown as MeetingRows;
}

function toCard(row: Omit<EventCard, 'allDay'> & { allDay: number; meeting: string }): MeetingCard {
  const { meeting, ...card } = fromRow(row);
  const parts = JSON.parse(meeting) as Meeting;
  return {
    ...card,
    body: parts.body,
    hasAgenda: hasAgenda(parts),
    minutes: hasMinutes(parts) ? (parts.minutesStatus ?? 'draft') : null,
    agendaDocument: parts.agenda,
    minutesDocument: parts.minutes,
    recordingUrl: parts.recordingUrl,
  };
}

/** On the page of a meeting. */
const MOST_EARLIER = 3;

/** The three meetings of a body before an instant, the last one first. */
export async function listEarlierMeetings(db: ReadDb, body: string, before: number): Promise<MeetingCard[]> {
  const rows = await meetings(db)
    .where('meetingBody', '=', body)
    .where('eventDate', '<', before)
    .orderBy('eventDate', 'desc')
    .orderBy('id', 'desc')
    .limit(MOST_EARLIER)
    .execute();
  return rows.map(toCard);
}

/** Of one body, or of all. */
type OfBody = { body?: string | undefined };

/** More than a town plans ahead. */
const MOST_COMING = 50;

/** The next meetings that begin on or after `from`, the soonest first, at most fifty. */
export async function listComingMeetings(
  db: ReadDb,
  { from, body }: OfBody & { from: number },
): Promise<MeetingCard[]> {
  const rows = await ofBody(meetings(db), body)
    .where('eventDate', '>=', from)
    .orderBy('eventDate')
    .orderBy('id')
    .limit(MOST_COMING)
    .execute();
  return rows.map(toCard);
}

/** Past meetings, the last one first. */
export const pastMeetingOrder: ListOrder = { column: 'eventDate', direction: 'desc', kind: 'number' };

/** Meetings that begin in the span. */
export async function listPastMeetings(
  db: ReadDb,
  { from, until, body }: OfBody & { from: number; until: number },
  request: PageRequest,
): Promise<Page<MeetingCard>> {
  const query = ofBody(meetings(db), body).where('eventDate', '>=', from).where('eventDate', '<', until);
  const page = await paginateWalking(query, pastMeetingOrder, request);
  return { ...page, items: page.items.map(toCard) };
}

/** Of these, the Overview lists what is missing. */
const OWING_MS = 60 * DAY_MS;
const MOST_OWING = 200;

/**
 * Meetings that owe something at `now`: those of the next 60 days without an agenda, and those of the last 60 days without
 * minutes, the soonest first. What does not take place owes nothing.
 */
export async function listOwingMeetings(db: ReadDb, now: number): Promise<MeetingCard[]> {
  const rows = await meetings(db)
    .where('eventDate', '>', now - OWING_MS)
    .where('eventDate', '<', now + OWING_MS)
    .where('status', 'not in', ['cancelled', 'postponed'])
    .orderBy('eventDate')
    .orderBy('id')
    .limit(MOST_OWING)
    .execute();
  return rows.map(toCard).filter((card) => (card.eventDate > now ? !card.hasAgenda : !card.minutes));
}

/** The ids of the meetings that were saved last. */
export async function listChangedMeetings(
  db: ReadDb,
  { body, limit }: OfBody & { limit: number },
): Promise<string[]> {
  const rows = await db
    .selectFrom('event')
    .select('id')
    .where('meetingBody', 'is not', null)
    .$if(body !== undefined, (query) => query.where('meetingBody', '=', String(body)))
    .orderBy('updatedAt', 'desc')
    .orderBy('id')
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
}

/** When the first meeting began; undefined without any. */
export async function findFirstMeeting(db: ReadDb, body?: string): Promise<number | undefined> {
  const row = await ofBody(meetings(db), body).orderBy('eventDate').orderBy('id').limit(1).executeTakeFirst();
  return row?.eventDate;
}

function ofBody(query: MeetingRows, body: string | undefined): MeetingRows {
  return body === undefined ? query : query.where('meetingBody', '=', body);
}

/** Those of these events that are meetings with an agenda. */
export async function listWithAgenda(db: ReadDb, ids: string[]): Promise<Set<string>> {
  const cards = await listMeetingsById(db, ids);
  return new Set(cards.flatMap((card) => (card.hasAgenda ? card.id : [])));
}

/** Those of these events that are meetings. */
export async function listMeetingsById(db: ReadDb, ids: string[]): Promise<MeetingCard[]> {
  if (ids.length === 0) return [];
  return (await meetings(db).where('id', 'in', ids).execute()).map(toCard);
}

/** More than a town has in the time of two issues. */
const MOST_SAVED = 50;

/** The ids of past meetings of the last 60 days that have minutes and were saved after an instant, the last one first. */
export async function listWithMinutes(
  db: ReadDb,
  { savedAfter, before }: { savedAfter: number; before: number },
): Promise<string[]> {
  const rows = await meetings(db)
    .where('eventDate', '>', before - OWING_MS)
    .where('eventDate', '<=', before)
    .where('updatedAt', '>', savedAfter)
    .orderBy('eventDate', 'desc')
    .orderBy('id', 'desc')
    .limit(MOST_SAVED)
    .execute();
  return rows.map(toCard).flatMap(({ id, minutes }) => (minutes ? id : []));
}
