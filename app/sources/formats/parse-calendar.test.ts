import { expect, test } from 'vitest';
import { calendarOf, eventOf, parse } from '../../../tests/parsed-sources.ts';

const window = { from: Date.parse('2026-01-01T00:00:00Z'), to: Date.parse('2027-06-01T00:00:00Z') };

const datesOf = (...lines: string[]) => parse(calendarOf(...lines), { window }).occurrences;
const startsOf = (...lines: string[]) => datesOf(...lines).map(({ start }) => start);

test('a weekly event keeps its hour when the clocks change, and its end, too', () => {
  const dates = datesOf(
    eventOf(
      'DTSTART;TZID=America/New_York:20261030T180000',
      'DTEND;TZID=America/New_York:20261031T020000',
      'RRULE:FREQ=WEEKLY;COUNT=2',
    ),
  );
  expect(dates.map(({ start, end }) => [start, end])).toEqual([
    ['2026-10-30T22:00:00Z', '2026-10-31T06:00:00Z'],
    ['2026-11-06T23:00:00Z', '2026-11-07T07:00:00Z'],
  ]);
  expect(dates.map(({ sourceId }) => sourceId)).toEqual(['e1 2026-10-30', 'e1 2026-11-06']);
});

test('EXDATE, RDATE and EXRULE', () => {
  expect(
    startsOf(
      eventOf(
        'DTSTART:20260601T120000Z',
        'RRULE:FREQ=DAILY;COUNT=5',
        'EXDATE:20260602T120000Z,20260603T120000Z',
        'EXDATE;VALUE=DATE:20260604',
        'RDATE:20260701T120000Z',
      ),
    ),
  ).toEqual(['2026-06-01T12:00:00Z', '2026-06-05T12:00:00Z', '2026-07-01T12:00:00Z']);
  expect(
    startsOf(eventOf('DTSTART:20260601T120000Z', 'RRULE:FREQ=DAILY;COUNT=5', 'EXRULE:FREQ=DAILY')),
  ).toEqual([]);
});

test('a moved date keeps its id, and a canceled one is canceled', () => {
  const { occurrences, items } = parse(
    calendarOf(
      eventOf('DTSTART:20260601T120000Z', 'RRULE:FREQ=DAILY;COUNT=3'),
      eventOf('RECURRENCE-ID:20260602T120000Z', 'DTSTART:20260609T150000Z', 'SUMMARY:Late market'),
      eventOf('RECURRENCE-ID:20260603T120000Z', 'DTSTART:20260603T120000Z', 'STATUS:CANCELLED'),
    ),
    { window },
  );
  expect(occurrences.map(({ sourceId, start, status }) => [sourceId, start, status])).toEqual([
    ['e1 2026-06-01', '2026-06-01T12:00:00Z', 'confirmed'],
    ['e1 2026-06-03', '2026-06-03T12:00:00Z', 'cancelled'],
    ['e1 2026-06-02', '2026-06-09T15:00:00Z', 'confirmed'],
  ]);
  expect(items.map(({ sourceId }) => sourceId)).toEqual(['e1', 'e1 2026-06-02', 'e1 2026-06-03']);
});

const weekly = eventOf(
  'DTSTART;TZID=America/New_York:20261013T180000',
  'DTEND;TZID=America/New_York:20261013T190000',
  'RRULE:FREQ=WEEKLY;COUNT=6',
  'EXDATE;TZID=America/New_York:20261110T180000',
);

test('a change of a date and all later ones moves them, and takes its length and what it says', () => {
  const { occurrences, items } = parse(
    calendarOf(
      eventOf(
        'RECURRENCE-ID;RANGE=THISANDFUTURE;TZID=America/New_York:20261027T180000',
        'DTSTART;TZID=America/New_York:20261028T193000',
        'DURATION:PT2H',
        'SUMMARY:Night market',
        'LOCATION:Town Hall',
      ),
      weekly,
      eventOf(
        'RECURRENCE-ID;TZID=America/New_York:20261103T180000',
        'DTSTART;TZID=America/New_York:20261105T120000',
        'SUMMARY:Noon market',
      ),
    ),
    { window },
  );
  expect(occurrences.map(({ sourceId, start, end, title }) => [sourceId, start, end, title])).toEqual([
    ['e1 2026-10-13', '2026-10-13T22:00:00Z', '2026-10-13T23:00:00Z', 'Market'],
    ['e1 2026-10-20', '2026-10-20T22:00:00Z', '2026-10-20T23:00:00Z', 'Market'],
    ['e1 2026-10-27', '2026-10-28T23:30:00Z', '2026-10-29T01:30:00Z', 'Night market'],
    ['e1 2026-11-03', '2026-11-05T17:00:00Z', null, 'Noon market'],
    ['e1 2026-11-17', '2026-11-19T00:30:00Z', '2026-11-19T02:30:00Z', 'Night market'],
  ]);
  expect(occurrences.map(({ location }) => location)).toEqual([null, null, 'Town Hall', null, 'Town Hall']);
  expect(items).toHaveLength(3);
});

test('of two changes of all later dates each counts up to the next one; a cancelled one cancels the rest', () => {
  const dates = datesOf(
    weekly,
    eventOf(
      'RECURRENCE-ID;RANGE=THISANDFUTURE:20261117T230000Z',
      'DTSTART:20261117T230000Z',
      'STATUS:CANCELLED',
    ),
    // In UTC, while the rule is in local time: the hour stays when the clocks change.
    eventOf(
      'RECURRENCE-ID;RANGE=THISANDFUTURE:20261020T220000Z',
      'DTSTART:20261020T210000Z',
      'DTEND:20261021T010000Z',
    ),
  );
  expect(dates.map(({ start, end, status }) => [start, end, status])).toEqual([
    ['2026-10-13T22:00:00Z', '2026-10-13T23:00:00Z', 'confirmed'],
    ['2026-10-20T21:00:00Z', '2026-10-21T01:00:00Z', 'confirmed'],
    ['2026-10-27T21:00:00Z', '2026-10-28T01:00:00Z', 'confirmed'],
    ['2026-11-03T22:00:00Z', '2026-11-04T02:00:00Z', 'confirmed'],
    ['2026-11-17T23:00:00Z', null, 'cancelled'],
  ]);
});

test('whole days move by days, and dates that a change moves into the time that is asked for are in it', () => {
  const days = [
    eventOf('DTSTART;VALUE=DATE:20260601', 'RRULE:FREQ=DAILY;COUNT=4'),
    eventOf('RECURRENCE-ID;RANGE=THISANDFUTURE;VALUE=DATE:20260603', 'DTSTART;VALUE=DATE:20260703'),
  ];
  expect(startsOf(...days)).toEqual(
    ['2026-06-01', '2026-06-02', '2026-07-03', '2026-07-04'].map((day) => `${day}T04:00:00Z`),
  );
  const july = { from: Date.parse('2026-07-01T00:00:00Z'), to: Date.parse('2026-08-01T00:00:00Z') };
  expect(parse(calendarOf(...days), { window: july }).occurrences).toHaveLength(2);
});

test('Outlook names a whole day that changes by its midnight', () => {
  const dates = startsOf(
    eventOf('DTSTART;VALUE=DATE:20260601', 'RRULE:FREQ=DAILY;COUNT=2'),
    eventOf('RECURRENCE-ID;TZID=GMT Standard Time:20260602T000000', 'DTSTART;VALUE=DATE:20260610'),
  );
  expect(dates).toEqual(['2026-06-01T04:00:00Z', '2026-06-10T04:00:00Z']);
});

test.each([
  ['America/Chicago', '2026-06-01T17:00:00Z'],
  ['"America/Chicago"', '2026-06-01T17:00:00Z'],
  ['/freeassociation.sourceforge.net/Tzfile/America/Chicago', '2026-06-01T17:00:00Z'],
  ['Eastern Standard Time', '2026-06-01T16:00:00Z'],
  ['"(UTC-06:00) Central Time (US & Canada)"', '2026-06-01T17:00:00Z'],
  ['GMT-0700', '2026-06-01T19:00:00Z'],
])('a time in the zone %s', (zone, start) => {
  expect(startsOf(eventOf(`DTSTART;TZID=${zone}:20260601T120000`))).toEqual([start]);
});

test('a zone that only the calendar knows', () => {
  const zone = [
    'BEGIN:VTIMEZONE',
    'TZID:Our town',
    'BEGIN:STANDARD',
    'DTSTART:19701101T020000',
    'RRULE:FREQ=YEARLY;BYMONTH=11;BYDAY=1SU',
    'TZOFFSETFROM:-0200',
    'TZOFFSETTO:-0300',
    'END:STANDARD',
    'BEGIN:DAYLIGHT',
    'DTSTART:19700308T020000',
    'RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=2SU',
    'TZOFFSETFROM:-0300',
    'TZOFFSETTO:-0200',
    'END:DAYLIGHT',
    'END:VTIMEZONE',
  ];
  const at = (time: string) => startsOf(...zone, eventOf(`DTSTART;TZID=Our town:${time}`));
  expect(at('20260601T120000')).toEqual(['2026-06-01T14:00:00Z']);
  expect(at('20261201T120000')).toEqual(['2026-12-01T15:00:00Z']);
  // Skipped, and the first of two.
  expect(at('20260308T023000')).toEqual(['2026-03-08T05:30:00Z']);
  expect(at('20261101T013000')).toEqual(['2026-11-01T03:30:00Z']);
});

test('floating times are in the zone of the calendar, without one in the town, as those of unknown zones', () => {
  const event = eventOf('DTSTART:20260601T120000');
  expect(startsOf(event)).toEqual(['2026-06-01T16:00:00Z']);
  expect(startsOf('X-WR-TIMEZONE:Europe/London', event)).toEqual(['2026-06-01T11:00:00Z']);
  expect(startsOf(eventOf('DTSTART;TZID=Nowhere:20260601T120000'))).toEqual(['2026-06-01T16:00:00Z']);
});

test('a whole day begins and ends with the day of the town', () => {
  expect(datesOf(eventOf('DTSTART;VALUE=DATE:20260601', 'DTEND;VALUE=DATE:20260603'))).toMatchObject([
    { start: '2026-06-01T04:00:00Z', end: '2026-06-03T04:00:00Z', allDay: true },
  ]);
  expect(datesOf(eventOf('DTSTART:20260601', 'DTEND:20260601'))).toMatchObject([
    { end: '2026-06-02T04:00:00Z' },
  ]);
  expect(
    datesOf(eventOf('DTSTART;VALUE=DATE:20261101', 'RRULE:FREQ=DAILY;COUNT=2')).map(({ end }) => end),
  ).toEqual(['2026-11-02T05:00:00Z', '2026-11-03T05:00:00Z']);
});

test.each([
  ['UNTIL=20260603T120000Z', 3],
  ['UNTIL=20260603T115959Z', 2],
  ['UNTIL=20260603', 3],
  ['UNTIL=20260531', 0],
  ['COUNT=2', 2],
  ['COUNT=-1;UNTIL=20260602', 2],
])('a daily event with %s has %i dates', (end, count) => {
  expect(startsOf(eventOf('DTSTART:20260601T120000Z', `RRULE:FREQ=DAILY;${end}`))).toHaveLength(count);
});

test('events with one UID are versions of one event, unless they have days of their own', () => {
  expect(
    startsOf(
      eventOf('DTSTART:20260601T120000Z', 'SEQUENCE:2'),
      eventOf('DTSTART:20260601T120000Z', 'SEQUENCE:1'),
    ),
  ).toHaveLength(1);
  const dates = datesOf(eventOf('DTSTART:20260601T120000Z'), eventOf('DTSTART:20260602T120000Z'));
  expect(new Set(dates.map(({ sourceId }) => sourceId)).size).toBe(2);
});

test('an event without a UID is known by its title and day', () => {
  const [date] = datesOf('BEGIN:VEVENT', 'SUMMARY:Fair', 'DTSTART:20260601T120000Z', 'END:VEVENT');
  expect(date?.sourceId).toBe('title:fair 2026-06-01');
});

test('characters of windows-1252 and signs that begin no tag are kept', () => {
  const { items, title } = parse(
    calendarOf(
      'X-WR-CALNAME:Mayor\u0092s calendar',
      eventOf(
        'DTSTART:20260601T120000Z',
        'SUMMARY:Mayor\u0092s talk: income<expenses',
        'DESCRIPTION:Mayor&#146\\;s talk: income<expenses',
        'LOCATION:Mayor\u0092s office',
      ),
    ),
    { window },
  );
  expect(title).toBe('Mayor’s calendar');
  expect(items).toMatchObject([
    {
      ...{ title: 'Mayor’s talk: income<expenses', location: 'Mayor’s office' },
      description: 'Mayor’s talk: income&lt;expenses',
    },
  ]);
});

test('what an event says is text, and its HTML is sanitized', () => {
  const [item] = parse(
    calendarOf(
      'X-WR-CALNAME:Town',
      eventOf(
        'DTSTART:20260601T120000Z',
        'URL:https://a.example/x?utm_source=cal',
        'LOCATION:Green\\, Main St',
        'DESCRIPTION:One\\nTwo\\n\\n<b>Three</b><script>x</sc',
        ' ript>',
        'CATEGORIES:Music,Kids',
        'CREATED:20260501T120000Z',
      ),
    ),
  ).items;
  expect(item).toMatchObject({
    title: 'Market',
    link: 'https://a.example/x',
    location: 'Green, Main St',
    categories: ['Music', 'Kids'],
    pubDate: '2026-05-01T12:00:00Z',
  });
  expect(item?.description).toContain('<b>Three</b>');
  expect(item?.description).not.toContain('script');
});

test.each([
  [
    'an event that is not closed',
    'BEGIN:VCALENDAR\nBEGIN:VEVENT\nDTSTART:20260601\nBEGIN:VEVENT\nDTSTART:20260602',
  ],
  [
    'an alarm',
    calendarOf(
      eventOf('DTSTART:20260601', 'BEGIN:VALARM', 'TRIGGER:-PT5M', 'END:VALARM'),
      eventOf('UID:2', 'DTSTART:20260602'),
    ),
  ],
  [
    'a broken event',
    calendarOf(
      'BEGIN:VEVENT',
      'DTSTART:yesterday',
      'UID:0',
      'END:VEVENT',
      eventOf('DTSTART:20260601'),
      eventOf('DTSTART:20260602'),
    ),
  ],
  [
    'old line ends',
    calendarOf(eventOf('DTSTART:20260601'), eventOf('DTSTART:20260602')).replaceAll('\r\n', '\r'),
  ],
])('no other date is lost by %s', (_what, text) => {
  expect(parse(text, { window }).occurrences).toHaveLength(2);
});

test('without a window, the dates are those that have not ended by the beginning of today, for 18 months', () => {
  const { occurrences } = parse(
    calendarOf(
      eventOf('UID:over', 'DTSTART;VALUE=DATE:20261119'),
      eventOf('UID:ongoing', 'DTSTART;VALUE=DATE:20261101', 'DTEND;VALUE=DATE:20261201'),
      eventOf('UID:morning', 'DTSTART;TZID=America/New_York:20261120T080000'),
      eventOf('UID:monthly', 'DTSTART;VALUE=DATE:20200101', 'RRULE:FREQ=MONTHLY'),
    ),
  );
  const ids = occurrences.map(({ item }) => item);
  expect(ids.slice(0, 2)).toEqual(['ongoing', 'morning']);
  expect(ids.filter((id) => id === 'monthly')).toHaveLength(18);
  expect(ids).not.toContain('over');
});

test('R-40 an event has at most 366 dates, and a source 2,000', () => {
  const daily = (uid: number) =>
    eventOf(`UID:${uid}`, 'DTSTART:20000101T120000Z', 'RRULE:FREQ=DAILY;COUNT=1000000000');
  const one = parse(calendarOf(daily(1)));
  expect(one.occurrences).toHaveLength(366);
  expect(one.notes).toEqual(['Of an event only the first 366 dates are used']);
  const six = parse(calendarOf(...[1, 2, 3, 4, 5, 6].map(daily)));
  expect(six.occurrences).toHaveLength(2000);
  expect(six.notes).toContain('Only the first 2000 of 2196 dates are used');
});

test('R-40 a rule within the day leaves the first date', () => {
  const { occurrences, notes } = parse(
    calendarOf(eventOf('DTSTART:20261201T120000Z', 'RRULE:FREQ=SECONDLY')),
  );
  expect(occurrences).toHaveLength(1);
  expect(notes[0]).toMatch(/^A repetition is not used, only its first date/);
});

test('a zone that an editor chose counts for all times, whatever the calendar says', () => {
  const text = calendarOf(
    'X-WR-TIMEZONE:America/Los_Angeles',
    eventOf('UID:utc', 'DTSTART:20261201T153000Z', 'DTEND:20261201T163000Z'),
    eventOf('UID:named', 'DTSTART;TZID=America/Chicago:20261202T153000', 'RRULE:FREQ=DAILY;COUNT=2'),
    eventOf('UID:floating', 'DTSTART:20261204T153000'),
  );
  const { occurrences } = parse(text, { isZoneForced: true });
  expect(occurrences.map(({ start }) => start)).toEqual([
    '2026-12-01T20:30:00Z',
    '2026-12-02T20:30:00Z',
    '2026-12-03T20:30:00Z',
    '2026-12-04T20:30:00Z',
  ]);
  expect(occurrences[0]?.end).toBe('2026-12-01T21:30:00Z');
});
