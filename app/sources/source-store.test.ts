import { expect, test } from 'vitest';
import type { WriteDb } from '#app/platform/database/handles.ts';
import { findSource, listSources, usualSilenceOf } from '#app/sources/checks/read-sources.server.ts';
import { eachDatabase } from '../../tests/each-database.ts';
import { seedEntry, seedSourceItem } from '../../tests/seed-source.ts';
import { healthOf, sourceJsonOf, sourceSchema } from './source.ts';
import {
  addSource,
  changeSource,
  pauseSource,
  removeSource,
  requestCheck,
  resumeSource,
} from './source-store.server.ts';

const now = Date.parse('2026-11-20T22:00:00Z');
const DAY_MS = 24 * 60 * 60 * 1000;
const clock = { now, zone: 'America/New_York' };
const editor = { by: 'ruth', now };
const paper = sourceSchema.parse({ address: 'https://paper.example/rss', name: 'The Hollow Ledger' });

eachDatabase(
  'A source that was added is due at once and is listed as it was entered',
  async ({ database }) => {
    const { id } = await addSource(database.write, paper, editor);
    const [source] = await listSources(database.read, clock);
    expect(source).toMatchObject({ id, ...paper, state: 'working', nextCheckAt: now, addedThisWeek: 0 });
    expect(sourceJsonOf(source as NonNullable<typeof source>)).toMatchObject({
      address: 'https://paper.example/rss',
      lastSuccessAt: null,
      nextCheckAt: '2026-11-20T22:00:00.000Z',
    });
  },
);

eachDatabase('An address can be added once, also by two editors at the same moment', async ({ database }) => {
  const both = await Promise.all([
    addSource(database.write, paper, editor),
    addSource(database.write, paper, editor),
  ]);
  expect(both.map(({ outcome }) => outcome).sort()).toEqual(['added', 'taken']);
  expect(await listSources(database.read, clock)).toHaveLength(1);
});

eachDatabase(
  'A removed source keeps its decisions, forgets what waits, and returns',
  async ({ database }) => {
    const { write } = database;
    const { id } = await addSource(write, paper, editor);
    await seedSourceItem(write, { source: id, ...item('decided'), decision: 'discarded' });
    await seedSourceItem(write, { source: id, ...item('waiting'), decision: null });
    await seedEntry(write, { source: id, ...entryAddressOf('waiting') });

    expect(await removeSource(write, id, now)).toBe(true);
    expect(await removeSource(write, id, now)).toBe(false);
    expect(await listSources(database.read, clock)).toEqual([]);
    expect(await keysOf(write)).toEqual(['decided']);
    expect(await write.selectFrom('inbox_entry').select('id').execute()).toEqual([]);

    const again = await addSource(write, { ...paper, name: 'The Ledger' }, editor);
    expect(again).toEqual({ outcome: 'added', id });
    expect(await findSource(write, id, clock)).toMatchObject({ name: 'The Ledger', nextCheckAt: now });
    expect(await keysOf(write)).toEqual(['decided']);
  },
);

eachDatabase('What another source lists, too, continues to wait in its name', async ({ database }) => {
  const { write } = database;
  const { id } = await addSource(write, paper, editor);
  const other = await addSource(write, { ...paper, address: 'https://radio.example/rss' }, editor);
  await seedSourceItem(write, { source: id, ...item('shared'), decision: null });
  await seedSourceItem(write, { source: other.id, ...item('shared'), decision: null });
  await seedEntry(write, { source: id, ...entryAddressOf('shared') });

  await removeSource(write, id, now);
  const entries = await write.selectFrom('inbox_entry').select(['itemId', 'source']).execute();
  expect(entries).toEqual([{ itemId: 'own-shared', source: other.id }]);
});

eachDatabase(
  'A change needs the version that the editor saw, and an address of its own',
  async ({ database }) => {
    const { write } = database;
    const { id } = await addSource(write, paper, editor);
    const radio = { ...paper, address: 'https://radio.example/rss' };
    const other = await addSource(write, radio, editor);

    expect(await changeSource(write, { id, version: 1 }, { ...paper, every: 15 }, now)).toEqual({
      outcome: 'changed',
    });
    expect(await changeSource(write, { id, version: 1 }, paper, now)).toEqual({
      outcome: 'conflict',
      current: 2,
    });
    expect(await changeSource(write, { id }, radio, now)).toEqual({ outcome: 'taken', id: other.id });
    expect(await changeSource(write, { id: 'unknown' }, paper, now)).toEqual({ outcome: 'missing' });

    await removeSource(write, other.id, now);
    expect(await changeSource(write, { id }, radio, now)).toEqual({ outcome: 'changed' });
    expect(await findSource(write, id, clock)).toMatchObject({ address: radio.address, every: 60 });
  },
);

eachDatabase('A source with another zone is read again from the start', async ({ database }) => {
  const { write } = database;
  const { id } = await addSource(write, paper, editor);
  const later = now + 3_600_000;
  const checked = { etag: '"1"', modified: 'x', digest: 'd', nextAt: later, checkedAt: now, failures: 2 };
  await write.updateTable('source_state').set(checked).where('source', '=', id).execute();

  await changeSource(write, { id }, { ...paper, name: 'The Ledger' }, now);
  expect(await stateOf(write, id)).toMatchObject(checked);
  await changeSource(write, { id }, { ...paper, zone: 'America/Chicago' }, now);
  expect(await stateOf(write, id)).toMatchObject({ etag: null, modified: null, digest: null, nextAt: now });
});

eachDatabase('A paused source is not due until it is resumed', async ({ database }) => {
  const { write } = database;
  const { id } = await addSource(write, paper, editor);
  expect(await pauseSource(write, id)).toBe(true);
  expect(await findSource(write, id, clock)).toMatchObject({ state: 'paused', nextCheckAt: null });

  expect(await requestCheck(write, id, now)).toBe(true);
  expect(await stateOf(write, id)).toMatchObject({ paused: 1, requestedAt: now, nextAt: now });

  expect(await resumeSource(write, id, now + 1)).toEqual({ outcome: 'resumed' });
  expect(await findSource(write, id, clock)).toMatchObject({ state: 'working', nextCheckAt: now + 1 });
  expect(await requestCheck(write, 'unknown', now)).toBe(false);
});

eachDatabase(
  'Resuming a source that moved to another site confirms the new address (R-42)',
  async ({ database }) => {
    const { write } = database;
    const { id } = await addSource(write, paper, editor);
    const moved = { stopped: 'moved', movedTo: 'https://news.example/rss' } as const;
    await write.updateTable('source_state').set(moved).where('source', '=', id).execute();
    const stopped = await findSource(write, id, clock);
    expect(stopped).toMatchObject({ state: 'failing', newAddress: moved.movedTo, nextCheckAt: null });
    expect(stopped?.message).toContain(moved.movedTo);

    expect(await resumeSource(write, id, now)).toEqual({ outcome: 'resumed' });
    expect(await findSource(write, id, clock)).toMatchObject({
      address: moved.movedTo,
      newAddress: null,
      state: 'working',
      nextCheckAt: now,
    });
  },
);

eachDatabase('The week of a source has seven days of the town', async ({ database }) => {
  const { write } = database;
  const { id } = await addSource(write, paper, editor);
  const days = { '2026-11-13': 100, '2026-11-14': 1, '2026-11-20': 2 };
  for (const [day, added] of Object.entries(days))
    await write.insertInto('source_day').values({ source: id, day, checks: 1, failed: 0, added }).execute();
  expect((await findSource(write, id, clock))?.addedThisWeek).toBe(3);
});

const state = {
  paused: 0,
  stopped: null,
  failures: 0,
  problem: null,
  slow: 0,
  emptiedAt: null,
  checkedAt: now,
  newAt: now,
  movedTo: null,
};

test.each([
  ['working', {}, 'The last check worked.'],
  ['working', { checkedAt: null, newAt: null }, 'It will be checked for the first time.'],
  [
    'slow',
    { failures: 1, problem: 'The server responded with status 500' },
    'The last check failed. The server responded with status 500.',
  ],
  [
    'failing',
    { failures: 3, problem: 'The server responded with status 404' },
    'The last 3 checks failed. The server responded with status 404.',
  ],
  [
    'failing',
    { stopped: 'gone' as const },
    'The server says that it is gone for good (410). It is no longer checked.',
  ],
  ['slow', { slow: 1 }, 'The last check took more than 10 seconds.'],
  ['quiet', { newAt: now - 30 * DAY_MS }, 'It responds but has had nothing new for 30 days.'],
  [
    'quiet',
    { newAt: now - 4 * DAY_MS, usualMs: 3 * DAY_MS },
    'It responds but has had nothing new for 4 days, longer than usual.',
  ],
  [
    'quiet',
    { emptiedAt: now },
    'It is suddenly empty: it no longer lists what it listed before. Existing items stay.',
  ],
  ['paused', { paused: 1, failures: 9 }, 'It is not checked until you resume it.'],
] as const)('A source is %s with %o', (health, facts, message) => {
  expect(healthOf({ createdAt: now - 90 * DAY_MS }, { ...state, ...facts }, now)).toEqual({
    health,
    message,
  });
});

test('A silence is unusual when it is twice as long as any before', () => {
  expect(usualSilenceOf(['2026-11-01', '2026-11-02', '2026-11-03', '2026-11-04'])).toBeUndefined();
  expect(usualSilenceOf(['2026-11-01', '2026-11-02', '2026-11-03', '2026-11-04', '2026-11-05'])).toBe(
    3 * DAY_MS,
  );
  expect(usualSilenceOf(['2026-10-01', '2026-10-08', '2026-10-15', '2026-10-22', '2026-10-29'])).toBe(
    14 * DAY_MS,
  );
});

test.each([
  ['webcal://library.example/calendar.ics', 'https://library.example/calendar.ics'],
  ['feed:https://paper.example/rss', 'https://paper.example/rss'],
  ['feed://paper.example/rss', 'https://paper.example/rss'],
  ['paper.example/rss#top', 'https://paper.example/rss'],
  ['paper.example:8080/rss', 'https://paper.example:8080/rss'],
  [' http://paper.example ', 'http://paper.example/'],
])('The address %s is stored as %s', (typed, address) => {
  expect(sourceSchema.parse({ address: typed }).address).toBe(address);
});

test.each([
  '',
  'javascript:alert(1)',
  'https://user:secret@paper.example/',
  'ftp://paper.example/',
  'file:///etc/passwd',
  '::',
  5,
])('The address %s is refused', (address) => {
  expect(sourceSchema.safeParse({ address }).error?.issues[0]?.path).toEqual(['address']);
});

test('A source has the defaults of the form, and its host as its name', () => {
  expect(sourceSchema.parse({ address: 'https://www.paper.example/rss' })).toEqual({
    address: 'https://www.paper.example/rss',
    name: 'paper.example',
    feeds: 'news',
    trust: 'review',
    zone: null,
    rank: 'primary',
    every: 60,
    areas: [],
    severity: 'minor',
  });
  for (const wrong of [
    { every: 0 },
    { every: 1.5 },
    { zone: 'Mars/Olympus' },
    { feeds: 'polls' },
    { more: 1 },
  ])
    expect(sourceSchema.safeParse({ address: 'https://paper.example/', ...wrong }).success).toBe(false);
});

function entryAddressOf(key: string) {
  return { collection: 'news', itemId: `own-${key}` };
}

function item(key: string) {
  return { key, ...entryAddressOf(key) };
}

async function keysOf(db: WriteDb): Promise<string[]> {
  const rows = await db.selectFrom('source_item').select('key').orderBy('key').execute();
  return rows.map(({ key }) => key);
}

function stateOf(db: WriteDb, source: string) {
  return db
    .selectFrom('source_state')
    .select(['etag', 'modified', 'digest', 'nextAt', 'checkedAt', 'failures', 'paused', 'requestedAt'])
    .where('source', '=', source)
    .executeTakeFirstOrThrow();
}
