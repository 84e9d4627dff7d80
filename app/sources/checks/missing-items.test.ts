/** Events that vanish from their source. */
import { expect } from 'vitest';
import { collections } from '#app/collections.server.ts';
import { listUnconfirmed, loadProvenance } from '#app/items/provenance/provenance.server.ts';
import { expireWaiting } from '#app/sources/import/import-source.server.ts';
import { applyChanges, keepMine } from '#app/sources/import/update-items.server.ts';
import { removeSource } from '#app/sources/source-store.server.ts';
import { anyDatabase, eachDatabase, longOnEachDatabase } from '../../../tests/each-database.ts';
import { feedOf, type Importing, openImporting } from '../../../tests/imported-sources.ts';
import { calendarOf, eventOf } from '../../../tests/parsed-sources.ts';

const names = ['Choir', 'Market', 'Quilting', 'Lecture', 'Bonfire'];

/** Five events on days to come, or only some of them. */
const calendar = (wanted = names) =>
  calendarOf(
    ...names.flatMap((name, index) =>
      wanted.includes(name)
        ? [eventOf(`UID:${name}`, `SUMMARY:${name}`, `DTSTART:202612${10 + index}T200000Z`)]
        : [],
    ),
  );

const without = (...gone: string[]) => calendar(names.filter((name) => !gone.includes(name)));

async function openGrange(
  database: Parameters<typeof openImporting>[0],
  trust: 'review' | 'publish' = 'publish',
) {
  const town = openImporting(database);
  await town.addSource({ id: 'grange', feeds: 'events', trust });
  await town.read('grange', calendar());
  return town;
}

const sourceItemOf = ({ context }: Importing, key: string) =>
  context.write
    .selectFrom('source_item')
    .select(['itemId', 'absentSince', 'unconfirmed', 'decision'])
    .where('key', '=', key)
    .executeTakeFirstOrThrow();

const eventNamed = async (town: Importing, key: string) =>
  collections.events.store.find(town.context.write, (await sourceItemOf(town, key)).itemId);

const by = { userId: null, token: 'desk' };

eachDatabase(
  'an event that vanishes is unconfirmed and a question, never cancelled automatically',
  async ({ database }) => {
    const town = await openGrange(database);
    expect(await town.read('grange', without('Choir'))).toMatchObject({ missing: 1, emptied: false });
    expect(await sourceItemOf(town, 'Choir')).toMatchObject({
      absentSince: town.context.now(),
      unconfirmed: 1,
    });
    const [entry, ...others] = await town.waiting();
    expect(others).toEqual([]);
    expect(entry).toMatchObject({
      kind: 'change',
      title: 'Choir',
      startAt: Date.parse('2026-12-10T20:00:00Z'),
    });
    expect(JSON.parse(entry?.changes ?? '')).toEqual([
      { field: 'status', from: 'scheduled', to: 'cancelled', locked: false },
    ]);
    expect(await eventNamed(town, 'Choir')).toMatchObject({ status: 'scheduled', version: 1 });
    expect(await town.read('grange', without('Choir'))).toMatchObject({ missing: 0 });
    expect(await town.waiting()).toEqual([entry]);
  },
);

eachDatabase('an event that is listed again ends the question', async ({ database }) => {
  const town = await openGrange(database);
  await town.read('grange', without('Choir'));
  expect(await town.read('grange', calendar())).toMatchObject({ added: 0, missing: 0 });
  expect(await sourceItemOf(town, 'Choir')).toMatchObject({ absentSince: null, unconfirmed: 0 });
  expect(await town.waiting()).toEqual([]);
});

anyDatabase('an event that was kept is not asked about again', async ({ database }) => {
  const town = await openGrange(database);
  const { context } = town;
  await town.read('grange', without('Choir'));
  const place = { collection: 'events', itemId: (await sourceItemOf(town, 'Choir')).itemId };
  await keepMine(context.write, context, place);
  expect(await town.waiting()).toEqual([]);
  await town.read('grange', without('Choir'));
  expect(await town.waiting()).toEqual([]);
  expect(await sourceItemOf(town, 'Choir')).toMatchObject({ unconfirmed: 1 });
  await town.read('grange', calendar());
  await town.read('grange', without('Choir'));
  expect(await town.waiting()).toHaveLength(1);
});

eachDatabase('an event that was cancelled and returns is scheduled again', async ({ database }) => {
  const town = await openGrange(database);
  const { context } = town;
  await town.read('grange', without('Choir'));
  const place = { collection: 'events', itemId: (await sourceItemOf(town, 'Choir')).itemId };
  await applyChanges(context.write, context, place, { by });
  expect(await eventNamed(town, 'Choir')).toMatchObject({ status: 'cancelled' });
  await town.read('grange', calendar());
  expect(await eventNamed(town, 'Choir')).toMatchObject({ status: 'scheduled' });
  expect(await town.waiting()).toEqual([]);
});

anyDatabase('when half of the events vanish at once, nothing is marked', async ({ database }) => {
  const town = await openGrange(database);
  for (const document of [without('Choir', 'Market', 'Quilting'), calendar([])])
    expect(await town.read('grange', document)).toMatchObject({ emptied: true });
  expect(await town.waiting()).toEqual([]);
  const marked = town.context.write
    .selectFrom('source_item')
    .select('key')
    .where('absentSince', 'is not', null);
  expect(await marked.execute()).toEqual([]);
  expect(await town.read('grange', without('Choir', 'Market'))).toMatchObject({ emptied: false, missing: 2 });
});

eachDatabase('an event that another source lists stays confirmed', async ({ database }) => {
  const town = await openGrange(database);
  await town.addSource({ id: 'guide', feeds: 'events', rank: 'aggregator' });
  await town.read('guide', calendar(['Choir']));
  await town.read('grange', without('Choir'));
  expect(await town.waiting()).toEqual([]);
  await town.read('guide', calendar(['Bonfire']));
  // All that the guide listed has vanished, which says more about the guide.
  expect(await town.waiting()).toEqual([]);
});

eachDatabase('a source that lists an event again changes it without a question', async ({ database }) => {
  const town = await openGrange(database);
  const lines = (text: string) => calendar().replace('SUMMARY:Choir', `SUMMARY:Choir\r\nDESCRIPTION:${text}`);
  await town.addSource({ id: 'guide', feeds: 'events', trust: 'publish', rank: 'aggregator' });
  await town.read('grange', lines('Carols.'));
  await town.read('guide', lines('The choir of the town sings.'));
  await town.read('grange', without('Choir'));
  expect(await eventNamed(town, 'Choir')).toMatchObject({ description: '<p>Carols.</p>' });
  await town.read('guide', lines('The choir of the town sings at the mill.'));
  expect(await eventNamed(town, 'Choir')).toMatchObject({
    description: '<p>The choir of the town sings at the mill.</p>',
  });
  await town.read('grange', lines('Carols. Doors open at 6.'));
  expect(await eventNamed(town, 'Choir')).toMatchObject({ description: '<p>Carols. Doors open at 6.</p>' });
  expect(await town.waiting()).toEqual([]);
});

anyDatabase('the values of a source that begins to lead lock nothing', async ({ database }) => {
  const town = await openGrange(database);
  const lines = (text: string) => calendar().replace('SUMMARY:Choir', `SUMMARY:Choir\r\nDESCRIPTION:${text}`);
  await town.addSource({ id: 'guide', feeds: 'events', trust: 'publish', rank: 'aggregator' });
  await town.read('grange', lines('Carols.'));
  await town.read('guide', lines('The choir of the town sings.'));
  await town.read('grange', without('Choir'));
  await town.read('grange', lines('Carols. Doors open at 6.'));
  expect(await eventNamed(town, 'Choir')).toMatchObject({ description: '<p>Carols. Doors open at 6.</p>' });
  expect(await town.waiting()).toEqual([]);
});

eachDatabase('an event that only a removed source had is no longer confirmed', async ({ database }) => {
  const town = await openGrange(database);
  const { write, now } = town.context;
  await town.addSource({ id: 'guide', feeds: 'events', address: 'https://guide.example/' });
  await town.read('guide', calendar());
  await removeSource(write, 'grange', now());
  await town.read('guide', without('Choir'));
  expect(await town.waiting()).toMatchObject([{ kind: 'change', title: 'Choir', source: 'guide' }]);
  const { itemId } = await sourceItemOf(town, 'Choir');
  expect(await listUnconfirmed(write)).toEqual(new Set([itemId]));
  const when = { now: now(), clock: { timeZone: 'America/New_York', locale: 'en-US' } };
  const provenance = await loadProvenance(write, { collection: 'events', id: itemId }, when);
  expect(provenance.isUnconfirmed).toBe(true);
});

longOnEachDatabase(
  'a document that is cut off marks nothing',
  async ({ database }) => {
    const town = openImporting(database);
    await town.addSource({ id: 'grange', feeds: 'events' });
    const daily = (count: number) =>
      Array.from({ length: count }, (_, index) =>
        eventOf(
          `UID:${index}`,
          `SUMMARY:Lesson ${index}`,
          'DTSTART:20261201T150000Z',
          'RRULE:FREQ=DAILY;COUNT=300',
        ),
      );
    await town.read('grange', calendarOf(eventOf('UID:last', 'SUMMARY:Last', 'DTSTART:20271215T150000Z')));
    expect(await town.read('grange', calendarOf(...daily(7)))).toMatchObject({ missing: 0, emptied: false });
  },
  ['app/sources/import', 'app/sources/formats'],
);

anyDatabase('stories that fall off a feed are not missing', async ({ database }) => {
  const town = openImporting(database);
  await town.addSource({ id: 'ledger', trust: 'publish' });
  const story = (number: number) => ({
    guid: `${number}`,
    title: `Story ${'abcdefgh'.charAt(number).repeat(9)}`,
  });
  await town.read('ledger', feedOf(story(1), story(2)));
  expect(await town.read('ledger', feedOf(story(3)))).toMatchObject({ missing: 0, emptied: false });
  expect(await sourceItemOf(town, '1')).toMatchObject({ absentSince: town.context.now(), unconfirmed: 0 });
  expect(await town.waiting()).toEqual([]);
  expect(await town.read('ledger', feedOf())).toMatchObject({ emptied: true });
  expect(await sourceItemOf(town, '3')).toMatchObject({ absentSince: null });
});

const page = (...events: [string, string][]) =>
  `<html><head><title>Events</title></head><body><script type="application/ld+json">${JSON.stringify(
    events.map(([name, startDate]) => ({
      '@context': 'https://schema.org',
      '@type': 'Event',
      name,
      startDate,
    })),
  )}</script></body></html>`;

anyDatabase('an event that is later than all that a page shows has not vanished', async ({ database }) => {
  const town = openImporting(database);
  await town.addSource({ id: 'inn', feeds: 'events' });
  await town.read(
    'inn',
    page(['Trio', '2026-12-01T19:00'], ['Quartet', '2026-12-08T19:00'], ['Ball', '2026-12-31T20:00']),
  );
  const next = page(
    ['Trio', '2026-12-01T19:00'],
    ['Solo', '2026-12-04T19:00'],
    ['Quartet', '2026-12-08T19:00'],
  );
  expect(await town.read('inn', next)).toMatchObject({ added: 1, missing: 0, emptied: false });
  const later = page(
    ['Trio', '2026-12-01T19:00'],
    ['Solo', '2026-12-04T19:00'],
    ['Fair', '2026-12-09T19:00'],
  );
  expect(await town.read('inn', later)).toMatchObject({ missing: 1 });
});

const dated = (...days: number[]) =>
  calendarOf(
    ...days.map((day) =>
      eventOf(`UID:${day}`, `SUMMARY:${`${day}`.repeat(8)} evening`, `DTSTART:202612${day}T200000Z`),
    ),
  );

anyDatabase(
  'an event that others push off the end of a calendar of the next ones has not vanished',
  async ({ database }) => {
    const town = openImporting(database);
    await town.addSource({ id: 'inn', feeds: 'events', trust: 'publish' });
    await town.read('inn', dated(11, 13, 15, 17, 19, 21));
    expect(await town.read('inn', dated(11, 12, 13, 15, 17, 19))).toMatchObject({ added: 1, missing: 0 });
    expect(await sourceItemOf(town, '21')).toMatchObject({ absentSince: town.context.now(), unconfirmed: 0 });
    expect(await town.waiting()).toEqual([]);
    // One is canceled, and the one that had been pushed out moves up.
    expect(await town.read('inn', dated(11, 12, 15, 17, 19, 21))).toMatchObject({ added: 0, missing: 1 });
    expect(await sourceItemOf(town, '21')).toMatchObject({ absentSince: null });
    expect(await sourceItemOf(town, '13')).toMatchObject({ unconfirmed: 1 });
    // Two come, one goes, and one is pushed out.
    expect(await town.read('inn', dated(11, 12, 14, 16, 17, 19))).toMatchObject({ added: 2, missing: 1 });
    expect(await sourceItemOf(town, '15')).toMatchObject({ unconfirmed: 1 });
    expect(await sourceItemOf(town, '21')).toMatchObject({ unconfirmed: 0 });
  },
);

anyDatabase('the last event of a whole calendar can vanish', async ({ database }) => {
  const town = openImporting(database);
  for (const id of ['shorter', 'moved', 'longer']) await town.addSource({ id, feeds: 'events' });
  for (const [id, days] of [
    ['shorter', [11, 13, 15, 17]],
    ['moved', [11, 13, 15, 17, 18]],
    ['longer', [11, 13, 15, 17, 22]],
  ] as const) {
    await town.read(id, dated(11, 13, 15, 17, 19));
    expect([id, await town.read(id, dated(...days))]).toMatchObject([id, { missing: 1, emptied: false }]);
  }
});

eachDatabase('a waiting event that is over leaves the inbox', async ({ database }) => {
  const town = await openGrange(database, 'review');
  const { context } = town;
  expect(await expireWaiting(context)).toBe(0);
  // The evening of its day.
  town.setTime('2026-12-10T22:00:00Z');
  expect(await expireWaiting(context)).toBe(0);
  town.setTime('2026-12-11T05:00:00Z');
  expect(await expireWaiting(context)).toBe(1);
  expect((await town.waiting()).map(({ title }) => title)).toEqual([
    'Bonfire',
    'Lecture',
    'Market',
    'Quilting',
  ]);
  expect(await sourceItemOf(town, 'Choir')).toMatchObject({ decision: 'expired' });
  expect(await town.read('grange', calendar())).toMatchObject({ added: 0 });
});

eachDatabase(
  'an event that left the inbox when it was over returns with a new date',
  async ({ database }) => {
    const town = await openGrange(database, 'review');
    town.setTime('2026-12-11T05:00:00Z');
    await expireWaiting(town.context);
    await town.read('grange', calendar().replace('DTSTART:20261210', 'DTSTART:20261219'));
    const [choir] = (await town.waiting()).filter(({ title }) => title === 'Choir');
    expect(choir).toMatchObject({ kind: 'new', startAt: Date.parse('2026-12-19T20:00:00Z') });
    expect(JSON.parse(choir?.item ?? '')).toMatchObject({ id: choir?.itemId, title: 'Choir' });
    expect(await sourceItemOf(town, 'Choir')).toMatchObject({ itemId: choir?.itemId, decision: null });
  },
);
