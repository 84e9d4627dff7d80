import { expect, test } from 'vitest';
import { listKnownMigrations } from '#app/database/migrate.server.ts';
import { findTableFate, listTownTables } from './town-tables.server.ts';

test('Of every table of every version it is decided what becomes of it in a backup', async () => {
  for (const migration of listKnownMigrations()) {
    const undecided = (await listTownTables(migration)).filter(({ name }) => !findTableFate(name));
    expect(undecided.map(({ name }) => name)).toEqual([]);
  }
});

test('Tables come after those they refer to, and each has a key', async () => {
  const tables = await listTownTables(listKnownMigrations().at(-1) as string);
  const names = tables.map(({ name }) => name);
  expect(names.indexOf('poll')).toBeLessThan(names.indexOf('poll_option'));
  expect(names.indexOf('site_user')).toBeLessThan(names.indexOf('password'));
  const moved = tables.filter(({ name }) => findTableFate(name) !== 'derived');
  expect(moved.filter(({ key }) => key.length === 0)).toEqual([]);
});
