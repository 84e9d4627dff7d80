import { expect, test } from 'vitest';
import type { WriteDb } from '#app/platform/database/handles.ts';
import { decodeCursor } from '#app/platform/database/lists/paginate.server.ts';
import { eachDatabase } from '../../tests/each-database.ts';
import { type ArticleInput, articleSchema } from './article.ts';
import {
  findArticle,
  listArticles,
  listArticleTeasers,
  removeArticle,
  saveArticle,
} from './article-store.server.ts';

const DAY_MS = 86_400_000;
const now = Date.parse('2026-11-20T22:00:00Z');

function article(id: string, changes: Partial<ArticleInput> = {}): ArticleInput {
  return {
    id,
    sourceId: `local:${id}`,
    title: `Title of ${id}`,
    link: 'https://example.org/a',
    pubDate: now,
    description:
      '<p>First words.</p><p><img src="/illustrations/snow.svg" alt="Snow" width="1200" height="800"></p>',
    sourceName: 'The Hollow Ledger',
    sourceUrl: 'https://example.org/',
    ...changes,
  };
}

async function seed(db: WriteDb, ids: string[], pubDate: (index: number) => number) {
  for (const [index, id] of ids.entries())
    await saveArticle(db, article(id, { pubDate: pubDate(index) }), { now });
}

eachDatabase('articles come newest first by pubDate', async ({ database: { read, write } }) => {
  await seed(write, ['old', 'new', 'middle'], (index) => now - ([3, 1, 2][index] ?? 0) * DAY_MS);
  const { items } = await listArticles(read, { limit: 10 });
  expect(items.map((item) => item.id)).toEqual(['new', 'middle', 'old']);
});

eachDatabase(
  'a list shows the first words and the first picture of an article',
  async ({ database: { read, write } }) => {
    await saveArticle(write, article('a'), { now });
    const { items } = await listArticleTeasers(read, { limit: 10 });
    expect(items[0]?.deck).toBe('First words.');
    expect(items[0]?.image).toEqual({
      src: '/illustrations/snow.svg',
      alt: 'Snow',
      width: 1200,
      height: 800,
    });
  },
);

eachDatabase(
  'articles of the same instant are neither repeated nor lost while paging',
  async ({ database: { read, write } }) => {
    const ids = Array.from({ length: 25 }, (_, index) => `a${String(index).padStart(2, '0')}`);
    await seed(write, ids, () => now);
    const seen: string[] = [];
    let next: string | null = null;
    do {
      const after = next ? decodeCursor(next, 'number') : undefined;
      const page = await listArticles(read, { limit: 10, after });
      seen.push(...page.items.map((item) => item.id));
      next = page.next;
    } while (next);
    expect(seen).toEqual([...ids].reverse());
  },
);

eachDatabase('next is null if nothing follows a full page', async ({ database: { read, write } }) => {
  await seed(
    write,
    Array.from({ length: 10 }, (_, index) => `a${index}`),
    (index) => now - index,
  );
  const page = await listArticles(read, { limit: 10 });
  expect(page.items).toHaveLength(10);
  expect(page.next).toBeNull();
});

eachDatabase(
  'an update returns the stored article and increases its version',
  async ({ database: { read, write } }) => {
    await saveArticle(write, article('a'), { now, version: 0 });
    const outcome = await saveArticle(write, article('a', { title: 'Changed' }), {
      now: now + 1,
      version: 1,
    });
    expect(outcome).toMatchObject({
      kind: 'saved',
      item: { title: 'Changed', version: 2, updatedAt: now + 1 },
    });
    expect(await findArticle(read, 'a')).toMatchObject({ title: 'Changed' });
  },
);

eachDatabase(
  'a save with an old version is refused and returns the current one',
  async ({ database: { write } }) => {
    await saveArticle(write, article('a'), { now, version: 0 });
    await saveArticle(write, article('a', { title: 'Theirs' }), { now, version: 1 });
    const outcome = await saveArticle(write, article('a', { title: 'Mine' }), { now, version: 1 });
    expect(outcome).toMatchObject({ kind: 'conflict', current: { title: 'Theirs', version: 2 } });
  },
);

eachDatabase(
  'creating an item with an existing id is refused, overwriting it is not',
  async ({ database: { write } }) => {
    await saveArticle(write, article('a'), { now, version: 0 });
    expect(await saveArticle(write, article('a', { title: 'Again' }), { now, version: 0 })).toMatchObject({
      kind: 'conflict',
    });
    expect(await saveArticle(write, article('a', { title: 'Over' }), { now })).toMatchObject({
      kind: 'saved',
    });
  },
);

eachDatabase(
  'saving a removed article is a conflict without a current version',
  async ({ database: { write } }) => {
    await saveArticle(write, article('a'), { now, version: 0 });
    expect(await removeArticle(write, 'a')).toBe(true);
    expect(await removeArticle(write, 'a')).toBe(false);
    expect(await saveArticle(write, article('a'), { now, version: 1 })).toEqual({
      kind: 'conflict',
      current: undefined,
    });
  },
);

test('every field of an article is required', () => {
  const result = articleSchema.safeParse({});
  expect(result.success).toBe(false);
  expect(result.error?.issues.map((issue) => issue.path[0])).toEqual([
    'id',
    'sourceId',
    'title',
    'link',
    'pubDate',
    'description',
    'sourceName',
    'sourceUrl',
  ]);
});

test.each(['javascript:alert(1)', 'ftp://example.org', '//example.org', 'https://', ' data:text/html,x'])(
  'a link to %s is refused',
  (link) => {
    const { error } = articleSchema.safeParse({
      ...article('a'),
      pubDate: new Date(now).toISOString(),
      link,
    });
    expect(error?.issues.map((issue) => issue.path[0])).toEqual(['link']);
  },
);

test.each(['add', '..', 'a b', 'a/b', 'ä', '', 'x'.repeat(129)])('the id %j is refused', (id) => {
  const { error } = articleSchema.safeParse({ ...article('a'), pubDate: new Date(now).toISOString(), id });
  expect(error?.issues.map((issue) => issue.path[0])).toEqual(['id']);
});
