import { expect } from 'vitest';
import { articles } from '#app/articles/article-collection.server.ts';
import type { Collection } from '#app/collection/collection.ts';
import { collections, type NounName } from '#app/collections.server.ts';
import { events } from '#app/events/event-collection.server.ts';
import { eachDatabase } from '../../tests/each-database.ts';
import { sampleInputs } from '../../tests/sample-inputs.ts';
import {
  findPreparedItem,
  keepEarlier,
  listKeptItems,
  prepareItem,
  publishPrepared,
  restoreKept,
  withdrawItem,
} from './move-items.server.ts';

const NOW = Date.parse('2026-11-20T22:00:00Z');

/** Checked input of a sample item, with another title. */
function input(collection: Collection, title: string) {
  const sample = sampleInputs[collection.name as NounName];
  return collection.schema.parse({ ...sample, id: 'a', [collection.source.title]: title });
}

eachDatabase(
  'a version in review of any collection is published by its own save, with its version',
  async (t) => {
    const { write } = t.database;
    for (const collection of Object.values(collections)) {
      const first = await prepareItem(write, collection, input(collection, 'One'), {
        state: 'review',
        now: NOW,
      });
      expect(first).toMatchObject({ kind: 'saved', item: { version: 1 } });
      const options = { state: 'review', now: NOW + 1, seen: { version: 1, updatedAt: NOW } } as const;
      const second = await prepareItem(write, collection, input(collection, 'Two'), options);
      expect(second).toMatchObject({ kind: 'saved', item: { version: 2 } });
      expect(await prepareItem(write, collection, input(collection, 'Lost'), options)).toMatchObject({
        kind: 'conflict',
        current: { [collection.source.title]: 'Two', version: 2 },
      });
      expect(await collection.find(write, 'a')).toBeUndefined();
      const published = await publishPrepared(write, collection, 'a', { state: 'review', now: NOW + 2 });
      expect(published).toMatchObject({
        kind: 'saved',
        item: { [collection.source.title]: 'Two', version: 2 },
      });
      expect(await findPreparedItem(write, collection, 'a', 'review')).toBeUndefined();
      expect(await publishPrepared(write, collection, 'a', { state: 'review', now: NOW })).toBeUndefined();
    }
  },
);

eachDatabase('the version that a published one replaces is kept, and can be published again', async (t) => {
  const { write } = t.database;
  await events.save(write, input(events, 'Before'), { now: NOW, version: 0 });
  await prepareItem(write, events, input(events, 'After'), { state: 'review', now: NOW + 1 });
  expect(await events.find(write, 'a')).toMatchObject({ title: 'Before' });
  await publishPrepared(write, events, 'a', { state: 'review', now: NOW + 2 });
  expect(await events.find(write, 'a')).toMatchObject({ title: 'After', version: 2 });
  const [kept] = await listKeptItems(write, events, 'a', 10);
  expect(kept).toMatchObject({ state: 'earlier', item: { title: 'Before', version: 1, updatedAt: NOW } });
  const before = { id: 'a', version: 1, updatedAt: NOW };
  const late = await restoreKept(write, events, before, { now: NOW + 3, seen: { version: 1 } });
  expect(late).toMatchObject({ kind: 'conflict', current: { title: 'After' } });
  await restoreKept(write, events, before, { now: NOW + 3, seen: { version: 2 } });
  expect(await events.find(write, 'a')).toMatchObject({ title: 'Before', version: 3 });
  expect((await listKeptItems(write, events, 'a', 10)).map(({ item }) => item.title)).toEqual([
    'After',
    'Before',
  ]);
});

eachDatabase(
  'a withdrawn item is not public anywhere, keeps its tag, and can be published again unchanged',
  async (t) => {
    const { write } = t.database;
    for (const collection of [articles, events] as Collection[]) {
      await collection.save(write, input(collection, 'Public'), { now: NOW, version: 0 });
      expect(await withdrawItem(write, collection, 'a', { state: 'review', seen: { version: 7 } })).toBe(
        false,
      );
      const item = await collection.find(write, 'a');
      expect(await withdrawItem(write, collection, 'a', { state: 'review', seen: { version: 1 } })).toBe(
        true,
      );
      expect(await collection.find(write, 'a')).toBeUndefined();
      expect((await collection.list(write, { limit: 10 })).items).toEqual([]);
      expect(item).toMatchObject((await findPreparedItem(write, collection, 'a', 'review')) ?? {});
      await publishPrepared(write, collection, 'a', { state: 'review', now: NOW });
      expect(await collection.find(write, 'a')).toEqual(item);
    }
  },
);

eachDatabase('a deleted item and earlier versions are each stored once, newest first', async (t) => {
  const { write } = t.database;
  await articles.save(write, input(articles, 'One'), { now: NOW, version: 0 });
  expect(await keepEarlier(write, articles, 'a')).toBe(true);
  expect(await keepEarlier(write, articles, 'a')).toBe(true);
  await articles.save(write, input(articles, 'Two'), { now: NOW + 1, version: 1 });
  expect(await withdrawItem(write, articles, 'a', { state: 'deleted' })).toBe(true);
  expect(await keepEarlier(write, articles, 'a')).toBe(false);
  expect(
    (await listKeptItems(write, articles, 'a', 10)).map(({ state, item }) => `${state} ${item.title}`),
  ).toEqual(['deleted Two', 'earlier One']);
  expect(await listKeptItems(write, articles, 'a', 1)).toHaveLength(1);
  const deleted = { id: 'a', version: 2, updatedAt: NOW + 1 };
  await restoreKept(write, articles, deleted, { now: NOW + 2, seen: { version: 0 } });
  expect(await articles.find(write, 'a')).toMatchObject({ title: 'Two' });
});

eachDatabase(
  "the table accepts only known states, and JSON that the collection's schema accepts",
  async (t) => {
    const { write } = t.database;
    const row = { collection: 'articles', id: 'x', item: '{}', version: 1, createdAt: 1, updatedAt: 1 };
    const add = (state: string, publishAt: number | null) =>
      write
        .insertInto('item_version')
        .values({ ...row, state: state as 'review', publishAt })
        .execute();
    await expect(add('lost', null)).rejects.toThrow();
    await expect(add('scheduled', null)).rejects.toThrow();
    await expect(add('review', 1)).rejects.toThrow();
    await add('review', null);
    await expect(findPreparedItem(write, articles, 'x', 'review')).rejects.toThrow('articles/x');
    const broken = { ...input(articles, 'One'), title: '' };
    await expect(prepareItem(write, articles, broken, { state: 'review', now: NOW })).rejects.toThrow(
      'articles/a',
    );
    expect(() => withdrawItem(write, collections.polls, 'p', { state: 'review' })).toThrow('polls');
  },
);

eachDatabase(
  'a version in review and a scheduled version of one item do not affect each other',
  async (t) => {
    const { write } = t.database;
    const later = { ...input(articles, 'Later'), pubDate: NOW + 1000 };
    await articles.save(write, later, { now: NOW, version: 0 });
    await prepareItem(write, articles, input(articles, 'Draft'), { state: 'review', now: NOW });
    expect((await articles.unpublished?.find(write, 'a'))?.input.title).toBe('Later');
    expect((await findPreparedItem(write, articles, 'a', 'review'))?.title).toBe('Draft');
    expect(await articles.unpublished?.publish(write, 'a', NOW + 1000)).toBe(true);
    expect(await articles.find(write, 'a')).toMatchObject({ title: 'Later' });
    expect((await findPreparedItem(write, articles, 'a', 'review'))?.title).toBe('Draft');
  },
);
