import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { backup, DatabaseSync } from 'node:sqlite';
import { sql } from 'kysely';
import type { Capabilities } from '#app/platform/database/capabilities.ts';
import type { WriteDb } from '#app/platform/database/handles.ts';
import { listRunMigrations, refuseNewer } from '#app/platform/database/migrate-database.server.ts';
import { type DatabaseLocation, openDatabase } from '#app/platform/open-database.server.ts';
import { listDamages, openTownFile } from '#app/platform/sqlite/town-file.server.ts';
import { BackupError } from './backup-error.ts';

/** A whole database as of one moment, whatever is written meanwhile. `schema` names its migrations, in order. */
export type Snapshot = { db: WriteDb; capabilities: Capabilities; schema: string[] };

/** In one step: a copy in several steps would start over with every write of others. */
const ALL_PAGES = 2 ** 31 - 1;
const MOST_TRIES = 5;

/**
 * Gives `work` the database as of one moment: a copy of SQLite's file in `workFolder`, or a transaction of PostgreSQL.
 * Throws BackupError when there is none, or when it is damaged; NewerDatabaseError as `migrate` does.
 */
export function withSnapshot<Result>(
  location: DatabaseLocation,
  workFolder: string,
  work: (snapshot: Snapshot) => Promise<Result>,
): Promise<Result> {
  return 'url' in location
    ? withPostgresSnapshot(location, work)
    : withSqliteSnapshot(location.dataFolder, workFolder, work);
}

async function withPostgresSnapshot<Result>(
  location: DatabaseLocation,
  work: (snapshot: Snapshot) => Promise<Result>,
): Promise<Result> {
  const { write, capabilities, close } = openDatabase(location);
  try {
    return await write
      .transaction()
      .setIsolationLevel('repeatable read')
      .setAccessMode('read only')
      .execute(async (db) => {
        // Pages are small, but processing them may take longer than a request may.
        await sql`set local statement_timeout = '5min'`.execute(db);
        await sql`set local idle_in_transaction_session_timeout = 0`.execute(db);
        return work({ db, capabilities, schema: await listSchema(db) });
      });
  } finally {
    await close();
  }
}

async function withSqliteSnapshot<Result>(
  dataFolder: string,
  workFolder: string,
  work: (snapshot: Snapshot) => Promise<Result>,
): Promise<Result> {
  const source = join(dataFolder, 'belfry.db');
  if (!existsSync(source))
    throw new BackupError(`There is no database in ${dataFolder}, so there is nothing to back up.`);
  const copy = join(workFolder, 'snapshot.db');
  try {
    await copyDatabaseFile(source, copy);
    return await withCopy(copy, work);
  } catch (error) {
    throw isDamage(error) ? damaged((error as Error).message) : error;
  }
}

/** Opening it reads its schema, which may be what is damaged. */
async function withCopy<Result>(
  copy: string,
  work: (snapshot: Snapshot) => Promise<Result>,
): Promise<Result> {
  const { database, connection } = openTownFile(copy);
  try {
    const damages = listDamages(connection);
    if (damages.length > 0) throw damaged(damages[0] as string);
    const { write: db, capabilities } = database;
    return await work({ db, capabilities, schema: await listSchema(db) });
  } finally {
    await database.close();
  }
}

/**
 * Copies a SQLite database as of one moment, whatever is written meanwhile. Page by page, so that damage is detected: a
 * copy row by row would hide it.
 */
export async function copyDatabaseFile(source: string, copy: string): Promise<void> {
  const connection = new DatabaseSync(source, { timeout: 5000 });
  try {
    connection.exec('pragma query_only = on');
    for (let turn = 1; ; turn++) {
      try {
        await backup(connection, copy, { rate: ALL_PAGES });
        return;
      } catch (error) {
        const isBusy = [5, 6].includes(((error as { errcode?: number }).errcode ?? 0) & 0xff);
        if (!isBusy || turn === MOST_TRIES) throw error;
      }
    }
  } finally {
    connection.close();
  }
}

/** SQLite's result codes for a damaged file and for one that is not a database. */
function isDamage(error: unknown): boolean {
  const { code, errcode = 0, message = '' } = error as { code?: string; errcode?: number; message?: string };
  return (code === 'ERR_SQLITE_ERROR' && [11, 26].includes(errcode & 0xff)) || /malformed/.test(message);
}

/** A backup of this must not count as verified (F8). */
function damaged(finding: string): BackupError {
  const what = finding.split('\n')[0];
  return new BackupError(
    `The database is damaged (${what}), so it was not backed up. The last good backup is kept. Run doctor, then restore that backup.`,
  );
}

async function listSchema(db: WriteDb): Promise<string[]> {
  await refuseNewer({ write: db });
  const schema = await listRunMigrations({ write: db });
  if (schema.length === 0) throw new BackupError('The database is empty, so there is nothing to back up.');
  return schema;
}
