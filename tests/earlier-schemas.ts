/**
 * Databases of earlier versions: of the last development version with rows in its main tables, of each release with rows in
 * every table, written by the code of that release. Created once by dumping a database of that version (`pg_dump
 * --inserts`, and the same for SQLite), and never changed.
 */
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import type { Dialect } from '#app/platform/database/capabilities.ts';
import type { TestLocation } from './each-database.ts';
import { createPostgresDatabase } from './postgres-database.ts';

/** By the last migration that has run on each, oldest first. `dump-release.ts` adds that of a release. */
export const earlierSchemas = {
  'last-development': '0024-account-names',
  '1.0.0': '0001-first-release',
} as const;

export type EarlierSchema = keyof typeof earlierSchemas;

/** Runs `body` on a town of an earlier version, in its own data folder or database. */
export async function withEarlierTown(
  schema: EarlierSchema,
  dialect: Dialect,
  body: (location: TestLocation) => Promise<void>,
): Promise<void> {
  if (dialect === 'sqlite') {
    const dataFolder = await mkdtemp(join(tmpdir(), 'belfry-earlier-'));
    const remove = () => rm(dataFolder, { recursive: true, force: true });
    await seedFolder(dataFolder, schema)
      .then(() => body({ dataFolder }))
      .finally(remove);
    return;
  }
  const { inject } = await import('vitest');
  const { url, drop } = await createPostgresDatabase(inject('postgresUrl') as string);
  await seedPostgres(url, schema)
    .then(() => body({ url }))
    .finally(drop);
}

export async function seedFolder(dataFolder: string, schema: EarlierSchema): Promise<void> {
  // The tables of a full-text index are inserted directly, which SQLite refuses by default.
  const file = new DatabaseSync(join(dataFolder, 'belfry.db'), { defensive: false });
  file.exec('pragma page_size = 8192; pragma journal_mode = wal; begin');
  file.exec(await readDump(schema, 'sqlite'));
  file.exec('commit');
  file.close();
}

async function seedPostgres(url: string, schema: EarlierSchema): Promise<void> {
  const client = new pg.Client(url);
  await client.connect();
  await client.query(await readDump(schema, 'postgres')).finally(() => client.end());
}

/** A backup made by the earlier version, of the same town. */
export function earlierBackup(schema: EarlierSchema): string {
  return fileURLToPath(new URL(`earlier-schemas/${schema}.belfry`, import.meta.url));
}

function readDump(schema: EarlierSchema, dialect: Dialect): Promise<string> {
  return readFile(
    fileURLToPath(new URL(`earlier-schemas/${schema}.${dialect}.sql`, import.meta.url)),
    'utf8',
  );
}
