import { expect, test } from 'vitest';
import { removeArticle, saveArticle } from '#app/articles/article-store.server.ts';
import { collections, textSources } from '#app/collections.server.ts';
import { parseSearchText } from '#app/items/lists/search-query.ts';
import { eachDatabase } from '../../../tests/each-database.ts';
import { distanceOf, findCorrection, hasWordsToLearn, learnWords } from './known-words.server.ts';

const now = Date.parse('2026-11-20T22:00:00Z');

function article(id: string, title: string) {
  return {
    id,
    sourceId: `local:${id}`,
    title,
    link: 'https://example.org/',
    pubDate: now,
    description: '<p>Words.</p>',
    sourceName: 'The Hollow Ledger',
    sourceUrl: 'https://example.org/',
  };
}

test.each([
  ['library', 'library', 0],
  ['libary', 'library', 1],
  ['lirbary', 'library', 1],
  ['roof', 'proof', 1],
  ['', 'abc', 3],
])('from %j to %j it is %d letters', (one, other, distance) => {
  expect([distanceOf(one, other), distanceOf(other, one)]).toEqual([distance, distance]);
});

eachDatabase('a typo is corrected with words of published items only', async ({ database: { write } }) => {
  await saveArticle(write, article('a', 'The library of the École'), { now });
  expect(await hasWordsToLearn(write, textSources)).toBe(true);
  await learnWords(write, textSources);
  expect(await hasWordsToLearn(write, textSources)).toBe(false);
  const correct = (text: string) => findCorrection(write, collections, parseSearchText(text));
  expect(await correct('Libary hours')).toBe('library hours');
  expect(await correct('"the lbirary" -roof')).toBe('"the library" -roof');
  expect(await correct('ecolr')).toBe('école');
  expect(await correct('library')).toBeUndefined();
  expect(await correct('zzzzz')).toBeUndefined();
  await removeArticle(write, 'a');
  await learnWords(write, textSources);
  expect(await correct('libary')).toBeUndefined();
});

eachDatabase(
  'the words of the newest title are collected after it was edited, and after it was removed',
  async ({ database: { write } }) => {
    await saveArticle(write, article('a', 'The library'), { now });
    await saveArticle(write, article('b', 'The roof'), { now });
    await learnWords(write, textSources);
    await saveArticle(write, article('b', 'The observatory'), { now });
    expect(await hasWordsToLearn(write, textSources)).toBe(true);
    await learnWords(write, textSources);
    const correct = (text: string) => findCorrection(write, collections, parseSearchText(text));
    expect(await correct('observatry')).toBe('observatory');
    await removeArticle(write, 'b');
    await saveArticle(write, article('c', 'The planetarium'), { now });
    await learnWords(write, textSources);
    expect(await correct('planetarim')).toBe('planetarium');
    expect(await hasWordsToLearn(write, textSources)).toBe(false);
  },
);
