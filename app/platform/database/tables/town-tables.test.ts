import { expect, test } from 'vitest';
import { collections } from '#app/collections.server.ts';
import { listKnownMigrations } from '#app/platform/database/migrate-database.server.ts';
import { findTableHandling, isKnownTable, listTownTables } from './town-tables.server.ts';

const ofCollections = new Set(
  Object.values(collections).flatMap(({ source, store }) => [
    source.table,
    ...Object.keys(store.belongings?.tables ?? {}),
  ]),
);

test('Every table of every version has an entry that says how backups treat it', async () => {
  for (const migration of listKnownMigrations()) {
    const undecided = (await listTownTables(migration)).filter(
      ({ name }) => !isKnownTable(name) && !ofCollections.has(name),
    );
    expect(undecided.map(({ name }) => name)).toEqual([]);
  }
});

test('Tables are listed after those they refer to, and each has a key', async () => {
  const tables = await listTownTables(listKnownMigrations().at(-1) as string);
  const names = tables.map(({ name }) => name);
  expect(names.indexOf('poll')).toBeLessThan(names.indexOf('poll_option'));
  expect(names.indexOf('site_user')).toBeLessThan(names.indexOf('password'));
  const moved = tables.filter(({ name }) => findTableHandling(name) !== 'derived');
  expect(moved.filter(({ key }) => key.length === 0)).toEqual([]);
});
