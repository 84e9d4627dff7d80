import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import { searchSources } from '#app/collections.server.ts';
import { parseSearchText } from '#app/items/lists/search-query.ts';
import type { WriteDb } from '#app/platform/database/handles.ts';
import { listDocuments } from '#app/platform/media/documents/document-store.server.ts';
import { indexStaleItems } from '#app/platform/search-index/index-items.server.ts';
import { countIndexFaults } from '#app/platform/search-index/rebuild-index.server.ts';
import { eachDatabase } from '../../../tests/each-database.ts';
import { searchKindsOf } from './document-kind.server.ts';
import { findMatches } from './find-matches.server.ts';
import { loadResults } from './search-results.server.ts';

const NOW = Date.parse('2026-11-20T15:00:00Z');
const collections = searchKindsOf({});

async function addDocument(db: WriteDb, title: string, pages: string[], summary: string | null = null) {
  const id = randomUUID().replaceAll('-', '');
  await db
    .insertInto('document')
    .values({
      id,
      title,
      name: 'minutes.pdf',
      file: `${id}.pdf`,
      type: 'pdf',
      bytes: 340 * 1024,
      sha256: id,
      pages: pages.length,
      language: null,
      summary,
      hasText: 'yes',
      tagged: 'no',
      problems: '[]',
      words: '',
      createdAt: NOW,
      replacedAt: null,
      updatedAt: NOW,
    })
    .execute();
  for (const [position, text] of pages.entries())
    await db
      .insertInto('document_part')
      .values({ document: id, position, page: position + 1, text })
      .execute();
  return id;
}

async function use(db: WriteDb, document: string, state = 'published') {
  await db.insertInto('document_use').values({ collection: 'news', itemId: '1', state, document }).execute();
}

async function search(db: WriteDb, q: string) {
  await indexStaleItems(db, searchSources);
  const { terms } = parseSearchText(q);
  const options = { collections, now: NOW, zone: 'America/New_York' };
  const { matches, total } = await findMatches(db, parseSearchText(q), { ...options, limit: 10 });
  const clock = { timeZone: 'America/New_York', locale: 'en-US' };
  const results = await loadResults(db, matches, { collections, terms, clock, now: NOW });
  expect(total).toBe(results.length);
  return results.map(({ title, snippet, href, facts }) => ({
    title: title.map(({ text }) => text).join(''),
    snippet: snippet.map(({ text, isMatch }) => (isMatch ? `[${text}]` : text)).join(''),
    href,
    facts: facts.map((fact) => fact.map(({ text }) => text).join('')),
  }));
}

eachDatabase(
  'search finds the words inside a document, and leads to its page',
  async ({ database: { write } }) => {
    const id = await addDocument(write, 'Minutes of November 9', [
      'The board set the tax rate.',
      'Two bids for the library roof were heard.',
      'The library roof again.',
    ]);
    await use(write, id);
    expect(await search(write, 'library roof')).toEqual([
      {
        title: 'Minutes of November 9',
        snippet: 'Two bids for the [library] [roof] were heard.',
        href: `/documents/${id}/minutes.pdf#page=2`,
        facts: ['Page 2', 'PDF, 3 pages, 340 KB'],
      },
    ]);
    // With a word of the title, which all pages have.
    expect(await search(write, 'minutes roof')).toMatchObject([{ facts: ['Page 2', expect.any(String)] }]);
    expect(await search(write, 'november minutes')).toMatchObject([{ href: `/documents/${id}/minutes.pdf` }]);
    expect(await countIndexFaults(write, searchSources)).toBe(0);
  },
);

eachDatabase('a scan is found by its title and its summary', async ({ database: { write } }) => {
  const id = await addDocument(write, 'Minutes', [], 'The sidewalk on Mill Street was put off.');
  await use(write, id);
  expect(await search(write, 'sidewalk')).toMatchObject([
    { snippet: 'The [sidewalk] on Mill Street was put off.', facts: ['PDF, 0 pages, 340 KB'] },
  ]);
});

eachDatabase(
  'readers find a document only while a published item uses it',
  async ({ database: { write } }) => {
    const id = await addDocument(write, 'Draft budget', ['The roof costs 4,500.']);
    expect(await search(write, 'roof')).toEqual([]);
    await use(write, id, 'draft');
    expect(await search(write, 'roof')).toEqual([]);
    const before = await readCounter(write);
    await use(write, id);
    expect(await search(write, 'roof')).toHaveLength(1);
    // Results that were cached are outdated.
    expect(await readCounter(write)).toBeGreaterThan(before);
    await write.deleteFrom('document_use').where('state', '=', 'published').execute();
    expect(await search(write, 'roof')).toEqual([]);
  },
);

eachDatabase(
  'a changed, replaced or deleted document is found by what it says now',
  async ({ database: { write } }) => {
    const id = await addDocument(write, 'Fees', ['Dog license: nine dollars']);
    await use(write, id);
    expect(await search(write, 'dog')).toHaveLength(1);
    await write.updateTable('document').set({ title: 'Prices' }).where('id', '=', id).execute();
    expect([await search(write, 'fees'), await search(write, 'prices dog')]).toMatchObject([[], [{}]]);
    await write.deleteFrom('document_part').where('document', '=', id).execute();
    await write
      .insertInto('document_part')
      .values({ document: id, position: 0, page: 1, text: 'Cats' })
      .execute();
    expect([await search(write, 'dog'), await search(write, 'cat')]).toMatchObject([[], [{}]]);
    await write.deleteFrom('document_part').where('document', '=', id).execute();
    await write.deleteFrom('document').where('id', '=', id).execute();
    expect([await search(write, 'cat'), await search(write, 'prices')]).toEqual([[], []]);
    expect(await countIndexFaults(write, searchSources)).toBe(0);
  },
);

eachDatabase(
  'the library finds documents by the words inside, used or not',
  async ({ database: { write } }) => {
    const id = await addDocument(write, 'Fees', ['A dog license costs nine dollars.']);
    await addDocument(write, 'Cats', ['Cats are free.']);
    await indexStaleItems(write, searchSources);
    const find = async (q: string) =>
      (await listDocuments(write, { q }, { limit: 10 })).items.map(({ title }) => title);
    expect(await find('dog dol')).toEqual(['Fees']);
    expect(await find('dollars dog')).toEqual(['Fees']);
    expect(await find('fees license')).toEqual(['Fees']);
    expect(await find('boat')).toEqual([]);
    expect(await find('"')).toEqual([]);
    await write.updateTable('document').set({ words: 'fee' }).where('id', '=', id).execute();
    expect(await find('fee')).toEqual(['Fees']);
  },
);

async function readCounter(db: WriteDb): Promise<number> {
  const { revision } = await db
    .selectFrom('collection_revision')
    .select('revision')
    .where('collection', '=', 'documents')
    .executeTakeFirstOrThrow();
  return Number(revision);
}
