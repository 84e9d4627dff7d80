import { expect, test } from 'vitest';
import type { Found, FoundItem } from '#app/moving/formats/format.ts';
import { calendarOf, eventOf } from '../../../../tests/parsed-sources.ts';
import { listDoubts, readFoundIn } from '../../../../tests/read-found.ts';

/** 2026-11-20, 17:00 in New York. */
const now = Date.parse('2026-11-20T22:00:00Z');

const read = async (...lines: string[]) => readFoundIn('town.ics', calendarOf(...lines), { now });

test('an event, also a past one, with its fields', async () => {
  const found = await read(
    'X-WR-CALNAME:Town',
    eventOf(
      ...['UID:a', 'SUMMARY:Fair\\, with music', 'DTSTART;TZID=America/New_York:20120704T190000'],
      ...['DTEND;TZID=America/New_York:20120704T210000', 'LOCATION:Park', 'DESCRIPTION:One\\n\\nTwo'],
      ...[
        'URL:https://old.example/fair',
        'CATEGORIES:Music,Fun',
        'CREATED:20120101T000000Z',
        'STATUS:CANCELLED',
      ],
    ),
  );
  expect(itemsIn(found)).toMatchObject([
    {
      ...{ kind: 'events', origin: 'calendar:Town', key: 'a', title: 'Fair, with music', oldPaths: [] },
      input: {
        ...{ eventDate: '2012-07-04T23:00:00Z', endDate: '2012-07-05T01:00:00Z', eventLocation: 'Park' },
        ...{ description: '<p>One</p><p>Two</p>', link: 'https://old.example/fair', category: 'Music' },
        ...{ pubDate: '2012-01-01T00:00:00Z', status: 'cancelled' },
      },
      doubts: [],
    },
  ]);
});

test('an event of whole days, without a text or a place', async () => {
  const found = await read(eventOf('UID:a', 'SUMMARY:Holiday & more', 'DTSTART;VALUE=DATE:20260704'));
  expect(itemsIn(found)[0]?.input).toEqual({
    ...{
      title: 'Holiday & more',
      eventDate: '2026-07-04T04:00:00Z',
      endDate: '2026-07-05T04:00:00Z',
      allDay: true,
    },
    description: '<p>Holiday &amp; more</p>',
  });
});

const weekly = (rule: string, ...lines: string[]) =>
  eventOf(
    'UID:w',
    'SUMMARY:Market',
    'DTSTART;TZID=America/New_York:20261024T090000',
    `RRULE:${rule}`,
    ...lines,
  );

test('a rule of this site becomes a series across a clock change, without its exceptions', async () => {
  const found = await read(weekly('FREQ=WEEKLY;COUNT=4', 'EXDATE;TZID=America/New_York:20261031T090000'));
  const items = itemsIn(found);
  expect(items.map(({ key, input }) => [key, input.eventDate])).toEqual([
    ['w 2026-10-24', '2026-10-24T13:00:00Z'],
    ['w 2026-11-07', '2026-11-07T14:00:00Z'],
    ['w 2026-11-14', '2026-11-14T14:00:00Z'],
  ]);
  const series = items.map(({ input }) => [
    input.recurrence,
    input.seriesId,
    input.seriesStart,
    input.recurrenceId,
  ]);
  expect(new Set(series.map(([rule, id, start]) => `${rule} ${id} ${start}`)).size).toBe(1);
  expect(series[0]?.[0]).toBe('FREQ=WEEKLY;COUNT=4');
  expect(series.map(([, , , recurrenceId]) => recurrenceId)).toEqual(
    items.map(({ input }) => input.eventDate),
  );
});

test('a changed date replaces the one of the rule, wherever it is in the file', async () => {
  const change = eventOf(
    ...['UID:w', 'SUMMARY:Late market', 'RECURRENCE-ID;TZID=America/New_York:20261031T090000'],
    'DTSTART;TZID=America/New_York:20261031T120000',
  );
  const found = await read(change, weekly('FREQ=WEEKLY;COUNT=2'));
  const dates = itemsIn(found).map(({ title, input }) => [title, input.eventDate, input.recurrenceId]);
  expect(dates).toEqual([
    ['Market', '2026-10-24T13:00:00Z', '2026-10-24T13:00:00Z'],
    ['Late market', '2026-10-31T16:00:00Z', undefined],
  ]);
});

test('rules that this site does not know become events of their own', async () => {
  const found = await read(weekly('FREQ=YEARLY;COUNT=2'));
  expect(itemsIn(found).map(({ input }) => [input.eventDate, input.recurrence])).toEqual([
    ['2026-10-24T13:00:00Z', undefined],
    ['2027-10-24T13:00:00Z', undefined],
  ]);
});

test('an event without an end is imported for the last 12 and the next 18 months, and says so', async () => {
  const found = await read(
    eventOf('UID:e', 'SUMMARY:Club', 'DTSTART;TZID=America/New_York:20150105T190000', 'RRULE:FREQ=WEEKLY'),
  );
  const items = itemsIn(found);
  expect(items.length).toBeGreaterThan(125);
  expect(items.length).toBeLessThan(135);
  expect(items[0]?.input.eventDate).toBe('2025-11-25T00:00:00Z');
  expect(items[0]?.input.recurrence).toMatch(/^FREQ=WEEKLY;UNTIL=202805\d\d$/);
  expect(listDoubts(found)).toEqual([expect.stringContaining('doubtful many-dates')]);
});

test('events without a date, cut calendars and other entries are reported', async () => {
  const whole = calendarOf(
    'BEGIN:VTODO\r\nSUMMARY:Paint\r\nEND:VTODO',
    eventOf('UID:a', 'SUMMARY:No date'),
    eventOf('UID:b', 'SUMMARY:Fair', 'DTSTART:20260704T190000'),
    eventOf('UID:c', 'SUMMARY:Cut', 'DTSTART:20260704T190000'),
  );
  const found = await readFoundIn('town.ics', whole.slice(0, whole.indexOf('Cut')));
  expect(itemsIn(found).map(({ title }) => title)).toEqual(['No date', 'Fair']);
  expect(listDoubts(found)).toEqual([
    'refused no-date a eventDate: The event has no date',
    'refused truncated line 15 : The file ends in the middle of a record',
  ]);
  expect(found).toContainEqual({ kind: 'left-out', what: 'tasks', count: 1 });
});

function itemsIn(found: Found[]): FoundItem[] {
  return found.filter((each) => 'input' in each);
}
