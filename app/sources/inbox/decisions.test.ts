import { expect } from 'vitest';
import { collections } from '#app/collections.server.ts';
import type { WriteDb } from '#app/platform/database/handles.ts';
import { updateItems } from '#app/sources/import/update-items.server.ts';
import { defaultTown } from '#app/town/default-town.ts';
import { eachDatabase } from '../../../tests/each-database.ts';
import { readTables } from '../../../tests/poll-with-votes.ts';
import { isDeep } from '../../../tests/rounds.ts';
import { seedCredit, seedNamedSource, seedWaiting } from '../../../tests/seed-inbox.ts';
import { decide, decideStacks } from './decisions.server.ts';
import { countStacks, listStacks } from './inbox-store.server.ts';
import { undoLast } from './undo.server.ts';

const NOW = Date.parse('2026-11-20T22:00:00Z');
const DAY_MS = 24 * 60 * 60 * 1000;
const INBOX = ['inbox_entry', 'source_item', 'match_rule'];

function contextOf(write: WriteDb, now = NOW) {
  const by = { userId: null, token: 'Anna' };
  return { write, collections, town: defaultTown, siteUrl: 'https://town.example', now, by };
}

/** A weekly market: `count` dates, decided together. */
async function seedMarket(write: WriteDb, count: number): Promise<string[]> {
  const source = await seedNamedSource(write, 'Town Calendar', { feeds: 'events' });
  const ids: string[] = [];
  for (let week = 0; week < count; week++) {
    const eventDate = new Date(NOW + (week * 7 + 1) * DAY_MS).toISOString();
    const waiting = { source, title: 'Winter market', collection: 'events', input: { eventDate } } as const;
    ids.push(await seedWaiting(write, waiting));
  }
  return ids;
}

const all = { filter: { show: 'all' as const }, limit: 50, now: NOW };

eachDatabase('publishing puts the item on the site, and undoing it restores every row', async (t) => {
  const { write } = t.database;
  const source = await seedNamedSource(write, 'Lake Transit');
  const id = await seedWaiting(write, { source, title: 'Ferry schedule changes' });
  await seedCredit(write, {
    source: await seedNamedSource(write, 'Hollow Ledger', { rank: 'aggregator' }),
    title: 'Ferry schedule changes',
    row: { itemId: id, mergedAt: NOW, mergedFor: 'title' },
  });
  await updateItems(write, { ...contextOf(write), now: () => NOW }, 'news', [id]);
  const before = await readTables(write, INBOX);
  const { summary, batch, outcomes } = await decide(contextOf(write), [id], { action: 'publish' });
  expect([summary, outcomes[0]?.status]).toEqual(['Published “Ferry schedule changes”.', 'done']);
  expect(await collections.news.store.find(write, id)).toMatchObject({
    title: 'Ferry schedule changes',
    version: 1,
  });
  expect((await listStacks(write, all)).stacks).toEqual([]);
  const rows = await write.selectFrom('source_item').select('decision').execute();
  expect(rows).toEqual([{ decision: 'published' }, { decision: 'published' }]);
  expect((await decide(contextOf(write), [id], { action: 'publish' })).outcomes).toEqual([
    { id, status: 'gone' },
  ]);
  const undone = await undoLast(contextOf(write), batch ?? '');
  expect(undone).toMatchObject({ entries: [{ id, title: 'Ferry schedule changes' }], refused: [] });
  expect(await collections.news.store.find(write, id)).toBeUndefined();
  expect(await readTables(write, INBOX)).toEqual(before);
  expect(await undoLast(contextOf(write), batch ?? '')).toBeUndefined();
  expect((await decide(contextOf(write), [id], { action: 'publish' })).outcomes[0]?.status).toBe('done');
});

eachDatabase('an item that was edited since it was published stays on the site', async (t) => {
  const { write } = t.database;
  const source = await seedNamedSource(write, 'Lake Transit');
  const id = await seedWaiting(write, { source, title: 'Ferry' });
  await decide(contextOf(write), [id], { action: 'publish' });
  const item = await collections.news.store.find(write, id);
  const input = collections.news.json.schema.parse({
    ...collections.news.json.toInputJson(item as never),
    title: 'Edited',
  });
  await collections.news.store.save(write, input, { now: NOW + 1 });
  expect((await undoLast(contextOf(write)))?.refused).toEqual([
    { title: 'Ferry', problem: 'It was edited, or removed, since it was published.' },
  ]);
  expect(await collections.news.store.find(write, id)).toMatchObject({ title: 'Edited' });
  expect((await listStacks(write, all)).stacks).toEqual([]);
});

eachDatabase('an item that its collection refuses shows why, and waits', async (t) => {
  const { write } = t.database;
  const source = await seedNamedSource(write, 'Lake Transit');
  const bad = await seedWaiting(write, { source, title: 'Ferry', input: { link: 'ftp://lake' } });
  const good = await seedWaiting(write, { source, title: 'Bus' });
  const { summary, outcomes } = await decide(contextOf(write), [bad, good], { action: 'publish' });
  expect(summary).toBe('Published “Bus”.');
  expect(outcomes.find(({ id }) => id === bad)).toMatchObject({ status: 'refused', problem: /Link/ });
  expect((await listStacks(write, all)).stacks.map(({ id }) => id)).toEqual([bad]);
});

eachDatabase('the dates of one event are one stack, decided and undone together', async (t) => {
  const { write } = t.database;
  const dates = isDeep(import.meta.url) ? 78 : 20;
  const [first = ''] = await seedMarket(write, dates);
  const { stacks } = await listStacks(write, all);
  expect(stacks).toMatchObject([
    { id: first, size: dates, lastStartAt: NOW + ((dates - 1) * 7 + 1) * DAY_MS },
  ]);
  const before = await readTables(write, INBOX);
  const { summary } = await decideStacks(contextOf(write), [first], { action: 'publish' });
  expect(summary).toBe(`Published “Winter market” (${dates} dates).`);
  const count = () =>
    write
      .selectFrom('event')
      .select(({ fn }) => fn.countAll().as('count'))
      .executeTakeFirst();
  expect(Number((await count())?.count)).toBe(dates);
  expect((await undoLast(contextOf(write)))?.entries).toHaveLength(dates);
  expect(Number((await count())?.count)).toBe(0);
  expect(await readTables(write, INBOX)).toEqual(before);
});

eachDatabase('a bulk decision is several transactions that one Undo takes back', async (t) => {
  const { write } = t.database;
  const source = await seedNamedSource(write, 'Lake Transit');
  const ids: string[] = [];
  for (let number = 0; number < 120; number++)
    ids.push(await seedWaiting(write, { source, title: `Item ${number}` }));
  const before = await readTables(write, INBOX);
  const { summary } = await decideStacks(contextOf(write), ids, { action: 'discard' });
  expect(summary).toBe('Discarded 120 items.');
  const actions = await write.selectFrom('inbox_action').select('summary').execute();
  expect(actions.map((action) => action.summary)).toEqual(Array(3).fill('Discarded 120 items.'));
  expect((await listStacks(write, all)).stacks).toEqual([]);
  expect((await undoLast(contextOf(write)))?.entries).toHaveLength(120);
  expect(await readTables(write, INBOX)).toEqual(before);
});

eachDatabase('a snoozed item returns at its time; only its own editor undoes a decision', async (t) => {
  const { write } = t.database;
  const source = await seedNamedSource(write, 'Lake Transit');
  const id = await seedWaiting(write, { source, title: 'Ferry' });
  const until = Date.parse('2026-11-21T12:00:00Z');
  const { summary } = await decide(contextOf(write), [id], { action: 'snooze', until });
  expect(summary).toBe('Snoozed “Ferry” until November 21, 2026, 7:00 AM.');
  expect((await listStacks(write, all)).stacks).toEqual([]);
  expect((await countStacks(write, all)).shows).toMatchObject({ all: 0, news: 0, snoozed: 1 });
  expect((await listStacks(write, { ...all, now: until })).stacks).toMatchObject([{ id }]);
  const other = { ...contextOf(write), by: { userId: null, token: 'Ben' } };
  expect(await undoLast(other)).toBeUndefined();
  expect((await undoLast(contextOf(write)))?.entries).toEqual([{ id, title: 'Ferry' }]);
  expect((await listStacks(write, all)).stacks).toMatchObject([{ id, snoozedUntil: null }]);
});

eachDatabase('changes at the source of a public item are taken over, or kept away for good', async (t) => {
  const { write } = t.database;
  const source = await seedNamedSource(write, 'Lake Transit');
  for (const title of ['Ferry', 'Bus']) {
    const id = await seedWaiting(write, { source, title });
    await decide(contextOf(write), [id], { action: 'publish' });
    const row = await write
      .selectFrom('source_item')
      .select('fields')
      .where('ownId', '=', id)
      .executeTakeFirst();
    const fields = JSON.stringify({ ...JSON.parse(row?.fields ?? ''), title: `${title} canceled` });
    await write.updateTable('source_item').set({ fields }).where('ownId', '=', id).execute();
    await updateItems(write, { ...contextOf(write), now: () => NOW }, 'news', [id]);
  }
  const { stacks } = await listStacks(write, all);
  const idOf = (name: string) => stacks.find(({ title }) => title === name)?.id ?? '';
  const before = await readTables(write, INBOX);
  const used = await decide(contextOf(write, NOW + 1), [idOf('Ferry')], { action: 'publish' });
  expect(used.summary).toBe('Took over the source’s changes of “Ferry”.');
  const kept = await decide(contextOf(write, NOW + 2), [idOf('Bus')], { action: 'discard' });
  expect(kept.summary).toBe('Kept “Bus” as it is.');
  const titles = await write.selectFrom('news_item').select('title').orderBy('title').execute();
  expect(titles.map(({ title }) => title)).toEqual(['Bus', 'Ferry canceled']);
  const bases = await write.selectFrom('source_item').select('base').orderBy('key').execute();
  expect(bases.map(({ base }) => JSON.parse(base ?? '').title)).toEqual(['Bus canceled', 'Ferry canceled']);
  await undoLast(contextOf(write, NOW + 3));
  await undoLast(contextOf(write, NOW + 3));
  expect(await readTables(write, INBOX)).toEqual(before);
  const restored = await write.selectFrom('news_item').select('title').orderBy('title').execute();
  expect(restored.map(({ title }) => title)).toEqual(['Bus', 'Ferry']);
});

eachDatabase('stacks come in pages: changes, stories by arrival, then events by date', async (t) => {
  const { write } = t.database;
  const source = await seedNamedSource(write, 'Lake Transit');
  await seedMarket(write, 3);
  for (let number = 0; number < 5; number++)
    await seedWaiting(write, { source, title: `Item ${number}`, entry: { receivedAt: NOW + number } });
  const titles: string[][] = [];
  let after: string | null = null;
  do {
    const page: Awaited<ReturnType<typeof listStacks>> = await listStacks(write, { ...all, limit: 2, after });
    titles.push(page.stacks.map(({ title }) => title));
    after = page.next;
  } while (after !== null);
  expect(titles).toEqual([
    ['Item 4', 'Item 3'],
    ['Item 2', 'Item 1'],
    ['Item 0', 'Winter market'],
  ]);
});

eachDatabase('merging makes one item of two and writes a rule; undoing removes both again', async (t) => {
  const { write } = t.database;
  const lake = await seedNamedSource(write, 'Lake Transit');
  const ledger = await seedNamedSource(write, 'Hollow Ledger', { rank: 'aggregator' });
  const into = await seedWaiting(write, { source: lake, title: 'Ferry changes for the holiday' });
  const from = await seedWaiting(write, { source: ledger, title: 'Holiday ferry news of the week' });
  const before = await readTables(write, INBOX);
  const { summary } = await decide(contextOf(write), [from], { action: 'merge', into });
  expect(summary).toBe('Merged “Holiday ferry news of the week”.');
  expect((await listStacks(write, all)).stacks.map(({ itemId }) => itemId)).toEqual([into]);
  expect(await write.selectFrom('match_rule').select('kind').execute()).toEqual([{ kind: 'same' }]);
  await undoLast(contextOf(write));
  expect(await readTables(write, INBOX)).toEqual(before);
  const itself = await decide(contextOf(write), [from], { action: 'merge', into: from });
  expect(itself.outcomes[0]).toMatchObject({ status: 'refused', problem: 'This is the same item.' });
  const nothing = await decide(contextOf(write), [from], { action: 'merge', into: 'missing' });
  expect(nothing.outcomes[0]).toMatchObject({ problem: 'The item to merge it into does not exist.' });
  expect(await readTables(write, INBOX)).toEqual(before);
});

eachDatabase('merging into a published item that then takes its source’s text can be undone', async (t) => {
  const { write } = t.database;
  const ledger = await seedNamedSource(write, 'Hollow Ledger', { rank: 'aggregator' });
  const lake = await seedNamedSource(write, 'Lake Transit', { trust: 'publish' });
  const into = await seedWaiting(write, { source: ledger, title: 'Ferry changes' });
  await decide(contextOf(write), [into], { action: 'publish' });
  const from = await seedWaiting(write, { source: lake, title: 'Ferry changes for the holiday' });
  const before = await readTables(write, INBOX);
  await decide(contextOf(write, NOW + 1), [from], { action: 'merge', into });
  expect(await collections.news.store.find(write, into)).toMatchObject({
    title: 'Ferry changes for the holiday',
  });
  expect((await undoLast(contextOf(write, NOW + 2)))?.refused).toEqual([]);
  expect(await collections.news.store.find(write, into)).toMatchObject({ title: 'Ferry changes' });
  expect(await readTables(write, INBOX)).toEqual(before);
});

eachDatabase(
  'the dates of one event are merged day by day, and separated again by their source',
  async (t) => {
    const { write } = t.database;
    const [first = ''] = await seedMarket(write, 3);
    const source = await seedNamedSource(write, 'Valley Events', { feeds: 'events', rank: 'aggregator' });
    const copies: string[] = [];
    for (const week of [0, 1]) {
      const eventDate = new Date(NOW + (week * 7 + 1) * DAY_MS).toISOString();
      copies.push(
        await seedWaiting(write, { source, title: 'Market', collection: 'events', input: { eventDate } }),
      );
    }
    const [copy = ''] = copies;
    const merged = await decideStacks(contextOf(write), [copy], { action: 'merge', into: first });
    expect(merged.summary).toBe('Merged “Market” (2 dates).');
    const { stacks } = await listStacks(write, all);
    expect(stacks).toMatchObject([{ title: 'Winter market', size: 3 }]);
    const before = await readTables(write, INBOX);
    const split = await decideStacks(contextOf(write, NOW + 1), [first], {
      action: 'split',
      duplicate: copy,
    });
    expect(split.summary).toBe('Separated the duplicates of “Winter market” (2 dates).');
    const apart = (await listStacks(write, all)).stacks;
    expect(apart.map(({ title, size }) => [title, size]).toSorted()).toEqual([
      ['Market', 2],
      ['Winter market', 3],
    ]);
    await undoLast(contextOf(write, NOW + 2));
    expect(await readTables(write, INBOX)).toEqual(before);
  },
);

eachDatabase('two presses at the same moment publish once', async (t) => {
  const { write } = t.database;
  const source = await seedNamedSource(write, 'Lake Transit');
  const id = await seedWaiting(write, { source, title: 'Ferry' });
  const press = () => decide(contextOf(write), [id], { action: 'publish' });
  const both = await Promise.all([press(), press()]);
  expect(both.map(({ outcomes }) => outcomes[0]?.status).toSorted()).toEqual(['done', 'gone']);
  expect(await collections.news.store.find(write, id)).toMatchObject({ version: 1 });
  expect(await write.selectFrom('inbox_action').select('number').execute()).toHaveLength(1);
});

eachDatabase('a decision can be undone after the source has given the item another key', async (t) => {
  const { write } = t.database;
  const id = await seedWaiting(write, {
    source: await seedNamedSource(write, 'Lake Transit'),
    title: 'Ferry',
  });
  const { batch } = await decide(contextOf(write), [id], { action: 'discard' });
  await write.updateTable('source_item').set({ key: 'renamed' }).execute();
  const undone = await undoLast(contextOf(write), batch ?? '');
  expect(undone).toMatchObject({ entries: [{ id, title: 'Ferry' }], refused: [] });
  expect(await write.selectFrom('source_item').select('decision').execute()).toEqual([{ decision: null }]);
});
