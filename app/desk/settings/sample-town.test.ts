import { expect, test } from 'vitest';
import { collections, textSources } from '#app/collections.server.ts';
import {
  countSampleItems,
  findRemoval,
  removeSampleTown,
  UNDO_MS,
  undoRemoval,
} from '#app/items/sample-town/sample-town-store.server.ts';
import { purgeTrash } from '#app/items/trash/restore-trash.server.ts';
import { removeUser } from '#app/people/accounts/user-store.server.ts';
import type { WriteDb } from '#app/platform/database/handles.ts';
import type { AnyDb } from '#app/platform/search-index/text-sources.ts';
import { pollTables } from '#app/polls/poll-store.server.ts';
import { saveTown } from '#app/town/town-store.server.ts';
import { createArticle } from '../../../tests/admin-forms.ts';
import { eachDatabase, withSqlite } from '../../../tests/each-database.ts';
import { openSite } from '../../../tests/open-site.ts';
import { seedSource } from '../../../tests/seed-source.ts';
import { seedTown } from '../../../tests/seed-town.ts';

const NOW = Date.parse('2026-11-20T22:00:00Z');
const PATH = '/admin/settings/sample-town';

/** A town in which every item but the first article is a sample. */
async function seedSamples(db: WriteDb): Promise<number> {
  await seedTown(db);
  let seeded = 0;
  for (const { kind: collection, table } of textSources) {
    const rows = await (db as AnyDb).selectFrom(table).select('id').orderBy('id').execute();
    const samples = collection === 'articles' ? rows.slice(1) : rows;
    await (db as AnyDb).updateTable(table).set({ version: 1 }).execute();
    for (const { id } of samples) await db.insertInto('sample_item').values({ collection, id }).execute();
    seeded += samples.length;
  }
  return seeded;
}

/** Everything there is, table by table. */
async function readTables(db: WriteDb): Promise<Record<string, unknown[]>> {
  const found: Record<string, unknown[]> = {};
  for (const table of [
    ...textSources.map(({ table }) => table),
    ...Object.keys(pollTables),
    'sample_item',
  ] as 'article'[]) {
    const rows = await (db as AnyDb).selectFrom(table).selectAll().execute();
    found[table] = rows.map((row) => JSON.stringify(row)).sort();
  }
  return found;
}

eachDatabase(
  'undoing the removal of the sample town restores everything, including votes and ballots',
  async (t) => {
    const { write } = t.database;
    const seeded = await seedSamples(write);
    const [option] = await write.selectFrom('poll_option').select(['id', 'pollId']).limit(1).execute();
    const pollId = option?.pollId ?? '';
    const vote = { kind: 'informal' as const, round: 1, network: 'n', votedAt: 0 };
    await write.deleteFrom('poll_voter').execute();
    await write
      .insertInto('poll_voter')
      .values(
        Array.from({ length: 450 }, (_, index) => ({
          ...vote,
          pollId,
          voter: `browser-${index}`,
          userId: null,
        })),
      )
      .execute();
    const before = await readTables(write);
    expect(await countSampleItems(write, collections)).toBe(seeded);
    expect(await removeSampleTown(write, collections, NOW)).toBe(seeded);
    expect((await write.selectFrom('poll_voter').select('voter').execute()).length).toBe(0);
    expect((await write.selectFrom('article').select('id').execute()).length).toBe(1);
    expect(await findRemoval(write, NOW)).toEqual({ removedAt: NOW, items: seeded });
    expect(await undoRemoval(write, collections, NOW + 1)).toBe(seeded);
    expect(await readTables(write)).toEqual(before);
    expect(await undoRemoval(write, collections, NOW + 1)).toBe(0);
  },
);

eachDatabase("after a day, the removal can't be undone and the stored copies are deleted", async (t) => {
  const { write } = t.database;
  await seedSamples(write);
  await removeSampleTown(write, collections, NOW);
  expect(await undoRemoval(write, collections, NOW + UNDO_MS)).toBe(0);
  await purgeTrash(write, collections, NOW + UNDO_MS - 1);
  expect((await write.selectFrom('trash_row').select('part').execute()).length).toBeGreaterThan(0);
  await purgeTrash(write, collections, NOW + UNDO_MS);
  expect(await write.selectFrom('trash_row').select('part').execute()).toEqual([]);
});

eachDatabase(
  "undoing does not overwrite new items with a sample's id, or link votes to deleted accounts",
  async (t) => {
    const { write } = t.database;
    const seeded = await seedSamples(write);
    await write.deleteFrom('poll_voter').execute();
    const [poll] = await write.selectFrom('poll').select('id').limit(1).execute();
    await write.insertInto('site_user').values({ id: 'leaver', newsletterOptIn: 0, createdAt: 0 }).execute();
    const vote = {
      kind: 'member' as const,
      round: 1,
      network: null,
      votedAt: 0,
    };
    await write
      .insertInto('poll_voter')
      .values({ ...vote, pollId: poll?.id ?? '', voter: 'leaver', userId: 'leaver' })
      .execute();
    const [article] = await write
      .selectFrom('article')
      .selectAll()
      .where('id', 'in', (eb) =>
        eb.selectFrom('sample_item').select('id').where('collection', '=', 'articles'),
      )
      .limit(1)
      .execute();
    await removeSampleTown(write, collections, NOW);
    await removeUser(write, 'leaver');
    if (article)
      await write
        .insertInto('article')
        .values({ ...article, title: 'Mine' })
        .execute();
    expect(await undoRemoval(write, collections, NOW)).toBe(seeded - 1);
    const [left] = await write.selectFrom('poll_voter').select(['voter', 'userId']).execute();
    expect([left?.userId, left?.voter === 'leaver']).toEqual([null, false]);
    const kept = await write
      .selectFrom('article')
      .select('title')
      .where('id', '=', article?.id ?? '')
      .execute();
    expect(kept).toEqual([{ title: 'Mine' }]);
  },
);

const closing = { pollId: 'p1', round: 1, closedAt: 1, ballots: 0, counts: '{}', line: '', head: '' };

eachDatabase('a sample that a user saved stays, and one that was only closed is removed', async (t) => {
  const { write } = t.database;
  const seeded = await seedSamples(write);
  await write.insertInto('poll_closing').values(closing).execute();
  await write.updateTable('poll').set({ version: 2 }).where('id', '=', 'p1').execute();
  await write.updateTable('article').set({ version: 2 }).where('id', '=', 'a1').execute();
  expect(await removeSampleTown(write, collections, NOW)).toBe(seeded - 1);
  const left = await write.selectFrom('article').select('id').orderBy('id').execute();
  expect(left.map(({ id }) => id)).toEqual(['a0', 'a1']);
  expect(await write.selectFrom('poll').select('id').execute()).toEqual([]);
});

test('removing a poll stores the rows of every table that belongs to it', () =>
  withSqlite(async ({ database }) => {
    const tables = await database.write.introspection.getTables();
    const ofPolls = tables.filter(({ columns }) => columns.some(({ name }) => name === 'pollId'));
    expect(ofPolls.map(({ name }) => name).sort()).toEqual(Object.keys(pollTables).sort());
  }));

test('until they are done or dismissed, the Overview lists the first steps and checks off what is done', async () => {
  await using site = await openSite();
  const admin = await site.asAdmin();
  const steps = async () => {
    const [, panel = ''] =
      /id="first-steps"([\s\S]*?)<\/section>/.exec(await site.page('/admin', admin)) ?? [];
    return [...panel.matchAll(/<a[^>]* href="([^"]*)"[^>]*>[^<]*<\/a>(<span)?/g)].map(
      ([, href, done]) => `${href}${done ? ' done' : ''}`,
    );
  };
  expect(await steps()).toEqual([]);
  await seedSamples(site.write);
  await site.write.deleteFrom('article').where('id', '=', 'a0').execute();
  expect(await steps()).toEqual(['/admin/settings#site', '/admin/articles/add', '/admin/sources/add', PATH]);
  await createArticle(site, admin);
  await saveTown(site.write, { title: 'Elm Post', town: 'Elm Falls' });
  expect((await steps())[0]).toBe('/admin/settings#contactEmail');
  expect(await site.page('/admin', admin)).toContain('>Enter the site’s contact address<');
  expect(await site.page('/admin/settings', admin)).toContain('id="contactEmail"');
  await saveTown(site.write, { title: 'Elm Post', town: 'Elm Falls', contactEmail: 'desk@elm.example' });
  expect(await steps()).toEqual([
    '/admin/settings#site done',
    '/admin/articles/add done',
    '/admin/sources/add',
    PATH,
  ]);
  await site.post(PATH, {}, admin);
  expect(await steps()).toEqual([
    '/admin/settings#site done',
    '/admin/articles/add done',
    '/admin/sources/add',
  ]);
  expect(await site.page('/admin', admin)).not.toContain('The site still shows the sample town');
  await seedSource(site.write, { id: 'ledger' });
  expect(await steps()).toEqual([]);
  await site.write.deleteFrom('source').execute();
  expect(await steps()).toHaveLength(3);
  expect((await site.post('/admin/first-steps/dismissal', {}, admin)).headers.get('Location')).toBe('/admin');
  expect(await steps()).toEqual([]);
});

test('removing the sample town asks first, can be undone for a day, and the town can be loaded again', async () => {
  let now = NOW;
  await using site = await openSite({ now: () => now });
  const admin = await site.asAdmin();
  const seeded = await seedSamples(site.write);
  expect(await site.page('/admin/settings', admin)).toContain(`href="${PATH}"`);
  const question = await site.page(PATH, admin);
  expect(question).toContain(`Remove the <!-- -->${seeded}<!-- --> items of the sample town?`);
  expect(await countSampleItems(site.write, collections)).toBe(seeded);

  const removed = await site.post(PATH, {}, admin);
  expect([removed.status, removed.headers.get('Location')]).toEqual([303, `${PATH}?saved=1`]);
  const page = await site.page(`${PATH}?saved=1`, admin);
  expect(page).toContain(`${seeded}<!-- --> items were removed`);
  expect(page).toContain(`Success! ${seeded} items were removed.`);
  expect(page).toContain(`action="${PATH}/undo"`);
  expect(page).toContain('Saturday, November 21, 2026, 5:00 PM');
  expect(page).toContain(`action="${PATH}/loading"`);
  for (const label of ['Facebook', 'Instagram']) expect(await site.page('/about')).not.toContain(label);

  now += 5 * 60_000;
  expect((await site.post(`${PATH}/undo`, {}, admin)).status).toBe(303);
  expect(await countSampleItems(site.write, collections)).toBe(seeded);
  expect(await site.page(`${PATH}?saved=1`, admin)).toContain(`Success! ${seeded} items are back.`);
  const settings = await site.page('/admin/settings', admin);
  expect(settings.indexOf('id="sample-town"')).toBeLessThan(settings.indexOf('id="time"'));
  expect(await site.page('/about')).toContain('Facebook');

  await saveTown(site.write, { facebookUrl: 'https://facebook.com/elmfalls' });
  await site.post(PATH, {}, admin);
  expect(await site.page('/about')).toContain('https://facebook.com/elmfalls');
  await site.post(`${PATH}/loading`, {}, admin);
  expect(await site.page(PATH, admin)).toContain('Loading the sample town.');
});
