import { expect } from 'vitest';
import { eachDatabase } from '../../tests/each-database.ts';
import { managedExport } from '../../tests/managed-export.ts';
import { some, typeImport } from '../../tests/typed-import.ts';
import { zipFile } from '../../tests/zip-file.ts';

const pubDate = { _seconds: 1_795_793_400, _nanoseconds: 0 };
const articles = {
  a1: { title: 'Mill', pubDate, description: '<p>After ten years.</p>', tags: ['Mill', 'Town'] },
  a2: { title: 'Bridge', pubDate, description: '<p>It opens.</p>' },
};
const users = { u1: { email: 'reader@example.org', newsletterOptIn: true, createdAt: pubDate } };
const polls = { p1: { title: 'Where?', description: 'x', options: ['Here', 'There'] } };

eachDatabase(
  'a managed export of Firestore after a JSON export of it imports only what is new',
  async (t) => {
    const first = await typeImport(t, { 'town.json': { articles, polls, users } });
    expect(some(first.result.moved)).toMatchObject({ articles: 2, polls: 1 });
    const collections = { articles, polls, users };
    const documents = Object.entries(collections).flatMap(([collection, all]) =>
      Object.entries(all).map(([id, values]) => ({ path: [collection, id], values })),
    );
    const zip = (content: Buffer) => zipFile([{ name: 'all_namespaces/all_kinds/output-0', content }]);
    const second = await typeImport(t, { 'export.zip': zip(managedExport(documents)) });
    expect([second.code, some(second.result.moved)]).toEqual([first.code, {}]);
    expect(second.result.skipped).toEqual(expect.objectContaining({ articles: 2, polls: 1 }));
    const added = { path: ['articles', 'a3'], values: { ...articles.a2, title: 'New' } };
    const third = await typeImport(t, { 'output-0': managedExport([...documents, added]) });
    expect(some(third.result.moved)).toEqual({ articles: 1 });
  },
);
