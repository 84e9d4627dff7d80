/**
 * The whole site at the edges of clock changes and days, in zones whose clocks change in different ways: lists, pages,
 * calendars, polls and schedules, by viewing another day.
 */
import { beforeAll, expect, test } from 'vitest';
import { collections } from '#app/collections.server.ts';
import type { Collection } from '#app/items/collection/collection.ts';
import { instantOfTownTime, machineTimeOf, townTimeOf } from '#app/platform/time/town-time.ts';
import { defaultTown } from '#app/town/default-town.ts';
import { saveTown } from '#app/town/town-store.server.ts';
import { buildIfStale } from '../../../scripts/build-if-stale.mjs';
import { mainOf, seeDay } from '../../../tests/as-of-days.ts';
import { openSite, type TestSite } from '../../../tests/open-site.ts';
import { hasChanged, isDeep } from '../../../tests/rounds.ts';
import { sampleInputs } from '../../../tests/sample-inputs.ts';

beforeAll(() => buildIfStale(), 300_000);

/** Long before all of them, so that every day is in the future. */
const NOW = Date.parse('2026-01-05T12:00:00Z');

type ClockChange = {
  zone: string;
  locale: string;
  /** The day of the change: its first instant, that of the next day, and instants on both sides of the change. */
  day: string;
  begins: string;
  ends: string;
  around: [before: string, after: string];
};

const changes: ClockChange[] = [
  {
    zone: 'America/New_York',
    locale: 'en-US',
    day: '2026-03-08',
    begins: '2026-03-08T05:00:00Z',
    ends: '2026-03-09T04:00:00Z',
    around: ['2026-03-08T06:59:00Z', '2026-03-08T07:00:00Z'],
  },
  {
    zone: 'America/New_York',
    locale: 'en-US',
    day: '2026-11-01',
    begins: '2026-11-01T04:00:00Z',
    ends: '2026-11-02T05:00:00Z',
    around: ['2026-11-01T05:30:00Z', '2026-11-01T06:30:00Z'],
  },
  {
    zone: 'Europe/London',
    locale: 'en-GB',
    day: '2026-03-29',
    begins: '2026-03-29T00:00:00Z',
    ends: '2026-03-29T23:00:00Z',
    around: ['2026-03-29T00:59:00Z', '2026-03-29T01:00:00Z'],
  },
  {
    zone: 'Europe/London',
    locale: 'en-GB',
    day: '2026-10-25',
    begins: '2026-10-24T23:00:00Z',
    ends: '2026-10-26T00:00:00Z',
    around: ['2026-10-25T00:30:00Z', '2026-10-25T01:30:00Z'],
  },
  {
    // By half an hour.
    zone: 'Australia/Lord_Howe',
    locale: 'en-AU',
    day: '2026-04-05',
    begins: '2026-04-04T13:00:00Z',
    ends: '2026-04-05T13:30:00Z',
    around: ['2026-04-04T14:45:00Z', '2026-04-04T15:15:00Z'],
  },
  {
    zone: 'Australia/Lord_Howe',
    locale: 'en-AU',
    day: '2026-10-04',
    begins: '2026-10-03T13:30:00Z',
    ends: '2026-10-04T13:00:00Z',
    around: ['2026-10-03T15:29:00Z', '2026-10-03T15:30:00Z'],
  },
  {
    // At midnight: the day begins at one.
    zone: 'Africa/Cairo',
    locale: 'en-GB',
    day: '2026-04-24',
    begins: '2026-04-23T22:00:00Z',
    ends: '2026-04-24T21:00:00Z',
    around: ['2026-04-23T21:59:00Z', '2026-04-23T22:00:00Z'],
  },
];

const minutes = (instant: string, count: number) =>
  new Date(Date.parse(instant) + count * 60_000).toISOString().replace('.000Z', 'Z');

async function openTown({ zone, locale, begins, ends, around }: ClockChange) {
  const site = await openSite({ now: NOW });
  await saveTown(site.write, { ...defaultTown, timeZone: zone, locale });
  const admin = await site.asAdmin();
  const event = (id: string, eventDate: string) =>
    save(site, 'events', {
      id,
      title: `Event ${id}`,
      eventDate,
      eventTime: townTimeOf(Date.parse(eventDate), zone).slice(11),
    });
  await event('eve', minutes(begins, -10));
  await event('midnight', begins);
  await event('before', around[0]);
  await event('after', around[1]);
  await event('last', minutes(ends, -10));
  await event('tomorrow', ends);
  await save(site, 'polls', { id: 'poll', title: 'Poll', opensAt: around[0], closesAt: around[1] });
  await save(site, 'articles', { id: 'story', title: 'Story' }, Date.parse(around[1]));
  return { site, see: async (at: string, path: string) => seeDay(site, admin, at, path) };
}

async function save(site: TestSite, name: keyof typeof sampleInputs, fields: object, publishAt?: number) {
  const collection: Collection = collections[name];
  const input = collection.json.schema.parse({ ...sampleInputs[name], ...fields });
  const outcome = await collection.store.save(site.write, input, {
    now: NOW,
    ...(publishAt ? { publishAt } : {}),
  });
  if (outcome.kind !== 'saved') throw new Error(JSON.stringify(outcome));
}

/** The events that a list shows. */
function listed(html: string): Set<string> {
  const ids = [...mainOf(html).matchAll(/\/events\/(eve|midnight|before|after|last|tomorrow)"/g)];
  return new Set(ids.map(([, id]) => id as string));
}

/** The instant at which a calendar begins its event: a local time that occurs twice is the first (RFC 5545, 3.3.5). */
function startIn(calendar: string, zone: string): number | undefined {
  const [, local, utc] =
    /DTSTART(?:;TZID=[^:]*:(\d{8}T\d{6})|:(\d{8}T\d{6})Z)\r?\n(?!TZOFFSET)/.exec(calendar) ?? [];
  const [, ...parts] = /(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)/.exec(local ?? utc ?? '') ?? [];
  const [year, month, day, hour, minute] = parts;
  return instantOfTownTime(`${year}-${month}-${day}T${hour}:${minute}`, local ? zone : 'UTC');
}

/** An hour that occurs twice; with --deep, also a day that begins at one, and the others. */
const hardest = '2026-11-01';
const isWhole = isDeep(import.meta.url) || hasChanged(['app/platform/time', 'app/events', 'app/polls']);
const tried = changes.filter(({ day }) => isWhole || day === hardest);

test.each(tried)('in $zone on $day, every page is right at every edge', async (change) => {
  const { zone, begins, ends, around, day } = change;
  const { site, see } = await openTown(change);
  await using _ = site;
  const [opens, closes] = around;
  const starts = {
    eve: minutes(begins, -10),
    before: opens,
    midnight: begins,
    after: closes,
    last: minutes(ends, -10),
    tomorrow: ends,
  };
  const between = (from: string, until: string) =>
    new Set(Object.entries(starts).flatMap(([id, at]) => (at >= from && at < until ? [id] : [])));

  const edges = [
    minutes(begins, -1),
    begins,
    minutes(opens, -1),
    opens,
    minutes(closes, -1),
    closes,
    minutes(ends, -1),
    ends,
  ];
  // Each is a copy of the town of its own.
  const seen = isWhole ? edges : [begins, minutes(closes, -1)];
  for (const at of seen) {
    const [from, until] = at < begins ? ['', begins] : at < ends ? [begins, ends] : [ends, '9'];
    const state = at < opens ? 'Scheduled' : at < closes ? 'Open' : 'Closed';
    const found = {
      list: listed(await see(at, '/events')),
      today: listed(await see(at, '/events?when=today')),
      poll: />(Open|Closed|Scheduled)<\/span>/.exec(await see(at, '/polls'))?.[1],
      isPublished: mainOf(await see(at, '/articles')).includes('Story'),
    };
    const expected = {
      list: between(from, '9'),
      today: between(from, until),
      poll: state,
      isPublished: at >= closes,
    };
    expect([at, found]).toEqual([at, expected]);
  }

  const month = listed(await see(begins, `/events?month=${day.slice(0, 7)}`));
  expect([...between(begins, ends)].filter((id) => !month.has(id))).toEqual([]);
  for (const [index, id] of (['before', 'after'] as const).entries()) {
    const instant = Date.parse(around[index] as string);
    expect(await see(begins, `/events/${id}`)).toContain(machineTimeOf(instant, zone));
    const calendar = await see(begins, `/events/${id}.ics`);
    expect([id, startIn(calendar, zone)]).toEqual([id, instant]);
  }
});
