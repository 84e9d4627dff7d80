import { expect, test } from 'vitest';
import { instantOfTownTime } from '#app/platform/time/town-time.ts';
import { findContradiction } from './event-contradiction.ts';
import {
  describeTime,
  eventSpanOf,
  instantOfEvent,
  overFrom,
  parseEventTime,
  pastFrom,
} from './event-time.ts';

const NEW_YORK = 'America/New_York';

function read(text: string): string {
  const { start, end, allDay } = parseEventTime(text);
  return allDay ? 'all day' : `${start ?? '?'}-${end ?? '?'}`;
}

function at(text: string, zone = NEW_YORK): number {
  const instant = instantOfTownTime(text, zone);
  if (instant === undefined) throw new Error(`no time: ${text}`);
  return instant;
}

const texts: Record<string, [string, string][]> = {
  'one time': [
    ['7 PM', '19:00-?'],
    ['7:00 pm', '19:00-?'],
    ['7pm', '19:00-?'],
    ['7p', '19:00-?'],
    ['7 p.m.', '19:00-?'],
    ['7:00\u202fPM', '19:00-?'],
    ['12:00 AM', '00:00-?'],
    ['12 PM', '12:00-?'],
    ['12:30 a.m.', '00:30-?'],
    ['noon', '12:00-?'],
    ['Midnight', '00:00-?'],
    ['19:30', '19:30-?'],
    ['9:05', '09:05-?'],
    ['00:00', '00:00-?'],
  ],
  'a range': [
    ['7–9 PM', '19:00-21:00'],
    ['7 - 9:30 pm', '19:00-21:30'],
    ['7:00 PM – 9:00 PM', '19:00-21:00'],
    ['10:00 PM – 11:50 PM', '22:00-23:50'],
    ['10:30 AM to noon', '10:30-12:00'],
    ['10 to noon', '10:00-12:00'],
    ['11–1 PM', '11:00-13:00'],
    ['9–12 PM', '09:00-12:00'],
    ['8–12 AM', '20:00-00:00'],
    ['12:00 PM – 12:00 AM', '12:00-00:00'],
    ['8 PM until midnight', '20:00-00:00'],
    ['10 PM – 2 AM', '22:00-02:00'],
    ['4:30 AM to 9:00 AM', '04:30-09:00'],
    ['9 AM – 5', '09:00-17:00'],
    ['Noon to 1', '12:00-13:00'],
    ['9:00-17:00', '09:00-17:00'],
    ['9:00-5:00', '09:00-17:00'],
    ['19:30–21:00', '19:30-21:00'],
    ['between 2 and 4 PM', '14:00-16:00'],
    ['7 PM — 9 PM (doors 6)', '19:00-21:00'],
  ],
  'the first time of several, whose end is not said': [
    ['Doors 6:30 PM, show 7 PM', '18:30-?'],
    ['2 and 4 PM', '14:00-?'],
    ['7 PM, then 9 PM', '19:00-?'],
    ['9 AM – 5 dollars at the door', '09:00-?'],
    ['7 PM until late', '19:00-?'],
    ['Saturday, Nov 21, 7 PM', '19:00-?'],
    ['11/21 at 7 PM', '19:00-?'],
    ['2026-11-21 7 PM', '19:00-?'],
    ['5K race, 9 AM', '09:00-?'],
    ['Ages 5-12, 3 PM', '15:00-?'],
    ['$5.30, 8 PM', '20:00-?'],
    ['7 PM to 7 PM', '19:00-?'],
  ],
  'an end without a start': [
    ['Until 9 PM', '?-21:00'],
    ['ends at noon', '?-12:00'],
  ],
  'no time': [
    ['', '?-?'],
    ['After the parade', '?-?'],
    ['6-8', '?-?'],
    ['25:00', '?-?'],
    ['7:75 PM', '?-?'],
    ['13 PM', '?-?'],
    ['Room 7', '?-?'],
    ['afternoon', '?-?'],
    ['1,000 lanterns', '?-?'],
  ],
  'all day': [
    ['All day', 'all day'],
    ['ALL-DAY', 'all day'],
    ['all day, gates 9 AM', 'all day'],
  ],
};

for (const [title, cases] of Object.entries(texts)) {
  test(`the event time is parsed: ${title}`, () => {
    expect(cases.map(([text]) => [text, read(text)])).toEqual(cases);
  });
}

test('a very long time text is parsed as fast as a short one', () => {
  expect(read(`${'7 - '.repeat(100_000)}9 PM`)).toBe('19:00-21:00');
  expect(read(' '.repeat(500_000))).toBe('?-?');
});

test('the event date is the town’s day at the first time in the text', () => {
  expect(instantOfEvent('2026-11-21', 'Doors 6:30 PM', NEW_YORK)).toBe(Date.parse('2026-11-21T23:30:00Z'));
  expect(instantOfEvent('2026-07-04', '19:30', 'Europe/Berlin')).toBe(Date.parse('2026-07-04T17:30:00Z'));
});

test('an all-day event, and one without a time, begin with the town’s day', () => {
  expect(instantOfEvent('2026-11-21', 'All day', NEW_YORK)).toBe(Date.parse('2026-11-21T05:00:00Z'));
  expect(instantOfEvent('2026-11-21', 'After the parade', NEW_YORK)).toBe(Date.parse('2026-11-21T05:00:00Z'));
});

test('an invalid day gives no event date', () => {
  expect(instantOfEvent('2026-02-30', '7 PM', NEW_YORK)).toBeUndefined();
  expect(instantOfEvent('tomorrow', '7 PM', NEW_YORK)).toBeUndefined();
});

test('an event ends at the time in its text, even after midnight', () => {
  const span = (eventTime: string) => eventSpanOf({ eventDate: at('2026-11-21T22:00'), eventTime }, NEW_YORK);
  expect(span('10 PM – 11:30 PM')).toEqual({
    start: at('2026-11-21T22:00'),
    end: at('2026-11-21T23:30'),
    allDay: false,
  });
  expect(span('10 PM – 2 AM').end).toBe(at('2026-11-22T02:00'));
  expect(span('10 PM').end).toBeUndefined();
});

test('an event across the end of daylight saving time keeps its local times', () => {
  const eventDate = at('2026-10-31T22:00');
  const { start, end } = eventSpanOf({ eventDate, eventTime: '10 PM – 3 AM' }, NEW_YORK);
  expect(((end ?? 0) - start) / 3_600_000).toBe(6);
});

test('if the text disagrees with the stored instant, the instant is used', () => {
  const eventDate = at('2026-11-21T19:00');
  expect(eventSpanOf({ eventDate, eventTime: 'Doors 6:30 PM – 9 PM' }, NEW_YORK)).toEqual({
    start: eventDate,
    end: undefined,
    allDay: false,
  });
});

test('if only a day is stored, the text gives the time', () => {
  const eventDate = at('2026-11-21T00:00');
  expect(eventSpanOf({ eventDate, eventTime: '7–9 PM' }, NEW_YORK)).toEqual({
    start: at('2026-11-21T19:00'),
    end: at('2026-11-21T21:00'),
    allDay: false,
  });
  expect(eventSpanOf({ eventDate, eventTime: 'In the evening' }, NEW_YORK).allDay).toBe(true);
});

test.each([
  ['10 AM', '2026-11-21T15:00', '10 AM–3 PM'],
  ['10:00 AM', '2026-11-21T15:00', '10:00 AM–3:00 PM'],
  ['10 AM', '2026-11-21T12:00', '10 AM–noon'],
  ['10 AM', '2026-11-21T15:30', '10 AM–3:30 PM'],
  ['10:00', '2026-11-21T15:00', '10:00–15:00'],
  ['Doors 9:30 AM, show 10 AM', '2026-11-21T15:00', 'Doors 9:30 AM, show 10 AM, until 3:00 PM'],
  ['In the morning', '2026-11-21T15:00', 'In the morning until 15:00'],
  ['10 AM–2 PM', '2026-11-21T15:00', '10 AM–2 PM'],
  ['10 AM', '2026-11-22T15:00', '10 AM'],
  ['10 AM', undefined, '10 AM'],
])('start and end are shown together: %s until %s is %s', (eventTime, end, shown) => {
  const endDate = end ? at(end) : null;
  expect(describeTime({ eventDate: at('2026-11-21T10:00'), eventTime, endDate }, NEW_YORK)).toBe(shown);
});

test('an event is over at its end, at the end in its text, or at the end of its day', () => {
  const eventDate = at('2026-11-21T10:00');
  const over = (eventTime: string, end?: string) =>
    overFrom({ eventDate, eventTime, endDate: end ? at(end) : null }, NEW_YORK);
  expect(over('10 AM', '2026-11-21T15:00')).toBe(at('2026-11-21T15:00'));
  expect(over('10 AM–2 PM')).toBe(at('2026-11-21T14:00'));
  expect(over('10 AM')).toBe(at('2026-11-22T00:00'));
});

test('an event without an end is no longer announced three hours after its start', () => {
  const eventDate = at('2026-11-21T10:00');
  expect(pastFrom({ eventDate, eventTime: '10 AM' }, NEW_YORK)).toBe(at('2026-11-21T13:00'));
  expect(pastFrom({ eventDate, eventTime: '10 AM–2 PM' }, NEW_YORK)).toBe(at('2026-11-21T14:00'));
  expect(pastFrom({ eventDate, eventTime: 'All day', allDay: true }, NEW_YORK)).toBe(at('2026-11-22T00:00'));
});

test.each([
  ['7 PM', {}, undefined],
  ['Saturday, 7 PM', {}, undefined],
  ['Fri and Sat, 7 PM', {}, undefined],
  ['In the evening', {}, undefined],
  ['7–9 PM', { endDate: at('2026-11-21T21:00') }, undefined],
  ['Saturday to Sunday', { allDay: true, endDate: at('2026-11-23T00:00') }, undefined],
  ['10 AM', {}, 'The event starts at 19:00, but its time is “10 AM”.'],
  ['Friday, 7 PM', {}, '11/21/2026 is a Saturday, but the event’s time says Friday.'],
  ['7–9 PM', { endDate: at('2026-11-21T22:00') }, 'The event ends at 22:00, but its time is “7–9 PM”.'],
  ['7 PM', { allDay: true }, 'The event is marked as all-day, but its time is “7 PM”.'],
])('a time that contradicts its date: %s %j', (eventTime, changes, contradiction) => {
  const event = { eventDate: at('2026-11-21T19:00'), eventTime, ...changes };
  expect(findContradiction(event, NEW_YORK)).toBe(contradiction);
});
