import { expect, test } from 'vitest';
import { listPostgresServers } from './postgres-address.ts';

test('an address may list several servers that share the other parts', () => {
  expect(listPostgresServers('postgres://u:p@a:5432/db?sslmode=require')).toEqual([
    'postgres://u:p@a:5432/db?sslmode=require',
  ]);
  expect(listPostgresServers('postgresql://u:p%40@a:5432,b,[::1]:5433/db')).toEqual([
    'postgresql://u:p%40@a:5432/db',
    'postgresql://u:p%40@b/db',
    'postgresql://u:p%40@[::1]:5433/db',
  ]);
});

test('several complete addresses may be listed', () => {
  expect(listPostgresServers('postgres://u@a/db, postgres://v@b,c/db')).toEqual([
    'postgres://u@a/db',
    'postgres://v@b/db',
    'postgres://v@c/db',
  ]);
});

test('other text is not accepted as a PostgreSQL address', () => {
  for (const text of ['', 'mysql://a/b', 'postgres://a/b,c', 'postgres://u@a,/db', 'postgres://a:x/b', 'a,b'])
    expect(listPostgresServers(text), text).toEqual([]);
});
