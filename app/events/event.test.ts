import { expect, test } from 'vitest';
import { parseItem } from '#app/content/parse-item.server.ts';
import { defaultTown } from '#app/town/default-town.ts';
import { describeDistance } from './agenda.tsx';
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

test('the picture of an event comes from this site or from the web, its link from the web', () => {
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

test('only a picture that a page may load is shown', () => {
  const image = (enclosureUrl: string, enclosureType = 'image/png') =>
    imageOf({ enclosureUrl, enclosureType });
  expect(image('/a.png')).toBe('/a.png');
  expect(image('https://example.org/a.png', 'IMAGE/PNG')).toBe('https://example.org/a.png');
  expect(image('https://example.org/a.mp3', 'audio/mpeg')).toBeUndefined();
  expect(image('http://example.org/a.png')).toBeUndefined();
  expect(image('//evil.example/a.png')).toBeUndefined();
});

test('the type of a picture is told by its ending', () => {
  const types = ['/a.svg', 'https://example.org/A.PNG?size=2', '/a.webp#x', '/a.jpg', '/a'].map(imageTypeOf);
  expect(types).toEqual(['image/svg+xml', 'image/png', 'image/webp', 'image/jpeg', 'image/jpeg']);
});

test('a new event is prefilled for tomorrow evening with the picture of the town', () => {
  const now = Date.parse('2026-11-20T22:00:00Z');
  const draft = events.draft({ town: defaultTown, now, siteUrl: 'https://town.example' });
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
    enclosureUrl: '/illustrations/green.svg',
    enclosureType: 'image/svg+xml',
  });
  const missing = parseItem(events, draft).problems?.map((problem) => problem.field);
  expect(missing).toEqual(['title', 'description', 'eventLocation']);
});

test('a new event keeps its evening across a clock change', () => {
  const now = Date.parse('2026-10-31T22:00:00Z');
  const draft = events.draft({ town: defaultTown, now, siteUrl: 'https://town.example' });
  expect(draft.eventDate).toBe('2026-11-02T00:00:00.000Z');
});

function filled(eventDate: string, eventTime: string, stored?: Partial<TownEvent>): unknown {
  const context = { values: {}, town: defaultTown, stored: stored as TownEvent | undefined };
  return events.adjustFormInput?.({ eventDate, eventTime }, context).eventDate;
}

test('a form has a day and words for the time, which make the event date', () => {
  expect(filled('2026-11-21', '7:00 PM')).toBe('2026-11-22T00:00:00.000Z');
  expect(filled('2026-11-21', 'All day')).toBe('2026-11-21T05:00:00.000Z');
  expect(filled('', '7:00 PM')).toBe('');
  expect(filled('tomorrow', '7:00 PM')).toBe('tomorrow');
});

test('a form in which day and time are left alone keeps the stored instant', () => {
  const stored = { eventDate: Date.parse('2026-11-21T20:15:30.250Z'), eventTime: 'After the parade' };
  expect(filled('2026-11-21', 'After the parade', stored)).toBe('2026-11-21T20:15:30.250Z');
  expect(filled('2026-11-22', 'After the parade ', stored)).toBe('2026-11-22T20:15:00.000Z');
  expect(filled('2026-11-21', '4 PM', stored)).toBe('2026-11-21T21:00:00.000Z');
});

test('days ahead are told as Today, Tomorrow and In 3 days', () => {
  expect([0, 1, 2, 11].map(describeDistance)).toEqual(['Today', 'Tomorrow', 'In 2 days', 'In 11 days']);
});
