/** Minutes of meetings in an issue: stories that lead to the page of their event. */
import { findEvent } from '#app/events/event-store.server.ts';
import { meetingPartsOf } from '#app/events/meetings/meeting-lines.server.ts';
import { listMeetingsById, listWithMinutes } from '#app/events/meetings/meeting-store.server.ts';
import { listPostings } from '#app/items/proof/publication-record.server.ts';
import type { ReadDb } from '#app/platform/database/handles.ts';
import { formatDate } from '#app/platform/time/town-time.ts';
import type { Town } from '#app/town/town.ts';
import type { StoryEntry } from './edition.ts';
import { type ItemKey, keyOf } from './issue.ts';

/** The collection of their keys; the id is that of the event. */
export const MINUTES = 'minutes';

/** The maximum number of minutes in an issue. */
const MOST_MINUTES = 10;

type Span = { since: number; until: number };

/** The ids of the meetings whose minutes were first posted after `since`, until `until`: the last meeting first. */
export async function listNewMinutes(db: ReadDb, { since, until }: Span): Promise<string[]> {
  const found: string[] = [];
  // Whatever has new minutes was saved since.
  for (const id of await listWithMinutes(db, { savedAfter: since, before: until })) {
    const event = await findEvent(db, id);
    const text = event ? meetingPartsOf(event.meeting).minutes : '';
    const [posted] = event ? await listPostings(db, { name: 'events' }, event, { part: MINUTES, text }) : [];
    if (posted !== undefined && posted > since && posted <= until) found.push(id);
    if (found.length === MOST_MINUTES) break;
  }
  return found;
}

/** The minutes of these keys, by them; without those that are no longer there. */
export async function findMinutes(db: ReadDb, town: Town, keys: ItemKey[]): Promise<Map<string, StoryEntry>> {
  const ids = keys.filter(({ collection }) => collection === MINUTES).map(({ id }) => id);
  const meetings = await listMeetingsById(db, ids);
  const entries = meetings.flatMap(({ id, title, body, eventDate, minutes }): StoryEntry[] => {
    if (!minutes) return [];
    const date = formatDate(eventDate, town);
    const word = minutes === 'approved' ? 'Minutes' : 'Draft minutes';
    return [
      {
        ...{ collection: MINUTES, label: 'Meetings', id, title: `${word}: ${title}` },
        ...{ deck: `${body}, ${date}`, path: `/events/${id}#minutes`, source: null },
        ...{ date, at: eventDate, picture: null },
      },
    ];
  });
  return new Map(entries.map((entry) => [keyOf(entry), entry]));
}
