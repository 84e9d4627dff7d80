import { expect } from 'vitest';
import { collections } from '#app/collections.server.ts';
import type { Collection } from '#app/items/collection/collection.ts';
import { moveToTrash } from '#app/items/trash/move-to-trash.server.ts';
import { readChangeCounters } from '#app/platform/database/change-counters.server.ts';
import type { WriteDb } from '#app/platform/database/handles.ts';
import { eachDatabase } from '../../../tests/each-database.ts';
import { sampleInputs } from '../../../tests/sample-inputs.ts';
import { seedEntry, seedSource, seedSourceItem } from '../../../tests/seed-source.ts';
import { countWaiting } from './inbox-entries.server.ts';

const NOW = Date.parse('2026-11-20T22:00:00Z');
const nobody = { userId: null, token: null };
const news = collections.news as unknown as Collection;
const input = news.json.schema.parse({ ...sampleInputs.news, id: 'a' }) as { id: string; pubDate: number };
const form = { publication: 'published', publishAt: '', base: '0' };

const saves: Record<string, (db: WriteDb) => Promise<unknown>> = {
  'is published': (db) => news.store.save(db, input, { now: NOW }),
  'is scheduled': (db) => news.store.save(db, { ...input, pubDate: NOW + 1000 }, { now: NOW }),
  'is saved as a draft': async (db) => news.store.unpublished?.saveDraft(db, input, { now: NOW }),
  'is saved automatically': async (db) =>
    news.store.unpublished?.saveChanges(db, input, { now: NOW, seen: { version: 0 }, form }),
};

async function seedWaiting(db: WriteDb, facts: Partial<Parameters<typeof seedEntry>[1]> = {}) {
  const item = { collection: 'news', itemId: facts.itemId ?? 'a', source: 'ledger' };
  await seedSource(db, { id: 'ledger' });
  await seedSourceItem(db, { ...item, key: 'a', decision: facts.kind === 'change' ? 'published' : null });
  await seedEntry(db, { ...item, ...facts });
}

async function readDecisions(db: WriteDb) {
  const rows = await db.selectFrom('source_item').select(['key', 'decision']).orderBy('key').execute();
  return Object.fromEntries(rows.map(({ key, decision }) => [key, decision]));
}

for (const [what, save] of Object.entries(saves))
  eachDatabase(`an item of the inbox that ${what} no longer waits`, async (t) => {
    const { write } = t.database;
    await seedWaiting(write);
    await seedSourceItem(write, {
      source: 'ledger',
      key: 'b',
      collection: 'news',
      itemId: 'b',
      decision: null,
    });
    await seedEntry(write, { source: 'ledger', collection: 'news', itemId: 'b' });
    expect(await countWaiting(write, NOW)).toBe(2);
    expect(await save(write)).toMatchObject({ kind: 'saved' });
    expect(await countWaiting(write, NOW)).toBe(1);
    expect(await readDecisions(write)).toEqual({ a: 'published', b: null });
  });

eachDatabase('a save that is refused leaves the item in the inbox', async (t) => {
  const { write } = t.database;
  await seedWaiting(write);
  expect(await news.store.save(write, input, { now: NOW, version: 4 })).toMatchObject({ kind: 'conflict' });
  expect(await countWaiting(write, NOW)).toBe(1);
  expect(await readDecisions(write)).toEqual({ a: null });
});

eachDatabase(
  'a change at the source waits until the form is saved, not only saved automatically',
  async (t) => {
    const { write } = t.database;
    const saved = await news.store.save(write, input, { now: NOW });
    if (saved.kind !== 'saved') throw new Error(saved.kind);
    await seedWaiting(write, { kind: 'change' });
    const options = { now: NOW, seen: { version: 0 }, form: { ...form, base: '1' } };
    expect(await news.store.unpublished?.saveChanges(write, input, options)).toMatchObject({ kind: 'saved' });
    expect(await countWaiting(write, NOW)).toBe(1);
    const { version, updatedAt } = saved.item;
    expect(await news.store.save(write, input, { now: NOW, version, updatedAt })).toMatchObject({
      kind: 'saved',
    });
    expect(await countWaiting(write, NOW)).toBe(0);
  },
);

eachDatabase('a deleted item leaves the inbox, and its sources do not add it again', async (t) => {
  const { write } = t.database;
  await news.store.save(write, input, { now: NOW });
  await seedWaiting(write);
  await moveToTrash(write, news, ['a'], { now: NOW, by: nobody });
  expect(await countWaiting(write, NOW)).toBe(0);
  expect(await readDecisions(write)).toEqual({ a: 'discarded' });
});

eachDatabase(
  'what is snoozed waits again when its time comes, and the dates of an event are one',
  async (t) => {
    const { write } = t.database;
    await seedWaiting(write, { snoozedUntil: NOW + 1000 });
    for (const itemId of ['b', 'c'])
      await seedEntry(write, { source: 'ledger', collection: 'events', itemId, stack: 'market' });
    expect(await countWaiting(write, NOW)).toBe(1);
    expect(await countWaiting(write, NOW + 1000)).toBe(2);
  },
);

eachDatabase('saving an item without a source does not count as a change of sources', async (t) => {
  const { write } = t.database;
  await seedWaiting(write, { itemId: 'b' });
  const before = (await readChangeCounters(write)).sources;
  await news.store.save(write, input, { now: NOW });
  expect((await readChangeCounters(write)).sources).toBe(before);
});
