import { expect } from 'vitest';
import type { Database } from '#app/platform/database/handles.ts';
import { decide } from '#app/sources/inbox/decisions.server.ts';
import { undoLast } from '#app/sources/inbox/undo.server.ts';
import { changeNotice, findCurrent, listPast } from '#app/town/notices/notice-store.server.ts';
import { HOUR_MS, openChecking, sending } from '../../../tests/checked-sources.ts';
import { eachDatabase } from '../../../tests/each-database.ts';
import {
  type Alert,
  capFeedOf,
  referenceTo,
  weatherServiceEntry,
  weatherServiceFeed,
} from '../../../tests/warning-feeds.ts';

const HOST = 'weather.example';
const storm: Alert = { id: 'a1' };
const update: Alert = {
  id: 'u1',
  type: 'Update',
  sent: '2026-11-20T17:30:00-05:00',
  references: referenceTo('a1'),
  headline: 'Winter Storm Warning until Saturday 4 AM',
  expires: '2026-11-21T04:00:00-05:00',
};
const cancellation: Alert = { ...update, id: 'c1', type: 'Cancel' };

/** A source of warnings, read every minute. */
async function openWatch(database: Database, facts: Record<string, unknown> = {}) {
  const checking = await openChecking(database, { hosts: [HOST] });
  const id = await checking.add(HOST, { feeds: 'notices', trust: 'publish', every: 1, ...facts });
  const { write, now } = checking;
  const context = () => ({ ...checking.context, now: now(), by: { userId: null, token: 'Desk' } });
  return {
    ...checking,
    id,
    context,
    /** The source lists this from now on, and is checked. */
    async list(document: string | Alert[]) {
      checking.pass(5 * 60_000);
      checking.serve(HOST, sending(typeof document === 'string' ? document : capFeedOf(...document)));
      await checking.check();
    },
    shown: async () => (await findCurrent(write, now())).current,
    texts: async () => (await findCurrent(write, now())).current.map(({ text }) => text),
    past: async () => (await listPast(write, { now: now() }, { limit: 10 })).items,
    waiting: () => write.selectFrom('inbox_entry').select(['id', 'title', 'collection', 'item']).execute(),
    decide: async (action: 'publish' | 'discard') => {
      const rows = await write.selectFrom('inbox_entry').select('id').execute();
      return decide(
        context(),
        rows.map((row) => row.id),
        { action },
      );
    },
    undo: () => undoLast(context()),
    [Symbol.asyncDispose]: () => checking[Symbol.asyncDispose](),
  };
}

eachDatabase('A warning of a trusted source is a notice until its expiry', async ({ database }) => {
  await using watch = await openWatch(database);
  await watch.list([storm]);
  const [notice, ...others] = await watch.shown();
  expect(others).toEqual([]);
  expect(notice).toMatchObject({
    text: 'Winter Storm Warning until Saturday 1 AM. Stay off the roads. Keep a flashlight ready.',
    kind: 'danger',
    link: 'https://weather.example/storm',
    endsAt: Date.parse('2026-11-21T06:00:00Z'),
    email: true,
    source: watch.id,
  });
  await watch.list([storm, { id: 'other', severity: 'Minor', headline: 'Fog' }]);
  expect(await watch.shown()).toHaveLength(2);
  watch.pass(9 * HOUR_MS);
  expect(await watch.shown()).toEqual([]);
});

eachDatabase('An update replaces what a notice says, and a cancellation ends it', async ({ database }) => {
  await using watch = await openWatch(database);
  await watch.list([storm]);
  const [before] = await watch.shown();
  await watch.list([storm, update]);
  const [after, ...others] = await watch.shown();
  expect(others).toEqual([]);
  expect(after).toMatchObject({
    id: before?.id,
    text: expect.stringContaining('until Saturday 4 AM'),
    endsAt: Date.parse('2026-11-21T09:00:00Z'),
  });
  await watch.list([update, cancellation]);
  expect(await watch.shown()).toEqual([]);
  expect(await watch.past()).toMatchObject([{ id: before?.id, endsAt: watch.now() }]);
  await watch.list([storm, update, cancellation]);
  expect(await watch.shown()).toEqual([]);
});

eachDatabase('A cancellation of nothing does nothing', async ({ database }) => {
  await using watch = await openWatch(database);
  await watch.list([cancellation]);
  expect(await watch.shown()).toEqual([]);
  expect((await watch.stateOf(watch.id)).problem).toBeNull();
  await watch.list([storm]);
  expect(await watch.shown()).toHaveLength(1);
});

eachDatabase('An update that arrives without its warning is a warning', async ({ database }) => {
  await using watch = await openWatch(database);
  await watch.list([update]);
  expect(await watch.shown()).toHaveLength(1);
});

eachDatabase('An update that no longer concerns the town ends its notice', async ({ database }) => {
  await using watch = await openWatch(database, { areas: ['Orange, VT'], severity: 'moderate' });
  await watch.list([storm]);
  expect(await watch.shown()).toHaveLength(1);
  await watch.list([{ ...update, severity: 'Minor' }]);
  expect(await watch.shown()).toEqual([]);
  await watch.list([
    { ...update, id: 'u2', references: referenceTo('u1'), sent: '2026-11-20T18:00:00-05:00' },
  ]);
  expect(await watch.texts()).toEqual([expect.stringContaining('until Saturday 4 AM')]);
});

eachDatabase('A warning that the source no longer lists stays until it expires', async ({ database }) => {
  await using watch = await openWatch(database);
  await watch.list([storm]);
  await watch.list([]);
  expect(await watch.shown()).toHaveLength(1);
  expect((await watch.stateOf(watch.id)).failures).toBe(0);
});

eachDatabase(
  'Messages of the US National Weather Service about one event are one notice',
  async ({ database }) => {
    await using watch = await openWatch(database);
    await watch.list(weatherServiceFeed(weatherServiceEntry('urn:oid:1', 'NEW', 'Moderate')));
    expect(await watch.shown()).toMatchObject([{ kind: 'warning' }]);
    await watch.list(weatherServiceFeed(weatherServiceEntry('urn:oid:2', 'CON')));
    expect(await watch.shown()).toMatchObject([{ kind: 'danger' }]);
    await watch.list(weatherServiceFeed(weatherServiceEntry('urn:oid:3', 'CAN')));
    expect(await watch.shown()).toEqual([]);
  },
);

eachDatabase('What an editor ended stays ended, unless the warning gets worse', async ({ database }) => {
  await using watch = await openWatch(database);
  await watch.list([storm]);
  const [notice] = await watch.shown();
  await changeNotice(watch.write, notice?.id ?? '', { endsAt: watch.now() }, watch.now());
  await watch.list([update]);
  expect(await watch.shown()).toEqual([]);
  await watch.list([{ ...update, id: 'u2', references: referenceTo('u1'), severity: 'Extreme' }]);
  expect(await watch.shown()).toHaveLength(1);
});

eachDatabase('Without trust a warning waits, takes updates, and can be put up', async ({ database }) => {
  await using watch = await openWatch(database, { trust: 'review' });
  await watch.list([storm]);
  expect(await watch.shown()).toEqual([]);
  expect(await watch.waiting()).toMatchObject([
    { collection: 'notices', title: storm.headline ?? expect.any(String) },
  ]);
  await watch.list([storm, update]);
  expect(await watch.waiting()).toMatchObject([{ title: update.headline }]);

  const decided = await watch.decide('publish');
  expect(decided.summary).toBe('Published “Winter Storm Warning until Saturday 4 AM”.');
  expect(await watch.texts()).toEqual([expect.stringContaining('until Saturday 4 AM')]);
  expect(await watch.waiting()).toEqual([]);
  expect(await watch.undo()).toMatchObject({ refused: [], entries: [{ title: update.headline }] });
  expect(await watch.shown()).toEqual([]);
  expect(await watch.waiting()).toHaveLength(1);

  await watch.decide('publish');
  await watch.list([{ ...update, id: 'u2', references: referenceTo('u1'), headline: 'Until noon' }]);
  expect(await watch.texts()).toEqual([expect.stringContaining('Until noon')]);
});

eachDatabase('A discarded warning returns only if it gets worse', async ({ database }) => {
  await using watch = await openWatch(database, { trust: 'review' });
  await watch.list([{ ...storm, severity: 'Moderate' }]);
  await watch.decide('discard');
  await watch.list([{ ...update, severity: 'Moderate' }]);
  expect(await watch.waiting()).toEqual([]);
  await watch.list([{ ...update, id: 'u2', references: referenceTo('u1'), severity: 'Extreme' }]);
  expect(await watch.waiting()).toHaveLength(1);
});

eachDatabase('A waiting warning leaves the inbox when it is canceled or over', async ({ database }) => {
  await using watch = await openWatch(database, { trust: 'review' });
  await watch.list([storm, { id: 'a2', headline: 'Flood', expires: '2026-11-20T18:00:00-05:00' }]);
  expect(await watch.waiting()).toHaveLength(2);
  await watch.list([storm, cancellation]);
  expect(await watch.waiting()).toMatchObject([{ title: 'Flood' }]);
  watch.pass(2 * HOUR_MS);
  const decided = await watch.decide('publish');
  expect(decided.outcomes).toMatchObject([{ status: 'refused', problem: 'The warning has expired.' }]);
});

eachDatabase('A source has at most 100 notices, the worst first', async ({ database }) => {
  await using watch = await openWatch(database);
  const alerts = Array.from(
    { length: 120 },
    (_, at): Alert => ({
      id: `a${at}`,
      headline: `Snow ${at}`,
      severity: at < 60 ? 'Minor' : 'Extreme',
    }),
  );
  await watch.list(alerts);
  const shown = await watch.shown();
  expect(shown).toHaveLength(100);
  expect(shown.filter(({ kind }) => kind === 'danger')).toHaveLength(60);
  await watch.list(alerts.map((alert) => ({ ...alert, id: `b${alert.id}` })));
  expect(await watch.shown()).toHaveLength(100);
});

eachDatabase('A source that lists something else says so', async ({ database }) => {
  await using watch = await openWatch(database);
  await watch.list('<rss><channel><item><title>Snow</title></item></channel></rss>');
  expect((await watch.stateOf(watch.id)).problem).toBe('It lists no official warnings (CAP)');
});

eachDatabase('A warning that expires before it begins is up at once', async ({ database }) => {
  await using watch = await openWatch(database);
  await watch.list([{ ...storm, onset: '2026-11-21T12:00:00-05:00' }]);
  expect(await watch.shown()).toHaveLength(1);
});

eachDatabase('A warning without an expiry ends after a day', async ({ database }) => {
  await using watch = await openWatch(database);
  await watch.list([{ ...storm, expires: null }]);
  expect(await watch.shown()).toMatchObject([{ endsAt: Date.parse('2026-11-21T21:30:00Z') }]);
});
