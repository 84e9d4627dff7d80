import type { TownEvent } from '#app/events/event.ts';
import type { PageContext } from '#app/items/collection/facets.ts';
import { listPostings } from '#app/items/proof/publication-record.server.ts';
import type { ShownDocument } from '#app/items/text/document-links.tsx';
import { findItemDocuments } from '#app/items/text/item-documents.server.ts';
import { withTextPictures } from '#app/items/text/text-pictures.server.tsx';
import type { ReadDb } from '#app/platform/database/handles.ts';
import { type SafeHtml, sanitize } from '#app/platform/html/sanitize.server.ts';
import { listDocumentsById } from '#app/platform/media/documents/document-store.server.ts';
import { formatDayParts, formatTime, machineTimeOf, townDayOf } from '#app/platform/time/town-time.ts';
import { bodyNamed } from '#app/town/bodies.ts';
import type { Town } from '#app/town/town.ts';
import type { Meeting } from './meeting.ts';
import { agendaDueAt, describeDue, minutesDueAt } from './meeting-dues.ts';
import { meetingPartsOf } from './meeting-lines.server.ts';
import { listEarlierMeetings, type MeetingCard } from './meeting-store.server.ts';

/** The agenda or the minutes as readers see them. `due` says when they are due; '' once they are there. */
export type ShownPart = {
  html: SafeHtml | null;
  documents: ShownDocument[];
  posted: { machine: string; text: string; since: string } | null;
  due: string;
};

export type ShownMeeting = {
  body: { name: string; href: string };
  joinUrl: string | null;
  recordingUrl: string | null;
  agenda: ShownPart;
  minutes: ShownPart;
  isApproved: boolean;
  earlier: { id: string; day: string; minutes: MeetingCard['minutes'] }[];
};

type Part = 'agenda' | 'minutes';

type Context = Pick<PageContext, 'read' | 'town' | 'now' | 'keepUntil'>;

/** What the page of an event shows of its meeting. */
export async function loadMeeting(
  event: TownEvent,
  meeting: Meeting,
  context: Context,
): Promise<ShownMeeting> {
  const { read, town, now, keepUntil } = context;
  const [agendaDue, minutesDue] = [agendaDueAt(event.eventDate, town), minutesDueAt(event.eventDate, town)];
  for (const due of [agendaDue, minutesDue]) if (due > now) keepUntil(due);
  const body = bodyNamed(town, meeting.body);
  const earlier = await listEarlierMeetings(read, meeting.body, event.eventDate);
  return {
    body: { name: meeting.body, href: body ? `/meetings/${encodeURIComponent(body.slug)}` : '/meetings' },
    joinUrl: meeting.joinUrl,
    recordingUrl: meeting.recordingUrl,
    agenda: {
      ...(await loadPart(event, 'agenda', [meeting.agenda, meeting.agendaText], context)),
      due: agendaDue > now ? `It is due by ${describeDue(agendaDue, town)}.` : '',
    },
    minutes: {
      ...(await loadPart(event, 'minutes', [meeting.minutes, meeting.minutesText], context)),
      due:
        minutesDue > now
          ? `Draft minutes are due by ${describeDue(minutesDue, town)}. They become final when the body approves them.`
          : '',
    },
    isApproved: meeting.minutesStatus === 'approved',
    earlier: earlier.map(({ id, eventDate, minutes }) => ({ id, day: dayOf(eventDate, now, town), minutes })),
  };
}

async function loadPart(
  event: TownEvent,
  part: Part,
  [document, html]: [string | null, string | null],
  { read, town, now }: Context,
): Promise<Omit<ShownPart, 'due'>> {
  return {
    html: html ? await withTextPictures(read, sanitize(html)) : null,
    documents: await findItemDocuments(read, { documents: document ? [document] : [] }, town),
    posted: sayPosted(await listChanges(event, part, document, read), now, town),
  };
}

/** When it was posted, then its changes; a new file in the place of its document is one. */
async function listChanges(event: TownEvent, part: Part, document: string | null, read: ReadDb) {
  const [posted, ...changes] = await listPostings(read, { name: 'events' }, event, {
    part,
    text: meetingPartsOf(event.meeting)[part],
  });
  if (posted === undefined) return [];
  const [file] = document ? await listDocumentsById(read, [document]) : [];
  const replaced = file?.replacedAt && file.replacedAt > posted ? [file.replacedAt] : [];
  return [posted, ...[...changes, ...replaced].sort((one, other) => one - other)];
}

function sayPosted(at: number[], now: number, town: Town): ShownPart['posted'] {
  const [posted, ...changes] = at;
  const last = changes.at(-1);
  if (posted === undefined) return null;
  const times = changes.length === 1 ? 'changed once since:' : `changed ${changes.length} times since, last`;
  return {
    machine: machineTimeOf(posted, town.timeZone),
    text: timeOf(posted, now, town),
    since: last === undefined ? 'unchanged since' : `${times} ${timeOf(last, now, town)}`,
  };
}

/** 'November 20, 9:02 AM', with the year if it is another one. */
function timeOf(at: number, now: number, town: Town): string {
  return `${dayOf(at, now, town)}, ${formatTime(at, town)}`;
}

/** 'November 20', with the year if it is another one. */
export function dayOf(at: number, now: number, town: Pick<Town, 'timeZone' | 'locale'>): string {
  const [day, today] = [at, now].map((instant) => townDayOf(instant, town.timeZone).slice(0, 4));
  const { monthDay } = formatDayParts(at, town);
  return day === today ? monthDay : `${monthDay}, ${day}`;
}
