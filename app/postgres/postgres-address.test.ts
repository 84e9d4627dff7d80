import { expect, test } from 'vitest';
import { listPostgresServers } from './postgres-address.ts';

test('an address names one server, or several that share the rest', () => {
  expect(listPostgresServers('postgres://u:p@a:5432/db?sslmode=require')).toEqual([
    'postgres://u:p@a:5432/db?sslmode=require',
  ]);
  expect(listPostgresServers('postgresql://u:p%40@a:5432,b,[::1]:5433/db')).toEqual([
    'postgresql://u:p%40@a:5432/db',
    'postgresql://u:p%40@b/db',
    'postgresql://u:p%40@[::1]:5433/db',
  ]);
});

test('whole addresses may follow each other', () => {
  expect(listPostgresServers('postgres://u@a/db, postgres://v@b,c/db')).toEqual([
    'postgres://u@a/db',
    'postgres://v@b/db',
    'postgres://v@c/db',
  ]);
});

test('what is no address of PostgreSQL names no server', () => {
  for (const text of ['', 'mysql://a/b', 'postgres://a/b,c', 'postgres://u@a,/db', 'postgres://a:x/b', 'a,b'])
    expect(listPostgresServers(text), text).toEqual([]);
});
