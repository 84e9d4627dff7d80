import { expect, inject, test } from 'vitest';
import { saveArticle } from '#app/articles/article-store.server.ts';
import { collections, textSources } from '#app/collections.server.ts';
import { parseSearchText } from '#app/items/lists/search-query.ts';
import { findMatches } from '#app/items/search/find-matches.server.ts';
import { readChangeCounters } from '#app/platform/database/change-counters.server.ts';
import type { WriteDb } from '#app/platform/database/handles.ts';
import { eachDatabase, withPostgres } from '../../../tests/each-database.ts';
import { articleRow } from '../../../tests/seed-town.ts';
import { countStaleItems, hasStaleItems, indexItems, indexStaleItems } from './index-items.server.ts';
import { rebuildIndex } from './rebuild-index.server.ts';

const now = Date.parse('2026-11-20T22:00:00Z');

function article(id: string, title: string, description: string) {
  const sourceUrl = 'https://example.org/';
  const source = { sourceId: `local:${id}`, sourceName: 'The Hollow Ledger', sourceUrl };
  return { id, title, description, link: sourceUrl, pubDate: now, ...source };
}

async function find(db: WriteDb, text: string): Promise<string[]> {
  const options = { collections, now, zone: 'America/New_York', limit: 50 };
  const { matches } = await findMatches(db, parseSearchText(text), options);
  return matches.map(({ id }) => id).sort();
}

const SQUARED = '㌖'; // one character that expands to six katakana
const LIGATURE = 'ﷺ'; // one that expands to eighteen characters

eachDatabase(
  'a text that grows when it is folded is saved and found, and its rebuilt entry is the same',
  async ({ database: { write } }) => {
    const long = (text: string, length: number) => text.repeat(Math.floor(length / text.length));
    const texts = {
      squared: long(SQUARED, 199_999),
      ligatures: long(LIGATURE, 199_999),
      words: long('aa bb ', 199_999),
      different: Array.from({ length: 60_000 }, (_, at) => at.toString(36)).join(' '),
      syllables: Array.from({ length: 20_000 }, (_, at) => String.fromCodePoint(0x4e00 + at)).join(' '),
    };
    for (const [id, text] of Object.entries(texts)) {
      const outcome = await saveArticle(write, article(id, `Roof ${id}`, `<p>lantern ${text}</p>`), { now });
      expect([id, outcome.kind]).toEqual([id, 'saved']);
    }
    const all = Object.keys(texts).sort();
    const found = async () => [
      await find(write, 'roof'),
      await find(write, 'lantern'),
      await find(write, 'bb'),
    ];
    expect(await found()).toEqual([all, all, ['different', 'words']]);
    expect(await rebuildIndex(write, textSources)).toBe(true);
    expect(await found()).toEqual([all, all, ['different', 'words']]);
  },
);

eachDatabase(
  'case, accents and width are folded the same way in indexed and typed text',
  async ({ database: { write } }) => {
    await saveArticle(write, article('a', 'ＣＡＦÉ ﬁsh ㎏', '<p>Ｗｉｄｅ ｶﾞｲﾄﾞ Straße</p>'), { now });
    for (const text of ['cafe', 'café', 'ｃａｆｅ', 'fish', 'ﬁsh', 'kg', 'wide', 'ガイド', 'ｶﾞｲﾄﾞ', 'STRASSE'])
      expect([text, await find(write, text)]).toEqual([text, ['a']]);
  },
);

eachDatabase(
  'items written by SQL wait to be indexed, and items removed by SQL are gone at once',
  async ({ database: { write } }) => {
    const row = articleRow('a');
    await write
      .insertInto('article')
      .values({ ...row, title: 'Lantern' })
      .execute();
    expect([await hasStaleItems(write), await find(write, 'lantern')]).toEqual([true, []]);
    const before = await readChangeCounters(write);
    expect(await indexStaleItems(write, textSources)).toBe(true);
    expect([await hasStaleItems(write), await find(write, 'lantern')]).toEqual([false, ['a']]);
    // Pages rendered before it was found are outdated.
    expect((await readChangeCounters(write)).articles).toBeGreaterThan(Number(before.articles));
    await write.updateTable('article').set({ title: 'Bonfire' }).execute();
    await indexStaleItems(write, textSources);
    expect([await find(write, 'lantern'), await find(write, 'bonfire')]).toEqual([[], ['a']]);
    await write.updateTable('article').set({ image: 'Lantern' }).execute();
    expect(await hasStaleItems(write)).toBe(false);
    await write.deleteFrom('article').execute();
    expect(await find(write, 'bonfire')).toEqual([]);
  },
);

eachDatabase(
  'many items are indexed in steps, oldest first, and indexing continues after an interruption',
  async ({ database: { write } }) => {
    const rows = Array.from({ length: 450 }, (_, at) => ({
      ...articleRow(`a${at}`),
      pubDate: now - at * 1000,
    }));
    await write.insertInto('article').values(rows).execute();
    const stopping = new AbortController();
    const onProgress = () => stopping.abort();
    expect(await indexStaleItems(write, textSources, { signal: stopping.signal, onProgress })).toBe(false);
    expect(await countStaleItems(write)).toBe(250);
    expect(await indexStaleItems(write, textSources)).toBe(true);
    const newest = await write
      .selectFrom('search_document')
      .select('itemId')
      .orderBy('number', 'desc')
      .executeTakeFirst();
    expect([await countStaleItems(write), newest?.itemId]).toEqual([0, 'a0']);
  },
);

// SQLite has one writer at a time.
const postgresUrl = inject('postgresUrl');

test.skipIf(!postgresUrl)('an item that is being saved is left to that save, and nothing waits', () =>
  withPostgres(String(postgresUrl), async ({ database: { write } }) => {
    await write
      .insertInto('article')
      .values([articleRow('a'), articleRow('b')])
      .execute();
    await write.transaction().execute(async (saving) => {
      await saving.selectFrom('article').select('id').where('id', '=', 'a').forUpdate().execute();
      expect(await indexStaleItems(write, textSources)).toBe(true);
      expect(await countStaleItems(write)).toBe(1);
      await saving.updateTable('article').set({ title: 'Lantern' }).where('id', '=', 'a').execute();
      await indexItems(saving, collections.articles.source, ['a']);
    });
    expect([await countStaleItems(write), await find(write, 'lantern')]).toEqual([0, ['a']]);
  }),
);
