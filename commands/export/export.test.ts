import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { collectionNames, collections } from '#app/collections.server.ts';
import { isDocumentPublic } from '#app/platform/media/documents/document-uses.server.ts';
import { openMediaFiles } from '#app/platform/media/media.server.ts';
import { defaultTown } from '#app/town/default-town.ts';
import { anyDatabase, withSqlite } from '../../tests/each-database.ts';
import { environmentOf, NOW, typeCommand } from '../../tests/operator.ts';
import { sampleInputs } from '../../tests/sample-inputs.ts';
import { seedSampleTown } from '../../tests/sample-town.ts';
import { listDifferences, seedPicture } from '../../tests/seed-picture.ts';
import { seedUsedDocuments, USED } from '../../tests/seed-used-documents.ts';
import { exportCollections } from './export-records.ts';

const FILES = [...collectionNames, 'notices', 'documents'].map((name) => `${name}.json`).sort();
const extras = {
  deck: 'In short.',
  byline: 'Ruth Abelard',
  tags: ['Winter', 'Roads'],
  corrections: [{ date: '2026-11-19T12:00:00.000Z', text: 'It was Monday.' }],
  pinned: true,
};

const context = { now: NOW, town: defaultTown, siteUrl: 'https://town.example' };

async function withFolder(body: (folder: string) => Promise<void>): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'belfry-test-'));
  await body(folder).finally(() => rm(folder, { recursive: true, force: true }));
}

async function readAll(folder: string): Promise<Record<string, string>> {
  const names = (await readdir(folder)).sort();
  const texts = await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')));
  return Object.fromEntries(names.map((name, at) => [name, texts[at] as string]));
}

anyDatabase('an export that is imported elsewhere and exported again is the same', async (t) => {
  const { write } = t.database;
  await seedSampleTown(write, t.location, context);
  const article = collections.articles.json.schema.parse({
    ...sampleInputs.articles,
    ...extras,
    id: 'extras',
  });
  await collections.articles.store.save(write, article, { now: NOW });
  await collections.polls.store.unpublished?.saveDraft(
    write,
    { id: 'half', title: 'Half an idea' },
    { now: NOW },
  );
  const event = collections.events.json.schema.parse({ ...sampleInputs.events, id: 'later' });
  await collections.events.store.save(write, event, { now: NOW, publishAt: Date.now() + 60 * 60 * 1000 });
  await withFolder(async (folder) => {
    const first = join(folder, 'first');
    const exported = await typeCommand(['export', first], { environment: environmentOf(t) });
    expect(exported.complained).toEqual([]);
    expect(exported.code).toBe(0);
    const texts = await readAll(first);
    expect(Object.keys(texts)).toEqual(FILES);
    expect(JSON.parse(texts['events.json'] as string).length).toBeGreaterThan(100);
    expect(JSON.parse(texts['articles.json'] as string)).toContainEqual(expect.objectContaining(extras));
    expect(texts['events.json']).toContain('"publication":"scheduled"');
    expect(texts['polls.json']).toContain('"publication":"draft"');
    await withSqlite(async (other) => {
      const environment = environmentOf(other);
      const files = FILES.map((name) => join(first, name));
      const imported = await typeCommand(['import', ...files], { environment });
      expect(imported.code).toBe(0);
      await typeCommand(['export', join(folder, 'second')], { environment });
    });
    expect(await readAll(join(folder, 'second'))).toEqual(texts);
  });
});

anyDatabase(
  'pictures and documents are exported with their files, and imported before the items that use them',
  async (t) => {
    await withFolder(async (folder) => {
      const { location, database } = t;
      const dataFolder = 'dataFolder' in location ? location.dataFolder : join(folder, 'data');
      const environment = { ...environmentOf(t), BELFRY_DATA: dataFolder };
      const files = openMediaFiles({ dataFolder });
      const { id, names } = await seedPicture(database.write, files, 'mill');
      const article = { ...sampleInputs.articles, id: 'mill', picture: id };
      await collections.articles.store.save(database.write, collections.articles.json.schema.parse(article), {
        now: NOW,
      });
      const [, , earlier] = await seedUsedDocuments(database.write, files, NOW);
      const first = join(folder, 'first');
      const exported = await typeCommand(['export', first], { environment });
      expect([exported.code, exported.complained]).toEqual([0, []]);
      expect(exported.printed.join('\n')).toMatch(/pictures\.json and \S+\/first\/media: 1 records$/m);
      expect(exported.printed.join('\n')).toMatch(/documents\.json and \S+\/first\/media: 2 records$/m);
      await withSqlite(async (other) => {
        const there = environmentOf(other);
        const type = (...words: string[]) => typeCommand(words, { environment: there });
        const [list, articles, documents, businesses] = [
          'pictures.json',
          'articles.json',
          'documents.json',
          'businesses.json',
        ].map((name) => join(first, name)) as [string, string, string, string];
        expect((await type('import', articles)).complained.join()).toContain('not in the library');
        expect((await type('import', '--dry-run', list)).printed.join()).toContain('1 added');
        expect((await type('import', '--dry-run', documents)).printed.join()).toContain('2 added');
        const imported = await type('import', businesses, articles, documents, list);
        expect([imported.code, imported.complained]).toEqual([0, []]);
        const media = openMediaFiles({ dataFolder: there.BELFRY_DATA as string });
        expect(await listDifferences(other.database.write, media)).toEqual([]);
        expect((await type('import', list)).printed.join()).toContain('0 added, 0 changed, 1 unchanged');
        expect((await type('import', documents)).printed.join()).toContain('0 added, 0 changed, 2 unchanged');
        expect(await isDocumentPublic(other.database.read, USED.id)).toBe(true);
        const second = join(folder, 'second');
        await type('export', second);
        for (const name of ['pictures.json', 'documents.json', 'businesses.json'])
          expect(await readFile(join(second, name), 'utf8')).toBe(await readFile(join(first, name), 'utf8'));
      });
      // A file that is not what its checksum says.
      const name = names[0] as string;
      await writeFile(join(first, 'media', name.slice(0, 2), name), 'something else');
      await rm(join(first, 'media', earlier.slice(0, 2), earlier));
      await withSqlite(async (other) => {
        const lists = ['pictures.json', 'documents.json'].map((list) => join(first, list));
        const refused = await typeCommand(['import', ...lists], { environment: environmentOf(other) });
        expect(refused.code).toBe(1);
        expect(refused.complained.join()).toContain(`the file ${name} is altered`);
        expect(refused.complained.join()).toContain(`the file ${earlier} is missing`);
      });
    });
  },
);

test('a folder in place of a file is one line, and no incomplete files remain', async () => {
  await withSqlite(async (t) => {
    await withFolder(async (folder) => {
      await mkdir(join(folder, 'news.json', 'inner'), { recursive: true });
      const typed = await typeCommand(['export', folder], { environment: environmentOf(t) });
      expect(typed.complained).toEqual([`One of the files to write to ${folder} is a folder.`]);
      expect((await readdir(folder)).filter((name) => name.startsWith('.'))).toEqual([]);
    });
  });
});

test('an empty town gives an empty array for each collection, for notices and for documents', async () => {
  await withSqlite(async (t) => {
    await withFolder(async (folder) => {
      await typeCommand(['export', folder], { environment: environmentOf(t) });
      expect(Object.values(await readAll(folder))).toEqual(Array(8).fill('[]\n'));
    });
  });
});

test('Ctrl-C leaves an earlier export unchanged, and no incomplete files', async () => {
  await withSqlite(async (t) => {
    await seedSampleTown(t.database.write, t.location, context);
    await withFolder(async (folder) => {
      await writeFile(join(folder, 'articles.json'), 'earlier');
      const stop = new AbortController();
      const onProgress = (what: string) => what === 'events' && stop.abort();
      const environment = environmentOf(t);
      const typed = await typeCommand(['export', folder], { environment, signal: stop.signal, onProgress });
      expect(typed.code).toBe(130);
      expect(typed.complained).toEqual(['Stopped. Nothing was exported.']);
      expect(await readAll(folder)).toEqual({ 'articles.json': 'earlier' });
    });
  });
});

test('a failure leaves an earlier export unchanged, and no incomplete files', async () => {
  await withSqlite(async ({ database, location }) => {
    await seedSampleTown(database.write, location, context);
    await withFolder(async (folder) => {
      await writeFile(join(folder, 'articles.json'), 'earlier');
      const list = () => Promise.reject(new Error('on purpose'));
      const broken = { ...collections.events, store: { ...collections.events.store, list } };
      const some = [collections.articles, broken];
      await expect(exportCollections(database.read, some, folder)).rejects.toThrow('on purpose');
      expect(await readAll(folder)).toEqual({ 'articles.json': 'earlier' });
    });
  });
});

test('no folder, two folders, or a file instead of a folder, is one line', async () => {
  expect((await typeCommand(['export'])).code).toBe(2);
  expect((await typeCommand(['export', 'a', 'b'])).code).toBe(2);
  await withFolder(async (folder) => {
    const file = join(folder, 'file');
    await writeFile(file, '');
    const typed = await typeCommand(['export', file], { environment: { BELFRY_DATA: folder } });
    expect(typed.code).toBe(1);
    expect(typed.complained).toEqual([`${file} is a file, not a folder.`]);
  });
});
