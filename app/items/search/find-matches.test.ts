import fc from 'fast-check';
import { expect } from 'vitest';
import { saveArticle } from '#app/articles/article-store.server.ts';
import { collections, textSources } from '#app/collections.server.ts';
import { parseSearchText } from '#app/items/lists/search-query.ts';
import type { WriteDb } from '#app/platform/database/handles.ts';
import { indexStaleItems } from '#app/platform/search-index/index-items.server.ts';
import { anyTyped } from '../../../tests/any-typed.ts';
import { eachDatabase } from '../../../tests/each-database.ts';
import { rounds } from '../../../tests/rounds.ts';
import { findMatches } from './find-matches.server.ts';

const now = Date.parse('2026-11-20T22:00:00Z');
const options = { collections, now, zone: 'America/New_York', limit: 50 };

function article(id: string, title: string, description: string, pubDate = now) {
  return {
    id,
    sourceId: `local:${id}`,
    title,
    link: 'https://example.org/',
    pubDate,
    description,
    sourceName: 'The Hollow Ledger',
    sourceUrl: 'https://example.org/',
  };
}

function event(id: string, day: string) {
  const { sourceName: _name, sourceUrl: _url, ...item } = article(id, `Winter market ${id}`, '<p>Words.</p>');
  const place = { eventTime: '', eventLocation: '', enclosureUrl: '', enclosureType: '' };
  return { ...item, ...place, eventDate: Date.parse(day), createdAt: now, updatedAt: now };
}

async function find(db: WriteDb, text: string): Promise<string[]> {
  const { matches } = await findMatches(db, parseSearchText(text), options);
  return matches.map(({ id }) => id);
}

eachDatabase(
  'an article is found as soon as it is saved, and not after it was removed',
  async ({ database: { write } }) => {
    await saveArticle(
      write,
      article(
        'a',
        'Town votes to mend the roof',
        '<p>The <strong>libr</strong>aries of &amp; Caf\u00e9 M\u00fcnchen<br>stay open. Co-op at 7 o\u2019clock</p>',
      ),
      { now },
    );
    for (const text of [
      'library',
      'LIBRARIES',
      'cafe',
      'caf\u00e9',
      'munchen',
      '"stay open"',
      'mend ledger',
      'libr',
      'lib*',
      'co-op',
      "o'clock",
      'town -river',
      'votin',
      'the',
    ])
      expect([text, await find(write, text)]).toEqual([text, ['a']]);
    for (const text of [
      'amp',
      'strong',
      'br',
      '"open stay"',
      '"libr"',
      '"votin"',
      'town -roof',
      '-river',
      '',
      '*',
      'NEAR(',
      '"',
    ])
      expect([text, await find(write, text)]).toEqual([text, []]);
    await saveArticle(write, article('a', 'Other', '<p>Words</p>'), { now });
    expect(await find(write, 'library')).toEqual([]);
    expect(await find(write, 'words')).toEqual(['a']);
    await write.deleteFrom('article').execute();
    expect(await find(write, 'words')).toEqual([]);
    expect(await write.selectFrom('search_document').selectAll().execute()).toEqual([]);
  },
);

eachDatabase(
  'words of every script are found as published, and Latin ones also without diacritics',
  async ({ database: { write } }) => {
    const published =
      'Αθήνα ΟΔΌΣ Московский Ёлка 한국어 ガイド がっこう हिन्दी தமிழ் שָׁלוֹם العَرَبِيَّة ไทยได้ 中文 Việt Café Łódź smørrebrød Straße İzmir ﬁsh';
    await saveArticle(write, article('title', published, '<p>Words.</p>'), { now });
    await saveArticle(write, article('text', 'Title', `<p>${published}</p>`), { now });
    const plain =
      'αθήνα οδός московский ёлка viet cafe cafe\u0301 CAFÉ lodz łodz smorrebrod strasse STRASSE izmir';
    const missed = [];
    for (const word of `${published} ${plain}`.split(' ')) {
      for (const text of [word, `"${word}"`]) {
        const found = await find(write, text);
        if (found.length !== 2) missed.push([text, found]);
      }
    }
    expect(missed).toEqual([]);
    expect(await find(write, 'Афины')).toEqual([]);
  },
);

eachDatabase(
  'an upcoming event is the first result, however many matches were saved later',
  async ({ database: { write } }) => {
    await write
      .insertInto('event')
      .values([event('next', '2027-03-01T05:00:00Z'), event('soon', '2026-12-01T05:00:00Z')])
      .execute();
    const past = Array.from({ length: 1005 }, (_, at) => event(`past${at}`, '2026-01-01T05:00:00Z'));
    for (let from = 0; from < past.length; from += 500)
      await write
        .insertInto('event')
        .values(past.slice(from, from + 500))
        .execute();
    await indexStaleItems(write, textSources);
    const ids = await find(write, 'market');
    expect(ids.slice(0, 3)).toEqual(['soon', 'next', expect.stringMatching(/^past/)]);
    const query = { ...parseSearchText('market'), to: now };
    const { matches, counts, isMore } = await findMatches(write, query, options);
    expect([matches[0]?.id.slice(0, 4), counts.events, isMore]).toEqual(['past', 1000, true]);
  },
);

eachDatabase('the database accepts any search text (R-28)', async ({ database: { write } }) => {
  await saveArticle(write, article('a', 'Town votes', '<p>Words</p>'), { now });
  await fc.assert(
    fc.asyncProperty(anyTyped, fc.boolean(), async (text, isGrowing) => {
      const { total } = await findMatches(write, parseSearchText(text), { ...options, isGrowing });
      expect(total).toBeLessThanOrEqual(1);
    }),
    rounds(import.meta.url, 150),
  );
});
