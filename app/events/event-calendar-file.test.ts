import ICAL from 'ical.js';
import { expect, test } from 'vitest';
import type { CalendarEvent } from './event.ts';
import { type CalendarContext, calendarFileNameOf, formatCalendar } from './event-calendar-file.server.ts';

const clock = { timeZone: 'America/New_York', locale: 'en-US' };
const CONTEXT: CalendarContext = {
  clock,
  siteUrl: 'https://town.example:8443',
  now: Date.parse('2026-11-20T22:00:00Z'),
};
const LIST = { name: 'Maple Hollow: Events', url: 'https://town.example:8443/events.ics', revision: 7 };

const dance: CalendarEvent = {
  id: 'dance-1',
  title: 'Contra dance',
  link: 'https://example.org/dance,2026;x',
  description: '<p>No partner needed.</p><p>Cider &amp; pie.</p>',
  eventDate: Date.parse('2026-11-22T00:00:00Z'),
  eventTime: '7:00 PM',
  eventLocation: 'Town Hall, second floor',
  endDate: null,
  allDay: false,
  status: 'scheduled',
  statusNote: null,
  category: null,
  previousDate: null,
  recurrence: null,
  seriesId: null,
  recurrenceId: null,
  seriesStart: null,
  version: 3,
  updatedAt: Date.parse('2026-11-01T12:30:00Z'),
};

function write(changes: Partial<CalendarEvent> = {}, context = CONTEXT): string {
  return formatCalendar([{ ...dance, ...changes }], context);
}

function inZone(timeZone: string): CalendarContext {
  return { ...CONTEXT, clock: { ...clock, timeZone } };
}

/** The lines of the event itself, unfolded. */
function linesOf(text: string): string[] {
  const lines = text.replaceAll('\r\n ', '').split('\r\n');
  return lines.slice(lines.indexOf('BEGIN:VEVENT') + 1, lines.indexOf('END:VEVENT'));
}

/** The events as a calendar program reads them. */
function readEvents(text: string): ICAL.Event[] {
  const calendar = new ICAL.Component(ICAL.parse(text));
  return calendar.getAllSubcomponents('vevent').map((component) => new ICAL.Event(component));
}

function instantOf(time: ICAL.Time): string {
  return time.toJSDate().toISOString();
}

test('an event is in the town’s time and has a stable id', () => {
  expect(linesOf(write())).toEqual([
    'UID:dance-1@town.example',
    'SEQUENCE:2',
    'DTSTAMP:20261101T123000Z',
    'LAST-MODIFIED:20261101T123000Z',
    'DTSTART;TZID=America/New_York:20261121T190000',
    'SUMMARY:Contra dance',
    'STATUS:CONFIRMED',
    'LOCATION:Town Hall\\, second floor',
    'DESCRIPTION:No partner needed. Cider & pie.\\n\\nhttps://example.org/dance\\,2026\\;x',
    'URL:https://town.example:8443/events/dance-1',
  ]);
});

test('the calendar describes its time zone', () => {
  const text = write();
  expect(text).toMatch(
    /^BEGIN:VCALENDAR\r\nVERSION:2\.0\r\nPRODID:[^\r]+\r\nCALSCALE:GREGORIAN\r\nMETHOD:PUBLISH\r\nBEGIN:VTIMEZONE\r\nTZID:America\/New_York\r\n/,
  );
  expect(text).toContain('TZOFFSETTO:-0500');
  expect(text.match(/BEGIN:VTIMEZONE/g)).toHaveLength(1);
});

test("an event's time is in the town's zone, whatever the server's", () => {
  const summer = write({ eventDate: Date.parse('2026-07-04T16:00:00Z') }, inZone('Europe/Berlin'));
  expect(linesOf(summer)).toContain('DTSTART;TZID=Europe/Berlin:20260704T180000');
  const universal = write(
    { eventTime: 'Evening', eventDate: Date.parse('2026-07-04T16:00:00Z') },
    inZone('UTC'),
  );
  expect(linesOf(universal)).toContain('DTSTART:20260704T160000Z');
  expect(universal).not.toContain('VTIMEZONE');
});

test('an event has an end if it is stored, or its text of the time contains one', () => {
  expect(write()).not.toContain('DTEND');
  expect(linesOf(write({ eventTime: '7–9:30 PM' }))).toContain('DTEND;TZID=America/New_York:20261121T213000');
  expect(linesOf(write({ eventTime: '7 PM to 1 AM' }))).toContain(
    'DTEND;TZID=America/New_York:20261122T010000',
  );
  const endDate = Date.parse('2026-11-22T04:00:00Z');
  expect(linesOf(write({ eventTime: '7–9:30 PM', endDate }))).toContain(
    'DTEND;TZID=America/New_York:20261121T230000',
  );
});

test.each(['All day', 'ALL DAY', 'all-day'])('an event that says %s is a whole day', (eventTime) => {
  const lines = linesOf(write({ eventTime, eventDate: Date.parse('2026-11-21T05:00:00Z') }));
  expect(lines).toContain('DTSTART;VALUE=DATE:20261121');
  expect(lines.join('\n')).not.toMatch(/DTEND|DTSTART;TZID/);
});

test('the end of a multi-day all-day event is exclusive, even across a clock change', () => {
  const eventDate = Date.parse('2026-10-31T04:00:00Z');
  const days = (endDate: string) =>
    linesOf(write({ allDay: true, eventDate, endDate: Date.parse(endDate) })).filter((line) =>
      line.startsWith('DT'),
    );
  const [, start, end] = days('2026-11-02T05:00:00Z');
  expect([start, end]).toEqual(['DTSTART;VALUE=DATE:20261031', 'DTEND;VALUE=DATE:20261102']);
  expect(days('2026-11-01T04:00:00Z')).toHaveLength(2);
  expect(days('2026-11-01T22:00:00Z')[2]).toBe('DTEND;VALUE=DATE:20261102');
});

test.each([
  ['scheduled', 'CONFIRMED', 'Contra dance'],
  ['moved', 'CONFIRMED', 'Contra dance'],
  ['postponed', 'TENTATIVE', 'Postponed: Contra dance'],
  ['cancelled', 'CANCELLED', 'Canceled: Contra dance'],
] as const)('an event that is %s is so in the calendar', (status, said, summary) => {
  const lines = linesOf(write({ status }));
  expect(lines).toContain(`STATUS:${said}`);
  expect(lines).toContain(`SUMMARY:${summary}`);
  expect(lines.includes('TRANSP:TRANSPARENT')).toBe(status === 'cancelled' || status === 'postponed');
});

test("what changed comes before the event's text", () => {
  const description = (changes: Partial<CalendarEvent>) =>
    readEvents(write({ link: 'https://town.example:8443/events/dance-1', ...changes }))[0]?.description;
  const note = { statusNote: 'The hall has no heating; tickets stay valid.' };
  expect(description({ status: 'cancelled', ...note })).toBe(
    'This event is canceled. The hall has no heating; tickets stay valid.\n\nNo partner needed. Cider & pie.',
  );
  expect(description({ status: 'moved', previousDate: Date.parse('2026-11-15T00:00:00Z') })).toBe(
    'Moved from 11/14/2026, 7:00 PM.\n\nNo partner needed. Cider & pie.',
  );
});

test('a subscribed calendar has a name, a refresh interval, and every event once', () => {
  const more = [dance, { ...dance, id: 'fair', title: 'Fair', allDay: true, endDate: dance.eventDate + 1 }];
  const text = formatCalendar(more, CONTEXT, LIST);
  for (const line of [
    'METHOD:PUBLISH',
    'NAME:Maple Hollow: Events',
    'X-WR-CALNAME:Maple Hollow: Events',
    'X-WR-TIMEZONE:America/New_York',
    'SOURCE;VALUE=URI:https://town.example:8443/events.ics',
    'REFRESH-INTERVAL;VALUE=DURATION:PT1H',
    'X-PUBLISHED-TTL:PT1H',
  ])
    expect(text).toContain(`\r\n${line}\r\n`);
  expect(readEvents(text).map((event) => event.uid)).toEqual(['dance-1@town.example', 'fair@town.example']);
  expect(text.match(/BEGIN:VTIMEZONE/g)).toHaveLength(1);
  // The same event, byte by byte, as in its own file.
  expect(linesOf(text)).toEqual(linesOf(write()));
});

test('a calendar without events contains the time zone, because it may not be empty', () => {
  for (const zone of ['America/New_York', 'UTC']) {
    const text = formatCalendar([], inZone(zone), LIST);
    expect(new ICAL.Component(ICAL.parse(text)).getAllSubcomponents().map((part) => part.name)).toEqual([
      'vtimezone',
    ]);
  }
});

const hostile = 'Tea 🫖,\u0000\u0007 \ud800"quoted"; back\\slash\r\nEND:VEVENT\u2028日本語 é\u0301\t\u007f';

test.each([
  { title: hostile, eventLocation: hostile, statusNote: hostile, status: 'cancelled' as const },
  { title: '🎈'.repeat(300), description: `<p>${'long words '.repeat(500)}</p>` },
  { eventDate: Date.parse('0100-01-01T12:00:00Z') },
  { eventDate: Date.parse('1000-01-01T00:00:00Z'), allDay: true },
  { eventDate: Date.parse('1883-11-18T17:00:00Z') },
  { eventDate: Date.parse('9999-12-30T10:00:00Z') },
  { eventDate: Date.parse('9999-12-30T12:00:00Z'), allDay: true, endDate: 253_402_300_799_999 },
  { eventDate: Date.parse('2026-03-08T07:30:00Z'), endDate: Date.parse('2026-11-01T06:30:00Z') },
])('a calendar program reads every event back as it is: %#', (changes) => {
  const event = { ...dance, eventDate: dance.eventDate + 1000, eventTime: 'Evening', ...changes };
  for (const zone of ['America/New_York', 'Asia/Tokyo', 'Australia/Lord_Howe', 'UTC']) {
    const [read] = readEvents(write(event, inZone(zone)));
    expect(read?.summary?.endsWith(plain(event.title))).toBe(true);
    expect(read?.location).toBe(plain(event.eventLocation));
    if (event.allDay) expect(read?.startDate.isDate).toBe(true);
    else expect([zone, instantOf(read?.startDate as ICAL.Time)]).toEqual([zone, iso(event.eventDate)]);
    if (event.endDate && !event.allDay)
      expect(instantOf(read?.endDate as ICAL.Time)).toBe(iso(event.endDate));
  }
});

/** A text as calendars contain it: with uniform line ends and without forbidden characters. */
function plain(text: string): string {
  return text
    .toWellFormed()
    .replaceAll('\r\n', '\n')
    .replaceAll('\t', ' ')
    .replace(/(?!\n)\p{Cc}/gu, '');
}

function iso(instant: number): string {
  return new Date(instant).toISOString();
}

test('the year 1 does not break a calendar', () => {
  const [read] = readEvents(write({ eventDate: Date.parse('0001-01-01T12:00:00Z') }));
  expect([read?.startDate.year, read?.startDate.hour]).toEqual([1, 12]);
});

test("an event with a date that calendars can't represent is left out, the others are not", () => {
  const far = { ...dance, id: 'far', eventDate: Date.parse('9999-12-31T20:00:00Z'), allDay: true };
  const text = formatCalendar([far, dance], inZone('Asia/Tokyo'), LIST);
  expect(readEvents(text).map((event) => event.uid)).toEqual(['dance-1@town.example']);
});

test('lines are folded at 75 octets between characters and end with CR LF', () => {
  const text = write({ title: `${'é🎈日'.repeat(100)}`, description: `<p>${'long words '.repeat(500)}</p>` });
  expect(text.endsWith('END:VCALENDAR\r\n')).toBe(true);
  expect(text.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/);
  for (const line of text.split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
  expect(linesOf(text)).toContain(`SUMMARY:${'é🎈日'.repeat(100)}`);
});

test('a long description is cut between characters', () => {
  const text = readEvents(write({ description: `<p>${'🎈'.repeat(2000)}</p>` }))[0]?.description ?? '';
  expect(text.length).toBeLessThan(1100);
  expect(text.isWellFormed()).toBe(true);
  expect(text).toContain('🎈…\n\nhttps://example.org/');
});

test('no text of an event can add a line to the calendar', () => {
  const hostile = 'Dance\r\nEND:VEVENT\nATTACH:https://evil.example;x,y\\z';
  const lines = linesOf(write({ title: hostile, eventLocation: hostile, description: hostile }));
  expect(lines).toContain('SUMMARY:Dance\\nEND:VEVENT\\nATTACH:https://evil.example\\;x\\,y\\\\z');
  expect(lines.filter((line) => line.startsWith('ATTACH'))).toEqual([]);
  expect(lines).toHaveLength(10);
});

test('characters that calendars forbid are left out', () => {
  const lines = linesOf(write({ description: '<p>One\u0008\u001b\u0007 two</p>' }));
  expect(lines).toContain('DESCRIPTION:One two\\n\\nhttps://example.org/dance\\,2026\\;x');
});

test('an event written for the site has no external link', () => {
  const own = write({ link: 'https://town.example:8443/events/dance-1' });
  expect(linesOf(own)).toContain('DESCRIPTION:No partner needed. Cider & pie.');
});

test("the file has the event's name", () => {
  const named = (title: string) => calendarFileNameOf({ id: 'e-1', title });
  expect(named('Été à la Grange: 5K "run"; /etc')).toBe('ete-a-la-grange-5k-run-etc.ics');
  expect(named('祭り')).toBe('e-1.ics');
  expect(named('a'.repeat(200))).toBe(`${'a'.repeat(60)}.ics`);
});
