import { expect } from 'vitest';
import { collections } from '#app/collections.server.ts';
import { parseSearchText } from '#app/items/lists/search-query.ts';
import { defaultTown } from '#app/town/default-town.ts';
import { anyDatabase, longOnPostgres } from '../../../tests/each-database.ts';
import { expectedSearches } from '../../../tests/expected-searches.ts';
import { seedSampleTown } from '../../../tests/sample-town.ts';
import { findMatches } from './find-matches.server.ts';
import { loadResults } from './search-results.server.ts';

const now = Date.parse('2026-11-20T22:00:00Z');
const { timeZone, locale } = defaultTown;

longOnPostgres(
  'searches in the sample town rank what people look for first',
  async ({ database: { write }, location }) => {
    await seedSampleTown(write, location, { now, town: defaultTown, siteUrl: 'http://localhost:3000' });
    const found: typeof expectedSearches = [];
    for (const [q] of expectedSearches) {
      const { terms, ...query } = parseSearchText(q);
      const { matches } = await findMatches(
        write,
        { terms, ...query },
        { collections, now, zone: timeZone, limit: 3 },
      );
      const results = await loadResults(write, matches, {
        collections,
        terms,
        clock: { timeZone, locale },
        now,
      });
      found.push([
        q,
        results.map(({ collection, title }) => `${collection}: ${title.map(({ text }) => text).join('')}`),
      ]);
    }
    expect(found).toEqual(expectedSearches);
  },
  ['app/platform/search-index', 'commands/sample-town'],
);

anyDatabase(
  'the dates of a repeated event are one result with its next date, and page 1 has several collections',
  async ({ database: { write }, location }) => {
    await seedSampleTown(write, location, { now, town: defaultTown, siteUrl: 'http://localhost:3000' });
    const find = (q: string, skip: number, limit: number) =>
      findMatches(write, parseSearchText(q), { collections, now, zone: timeZone, limit, skip });
    const { matches, total } = await find('story hour', 0, 10);
    expect(
      matches.map(({ date, moreDates }) => [new Date(date).toISOString().slice(0, 10), moreDates]),
    ).toEqual([['2026-11-23', 9]]);
    expect(total).toBe(1);
    const all = await find('library', 0, 100);
    const pages = [];
    for (let skip = 0; skip < all.total; skip += 10) pages.push(...(await find('library', skip, 10)).matches);
    expect(pages).toEqual(all.matches);
    expect(new Set(all.matches.slice(0, 10).map(({ collection }) => collection)).size).toBe(6);
  },
);
