import { sql } from 'kysely';
import { test as always, expect, inject } from 'vitest';
import { onServer } from '../../tests/postgres-database.ts';
import { withPostgresPair } from '../../tests/postgres-pair.ts';
import { openDatabase } from './connect.server.ts';
import type { Database, WriteDb } from './handles.ts';
import { migrate } from './migrate.server.ts';

const test = always.skipIf(inject('postgresUrl') === undefined);

async function readsFrom({ read }: Database): Promise<'standby' | 'primary'> {
  const { rows } = await sql<{ standby: boolean }>`select pg_is_in_recovery() as standby`.execute(
    read as WriteDb,
  );
  return rows[0]?.standby ? 'standby' : 'primary';
}

let count = 0;

/** Changes something and reads it back at once; answers how long the reading took. */
async function readBack({ read, write }: Database): Promise<number> {
  const value = `v${count++}`;
  const row = { name: 'tagline', value };
  await write
    .insertInto('town_setting')
    .values(row)
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
    .execute();
  const began = performance.now();
  expect(
    await read.selectFrom('town_setting').select('value').where('name', '=', 'tagline').execute(),
  ).toEqual([{ value }]);
  return performance.now() - began;
}

const PATIENCE = { timeout: 20_000 };

test('F14: what was written is read back while the replica follows, lags, is dead and is back', {
  timeout: 120_000,
}, async () => {
  await withPostgresPair({}, async ({ primary, standby }) => {
    const database = openDatabase({ url: primary.url, replicaUrl: standby.url });
    try {
      await migrate(database);
      await expect.poll(() => readsFrom(database), PATIENCE).toBe('standby');
      for (let turn = 0; turn < 20; turn++) await readBack(database);
      await expect.poll(() => readsFrom(database), PATIENCE).toBe('standby');

      await onServer(standby.url, "alter system set recovery_min_apply_delay = '30s'");
      await onServer(standby.url, 'select pg_reload_conf()');
      await readBack(database);
      expect(await readsFrom(database)).toBe('primary');
      await onServer(standby.url, 'alter system reset recovery_min_apply_delay');
      await onServer(standby.url, 'select pg_reload_conf()');
      await expect.poll(() => readsFrom(database), PATIENCE).toBe('standby');

      await standby.stop('kill');
      for (let turn = 0; turn < 5; turn++) expect(await readBack(database)).toBeLessThan(5000);
      expect(await readsFrom(database)).toBe('primary');
      await standby.start();
      await expect.poll(() => readsFrom(database), PATIENCE).toBe('standby');

      await primary.stop('immediate');
      expect(await readsFrom(database)).toBe('standby');
    } finally {
      await database.close();
    }
  });
});
