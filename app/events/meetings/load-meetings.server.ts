import { data, redirect } from 'react-router';
import { describeTime } from '#app/events/event-time.ts';
import { loadListPage } from '#app/items/lists/list-page.server.ts';
import type { RequestContext } from '#app/people/request/context.ts';
import {
  listDocumentsById,
  type StoredDocument,
} from '#app/platform/media/documents/document-store.server.ts';
import { documentFacts, documentPath } from '#app/platform/media/documents/document-types.ts';
import { instantOfTownTime, startOfToday, townDayOf } from '#app/platform/time/town-time.ts';
import { type Body, bodiesOf, findBody } from '#app/town/bodies.ts';
import type { Town } from '#app/town/town.ts';
import { dayOf } from './load-meeting.server.ts';
import { agendaDueAt, describeDue, minutesDueAt } from './meeting-dues.ts';
import {
  findFirstMeeting,
  listComingMeetings,
  listPastMeetings,
  type MeetingCard,
  pastMeetingOrder,
} from './meeting-store.server.ts';

/** Where the agenda or the minutes are; a document with what it is: 'PDF, 2 pages, 96 KB'. */
export type PartLink = { href: string; facts: string };

export type ShownCard = Pick<
  MeetingCard,
  | 'id'
  | 'title'
  | 'eventDate'
  | 'allDay'
  | 'eventLocation'
  | 'status'
  | 'statusNote'
  | 'previousDate'
  | 'minutes'
  | 'recordingUrl'
> & {
  time: string;
  day: string;
  agenda: PartLink | null;
  minutesLink: PartLink | null;
  /** What is said of an agenda or of minutes that are not there. */
  due: string;
  isLate: boolean;
};

type Context = Pick<RequestContext, 'read' | 'town' | 'now' | 'keepUntil'>;

/** The body with this slug. An earlier slug redirects to the present one; anything else is a 404. */
export function requireBody(town: Town, given: string): Body {
  const slug = given.normalize('NFC');
  const body = slug.length > 200 ? undefined : findBody(town, slug);
  if (!body) throw data(null, { status: 404 });
  if (body.slug !== given) throw redirect(meetingsPath(body), 301);
  return body;
}

export function meetingsPath(body?: Body): string {
  return body ? `/meetings/${encodeURIComponent(body.slug)}` : '/meetings';
}

/** What `/meetings` shows, or the page of one body: the next meetings, and the past ones of a year. */
export async function loadMeetings({ read, town, now, keepUntil }: Context, url: URL, body?: Body) {
  const bodies = bodiesOf(town);
  if (bodies.length === 0) throw data(null, { status: 404 });
  const today = startOfToday(now, town.timeZone);
  const coming = await listComingMeetings(read, { from: today, body: body?.name });
  const years = yearsSince(await findFirstMeeting(read, body?.name), now, town);
  const asked = Number(url.searchParams.get('year'));
  const year = years.find((one) => one === asked) ?? years[0] ?? 0;
  const span = {
    from: startOf(year, town),
    until: Math.min(startOf(year + 1, town), today),
    body: body?.name,
  };
  const { items, pager } = await loadListPage(url, pastMeetingOrder, (request) =>
    listPastMeetings(read, span, request),
  );
  const documents = await findDocuments(read, [...coming, ...items]);
  const shown = (card: MeetingCard, isPast: boolean) => {
    for (const due of [agendaDueAt(card.eventDate, town), minutesDueAt(card.eventDate, town)])
      if (due > now) keepUntil(due);
    return shownCard(card, isPast, { documents, town, now });
  };
  return {
    bodies: bodies.map((one) => ({ name: one.name, href: meetingsPath(one), slug: one.slug })),
    body: body && { name: body.name, slug: body.slug, href: meetingsPath(body) },
    coming: coming.map((card) => shown(card, false)),
    past: items.map((card) => shown(card, true)),
    ...{ years, year, pager },
    today: townDayOf(now, town.timeZone),
    owed: { hours: town.agendaHours, days: town.minutesDays },
    clock: { timeZone: town.timeZone, locale: town.locale },
  };
}

async function findDocuments(read: Context['read'], cards: MeetingCard[]) {
  const ids = cards.flatMap(({ agendaDocument, minutesDocument }) => [agendaDocument, minutesDocument]);
  const found = await listDocumentsById(read, [...new Set(ids.filter((id) => id !== null))]);
  return new Map(found.map((document) => [document.id, document]));
}

type Facts = { documents: Map<string, StoredDocument>; town: Town; now: number };

function shownCard(card: MeetingCard, isPast: boolean, { documents, town, now }: Facts): ShownCard {
  const {
    id,
    title,
    eventDate,
    allDay,
    eventLocation,
    status,
    statusNote,
    previousDate,
    minutes,
    recordingUrl,
  } = card;
  const link = (has: boolean, document: string | null, part: string) =>
    has ? linkTo(documents.get(document ?? ''), `/events/${id}#${part}`) : null;
  const takesPlace = status !== 'cancelled' && status !== 'postponed';
  const isOwed = takesPlace && !(isPast ? minutes : card.hasAgenda);
  const at = isPast ? minutesDueAt(eventDate, town) : agendaDueAt(eventDate, town);
  const what = isPast ? 'Minutes' : 'Agenda';
  const isLate = isOwed && at <= now;
  return {
    ...{
      id,
      title,
      eventDate,
      allDay,
      eventLocation,
      status,
      statusNote,
      previousDate,
      minutes,
      recordingUrl,
    },
    time: describeTime(card, town.timeZone),
    day: dayOf(eventDate, now, town),
    agenda: link(card.hasAgenda, card.agendaDocument, 'agenda'),
    minutesLink: link(minutes !== null, card.minutesDocument, 'minutes'),
    due: isLate
      ? `${what} ${isPast ? 'are' : 'is'} late`
      : isOwed
        ? `${what} by ${describeDue(at, town)}`
        : '',
    isLate,
  };
}

function linkTo(document: StoredDocument | undefined, page: string): PartLink {
  return document
    ? { href: documentPath(document), facts: documentFacts(document) }
    : { href: page, facts: '' };
}

function startOf(year: number, { timeZone }: Town): number {
  return instantOfTownTime(`${String(year).padStart(4, '0')}-01-01T00:00`, timeZone) ?? 0;
}

/** From this year back to that of the first meeting. */
function yearsSince(first: number | undefined, now: number, { timeZone }: Town): number[] {
  const yearOf = (instant: number) => Number(townDayOf(instant, timeZone).slice(0, 4));
  const last = yearOf(now);
  return Array.from({ length: last - yearOf(Math.min(first ?? now, now)) + 1 }, (_, back) => last - back);
}
