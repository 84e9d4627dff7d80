import { expect } from 'vitest';
import { parseItem } from '#app/items/content/parse-item.server.ts';
import type { Database } from '#app/platform/database/handles.ts';
import { decodeCursor } from '#app/platform/database/lists/paginate.server.ts';
import { startOfToday } from '#app/platform/time/town-time.ts';
import { eachDatabase } from '../../tests/each-database.ts';
import type { EventInput } from './event.ts';
import { events } from './event-collection.server.ts';
import { listCalendarEvents, listCalendarEventsById } from './event-listings.server.ts';
import {
  findEvent,
  listEvents,
  listOngoingEvents,
  listUpcomingEvents,
  removeEvent,
  saveEvent,
} from './event-store.server.ts';

const NOW = Date.parse('2026-11-20T22:00:00Z');
const HOUR_MS = 3_600_000;

function event(id: string, eventDate: number | string, changes: Partial<EventInput> = {}): EventInput {
  return {
    id,
    sourceId: `local:${id}`,
    title: `Event ${id}`,
    link: 'https://example.org/event',
    pubDate: NOW,
    description: '<p>Come by.</p>',
    eventDate: typeof eventDate === 'string' ? Date.parse(eventDate) : eventDate,
    eventTime: '7:00 PM',
    eventLocation: 'Town Hall',
    enclosureUrl: '/illustrations/green.svg',
    enclosureType: 'image/svg+xml',
    ...changes,
  };
}

/** An event that was saved with only the fields of the specification. */
const plain = {
  endDate: null,
  allDay: false,
  status: 'scheduled',
  statusNote: null,
  category: null,
  documents: [] as string[],
  meeting: null,
  picture: null,
  previousDate: null,
  recurrence: null,
  seriesId: null,
  recurrenceId: null,
  seriesStart: null,
} as const;

async function seed({ write }: Database, ...inputs: EventInput[]): Promise<void> {
  for (const input of inputs) await saveEvent(write, input, { now: NOW });
}

async function upcoming({ read }: Database, now: string, zone: string): Promise<string[]> {
  const { items } = await listUpcomingEvents(read, startOfToday(Date.parse(now), zone), { limit: 10 });
  return items.map((item) => item.id);
}

eachDatabase('saving returns the stored event', async ({ database: { read, write } }) => {
  const input = event('a', '2026-11-22T00:00:00Z');
  const outcome = await saveEvent(write, input, { now: NOW });
  expect(outcome).toEqual({ kind: 'saved', item: { ...input, ...plain, version: 1, updatedAt: NOW } });
  expect(await findEvent(read, 'a')).toEqual(outcome.kind === 'saved' && outcome.item);
});

eachDatabase('events are shown from the start of the town’s today', async ({ database }) => {
  await seed(
    database,
    event('last-moment-of-yesterday', '2026-11-20T04:59:59.999Z'),
    event('midnight', '2026-11-20T05:00:00Z'),
    event('this-morning', '2026-11-20T14:00:00Z'),
  );
  expect(await upcoming(database, '2026-11-21T04:59:00Z', 'America/New_York')).toEqual([
    'midnight',
    'this-morning',
  ]);
  expect(await upcoming(database, '2026-11-21T05:00:00Z', 'America/New_York')).toEqual([]);
});

eachDatabase("today is correct on days when the town's clock changes", async ({ database }) => {
  await seed(
    database,
    event('spring-eve', '2026-03-08T04:59:59Z'),
    event('spring', '2026-03-08T05:00:00Z'),
    event('autumn-eve', '2026-11-01T03:59:59Z'),
    event('autumn', '2026-11-01T04:00:00Z'),
  );
  expect((await upcoming(database, '2026-03-09T03:59:00Z', 'America/New_York'))[0]).toBe('spring');
  expect(await upcoming(database, '2026-11-02T04:59:00Z', 'America/New_York')).toEqual(['autumn']);
});

eachDatabase('a day without midnight begins with its first moment', async ({ database }) => {
  // Chile moves its clock from 24:00 to 01:00: 6 September 2026 begins at 01:00, which is 04:00 UTC.
  await seed(database, event('eve', '2026-09-06T03:59:59Z'), event('first', '2026-09-06T04:00:00Z'));
  expect(await upcoming(database, '2026-09-06T15:00:00Z', 'America/Santiago')).toEqual(['first']);
});

eachDatabase('events are listed earliest first by eventDate, then by id', async ({ database }) => {
  const noon = Date.parse('2026-11-21T17:00:00Z');
  await seed(
    database,
    event('late', noon + 1),
    event('b', noon),
    event('B', noon),
    event('a', noon),
    event('soon', noon - 1),
  );
  expect(await upcoming(database, '2026-11-20T22:00:00Z', 'America/New_York')).toEqual([
    'soon',
    'B',
    'a',
    'b',
    'late',
  ]);
});

eachDatabase('pages go forward and back without repeating or skipping an event', async ({ database }) => {
  const ids = Array.from({ length: 25 }, (_, index) => `e${String(index).padStart(2, '0')}`);
  await seed(database, event('past', NOW - HOUR_MS));
  await seed(database, ...ids.map((id, index) => event(id, NOW + Math.floor(index / 7) * HOUR_MS)));
  const load = (cursors: { after?: string | null; before?: string | null }) =>
    listUpcomingEvents(database.read, NOW, {
      limit: 10,
      after: cursors.after ? decodeCursor(cursors.after, 'number') : undefined,
      before: cursors.before ? decodeCursor(cursors.before, 'number') : undefined,
    });
  const first = await load({});
  const second = await load({ after: first.next });
  const third = await load({ after: second.next });
  expect([first, second, third].flatMap((page) => page.items.map((item) => item.id))).toEqual(ids);
  expect([first.previous, third.next]).toEqual([null, null]);
  expect((await load({ before: third.previous })).items).toEqual(second.items);
  const back = await load({ before: second.previous });
  expect(back.items).toEqual(first.items);
  expect(back.previous).toBeNull();
});

eachDatabase('next is null if nothing follows a full page', async ({ database }) => {
  await seed(database, ...Array.from({ length: 10 }, (_, index) => event(`e${index}`, NOW + index)));
  expect((await listUpcomingEvents(database.read, NOW, { limit: 10 })).next).toBeNull();
  await seed(database, event('one-more', NOW + 10));
  expect((await listUpcomingEvents(database.read, NOW, { limit: 10 })).next).not.toBeNull();
});

eachDatabase(
  'without a start date all events are listed, including past ones',
  async ({ database: { read, ...database } }) => {
    await seed({ read, ...database }, event('past', NOW - HOUR_MS), event('next', NOW + HOUR_MS));
    const ids = async (from?: number) =>
      (await listEvents(read, { limit: 10, from })).items.map((item) => item.id);
    expect(await ids()).toEqual(['past', 'next']);
    expect(await ids(NOW)).toEqual(['next']);
  },
);

eachDatabase(
  'a save with an old version is refused and returns the current one',
  async ({ database: { write } }) => {
    await saveEvent(write, event('a', NOW), { now: NOW, version: 0 });
    await saveEvent(write, event('a', NOW, { title: 'Theirs' }), { now: NOW, version: 1 });
    const late = await saveEvent(write, event('a', NOW, { title: 'Mine' }), { now: NOW, version: 1 });
    expect(late).toMatchObject({ kind: 'conflict', current: { title: 'Theirs', version: 2 } });
  },
);

eachDatabase('a removed event is not found, and removing it again changes nothing', async ({ database }) => {
  await seed(database, event('a', NOW));
  expect(await removeEvent(database.write, 'a')).toBe(true);
  expect(await removeEvent(database.write, 'a')).toBe(false);
  expect(await findEvent(database.read, 'a')).toBeUndefined();
});

eachDatabase("the API's output is accepted as input", async ({ database }) => {
  const input = event('a', NOW, {
    title: 'Ünïcode & "quotes" <b>',
    enclosureUrl: 'https://example.org/a%20b.jpg',
  });
  await seed(database, input);
  const stored = await findEvent(database.read, 'a');
  if (!stored) throw new Error('the event is gone');
  const json = events.json.toJson(stored);
  expect(json).toMatchObject({ id: 'a', eventDate: '2026-11-20T22:00:00.000Z', eventTime: '7:00 PM' });
  expect(Object.keys(json)).not.toContain('version');
  expect(json).toMatchObject(plain);
  expect(parseItem(events, json, { siteUrl: 'https://town.example' })).toEqual({
    input: { ...input, ...plain },
  });
});

eachDatabase('an event keeps its end, its status and its note', async ({ database }) => {
  const input = event('fair', NOW, {
    endDate: NOW + 3 * HOUR_MS,
    allDay: true,
    status: 'postponed',
    statusNote: 'The ice is not safe yet.',
  });
  await seed(database, input);
  expect(await findEvent(database.read, 'fair')).toMatchObject(input);
  const { items } = await listUpcomingEvents(database.read, NOW, { limit: 10 });
  const { endDate, allDay, status, statusNote } = input;
  expect(items[0]).toMatchObject({ endDate, allDay, status, statusNote, previousDate: null });
});

eachDatabase(
  "a moved event's first date is recorded automatically, and kept when it moves again",
  async ({ database }) => {
    const { read, write } = database;
    const [first, second, third] = [NOW, NOW + HOUR_MS, NOW + 2 * HOUR_MS] as const;
    const previous = async (eventDate: number, changes: Partial<EventInput>) => {
      await saveEvent(write, event('dance', eventDate, changes), { now: NOW });
      return (await findEvent(read, 'dance'))?.previousDate;
    };
    expect(await previous(first, {})).toBeNull();
    expect(await previous(second, { status: 'moved' })).toBe(first);
    expect(await previous(second, { status: 'moved', title: 'Renamed' })).toBe(first);
    expect(await previous(third, { status: 'moved' })).toBe(first);
    expect(await previous(first, { status: 'moved' })).toBeNull();
    expect(await previous(second, { status: 'scheduled' })).toBeNull();
    expect(await previous(third, { status: 'postponed' })).toBeNull();
    expect(await previous(first, { status: 'moved' })).toBe(third);
  },
);

eachDatabase(
  'the date an event moved from can be given, as when importing an export',
  async ({ database }) => {
    await seed(database, event('a', NOW, { status: 'moved', previousDate: NOW - HOUR_MS }));
    const stored = await findEvent(database.read, 'a');
    expect(stored?.previousDate).toBe(NOW - HOUR_MS);
    expect(
      parseItem(events, stored && events.json.toJson(stored), { siteUrl: 'https://town.example' }).input,
    ).toMatchObject({
      previousDate: NOW - HOUR_MS,
    });
    await seed(database, event('a', NOW + HOUR_MS, { status: 'moved', previousDate: null }));
    expect((await findEvent(database.read, 'a'))?.previousDate).toBeNull();
  },
);

eachDatabase('an event that began before today stays until it ends', async ({ database }) => {
  const from = startOfToday(NOW, 'America/New_York');
  const days = (count: number) => from + count * 24 * HOUR_MS;
  await seed(
    database,
    event('exhibition', days(-90), { endDate: days(5) }),
    event('fair', days(-2), { endDate: days(1) }),
    event('night', from - 4 * HOUR_MS, { endDate: from + 2 * HOUR_MS }),
    event('over', days(-3), { endDate: days(-1) }),
    event('yesterday', days(-1) + HOUR_MS),
    event('today', from, { endDate: days(3) }),
  );
  const ongoing = async (now: number) =>
    (await listOngoingEvents(database.read, from, now)).map(({ id }) => id);
  expect(await ongoing(from)).toEqual(['night', 'fair', 'exhibition']);
  expect(await ongoing(from + 2 * HOUR_MS - 1)).toEqual(['night', 'fair', 'exhibition']);
  expect(await ongoing(from + 2 * HOUR_MS)).toEqual(['fair', 'exhibition']);
});

eachDatabase('a calendar has upcoming, recent and continuing events', async ({ database }) => {
  const from = startOfToday(NOW, 'America/New_York');
  const days = (count: number) => from + count * 24 * HOUR_MS;
  await seed(
    database,
    event('long-ago', days(-40)),
    event('since-spring', days(-200), { endDate: days(2), eventLocation: 'Library' }),
    event('last-week', days(-7), { eventLocation: 'Library' }),
    event('today', from + HOUR_MS, { description: `<p>${'word '.repeat(2000)}</p>`, allDay: true }),
    event('next-year', days(365), { eventLocation: 'Library' }),
  );
  const request = { from, since: days(-30) };
  const list = await listCalendarEvents(database.read, request);
  expect(list.map(({ id }) => id)).toEqual(['since-spring', 'last-week', 'today', 'next-year']);
  expect([list[2]?.description.length, list[2]?.allDay, list[2]?.version]).toEqual([4000, true, 1]);
  const ofPlace = async (place: string) =>
    (await listCalendarEvents(database.read, { ...request, place })).map(({ id }) => id);
  expect(await ofPlace('Library')).toEqual(['since-spring', 'last-week', 'next-year']);
  expect(await ofPlace('library')).toEqual([]);
  const chosen = await listCalendarEventsById(database.read, ['today', 'nobody', 'long-ago']);
  expect(chosen.map(({ id }) => id)).toEqual(['long-ago', 'today']);
  expect(await listCalendarEventsById(database.read, [])).toEqual([]);
});
