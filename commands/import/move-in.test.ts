import { mkdtempDisposable, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'vitest';
import { collections } from '#app/collections.server.ts';
import { moveToTrash } from '#app/items/trash/move-to-trash.server.ts';
import {
  endImportWork,
  findImportRun,
  requestImport,
  stopImport,
  updateImportRun,
} from '#app/moving/import/import-store.server.ts';
import { MOVE_IN_LOCK } from '#app/moving/import/run.server.ts';
import { lockName } from '#app/platform/database/transaction.ts';
import { findTown } from '#app/town/town-store.server.ts';
import { anyDatabase, eachDatabase } from '../../tests/each-database.ts';
import { NOW } from '../../tests/operator.ts';
import { some, typeImport } from '../../tests/typed-import.ts';

const NOBODY = { userId: null, token: null };

type Doc = Record<string, unknown>;

function article(more: Doc = {}): Doc {
  return {
    title: 'The mill reopens',
    pubDate: '2025-03-01T12:00:00Z',
    description: '<p>After ten years.</p>',
    ...more,
  };
}

const town = {
  articles: {
    a1: article(),
    a2: article({ title: 'Bridge closed', link: 'javascript:alert(1)' }),
    a3: article({ title: 'A fair', description: '<p onclick="x()">Fun<script>alert(1)</script></p>' }),
  },
  news: {
    n1: {
      title: 'Snow',
      link: 'https://example.org/snow',
      pubDate: 'Sat, 01 Mar 2025 12:00:00 GMT',
      description: 'Much.',
    },
  },
  events: {
    e1: { title: 'Supper', eventDate: '2026-12-01T18:00:00Z', description: '<p>Bring a dish.</p>' },
    e2: { title: 'No day', description: 'x' },
  },
  polls: { p1: { title: 'Market day', description: 'Which?', options: ['Saturday', 'Sunday'] } },
};

anyDatabase('a dry run says what would happen and changes nothing', async (t) => {
  const { code, result, complained, printed } = await typeImport(t, { 'town.json': town }, ['--dry-run']);
  expect(code).toBe(0);
  expect(some(result.found)).toEqual({ articles: 3, news: 1, events: 2, polls: 1 });
  expect(some(result.moved)).toEqual({ articles: 2, news: 1, events: 1, polls: 1 });
  expect(result.refused).toMatchObject([
    { file: 'town.json', id: 'articles/a2', field: 'link' },
    { file: 'town.json', id: 'events/e2', field: 'eventDate' },
  ]);
  expect(complained.join('\n')).toContain('town.json: articles/a2: link: ');
  expect(printed).toContain('This was a dry run. Nothing was changed.');
  const { read } = t.database;
  for (const table of ['article', 'event', 'moved_item', 'move_in', 'item_version'] as const)
    expect(
      await read
        .selectFrom(table)
        .select((eb) => eb.lit(1).as('row'))
        .execute(),
    ).toEqual([]);
});

anyDatabase('all problems of a rejected record are reported at once', async (t) => {
  const broken = article({
    ...{ title: 'x'.repeat(3000), pubDate: '13/45/2026', link: 'javascript:alert(1)' },
  });
  const { result } = await typeImport(t, { 'town.json': { articles: { a1: broken } } }, ['--dry-run']);
  expect(result.refused.map(({ field }) => field).toSorted()).toEqual(['link', 'pubDate', 'title']);
  expect(some(result.moved)).toEqual({});
});

anyDatabase('a dry run names what can be decided', async (t) => {
  const { printed } = await typeImport(t, { 'town.json': town }, ['--dry-run']);
  expect(printed).toContain(
    'Items without a usable date: 1. Decide with --choice no-date=skip or --choice no-date=draft.',
  );
});

anyDatabase('what is missing gets honest defaults, and HTML is sanitized', async (t) => {
  await typeImport(t, { 'town.json': town });
  const { read } = t.database;
  const [fair] = (await collections.articles.store.list(read, { limit: 9 })).items.filter(
    (each: Doc) => each.title === 'A fair',
  );
  expect(fair.description).toBe('<p>Fun</p>');
  const { link, sourceId, sourceName, sourceUrl } = fair;
  // Addresses of the site itself are stored as paths.
  expect([link, sourceId, sourceUrl]).toEqual([`/articles/${fair.id}`, expect.any(String), '/']);
  expect(sourceName).toBe((await findTown(read)).title);
  const [supper] = (await collections.events.store.list(read, { limit: 9 })).items;
  expect([supper.eventTime, supper.eventLocation]).toEqual(['1:00 PM', 'To be announced']);
});

eachDatabase(
  'a database that others keep busy stops the import with what to do, and nothing is lost',
  async (t) => {
    if (t.dialect === 'sqlite') return;
    const { write, read } = t.database;
    await write.transaction().execute(async (db) => {
      await lockName(db, MOVE_IN_LOCK);
      const { code, complained } = await typeImport(t, { 'town.json': town });
      expect(code).toBe(1);
      expect(complained.at(-1)).toMatch(/^The database was busy .* Start again to continue\.$/);
    });
    const { trouble, state } = await read
      .selectFrom('move_in')
      .select(['trouble', 'state'])
      .executeTakeFirstOrThrow();
    expect([state, trouble]).toEqual(['failed', expect.stringMatching(/^The database was busy/)]);
    const { result } = await typeImport(t, { 'town.json': town });
    expect(some(result.moved)).toEqual({ articles: 2, news: 1, events: 1, polls: 1 });
  },
);

eachDatabase(
  'long items, scheduled items and drafts are imported correctly beside items that are saved together',
  async (t) => {
    const { read, write } = t.database;
    const draft = { id: 'mine', title: 'A draft here', description: '<p>Mine.</p>' };
    await collections.articles.store.unpublished?.saveDraft(write, draft, { now: NOW });
    const long = `<p>${'Long. '.repeat(3000)}</p>`;
    const articles = {
      plain: article(),
      long: article({ description: long }),
      soon: article({ pubDate: '2026-12-01T12:00:00Z' }),
      set: article({ publication: 'scheduled', publishAt: '2026-12-02T12:00:00Z' }),
      mine: article({ id: 'mine' }),
    };
    const { result } = await typeImport(t, { 'town.json': { articles } });
    expect([some(result.moved), some(result.skipped)]).toEqual([{ articles: 4 }, { articles: 1 }]);
    const published = (await collections.articles.store.list(read, { limit: 9 })).items;
    expect(published.map(({ description }: Doc) => description).sort()).toEqual([
      '<p>After ten years.</p>',
      long,
    ]);
    expect(await collections.articles.store.unpublished?.count(read)).toEqual({ draft: 1, scheduled: 2 });
    const { count } = await read
      .selectFrom('search_document')
      .select(({ fn }) => fn.countAll().as('count'))
      .executeTakeFirstOrThrow();
    expect(Number(count)).toBe(2);
  },
);

anyDatabase(
  'a file that ends in the middle of a record is incomplete, and what is whole is imported',
  async (t) => {
    const cut = JSON.stringify({ articles: { a1: article(), a2: article() } }).slice(0, -40);
    const { code, result, complained } = await typeImport(t, { 'town.json': cut });
    expect([code, some(result.moved)]).toEqual([1, { articles: 1 }]);
    expect(complained.join('\n')).toContain('A file is incomplete');
  },
);

eachDatabase('running it again imports nothing, and a later export brings only what is new', async (t) => {
  const { database } = t;
  const first = await typeImport(t, { 'town.json': town });
  expect(some(first.result.moved)).toEqual({ articles: 2, news: 1, events: 1, polls: 1 });
  const again = await typeImport(t, { 'town.json': town });
  expect(some(again.result.moved)).toEqual({});
  expect(some(again.result.skipped)).toEqual({ articles: 2, news: 1, events: 1, polls: 1 });
  expect(again.result.refused).toHaveLength(2);

  // Edited and deleted here, changed and added there.
  const ids = (await collections.articles.store.list(database.read, { limit: 9 })).items.map(
    (each: Doc) => each.id,
  );
  const [edited, deleted] = ids as [string, string];
  const stored = await collections.articles.store.find(database.read, edited);
  await collections.articles.store.save(
    database.write,
    { ...stored, title: 'Edited here' },
    { now: NOW + 1 },
  );
  await moveToTrash(database.write, collections.articles, [deleted], { now: NOW, by: NOBODY });
  const articles = Object.fromEntries(
    Object.entries(town.articles).map(([id, each]) => [
      id,
      { ...each, description: '<p>Changed there.</p>' },
    ]),
  );
  const later = {
    ...town,
    articles: { ...articles, a4: article({ title: 'New' }) },
    news: { n1: { ...town.news.n1, title: 'Snow again' } },
  };
  const more = await typeImport(t, { 'town.json': later }, ['--choice', 'changed-there=replace']);
  expect(some(more.result.moved)).toEqual({ articles: 1, news: 1 });
  expect(some(more.result.skipped)).toEqual({ articles: 2, events: 1, polls: 1 });
  const notes = more.complained.filter((line) => line.includes('(note)')).join('\n');
  expect(notes).toContain('It was edited here. It stays as it is');
  expect(notes).toContain('It was imported and then deleted here. It stays deleted');
  const titles = (await collections.articles.store.list(database.read, { limit: 9 })).items.map(
    (each: Doc) => each.title,
  );
  expect(titles.sort()).toEqual(['Edited here', 'New']);
  expect((await collections.news.store.list(database.read, { limit: 9 })).items[0].title).toBe('Snow again');
  const revisions = await database.read.selectFrom('item_revision').select(['collection', 'kind']).execute();
  expect(revisions.filter(({ collection }) => collection === 'news')).toHaveLength(2);
});

anyDatabase('problems are decided class by class', async (t) => {
  const chosen = ['no-date=draft', 'invalid=draft'].flatMap((choice) => ['--choice', choice]);
  const { result } = await typeImport(t, { 'town.json': town }, chosen);
  expect(some(result.moved)).toEqual({ articles: 3, news: 1, events: 2, polls: 1 });
  expect(result.refused).toEqual([]);
  const drafts = await t.database.read.selectFrom('item_version').select(['collection', 'state']).execute();
  expect(drafts.map(({ collection, state }) => `${collection} ${state}`).sort()).toEqual([
    'articles draft',
    'events draft',
  ]);
});

eachDatabase('an undo removes what nobody has edited, and a later import brings it again', async (t) => {
  const { read, write } = t.database;
  const { id } = await typeImport(t, { 'town.json': town });
  const [edited] = (await collections.articles.store.list(read, { limit: 1 })).items;
  await collections.articles.store.save(write, { ...edited, title: 'Edited here' }, { now: NOW + 1 });
  const undone = await typeImport(t, [], ['--undo', id]);
  expect(undone.code).toBe(0);
  expect(JSON.parse(undone.printed.at(-1) ?? '').undone).toMatchObject({
    articles: 1,
    news: 1,
    events: 1,
    polls: 1,
  });
  expect(undone.complained.join()).toContain('It was edited here or has votes. It stays');
  const trashed = await read.selectFrom('trash_item').select('collection').execute();
  expect(trashed).toHaveLength(4);
  const again = await typeImport(t, { 'town.json': town });
  expect(some(again.result.moved)).toEqual({ articles: 1, news: 1, events: 1, polls: 1 });
});

eachDatabase('a clashing ID keeps the existing item, or replaces it and keeps it as a version', async (t) => {
  const { read, write } = t.database;
  const existing = { ...article({ title: 'Ours' }), id: 'a1', sourceId: 's', sourceName: 'S' };
  const links = { link: 'https://example.org/', sourceUrl: 'https://example.org/' };
  const pubDate = NOW - 1000;
  await collections.articles.store.save(write, { ...existing, ...links, pubDate }, { now: NOW - 1000 });
  const files = { 'town.json': { articles: { a1: article() } } };
  const titleOf = async () => (await collections.articles.store.find(read, 'a1')).title;
  const kept = await typeImport(t, files);
  expect([some(kept.result.skipped), await titleOf()]).toEqual([{ articles: 1 }, 'Ours']);
  expect(kept.complained.join()).toContain('There is already an item with the ID a1. It stays as it is');
  const replaced = await typeImport(t, files, ['--choice', 'same-id=replace']);
  expect([some(replaced.result.moved), await titleOf()]).toEqual([{ articles: 1 }, 'The mill reopens']);
  const revisions = await read.selectFrom('item_revision').select('item').orderBy('revision').execute();
  expect(revisions.map(({ item }) => JSON.parse(item).title)).toEqual(['Ours', 'The mill reopens']);
});

anyDatabase('what is requested after a stop is not lost', async (t) => {
  const { write } = t.database;
  const { id } = await typeImport(t, { 'town.json': town });
  await updateImportRun(write, id, { state: 'importing' });
  expect([await stopImport(write, id), await requestImport(write, id, 'undo')]).toEqual([true, true]);
  await endImportWork(write, id, 'importing', { state: 'done', finishedAt: NOW });
  expect(await findImportRun(write, id)).toMatchObject({ state: 'stopped', wanted: 'undo' });
});

eachDatabase('an import that another process is at is not taken over', async (t) => {
  const { read, write } = t.database;
  await using folder = await mkdtempDisposable(join(tmpdir(), 'belfry-twice-'));
  const path = join(folder.path, 'town.json');
  await writeFile(path, JSON.stringify(town));
  const { id } = await typeImport(t, [path]);
  const rows = async () => (await read.selectFrom('move_in').select('id').execute()).length;
  await updateImportRun(write, id, { state: 'importing', startedAt: NOW - 1000 });
  await typeImport(t, [path]);
  expect(await rows()).toBe(2);
  await write.deleteFrom('move_in').where('id', '<>', id).execute();
  await updateImportRun(write, id, { startedAt: NOW - 61_000 });
  await typeImport(t, [path]);
  expect([await rows(), (await findImportRun(read, id))?.state]).toEqual([1, 'done']);
});

anyDatabase('bad calls are refused with a sentence', async (t) => {
  const said = async (files: string[] | Record<string, unknown>, ...args: string[]) => {
    const { code, complained } = await typeImport(t, files, args);
    return [code, complained.at(-1)];
  };
  expect(await said([])).toEqual([2, expect.stringContaining('Give the files to import.')]);
  expect(await said(['nowhere.json'])).toEqual([1, 'Nothing was imported.']);
  expect(await said({ 'a.json': town }, '--pictures', 'all')).toEqual([
    2,
    "--pictures takes fetch or keep, not 'all'.",
  ]);
  expect(await said({ 'a.json': town }, '--choice', 'no-date=maybe')).toEqual([
    2,
    "--choice no-date takes skip or draft, not 'maybe'.",
  ]);
  expect(await said({ 'a.txt': 'nothing' })).toEqual([1, expect.stringContaining('a.txt')]);
  expect(await said([], '--undo', 'x')).toEqual([1, 'There is no import with the ID x.']);
});
