import { copyFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inject, type RunnerTestFile, type RunnerTestSuite, type TestContext, test } from 'vitest';
import type { Dialect } from '#app/platform/database/capabilities.ts';
import type { Database } from '#app/platform/database/handles.ts';
import { openDatabase } from '#app/platform/open-database.server.ts';
import { longTest } from './long-test.ts';
import { createPostgresDatabase } from './postgres-database.ts';
import { withPooledDatabase } from './postgres-pool.ts';
import { GROUND, hasChanged, isDeepIn, isDeepRun } from './rounds.ts';

/** A migrated, empty database for one test. `location` opens it again; `database` is closed afterwards. */
export type TestDatabase = { database: Database; location: TestLocation; dialect: Dialect };

export type TestLocation = { dataFolder: string } | { url: string };

const ON_POSTGRES = ' (PostgreSQL)';

/** Folders with code for one of the databases. All other code is the same for both. */
const OWN_CODE = [
  ...['database', 'postgres', 'search-index', 'sqlite'].map((name) => `app/platform/${name}`),
  'app/moving/backup',
  // What two processes do at once depends on how the database locks.
  'app/polls/votes',
];

/**
 * Registers the test once for each database. Each gets a migrated, empty one, which is closed afterwards. In files
 * whose code is the same for both, the first test runs on PostgreSQL. All of them run there if the file is deep or the code
 * that reaches the database has changed. `DATABASES=sqlite` leaves out PostgreSQL.
 */
export function eachDatabase(title: string, body: (t: TestDatabase) => Promise<void>): void {
  test(`${title} (SQLite)`, () => withSqlite(body));
  const postgresUrl = inject('postgresUrl');
  if (postgresUrl)
    test(`${title}${ON_POSTGRES}`, (context) => {
      context.skip(!isChosen(context), 'runs with --deep');
      return withPostgres(postgresUrl, body);
    });
}

/** The same for a long test (see `longTest`). */
export function longOnEachDatabase(
  title: string,
  body: (t: TestDatabase) => Promise<void>,
  covered: string[] = [],
): void {
  longTest(`${title} (SQLite)`, () => withSqlite(body), covered);
  const postgresUrl = inject('postgresUrl');
  if (postgresUrl) longTest(`${title}${ON_POSTGRES}`, () => withPostgres(postgresUrl, body), covered);
}

/** On SQLite each time, and on PostgreSQL as a long test: for what takes seconds there. */
export function longOnPostgres(
  title: string,
  body: (t: TestDatabase) => Promise<void>,
  covered: string[] = [],
): void {
  test(`${title} (SQLite)`, () => withSqlite(body));
  const postgresUrl = inject('postgresUrl');
  if (postgresUrl)
    longTest(`${title}${ON_POSTGRES}`, () => withPostgres(postgresUrl, body), [...GROUND, ...covered]);
}

function isChosen({ task }: TestContext): boolean {
  const { filepath } = task.file;
  if (OWN_CODE.some((folder) => filepath.includes(`/${folder}/`))) return true;
  if (hasChanged(GROUND) || isDeepIn(filepath)) return true;
  return listOnPostgres(task.file)[0] === task.id;
}

function listOnPostgres({ tasks }: RunnerTestFile | RunnerTestSuite): string[] {
  return tasks.flatMap((task) => {
    if (task.type === 'suite') return listOnPostgres(task);
    return task.name.endsWith(ON_POSTGRES) ? [task.id] : [];
  });
}

/**
 * The same for what has no code of a database's own, and takes long: on PostgreSQL only with `--deep`. Another test of
 * the same code must run on both.
 */
export function anyDatabase(title: string, body: (t: TestDatabase) => Promise<void>): void {
  if (isDeepRun) eachDatabase(title, body);
  else test(title, () => withSqlite(body));
}

/** The same as `longOnPostgres` with a database without tables: an empty folder, or an empty PostgreSQL database. */
export function eachEmptyDatabase(
  title: string,
  body: (location: TestLocation) => Promise<void>,
  covered: string[] = [],
): void {
  test(`${title} (SQLite)`, async () => {
    const dataFolder = await mkdtemp(join(tmpdir(), 'belfry-test-'));
    await body({ dataFolder }).finally(() => rm(dataFolder, { recursive: true, force: true }));
  });
  const postgresUrl = inject('postgresUrl');
  if (postgresUrl) {
    const onPostgres = async () => {
      const { url, drop } = await createPostgresDatabase(postgresUrl);
      await body({ url }).finally(drop);
    };
    longTest(`${title}${ON_POSTGRES}`, onPostgres, [...GROUND, ...covered]);
  }
}

/** Runs `body` on a new migrated SQLite database in its own folder. */
export async function withSqlite(body: (t: TestDatabase) => Promise<void>): Promise<void> {
  const dataFolder = await mkdtemp(join(tmpdir(), 'belfry-test-'));
  await copyFile(inject('templates').sqliteFile, join(dataFolder, 'belfry.db'));
  await runOn({ dataFolder }, 'sqlite', body).finally(() => rm(dataFolder, { recursive: true, force: true }));
}

/** Runs `body` on a migrated, empty database of the PostgreSQL server at `serverUrl`. */
export async function withPostgres(
  serverUrl: string,
  body: (t: TestDatabase) => Promise<void>,
): Promise<void> {
  const template = inject('templates').postgresName as string;
  await withPooledDatabase(serverUrl, template, (url) => runOn({ url }, 'postgres', body));
}

async function runOn(location: TestLocation, dialect: Dialect, body: (t: TestDatabase) => Promise<void>) {
  const database = openDatabase(location);
  await body({ database, location, dialect }).finally(() => database.close());
}
