/** Meetings in the database: events that name a body. */
import type { SelectQueryBuilder } from 'kysely';
import type { ReadDb } from '#app/platform/database/handles.ts';
import type { Tables } from '#app/platform/database/tables/tables.ts';
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
