import { sql } from 'kysely';
import { test as always, expect, inject } from 'vitest';
import { listRuns } from '#app/moving/backup/backup-run-store.server.ts';
import type { Database, WriteDb } from '#app/platform/database/handles.ts';
import { liftTimeLimits } from '#app/platform/database/postgres-adapter.ts';
import { inTransaction } from '#app/platform/database/transaction.ts';
import { withPostgres } from '../../../tests/each-database.ts';
import { openFaultProxy } from '../../../tests/fault-proxy.ts';
import { onServer } from '../../../tests/postgres-database.ts';
import { openConnection } from './postgres-opening.server.ts';

const serverUrl = inject('postgresUrl');

function test(title: string, body: (database: Database, url: string) => Promise<void>): void {
  always.skipIf(serverUrl === undefined)(title, () =>
    withPostgres(serverUrl ?? '', ({ database, location }) =>
      body(database, 'url' in location ? location.url : ''),
    ),
  );
}

async function settingOf(db: WriteDb, name: string): Promise<string> {
  const { rows } = await sql<{ value: string }>`select current_setting(${name}) as value`.execute(db);
  return rows[0]?.value ?? '';
}

test('statements, locks and idle transactions have time limits, which a transaction may lift', async ({
  write,
}) => {
  const names = ['statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout'];
  const limitsOf = (db: WriteDb) => Promise.all(names.map((name) => settingOf(db, name)));
  expect(await limitsOf(write)).toEqual(['3s', '1s', '10s']);
  await write.transaction().execute(async (transaction) => {
    await liftTimeLimits(transaction);
    for (const name of names) expect(await settingOf(transaction, name)).toBe('0');
  });
  expect(await limitsOf(write)).toEqual(['3s', '1s', '10s']);
});

test('a statement that takes too long is canceled on its own, with a clear error', async ({ write }) => {
  await expect(sql`select pg_sleep(20)`.execute(write)).rejects.toMatchObject({ code: '57014' });
  expect(await settingOf(write, 'statement_timeout')).toBe('3s');
});

test("waiting too long for a lock is an error, and the lock's holder continues", async ({ write }) => {
  await write.insertInto('town_setting').values({ name: 'a', value: '0' }).execute();
  await write.transaction().execute(async (holder) => {
    await holder.updateTable('town_setting').set({ value: '1' }).where('name', '=', 'a').execute();
    const other = write.updateTable('town_setting').set({ value: '2' }).where('name', '=', 'a').execute();
    await expect(other).rejects.toMatchObject({ code: '55P03' });
  });
  const row = await write
    .selectFrom('town_setting')
    .select('value')
    .where('name', '=', 'a')
    .executeTakeFirst();
  expect(row).toEqual({ value: '1' });
});

test('terminated connections are not reused', async ({ write }, url) => {
  const ask = () => sql<{ pid: number }>`select pg_backend_pid() as pid, pg_sleep(0.05)`.execute(write);
  const before = (await Promise.all(Array.from({ length: 5 }, ask))).map(({ rows }) => rows[0]?.pid);
  await onServer(
    url,
    `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`,
  );
  await expect.poll(() => ask().catch((error) => error.code)).toHaveProperty('rows');
  const after = (await Promise.all(Array.from({ length: 5 }, ask))).map(({ rows }) => rows[0]?.pid);
  expect(after.filter((pid) => before.includes(pid))).toEqual([]);
});

test('a connection that is lost while it is being opened is not used', async (_, url) => {
  const { hostname: host, port } = new URL(url);
  await using proxy = await openFaultProxy({ host, port: Number(port) });
  proxy.set({ kind: 'cutAt', text: 'pg_control_system', delivered: false });
  await expect(openConnection(proxy.urlFor(url), 5000)).rejects.toMatchObject({
    code: expect.stringMatching(/^(08006|ECONNRESET)$/),
  });
  expect(proxy.count().cuts).toBe(1);
});

test('a prepared statement still works after its table has changed', async ({ write }, url) => {
  const read = () => sql`select * from town_setting`.execute(write);
  for (let turn = 0; turn < 3; turn++) await read();
  await onServer(url, 'alter table town_setting add column another text');
  await read();
  await read();
});

test('in a transaction, it runs again on another connection, and the outdated one is closed', async ({
  write,
}, url) => {
  const readIn = (db: WriteDb) =>
    sql<{ pid: number }>`select *, pg_backend_pid() as pid from town_setting`.execute(db);
  await write.insertInto('town_setting').values({ name: 'a', value: '0' }).execute();
  const outdated = (await write.transaction().execute(readIn)).rows[0]?.pid;
  await onServer(url, 'alter table town_setting add column another text');
  await expect(write.transaction().execute(readIn)).rejects.toMatchObject({ code: '40001' });
  const { rows } = await write.transaction().execute(readIn);
  expect(rows[0]).toHaveProperty('another');
  expect(rows[0]?.pid).not.toBe(outdated);
  await onServer(url, 'alter table town_setting add column last text');
  expect((await inTransaction(write, readIn)).rows[0]).toHaveProperty('last');
  const living = () => onServer(url, `select pid from pg_stat_activity where pid = ${outdated}`);
  await expect.poll(async () => (await living()).rowCount).toBe(0);
});

test('in a transaction, a query that names its columns still works after a column was added', async ({
  write,
}, url) => {
  const read = () => write.transaction().execute((db) => listRuns(db, 10));
  for (let turn = 0; turn < 3; turn++) await read();
  await onServer(url, 'alter table backup_run add column another text');
  for (let turn = 0; turn < 8; turn++) expect(await read()).toEqual([]);
});

test('a transaction reports its first failure', async ({ write }) => {
  const work = write.transaction().execute(async (transaction) => {
    await sql`select 1 / 0`.execute(transaction).catch(() => undefined);
    await sql`select 1`.execute(transaction);
  });
  await expect(work).rejects.toMatchObject({ code: '22012' });
});
