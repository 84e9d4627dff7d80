import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { expect, test } from 'vitest';
import { collectionNames, collections } from '#app/collections.server.ts';
import { csvColumns } from '#app/moving/formats/tables/csv-row.ts';
import { openMediaFiles } from '#app/platform/media/media.server.ts';
import { defaultTown } from '#app/town/default-town.ts';
import { anyDatabase, withSqlite } from '../../tests/each-database.ts';
import { only } from '../../tests/found-items.ts';
import { longTest } from '../../tests/long-test.ts';
import { environmentOf, NOW, typeCommand } from '../../tests/operator.ts';
import { listDoubts, readFound } from '../../tests/read-found.ts';
import { sampleInputs } from '../../tests/sample-inputs.ts';
import { seedSampleTown } from '../../tests/sample-town.ts';
import { seedPicture } from '../../tests/seed-picture.ts';

const context = { now: NOW, town: defaultTown, siteUrl: 'http://localhost:3000' };

async function withFolder(body: (folder: string) => Promise<void>): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'belfry-test-'));
  await body(folder).finally(() => rm(folder, { recursive: true, force: true }));
}

async function readTable(folder: string, name: string): Promise<Record<string, string>[]> {
  return parse(await readFile(join(folder, `${name}.csv`), 'utf8'), { bom: true, columns: true });
}

anyDatabase('csv is one table per collection, with drafts, and one of the pictures', async (t) => {
  const { write } = t.database;
  await seedSampleTown(write, t.location, context);
  const article = {
    ...{ ...sampleInputs.articles, id: 'full', title: '=1+1, "quoted"' },
    ...{ tags: ['Winter', 'Roads'], deck: 'In short.' },
    corrections: [{ date: '2026-11-19T12:00:00.000Z', text: 'It was Monday.' }],
  };
  await collections.articles.store.save(write, collections.articles.json.schema.parse(article), { now: NOW });
  await collections.polls.store.unpublished?.saveDraft(
    write,
    { id: 'half', title: 'Half an idea' },
    { now: NOW },
  );
  await withFolder(async (folder) => {
    const typed = await typeCommand(['export', 'csv', folder], { environment: environmentOf(t) });
    expect(typed.complained).toEqual([]);
    expect(typed.code).toBe(0);
    expect((await readdir(folder)).sort()).toEqual(
      [...collectionNames, 'pictures'].map((name) => `${name}.csv`).sort(),
    );
    const articles = await readTable(folder, 'articles');
    expect(articles.find(({ id }) => id === 'full')).toMatchObject({
      title: '\'=1+1, "quoted"',
      tags: 'Winter, Roads',
      corrections: '2026-11-19T12:00:00.000Z It was Monday.',
      publication: 'published',
      url: 'http://localhost:3000/articles/full/1-1-quoted',
    });
    expect(typed.printed).toContain(`articles → ${folder}/articles.csv: ${articles.length} records`);
    const polls = await readTable(folder, 'polls');
    expect(polls.find(({ id }) => id === 'half')).toMatchObject({
      title: 'Half an idea',
      publication: 'draft',
    });
    expect(polls.some(({ result }) => /: \d+\n/.test(result ?? ''))).toBe(true);
    expect((await readTable(folder, 'events')).length).toBeGreaterThan(100);
  });
});

longTest('tables that are read again give the same items: rules of polls, corrections, formulas, links', async () => {
  await withSqlite(async (t) => {
    const { write } = t.database;
    await seedSampleTown(write, t.location, context);
    const article = {
      ...{ ...sampleInputs.articles, id: 'full', title: '=1+1', byline: '-2', tags: ['@sum', "'Round"] },
      description: '<p><a href="/news">News</a> <img src="/icon.png" alt=""></p>',
      corrections: [{ date: '2026-11-19T12:00:00Z', text: 'It was Monday.' }],
    };
    const stored = collections.articles.json.schema.parse(article);
    await collections.articles.store.save(write, stored, { now: NOW });
    const rules = {
      ...{ options: ['Yes, at noon', 'No', 'Later'], maxChoices: 2, noneOfThese: true },
      ...{ voters: 'anyone', resultsShown: 'closed' },
      ...{ opensAt: '2026-11-01T12:00:00Z', closesAt: '2027-01-01T12:00:00Z' },
    };
    const poll = { ...sampleInputs.polls, id: 'rules', ...rules };
    await collections.polls.store.save(write, collections.polls.json.schema.parse(poll), { now: NOW });
    await withFolder(async (folder) => {
      await typeCommand(['export', 'csv', folder], { environment: environmentOf(t) });
      expect((await readTable(folder, 'articles')).find(({ id }) => id === 'full')?.description).toContain(
        'src="http://localhost:3000/icon.png"',
      );
      const read = async (name: string) => await readFound(join(folder, `${name}.csv`));
      const articles = await read('articles');
      expect(only(articles, 'articles').find(({ key }) => key === 'full')?.input).toMatchObject({
        ...{ title: '=1+1', byline: '-2', tags: ['@sum', "'Round"], corrections: article.corrections },
        description: expect.stringContaining('<a href="http://localhost:3000/news"'),
      });
      expect(only(await read('polls'), 'polls').find(({ key }) => key === 'rules')?.input).toMatchObject(
        rules,
      );
      // What no field takes is named once.
      expect(listDoubts(await read('events'))).toContainEqual(
        expect.stringContaining('The field “recurrence” (a column) is left out'),
      );
    });
  });
}, ['app/moving/formats', 'app/moving/import']);

test('a picture is in the table with its address', async () => {
  await withSqlite(async (t) => {
    const environment = environmentOf(t);
    const files = openMediaFiles({ dataFolder: environment.BELFRY_DATA as string });
    const { id } = await seedPicture(t.database.write, files, 'mill');
    await withFolder(async (folder) => {
      await typeCommand(['export', 'csv', folder], { environment });
      const [picture] = await readTable(folder, 'pictures');
      expect(picture?.url).toMatch(new RegExp(`^http://localhost:3000/media/${id}-\\d+\\.jpeg$`));
    });
  });
});

test('every field that an item can have has a column', async () => {
  for (const name of collectionNames) {
    const collection = collections[name];
    const input = collection.json.schema.parse({ ...sampleInputs[name], id: 'full' });
    expect(csvColumns[name]).toEqual(
      expect.arrayContaining(Object.keys(collection.json.toInputJson(input as never))),
    );
  }
});

test('Ctrl-C leaves no table behind', async () => {
  await withSqlite(async (t) => {
    await seedSampleTown(t.database.write, t.location, context);
    await withFolder(async (folder) => {
      const stop = new AbortController();
      const onProgress = (what: string) => what === 'events' && stop.abort();
      const environment = environmentOf(t);
      const typed = await typeCommand(['export', 'csv', folder], {
        environment,
        signal: stop.signal,
        onProgress,
      });
      expect(typed.code).toBe(130);
      expect(await readdir(folder)).toEqual([]);
    });
  });
});
