import { expect, test } from 'vitest';
import { articles } from '#app/articles/article-collection.server.ts';
import { isoOf } from '#app/items/content/item-json.ts';
import { parseItem } from '#app/items/content/parse-item.server.ts';
import { extractTeaser } from '#app/platform/html/extract.server.ts';
import { anyDatabase, longOnEachDatabase } from '../../tests/each-database.ts';
import { environmentOf, NOW, typeCommand } from '../../tests/operator.ts';
import { type Archive, archiveArticle, archiveId } from './archive-article.ts';
import { loadArchive, removeArchive } from './load-archive.ts';

const YEAR_MS = 365.25 * 86_400_000;
const archive: Archive = { articles: 2000, now: NOW };

function articlesOf(count: number) {
  return Array.from({ length: count }, (_, at) => archiveArticle(at + 1, { ...archive, articles: count }));
}

/** The optional fields, which no article of the archive uses. */
const unused = {
  ...{ deck: null, byline: null, tags: [], corrections: [], pinned: false, picture: null },
  documents: [],
};

test('a form would accept every article of the archive, and it is stored as a save would store it', () => {
  for (const { deck, image, createdAt, updatedAt, pubDate, ...article } of articlesOf(500)) {
    const { input, problems } = parseItem(
      articles,
      { ...article, link: `https://town.example${article.link}`, pubDate: isoOf(pubDate) },
      { siteUrl: 'https://town.example' },
    );
    expect(problems, article.id).toBeUndefined();
    expect(input).toEqual({ ...article, ...unused, pubDate });
    const teaser = extractTeaser(article.description);
    expect({ deck, image }).toEqual({
      deck: teaser.deck,
      image: teaser.image && JSON.stringify(teaser.image),
    });
  }
});

test('the archive is varied, partly with pictures, and spread over forty years up to now', () => {
  const made = articlesOf(2000);
  expect(new Set(made.map((article) => article.description)).size).toBe(2000);
  expect(new Set(made.map((article) => article.title)).size).toBeGreaterThan(1600);
  const pictures = made.filter((article) => article.image !== null).length;
  expect(pictures).toBeGreaterThan(500);
  expect(pictures).toBeLessThan(900);
  const dates = made.map((article) => article.pubDate);
  expect(dates).toEqual(dates.toSorted((one, other) => one - other));
  expect(dates.at(-1)).toBeLessThanOrEqual(NOW);
  expect(NOW - (dates[0] as number)).toBeGreaterThan(39.9 * YEAR_MS);
  expect(articlesOf(2000)).toEqual(made);
});

anyDatabase('loading an archive continues after an interruption, and writes nothing twice', async (t) => {
  const { write, read } = t.database;
  const big = { ...archive, articles: 5100 };
  const stop = new AbortController();
  const first = await loadArchive(write, big, { signal: stop.signal, onProgress: () => stop.abort() });
  expect(first).toBe(5000);
  await write
    .updateTable('article')
    .set({ title: 'Edited', version: 2 })
    .where('id', '=', archiveId(7))
    .execute();
  await write.deleteFrom('article').where('id', '=', archiveId(8)).execute();
  expect(await loadArchive(write, big)).toBe(101);
  expect(await loadArchive(write, big)).toBe(0);
  const rows = await read.selectFrom('article').select('id').orderBy('id').execute();
  expect(rows.map((row) => row.id)).toEqual(Array.from({ length: 5100 }, (_, at) => archiveId(at + 1)));
  expect(await removeArchive(write)).toBe(5099);
  expect(await read.selectFrom('article').select('title').execute()).toEqual([{ title: 'Edited' }]);
});

longOnEachDatabase(
  'demo --articles loads town and archive, demo --remove removes both',
  async (t) => {
    const environment = environmentOf(t);
    const loaded = await typeCommand(['demo', '--articles', '120'], { environment });
    expect(loaded.complained).toEqual([]);
    expect(loaded.printed.at(-1)).toBe('Loaded the archive: 120 articles added.');
    const again = await typeCommand(['demo', '--articles', '150'], { environment });
    expect(again.printed.at(-1)).toBe('Loaded the archive: 30 articles added, 120 already there.');
    await typeCommand(['demo', '--remove'], { environment });
    expect(await t.database.read.selectFrom('article').select('id').execute()).toEqual([]);
  },
  ['app/platform/search-index'],
);

longOnEachDatabase('Ctrl-C leaves complete batches and says how to continue', async (t) => {
  const stop = new AbortController();
  const onProgress = (what: string) => what === 'Archive' && stop.abort();
  const typed = await typeCommand(['demo', '--articles', '5001'], {
    environment: environmentOf(t),
    signal: stop.signal,
    onProgress,
  });
  expect(typed.code).toBe(130);
  expect(typed.complained).toEqual([
    'Stopped: 5000 articles were added. Run the same command again to continue.',
  ]);
});

test.each(['0', '-3', '1.5', 'many', '1e6', '10000001', ''])(
  '%o articles are refused in one line',
  async (text) => {
    const typed = await typeCommand(['demo', `--articles=${text}`]);
    expect(typed.code).toBe(2);
    expect(typed.complained).toEqual([`--articles takes a whole number from 1 to 10000000, not '${text}'.`]);
  },
);

test('--articles and --remove exclude each other', async () => {
  const typed = await typeCommand(['demo', '--remove', '--articles', '5']);
  expect(typed.code).toBe(2);
});
