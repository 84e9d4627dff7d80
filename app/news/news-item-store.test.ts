import { expect } from 'vitest';
import { parseItem } from '#app/items/content/parse-item.server.ts';
import type { Database } from '#app/platform/database/handles.ts';
import { decodeCursor } from '#app/platform/database/lists/paginate.server.ts';
import { eachDatabase } from '../../tests/each-database.ts';
import { news } from './news-collection.server.ts';
import type { NewsItemInput } from './news-item.ts';
import {
  findNewsItem,
  listNews,
  listNewsTeasers,
  removeNewsItem,
  saveNewsItem,
} from './news-item-store.server.ts';

const NOW = Date.parse('2026-11-20T22:00:00Z');
const HOUR_MS = 3_600_000;

function newsItem(id: string, changes: Partial<NewsItemInput> = {}): NewsItemInput {
  return {
    id,
    title: `News ${id}`,
    sourceId: null,
    link: 'https://example.org/story',
    pubDate: NOW,
    sourceName: null,
    sourceUrl: null,
    description: '<p>First words.</p>',
    picture: null,
    documents: [],
    legal: false,
    ...changes,
  };
}

async function seed({ write }: Database, ...inputs: NewsItemInput[]): Promise<void> {
  for (const input of inputs) await saveNewsItem(write, input, { now: NOW });
}

eachDatabase('saving returns the stored news item', async ({ database: { read, write } }) => {
  const input = newsItem('a', {
    sourceName: 'Valley Reporter',
    sourceUrl: 'https://example.org/',
    sourceId: 'v-1',
  });
  const outcome = await saveNewsItem(write, input, { now: NOW });
  expect(outcome).toEqual({ kind: 'saved', item: { ...input, version: 1, updatedAt: NOW } });
  expect(await findNewsItem(read, 'a')).toEqual(outcome.kind === 'saved' && outcome.item);
  expect(await findNewsItem(read, 'A')).toBeUndefined();
});

eachDatabase('news is listed newest first by pubDate, then by id', async ({ database }) => {
  const old = newsItem('old', { pubDate: NOW - 2 * HOUR_MS });
  await seed(database, old, newsItem('b'), newsItem('c'), newsItem('new', { pubDate: NOW + 1 }));
  const ids = async (list: typeof listNews | typeof listNewsTeasers) =>
    (await list(database.read, { limit: 10 })).items.map((item) => item.id);
  expect(await ids(listNews)).toEqual(['new', 'c', 'b', 'old']);
  expect(await ids(listNewsTeasers)).toEqual(['new', 'c', 'b', 'old']);
});

eachDatabase('the list has the first words of a news item, not its text', async ({ database }) => {
  await seed(
    database,
    newsItem('a', { description: '<h2>Head</h2><p>Use the <b>River Street</b> entrance.</p>' }),
  );
  expect((await listNewsTeasers(database.read, { limit: 10 })).items).toEqual([
    {
      id: 'a',
      legal: false,
      title: 'News a',
      link: 'https://example.org/story',
      pubDate: NOW,
      sourceName: null,
      deck: 'Use the River Street entrance.',
    },
  ]);
});

eachDatabase(
  'news items of the same instant are neither repeated nor lost while paging',
  async ({ database }) => {
    await seed(
      database,
      ...Array.from({ length: 25 }, (_, index) => newsItem(`n${String(index).padStart(2, '0')}`)),
    );
    const seen: string[] = [];
    let next: string | null = '';
    while (next !== null) {
      const after = next ? decodeCursor(next, 'number') : undefined;
      const page: { items: { id: string }[]; next: string | null } = await listNewsTeasers(database.read, {
        limit: 10,
        after,
      });
      seen.push(...page.items.map((item) => item.id));
      next = page.next;
    }
    expect(seen).toEqual(Array.from({ length: 25 }, (_, index) => `n${String(24 - index).padStart(2, '0')}`));
  },
);

eachDatabase('an empty town gives an empty page', async ({ database: { read } }) => {
  expect(await listNewsTeasers(read, { limit: 10 })).toEqual({ items: [], next: null, previous: null });
});

eachDatabase(
  'a save with an old version is refused and returns the current one',
  async ({ database: { write } }) => {
    await saveNewsItem(write, newsItem('a'), { now: NOW, version: 0 });
    await saveNewsItem(write, newsItem('a', { title: 'Theirs' }), { now: NOW, version: 1 });
    const late = await saveNewsItem(write, newsItem('a', { title: 'Mine' }), { now: NOW, version: 1 });
    expect(late).toMatchObject({ kind: 'conflict', current: { title: 'Theirs', version: 2 } });
  },
);

eachDatabase('an update can remove the source', async ({ database: { read, write } }) => {
  await saveNewsItem(write, newsItem('a', { sourceName: 'Valley Reporter' }), { now: NOW });
  await saveNewsItem(write, newsItem('a'), { now: NOW });
  expect(await findNewsItem(read, 'a')).toMatchObject({ sourceName: null, version: 2 });
});

eachDatabase(
  'a removed news item is not found, and removing it again changes nothing',
  async ({ database }) => {
    await seed(database, newsItem('a'), newsItem('b'));
    expect(await removeNewsItem(database.write, 'a')).toBe(true);
    expect(await removeNewsItem(database.write, 'a')).toBe(false);
    expect((await listNews(database.read, { limit: 10 })).items.map((item) => item.id)).toEqual(['b']);
  },
);

eachDatabase("the API's output is accepted as input", async ({ database }) => {
  const input = newsItem('a', { title: 'Ünïcode & "quotes" <b>', sourceName: 'Bell' });
  await seed(database, input);
  const stored = await findNewsItem(database.read, 'a');
  if (!stored) throw new Error('the news item is gone');
  const json = news.json.toJson(stored);
  expect(json).toMatchObject({
    id: 'a',
    pubDate: '2026-11-20T22:00:00.000Z',
    sourceId: null,
    sourceName: 'Bell',
  });
  expect(Object.keys(json)).not.toContain('version');
  expect(parseItem(news, json, { siteUrl: 'https://town.example' })).toEqual({ input });
  expect(parseItem(news, news.json.toInputJson(stored), { siteUrl: 'https://town.example' })).toEqual({
    input,
  });
});

eachDatabase(
  'a removal that names a version removes the news item only in that version',
  async ({ database }) => {
    const { write } = database;
    await seed(database, newsItem('a'));
    await saveNewsItem(write, newsItem('a', { title: 'Newer' }), { now: NOW, version: 1 });
    expect(await removeNewsItem(write, 'a', { version: 1 })).toBe(false);
    expect(await findNewsItem(write, 'a')).toMatchObject({ title: 'Newer', version: 2 });
    expect(await removeNewsItem(write, 'a', { version: 2 })).toBe(true);
    expect(await removeNewsItem(write, 'a')).toBe(false);
  },
);
