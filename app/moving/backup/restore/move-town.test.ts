import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { expect, inject, test } from 'vitest';
import { textSources } from '#app/collections.server.ts';
import { migrate } from '#app/platform/database/migrate-database.server.ts';
import { isDocumentPublic } from '#app/platform/media/documents/document-uses.server.ts';
import { openMediaFiles } from '#app/platform/media/media.server.ts';
import { openDatabase } from '#app/platform/open-database.server.ts';
import { listDocumentsWith } from '#app/platform/search-index/find-document-pages.server.ts';
import { type TestLocation, withSqlite } from '../../../../tests/each-database.ts';
import { longTest } from '../../../../tests/long-test.ts';
import { environmentOf, typeCommand } from '../../../../tests/operator.ts';
import { createPostgresDatabase } from '../../../../tests/postgres-database.ts';
import { isDeep } from '../../../../tests/rounds.ts';
import { seedPicture } from '../../../../tests/seed-picture.ts';
import { seedTown } from '../../../../tests/seed-town.ts';
import { seedUsedDocuments, UNUSED, USED } from '../../../../tests/seed-used-documents.ts';
import { hashOfDatabase } from '../../../../tests/whole-database.ts';
import { moveTown } from './move-town.server.ts';

const postgresUrl = inject('postgresUrl');
/** What is recreated, or written by the move itself. */
const without = [
  'kysely_migration',
  'kysely_migration_lock',
  'audit_entry',
  'collection_revision',
  'job_lease',
  'search_document',
  'search_stale',
];
const segments = [
  'article_segment',
  'news_item_segment',
  'event_segment',
  'poll_segment',
  'business_segment',
];

async function hashOf(location: TestLocation): Promise<string> {
  const { write, close } = openDatabase(location);
  return hashOfDatabase(write, { without: [...without, ...segments] }).finally(close);
}

async function seedFilesIn(dataFolder: string): Promise<string[]> {
  const { write, close } = openDatabase({ dataFolder });
  const files = openMediaFiles({ dataFolder });
  const seed = async () => [
    ...(await seedPicture(write, files, 'mill')).names,
    ...(await seedUsedDocuments(write, files, 0)),
  ];
  return seed().finally(close);
}

/** Which documents have these words, and whether readers can have them. */
async function findDocuments(location: TestLocation, words: string): Promise<[string, boolean][]> {
  const { read, close } = openDatabase(location);
  const find = async () => {
    const ids = await listDocumentsWith(read, words);
    return Promise.all(
      ids.map(async (id): Promise<[string, boolean]> => [id, await isDocumentPublic(read, id)]),
    );
  };
  return find().finally(close);
}

/** A filled town in a folder, an empty PostgreSQL database, and a path for another folder. */
async function withTwo(
  work: (folder: string, url: string, elsewhere: string) => Promise<void>,
  articles = 1200,
): Promise<void> {
  const { url, drop } = await createPostgresDatabase(postgresUrl as string);
  const elsewhere = await mkdtemp(join(tmpdir(), 'belfry-move-'));
  await withSqlite(async (t) => {
    await seedTown(t.database.write, { articles });
    await t.database.close();
    await work((t.location as { dataFolder: string }).dataFolder, url, elsewhere);
  })
    .finally(drop)
    .finally(() => rm(elsewhere, { recursive: true, force: true }));
}

if (postgresUrl)
  longTest(
    'A town moves to PostgreSQL and back, with every value of every row',
    () =>
      withTwo(async (dataFolder, url, elsewhere) => {
        const names = await seedFilesIn(dataFolder);
        const before = await hashOf({ dataFolder });
        const there = await typeCommand(['migrate-to', url], {
          environment: environmentOf({ location: { dataFolder } }),
        });
        expect(there).toMatchObject({ code: 0, complained: [] });
        expect(there.printed.join('\n')).toMatch(/Moved \d+ rows and compared each.*\nNow set DATABASE_URL/);
        expect(there.printed.join('\n')).not.toContain(new URL(url).password);
        expect(await hashOf({ url })).toBe(before);
        expect(await findDocuments({ url }, 'November')).toEqual([[USED.id, true]]);
        expect(await findDocuments({ url }, 'plan')).toEqual([[UNUSED.id, false]]);
        expect(await hashOf({ dataFolder })).toBe(before);

        const environment = { ...environmentOf({ location: { url } }), BELFRY_DATA: elsewhere };
        const back = await typeCommand(['migrate-to', `sqlite:${join(elsewhere, 'data')}`], { environment });
        expect(back).toMatchObject({ code: 0, complained: [] });
        expect(await hashOf({ dataFolder: join(elsewhere, 'data') })).toBe(before);
        expect(await findDocuments({ dataFolder: join(elsewhere, 'data') }, 'November')).toEqual([
          [USED.id, true],
        ]);
        // The files have stayed in the data folder of before.
        expect(back.printed.join('\n')).toMatch(
          /Not moved, because they are missing or damaged: 6 picture files or documents/,
        );
        const third = join(elsewhere, 'third');
        await typeCommand(['migrate-to', `sqlite:${third}`], {
          environment: environmentOf({ location: { dataFolder } }),
        });
        for (const name of names)
          expect(await openMediaFiles({ dataFolder: third }).read(name)).toBeDefined();
      }),
    ['app/moving/backup', 'app/platform/database', 'app/platform/postgres'],
  );

test.skipIf(!postgresUrl)('A move that is stopped leaves the target empty, and can be run again', () =>
  withTwo(async (dataFolder, url, elsewhere) => {
    const targets = [{ url }, { dataFolder: join(elsewhere, 'data') }];
    for (const to of isDeep(import.meta.url) ? targets : targets.slice(0, 1)) {
      for (const when of ['rows', 'rows compared']) {
        const stop = new AbortController();
        const onProgress = (what: string) => what === when && stop.abort();
        const options = { from: { dataFolder }, to, dataFolder, note: async () => undefined };
        await expect(moveTown({ textSources, ...options, onProgress, signal: stop.signal })).rejects.toThrow(
          'Stopped.',
        );
      }
      expect(
        (await moveTown({ textSources, from: { dataFolder }, to, dataFolder, note: async () => undefined }))
          .rows,
      ).toBeGreaterThan(1200);
      expect(await hashOf(to)).toBe(await hashOf({ dataFolder }));
    }
    const left = await readdir(elsewhere, { recursive: true });
    expect(left.filter((name) => basename(name).startsWith('.'))).toEqual([]);
  }),
);

test.skipIf(!postgresUrl)('A target with a town, and a source with a running site, are refused', () =>
  withTwo(async (dataFolder, url) => {
    const environment = environmentOf({ location: { dataFolder } });
    const target = openDatabase({ url });
    await migrate(target);
    await target.write.insertInto('town_setting').values({ name: 'firstStart', value: 'done' }).execute();
    const running = openDatabase({ dataFolder });
    await running.write.selectFrom('article').select('id').limit(1).execute();
    expect(await typeCommand(['migrate-to', url], { environment })).toMatchObject({
      code: 1,
      complained: [expect.stringMatching(/is using the database\. Stop it on every node before moving/)],
    });
    await running.close();
    await target.write
      .insertInto('site_user')
      .values({ id: 'u', newsletterOptIn: 0, createdAt: 0 })
      .execute();
    expect(await typeCommand(['migrate-to', url], { environment })).toMatchObject({
      code: 1,
      complained: [expect.stringMatching(/not empty: its table site_user has rows/)],
    });
    expect(await target.read.selectFrom('article').select('id').execute()).toEqual([]);
    await target.close();
    expect(
      (await typeCommand(['migrate-to', `sqlite:${dataFolder}`], { environment })).complained[0],
    ).toMatch(/not empty: .*belfry\.db already exists/);
  }, 5),
);

test('An invalid target is a usage error', async () => {
  for (const words of [[], ['mysql://localhost/x'], ['sqlite:'], ['postgres://a/b', 'c']])
    expect(await typeCommand(['migrate-to', ...words])).toMatchObject({ code: 2 });
});
