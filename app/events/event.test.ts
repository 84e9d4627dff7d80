import { expect, test } from 'vitest';
import { describeDistance } from '#app/events/pages/agenda.tsx';
import { parseItem } from '#app/items/content/parse-item.server.ts';
import { defaultTown } from '#app/town/default-town.ts';
import { eventSchema, imageOf, imageTypeOf, type TownEvent } from './event.ts';
import { events } from './event-collection.server.ts';

const event = {
  id: 'dance',
  sourceId: 'arts-1',
  title: 'Contra dance',
  link: 'https://example.org/dance',
  pubDate: '2026-11-01T12:00:00Z',
  description: '<p>No partner needed.</p>',
  eventDate: '2026-11-22T00:00:00Z',
  eventTime: '7:00 PM',
  eventLocation: 'Town Hall',
  enclosureUrl: '/illustrations/green.svg',
  enclosureType: 'image/svg+xml',
};

function problemsOf(input: unknown): string[] {
  return (eventSchema.safeParse(input).error?.issues ?? []).map((issue) => issue.path.join('.'));
}

test('every field of an event is required', () => {
  expect(problemsOf({})).toEqual(Object.keys(event));
  expect(problemsOf(event)).toEqual([]);
});

test("an event's picture is from this site or the web, its link is a web address", () => {
  expect(problemsOf({ ...event, enclosureUrl: 'https://example.org/a b.jpg' })).toEqual([]);
  for (const enclosureUrl of [
    'javascript:alert(1)',
    '//evil.example/a.png',
    '/\\evil.example/a.png',
    'a.png',
  ]) {
    expect([enclosureUrl, problemsOf({ ...event, enclosureUrl })]).toEqual([enclosureUrl, ['enclosureUrl']]);
  }
  expect(problemsOf({ ...event, link: '/events/dance' })).toEqual(['link']);
});

test('only pictures that a page may load are shown', () => {
  const image = (enclosureUrl: string, enclosureType = 'image/png') =>
    imageOf({ enclosureUrl, enclosureType });
  expect(image('/a.png')).toBe('/a.png');
  expect(image('https://example.org/a.png', 'IMAGE/PNG')).toBe('https://example.org/a.png');
  expect(image('https://example.org/a.mp3', 'audio/mpeg')).toBeUndefined();
  expect(image('http://example.org/a.png')).toBeUndefined();
  expect(image('//evil.example/a.png')).toBeUndefined();
});

test("a picture's media type follows from its file extension", () => {
  const types = ['/a.svg', 'https://example.org/A.PNG?size=2', '/a.webp#x', '/a.jpg', '/a'].map(imageTypeOf);
  expect(types).toEqual(['image/svg+xml', 'image/png', 'image/webp', 'image/jpeg', 'image/jpeg']);
});

test("a new event is prefilled for tomorrow evening with the town's picture", () => {
  const now = Date.parse('2026-11-20T22:00:00Z');
  const draft = events.form.draft({ town: defaultTown, now, siteUrl: 'https://town.example' });
  expect(draft).toEqual({
    id: draft.id,
    sourceId: `local:${draft.id}`,
    title: '',
    link: `https://town.example/events/${draft.id}`,
    pubDate: '2026-11-20T22:00:00.000Z',
    description: '',
    eventDate: '2026-11-22T00:00:00.000Z',
    eventTime: '7:00 PM',
    eventLocation: '',
    picture: null,
    enclosureUrl: '/illustrations/green.svg',
    enclosureType: 'image/svg+xml',
    endDate: null,
    allDay: false,
    category: null,
    status: 'scheduled',
    statusNote: null,
  });
  const missing = parseItem(events, draft, { siteUrl: 'https://town.example' }).problems?.map(
    (problem) => problem.field,
  );
  expect(missing).toEqual(['title', 'description', 'eventLocation']);
});

test('a new event is in the evening even across a clock change', () => {
  const now = Date.parse('2026-10-31T22:00:00Z');
  const draft = events.form.draft({ town: defaultTown, now, siteUrl: 'https://town.example' });
  expect(draft.eventDate).toBe('2026-11-02T00:00:00.000Z');
});

function filled(eventDate: string, eventTime: string, stored?: Partial<TownEvent>): unknown {
  const context = { values: {}, now: 0, town: defaultTown, stored: stored as TownEvent | undefined };
  return events.form.adjustFormInput?.({ eventDate, eventTime }, context).eventDate;
}

test("the event date is computed from a form's day and text of the time", () => {
  expect(filled('2026-11-21', '7:00 PM')).toBe('2026-11-22T00:00:00.000Z');
  expect(filled('2026-11-21', 'All day')).toBe('2026-11-21T05:00:00.000Z');
  expect(filled('', '7:00 PM')).toBe('');
  expect(filled('tomorrow', '7:00 PM')).toBe('tomorrow');
});

test('a form with unchanged day and time keeps the stored instant', () => {
  const stored = { eventDate: Date.parse('2026-11-21T20:15:30.250Z'), eventTime: 'After the parade' };
  expect(filled('2026-11-21', 'After the parade', stored)).toBe('2026-11-21T20:15:30.250Z');
  expect(filled('2026-11-22', 'After the parade ', stored)).toBe('2026-11-22T20:15:00.000Z');
  expect(filled('2026-11-21', '4 PM', stored)).toBe('2026-11-21T21:00:00.000Z');
});

test('an event without an end, a status or a note is scheduled', () => {
  const plain = { endDate: null, allDay: false, status: 'scheduled', statusNote: null };
  expect(eventSchema.parse(event)).toMatchObject(plain);
  expect(eventSchema.parse({ ...event, endDate: '', statusNote: ' ' })).toMatchObject(plain);
});

test('an end before the start, and an unknown status, are refused at their fields', () => {
  for (const endDate of ['2026-11-22T00:00:00Z', '2026-11-21T23:00:00Z'])
    expect([endDate, problemsOf({ ...event, endDate })]).toEqual([endDate, ['endDate']]);
  expect(problemsOf({ ...event, endDate: '2026-11-22T00:00:01Z' })).toEqual([]);
  expect(problemsOf({ ...event, endDate: 'soon' })).toEqual(['endDate']);
  expect(problemsOf({ ...event, status: 'gone', allDay: 1 })).toEqual(['allDay', 'status']);
  expect(problemsOf({ ...event, statusNote: 'x'.repeat(301) })).toEqual(['statusNote']);
});

/** What a form means, in addition to the day and the time text. */
function meant(typed: Record<string, unknown>, stored?: Partial<TownEvent>): Record<string, unknown> {
  const context = { values: {}, now: 0, town: defaultTown, stored: stored as TownEvent | undefined };
  return events.form.adjustFormInput?.(typed, context) ?? {};
}

test('for an all-day event the form takes its first and last day, even across a clock change', () => {
  const typed = { eventDate: '2026-10-31', eventTime: 'All day', allDay: true };
  expect(meant({ ...typed, endDay: '2026-11-01' })).toMatchObject({
    eventDate: '2026-10-31T04:00:00.000Z',
    endDate: '2026-11-02T05:00:00.000Z',
  });
  expect(meant({ ...typed, eventTime: '7 PM', endTime: '21:00', endDay: '' })).toMatchObject({
    eventDate: '2026-10-31T04:00:00.000Z',
    endDate: '',
  });
});

test('the form shows the last day of an all-day event, and saving keeps it', () => {
  const endDate = Date.parse('2026-11-02T05:00:00Z');
  const stored = { ...eventSchema.parse(event), eventDate: 0, allDay: true, endDate, previousDate: null };
  const input = events.json.toInputJson({ ...stored, version: 1, updatedAt: 0 });
  const { endTime, endDay } = events.form.toFormJson?.(input, defaultTown.timeZone) ?? {};
  expect([endTime, endDay]).toEqual(['', '2026-11-01']);
  expect(meant({ eventDate: '2026-10-31', eventTime: 'All day', allDay: true, endDay }).endDate).toBe(
    '2026-11-02T05:00:00.000Z',
  );
});

test('an end at a local time that occurs twice is the first one after the start', () => {
  const typed = { eventDate: '2026-11-01', eventTime: '1:50 AM', endTime: '01:10' };
  expect(meant(typed)).toMatchObject({
    eventDate: '2026-11-01T05:50:00.000Z',
    endDate: '2026-11-01T06:10:00.000Z',
  });
  expect(meant({ ...typed, endTime: '12:10 AM', endDay: '2026-11-01' }).endDate).toBe(
    '2026-11-01T04:10:00.000Z',
  );
});

test('a form with only the fields of the specification leaves the status unchanged', () => {
  const typed = { eventDate: '2026-11-21', eventTime: '7:00 PM' };
  expect(meant(typed).status).toBe('scheduled');
  const stored = { eventDate: Date.parse('2026-11-22T00:00:00Z'), eventTime: '7:00 PM' };
  expect(meant(typed, { ...stored, status: 'cancelled' }).status).toBe('cancelled');
});

test('saving a form records the date that an event moved from', () => {
  const stored = { eventDate: Date.parse('2026-11-22T00:00:00Z'), eventTime: '7:00 PM', previousDate: null };
  const typed = { eventDate: '2026-11-28', eventTime: '7:00 PM', status: 'moved' };
  expect(meant(typed, stored).previousDate).toBe('2026-11-22T00:00:00.000Z');
  expect(meant({ ...typed, status: 'cancelled' }, stored).previousDate).toBeUndefined();
});

test('upcoming days are shown as Today, Tomorrow and In 3 days', () => {
  expect([0, 1, 2, 11].map(describeDistance)).toEqual(['Today', 'Tomorrow', 'In 2 days', 'In 11 days']);
});
