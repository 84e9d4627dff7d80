import { expect, test } from 'vitest';
import type { TownEvent } from './event.ts';
import { calendarFileNameOf, formatEventCalendar } from './event-calendar-file.server.ts';

const CONTEXT = { zone: 'America/New_York', siteUrl: 'https://town.example:8443' };

const dance: TownEvent = {
  id: 'dance-1',
  sourceId: 'arts-1',
  title: 'Contra dance',
  link: 'https://example.org/dance,2026;x',
  pubDate: 0,
  description: '<p>No partner needed.</p><p>Cider &amp; pie.</p>',
  eventDate: Date.parse('2026-11-22T00:00:00Z'),
  eventTime: '7:00 PM',
  eventLocation: 'Town Hall, second floor',
  enclosureUrl: '/illustrations/green.svg',
  enclosureType: 'image/svg+xml',
  endDate: null,
  allDay: false,
  status: 'scheduled',
  statusNote: null,
  previousDate: null,
  version: 3,
  updatedAt: Date.parse('2026-11-01T12:30:00Z'),
};

function write(changes: Partial<TownEvent> = {}, context = CONTEXT): string {
  return formatEventCalendar({ ...dance, ...changes }, context);
}

/** The lines of the event itself, unfolded. */
function linesOf(text: string): string[] {
  const lines = text.replaceAll('\r\n ', '').split('\r\n');
  return lines.slice(lines.indexOf('BEGIN:VEVENT') + 1, lines.indexOf('END:VEVENT'));
}

test('an event is written in the town’s time with a stable identity', () => {
  expect(linesOf(write())).toEqual([
    'UID:dance-1@town.example',
    'SEQUENCE:2',
    'DTSTAMP:20261101T123000Z',
    'DTSTART;TZID=America/New_York:20261121T190000',
    'SUMMARY:Contra dance',
    'LOCATION:Town Hall\\, second floor',
    'DESCRIPTION:No partner needed. Cider & pie.\\n\\nhttps://example.org/dance\\,2026\\;x',
    'URL;VALUE=URI:https://town.example:8443/events/dance-1',
    'LAST-MODIFIED:20261101T123000Z',
  ]);
});

test('the calendar describes the zone it uses', () => {
  const text = write();
  expect(text).toMatch(
    /^BEGIN:VCALENDAR\r\nVERSION:2\.0\r\nPRODID:[^\r]+\r\nBEGIN:VTIMEZONE\r\nTZID:America\/New_York\r\n/,
  );
  expect(text).toContain('TZOFFSETTO:-0500');
});

test('the time of an event comes from the town, whatever zone the server runs in', () => {
  const summer = write(
    { eventDate: Date.parse('2026-07-04T16:00:00Z') },
    { ...CONTEXT, zone: 'Europe/Berlin' },
  );
  expect(linesOf(summer)).toContain('DTSTART;TZID=Europe/Berlin:20260704T180000');
  const universal = write(
    { eventTime: 'Evening', eventDate: Date.parse('2026-07-04T16:00:00Z') },
    { ...CONTEXT, zone: 'UTC' },
  );
  expect(linesOf(universal)).toContain('DTSTART:20260704T160000Z');
  expect(universal).not.toContain('VTIMEZONE');
});

test('an end is written only where the event time names one', () => {
  expect(write()).not.toContain('DTEND');
  expect(linesOf(write({ eventTime: '7–9:30 PM' }))).toContain('DTEND;TZID=America/New_York:20261121T213000');
  expect(linesOf(write({ eventTime: '7 PM to 1 AM' }))).toContain(
    'DTEND;TZID=America/New_York:20261122T010000',
  );
});

test.each(['All day', 'ALL DAY', 'all-day'])('an event that says %s is a whole day', (eventTime) => {
  const lines = linesOf(write({ eventTime, eventDate: Date.parse('2026-11-21T05:00:00Z') }));
  expect(lines).toContain('DTSTART;VALUE=DATE:20261121');
  expect(lines.join('\n')).not.toMatch(/DTEND|DTSTART;TZID/);
});

test('lines are folded at 75 octets between characters and end with CR LF', () => {
  const text = write({ title: `${'é🎈日'.repeat(100)}`, description: `<p>${'long words '.repeat(500)}</p>` });
  expect(text.endsWith('END:VCALENDAR\r\n')).toBe(true);
  expect(text.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/);
  for (const line of text.split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
  expect(linesOf(text)).toContain(`SUMMARY:${'é🎈日'.repeat(100)}`);
});

test('nothing in an event can add a line to the calendar', () => {
  const hostile = 'Dance\r\nEND:VEVENT\nATTACH:https://evil.example;x,y\\z';
  const lines = linesOf(write({ title: hostile, eventLocation: hostile, description: hostile }));
  expect(lines).toContain('SUMMARY:Dance\\nEND:VEVENT\\nATTACH:https://evil.example\\;x\\,y\\\\z');
  expect(lines.filter((line) => line.startsWith('ATTACH'))).toEqual([]);
  expect(lines).toHaveLength(9);
});

test('characters that a calendar may not hold are left out', () => {
  const lines = linesOf(write({ description: '<p>One&#8;&#27;\u0007 two</p>' }));
  expect(lines).toContain('DESCRIPTION:One two\\n\\nhttps://example.org/dance\\,2026\\;x');
});

test('an event written here is not said to be announced elsewhere', () => {
  const own = write({ link: 'https://town.example:8443/events/dance-1' });
  expect(linesOf(own)).toContain('DESCRIPTION:No partner needed. Cider & pie.');
});

test('the file is named after the event', () => {
  const named = (title: string) => calendarFileNameOf({ id: 'e-1', title });
  expect(named('Été à la Grange: 5K "run"; /etc')).toBe('ete-a-la-grange-5k-run-etc.ics');
  expect(named('祭り')).toBe('e-1.ics');
  expect(named('a'.repeat(200))).toBe(`${'a'.repeat(60)}.ics`);
});
