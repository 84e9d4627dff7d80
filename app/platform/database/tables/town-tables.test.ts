import { expect, test } from 'vitest';
import { listKnownMigrations } from '#app/platform/database/migrate.server.ts';
import { findTableFate, listTownTables } from './town-tables.server.ts';

test('Every table of every version has an entry that says how backups treat it', async () => {
  for (const migration of listKnownMigrations()) {
    const undecided = (await listTownTables(migration)).filter(({ name }) => !findTableFate(name));
    expect(undecided.map(({ name }) => name)).toEqual([]);
  }
});

test('Tables are listed after those they refer to, and each has a key', async () => {
  const tables = await listTownTables(listKnownMigrations().at(-1) as string);
  const names = tables.map(({ name }) => name);
  expect(names.indexOf('poll')).toBeLessThan(names.indexOf('poll_option'));
  expect(names.indexOf('site_user')).toBeLessThan(names.indexOf('password'));
  const moved = tables.filter(({ name }) => findTableFate(name) !== 'derived');
  expect(moved.filter(({ key }) => key.length === 0)).toEqual([]);
});
