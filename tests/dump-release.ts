/**
 * `node tests/dump-release.ts VERSION [FOLDER]`, once for each release: writes a town with the schema of this version to
 * earlier-schemas/, for both databases, and a backup of it. Its rows are those of the release before, and what the
 * statements in earlier-schemas/VERSION.rows.sql add to tables that are new. FOLDER has the programs of a PostgreSQL server
 * that this machine's pg_dump can read.
 */
import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { fileURLToPath } from 'node:url';
import { textSources } from '#app/collections.server.ts';
import { reportForm } from '#app/items/presence/presence-store.server.ts';
import { learnWords } from '#app/items/search/known-words.server.ts';
import { openWaiting } from '#app/moving/backup/picture-entries.server.ts';
import { buildTown } from '#app/moving/backup/restore/build-town.server.ts';
import { moveTown } from '#app/moving/backup/restore/move-town.server.ts';
import { takeBackup } from '#app/moving/backup/take-backup.server.ts';
import type { Database } from '#app/platform/database/handles.ts';
import { migrate } from '#app/platform/database/migrate-database.server.ts';
import { requestTask } from '#app/platform/database/task-request.server.ts';
import { openMediaFiles } from '#app/platform/media/media.server.ts';
import type { MediaFiles } from '#app/platform/media/media-files.server.ts';
import { updateUses } from '#app/platform/media/update-picture-uses.server.ts';
import { type DatabaseLocation, openDatabase } from '#app/platform/open-database.server.ts';
import { type EarlierSchema, earlierBackup, earlierSchemas, seedFolder } from './earlier-schemas.ts';
import { createPostgres } from './postgres.ts';

const [version = '', binaries = '/usr/lib/postgresql/15/bin'] = process.argv.slice(2);
const NOW = Date.parse('2026-11-27T12:00:00Z');
const work = mkdtempSync(join(tmpdir(), 'belfry-dump-'));
const target = (name: string) =>
  fileURLToPath(new URL(`earlier-schemas/${version}.${name}`, import.meta.url));
const heading = (name: string) => `-- A ${name} database of Belfry ${version}, with rows in every table.\n`;

/** A value as SQL. */
function literal(value: unknown): string {
  if (value === null) return 'null';
  if (value instanceof Uint8Array) return `x'${Buffer.from(value).toString('hex')}'`;
  return typeof value === 'string' ? `'${value.replaceAll("'", "''")}'` : String(value);
}

/** Tables, rows, then what works on them. The tables of a full-text index are created with it and filled directly. */
function dumpSqlite(file: string): string {
  const database = new DatabaseSync(file, { readOnly: true });
  const objects = database
    .prepare(
      `select type, name, sql from sqlite_schema where sql is not null and name not like 'sqlite_%' order by rowid`,
    )
    .all() as { type: string; name: string; sql: string }[];
  const isVirtual = ({ sql }: { sql: string }) => /^create virtual table/i.test(sql);
  const virtual = objects.filter(isVirtual).map(({ name }) => name);
  const isPart = (name: string) =>
    virtual.some((table) => new RegExp(`^${table}_(data|idx|content|docsize|config)$`).test(name));
  const tables = objects.filter(({ type }) => type === 'table');
  const rowsOf = (name: string) => {
    const select = database.prepare(`select * from "${name}"`);
    select.setReadBigInts(true);
    return select
      .all()
      .map((row) => `insert into "${name}" values (${Object.values(row).map(literal).join(', ')});`);
  };
  return [
    ...tables.filter(({ name }) => !isPart(name)).map(({ sql }) => `${sql};`),
    ...tables
      .filter((table) => !isVirtual(table))
      .flatMap(({ name }) => [...(isPart(name) ? [`delete from "${name}";`] : []), ...rowsOf(name)]),
    ...objects.filter(({ type }) => type !== 'table').map(({ sql }) => `${sql};`),
    '',
  ].join('\n');
}

/** pg_dump's text without its comments, and without what differs from server to server. */
function dumpPostgres(url: string): string {
  const options = ['--inserts', '--no-owner', '--no-privileges', '--no-comments', '--schema=public'];
  const text = execFileSync(join(binaries, 'pg_dump'), [...options, url], {
    encoding: 'utf8',
    maxBuffer: 64e6,
  });
  const isKept = (line: string) =>
    !/^(--|SET |SELECT pg_catalog\.(?!setval)|CREATE SCHEMA|\\(un)?restrict)/.test(line);
  const statements = text
    .split('\n')
    .filter(isKept)
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
  return `SELECT pg_catalog.set_config('search_path', '', false);\nSET check_function_bodies = false;\n${statements}\n`;
}

async function moveInto(to: DatabaseLocation): Promise<void> {
  const from = { dataFolder: join(work, 'old') };
  await moveTown({ textSources, from, to, dataFolder: work, note: async () => undefined });
}

async function inside(
  location: DatabaseLocation,
  work: (database: Database) => Promise<unknown>,
): Promise<void> {
  const database = openDatabase(location);
  await work(database).finally(() => database.close());
}

function addNewRows(file: string): void {
  if (!existsSync(target('rows.sql'))) return;
  const database = new DatabaseSync(file);
  database.exec(readFileSync(target('rows.sql'), 'utf8'));
  database.close();
}

/** Rows that a move leaves to the jobs of a running site. */
async function fillDerived({ write }: Database): Promise<void> {
  await updateUses(write, textSources, NOW);
  await learnWords(write, textSources);
  const item = { collection: 'articles', itemId: 'd1' };
  await write.insertInto('picture_use_stale').values(item).execute();
  await reportForm(write, { form: '5f0d7ac2-1d5b-4c7e-9a0f-3b1d0c9e8a77', userId: 'june', ...item }, NOW);
  await requestTask(write, 'remove-trash-traces', NOW);
  await write.insertInto('job_lease').values({ job: 'check-sources', holder: null, beat: 4 }).execute();
}

/** Puts the files of pictures where a backup finds them. */
async function restorePictures(before: EarlierSchema, media: MediaFiles): Promise<void> {
  const waiting = openWaiting(join(work, 'pictures'), media);
  const town = await buildTown(earlierBackup(before), join(work, 'before.db'), { onPicture: waiting.keep });
  await town.database.close();
  await waiting.moveToFinalName();
}

const server = await createPostgres({ binaries });
await server.start();
try {
  const old = join(work, 'old');
  const dataFolder = join(work, 'new');
  execFileSync('mkdir', ['-p', old, dataFolder]);
  const before = Object.keys(earlierSchemas).at(-1) as EarlierSchema;
  await seedFolder(old, before);
  await inside({ dataFolder: old }, migrate);
  addNewRows(join(old, 'belfry.db'));
  for (const location of [{ dataFolder }, { url: server.url }]) {
    await moveInto(location);
    await inside(location, fillDerived);
  }
  writeFileSync(target('sqlite.sql'), heading('SQLite') + dumpSqlite(join(dataFolder, 'belfry.db')));
  writeFileSync(target('postgres.sql'), heading('PostgreSQL') + dumpPostgres(server.url));
  const media = openMediaFiles({ dataFolder });
  await restorePictures(before, media);
  const { file } = await takeBackup({ location: { dataFolder }, dataFolder, media, kind: 'asked', now: NOW });
  copyFileSync(file, target('belfry'));
  chmodSync(target('belfry'), 0o644);
} finally {
  await server.remove();
  rmSync(work, { recursive: true });
}
