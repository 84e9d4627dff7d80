/** Bad disks, other programs and torn files at the level of the database; `npm run faults` tests the whole site. */
import { copyFileSync, mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as wait } from 'node:timers/promises';
import { expect, test } from 'vitest';
import type { Database, WriteDb } from '#app/platform/database/handles.ts';
import { migrate } from '#app/platform/database/migrate-database.server.ts';
import { openDatabase } from '#app/platform/open-database.server.ts';
import { withSqlite } from '../../../tests/each-database.ts';
import { longTest } from '../../../tests/long-test.ts';
import { readWalBytes, refuseOldSqlite, sqliteFile } from './sqlite-file.server.ts';

const MIB = 1024 ** 2;

function save(db: WriteDb, name: string, value = 'v') {
  return db.insertInto('town_setting').values({ name, value }).execute();
}

async function listNames({ read }: Pick<Database, 'read'>): Promise<string[]> {
  const rows = await read.selectFrom('town_setting').select('name').orderBy('name').execute();
  return rows.map(({ name }) => name);
}

test('a SQLite version that can damage a shared file is refused with one line', () => {
  for (const old of ['3.40.1', '3.51.2', '3.9.0'])
    expect(() => refuseOldSqlite(old)).toThrow(/^SQLite [\d.]+ is too old[^\n]*3\.51\.3[^\n]*$/);
  for (const good of ['3.51.3', '3.53.4', '4.0.0']) expect(() => refuseOldSqlite(good)).not.toThrow();
});

longTest('F7: while another program holds the write lock, writes fail after five seconds and readers do not wait', async () => {
  await withSqlite(async ({ database, location }) => {
    if (!('dataFolder' in location)) return;
    await save(database.write, 'before');
    const other = new DatabaseSync(sqliteFile(location.dataFolder));
    other.exec('begin immediate');
    const ends = Array.from({ length: 10 }, (_, index) =>
      save(database.write, `n${index}`).catch((error: unknown) => ({ error })),
    );
    let reads = 0;
    let isOver = false;
    void Promise.all(ends).then(() => {
      isOver = true;
    });
    for (; !isOver; reads++) {
      expect(await listNames(database)).toEqual(['before']);
      await wait(20);
    }
    for (const end of await Promise.all(ends))
      expect(end).toMatchObject({ error: { code: 'ERR_SQLITE_ERROR', errcode: 5 } });
    // One that had to wait would have come after the writes.
    expect(reads).toBeGreaterThan(5);
    other.exec('rollback');
    other.close();
    await save(database.write, 'after');
    expect(await listNames(database)).toEqual(['after', 'before']);
  });
}, ['app/platform/database']);

test("F6: another program's snapshot that makes the write-ahead log grow is reported once, and the log is truncated afterwards", async () => {
  await withSqlite(async ({ database, location }) => {
    if (!('dataFolder' in location)) return;
    const warnings: string[] = [];
    const file = sqliteFile(location.dataFolder);
    const town = openDatabase(location, { warn: (problem) => warnings.push(problem) });
    await save(town.write, 'big');
    const other = new DatabaseSync(file, { readOnly: true });
    other.exec('begin');
    other.prepare('select count(*) from town_setting').get();
    const fill = (turn: number) =>
      town.write
        .updateTable('town_setting')
        .set({ value: `${turn}`.repeat(12 * MIB) })
        .where('name', '=', 'big')
        .execute();
    for (let turn = 0; turn < 8; turn++) await fill(turn);
    expect(readWalBytes(file)).toBeGreaterThan(64 * MIB);
    expect(warnings).toEqual([
      expect.stringMatching(/^The database.s write-ahead log [^\n]* \d+ MiB[^\n]*Stop that program[^\n]*$/),
    ]);
    other.close();
    // The attempt is made once a second.
    await wait(1100);
    await save(town.write, 'small');
    // After the response, so that no one waits for it.
    while (readWalBytes(file) > 16 * MIB) await wait(20);
    expect(warnings).toHaveLength(1);
    await town.close();
    expect(await listNames(database)).toEqual(['big', 'small']);
  });
}, 60_000);

test('several processes write one file, and every change is saved', async () => {
  await withSqlite(async ({ database, location }) => {
    const processes = [database, openDatabase(location), openDatabase(location)];
    await Promise.all(
      processes.flatMap(({ write }, one) =>
        Array.from({ length: 20 }, (_, index) =>
          write.transaction().execute((transaction) => save(transaction, `${one}-${index}`)),
        ),
      ),
    );
    expect(await listNames(database)).toHaveLength(60);
    await Promise.all(processes.slice(1).map(({ close }) => close()));
  });
});

test('a read holds no lock beyond its statement, so the log can always be truncated', async () => {
  await withSqlite(async ({ database, location }) => {
    if (!('dataFolder' in location)) return;
    await save(database.write, 'a');
    expect(await listNames(database)).toEqual(['a']);
    const other = new DatabaseSync(sqliteFile(location.dataFolder));
    expect(other.prepare('pragma wal_checkpoint(truncate)').get()).toMatchObject({ busy: 0 });
    other.close();
  });
});

/** The files after the process was killed: 20 changes are only in the write-ahead log. */
async function crashedTown(): Promise<string> {
  const living = mkdtempSync(join(tmpdir(), 'belfry-living-'));
  const crashed = mkdtempSync(join(tmpdir(), 'belfry-crashed-'));
  const town = openDatabase({ dataFolder: living });
  await migrate(town);
  await town.close();
  const again = openDatabase({ dataFolder: living });
  for (let index = 10; index < 30; index++) await save(again.write, `n${index}`);
  for (const name of ['belfry.db', 'belfry.db-wal']) copyFileSync(join(living, name), join(crashed, name));
  await again.close();
  rmSync(living, { recursive: true });
  return crashed;
}

/** Whatever happens to the log, the database opens in the state of one of its changes, undamaged. */
async function openAfter(dataFolder: string): Promise<string[]> {
  const town = openDatabase({ dataFolder });
  const names = await listNames(town);
  await save(town.write, 'later');
  await town.close();
  const file = new DatabaseSync(sqliteFile(dataFolder));
  expect(file.prepare('pragma integrity_check').get()).toEqual({ integrity_check: 'ok' });
  file.close();
  rmSync(dataFolder, { recursive: true });
  return names;
}

const ALL = Array.from({ length: 20 }, (_, index) => `n${10 + index}`);

test('F9: after a crash, no acknowledged write is missing', async () => {
  expect(await openAfter(await crashedTown())).toEqual(ALL);
});

test.each([0, 0.1, 0.5, 0.9])(
  'F9: a log that is cut off at %d opens with its last complete change',
  async (part) => {
    const folder = await crashedTown();
    const log = `${sqliteFile(folder)}-wal`;
    truncateSync(log, Math.floor(readFileSync(log).length * part));
    const names = await openAfter(folder);
    expect(names).toEqual(ALL.slice(0, names.length));
  },
);

test("F9: if the log is missing or belongs to another database, the file's own content is opened", async () => {
  const missing = await crashedTown();
  rmSync(`${sqliteFile(missing)}-wal`);
  expect(await openAfter(missing)).toEqual([]);
  const foreign = await crashedTown();
  writeFileSync(`${sqliteFile(foreign)}-wal`, Buffer.alloc(50_000, 7));
  expect(await openAfter(foreign)).toEqual([]);
});

test('F9: a file damaged by its log is refused with one line', async () => {
  const folder = await crashedTown();
  const bytes = readFileSync(sqliteFile(folder));
  bytes.fill(0x5a, 8192 * 3);
  writeFileSync(sqliteFile(folder), bytes);
  expect(() => openDatabase({ dataFolder: folder })).toThrow(/^[^\n]*(damaged|malformed)[^\n]*$/);
  rmSync(folder, { recursive: true });
});
