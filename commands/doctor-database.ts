import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { sql } from 'kysely';
import { openDatabase } from '#app/database/connect.server.ts';
import type { Database } from '#app/database/handles.ts';
import { listPendingMigrations, refuseNewer } from '#app/database/migrate.server.ts';
import { explainFailure } from '../server/explain-failure.ts';
import { type Finding, ok, problem } from './doctor-finding.ts';

/** Earlier ones can damage a database that several connections use at once (https://sqlite.org/wal.html#walresetbug). */
const LEAST_SQLITE = '3.51.3';

export async function* checkSqlite(dataFolder: string): AsyncGenerator<Finding> {
  yield checkSqliteVersion(process.versions.sqlite ?? '0');
  const file = join(dataFolder, 'belfry.db');
  if (!existsSync(file)) {
    yield problem(`There is no database ${file}. Start the site once: npm start`);
    return;
  }
  const integrity = checkIntegrity(file);
  yield integrity;
  if (integrity.level === 'ok') yield* checkMigrated(() => openDatabase({ dataFolder }));
}

export async function* checkPostgres(url: string): AsyncGenerator<Finding> {
  const database = openDatabase({ url });
  try {
    const { rows } = await sql<{ server_version: string }>`show server_version`.execute(database.write);
    yield ok(`PostgreSQL ${rows[0]?.server_version} answers`);
    yield* checkMigrated(() => database);
  } catch (error) {
    yield problem(explainFailure(error));
  } finally {
    await database.close();
  }
}

function checkSqliteVersion(version: string): Finding {
  return isAtLeast(version, LEAST_SQLITE)
    ? ok(`SQLite ${version}`)
    : problem(
        `SQLite ${version} is too old: ${LEAST_SQLITE} or newer is needed. Update Node, which brings it`,
      );
}

function isAtLeast(version: string, least: string): boolean {
  return version.localeCompare(least, 'en', { numeric: true }) >= 0;
}

/** Reads every page of the file. */
function checkIntegrity(file: string): Finding {
  try {
    const database = new DatabaseSync(file, { readOnly: true });
    try {
      const faults = database
        .prepare('pragma integrity_check(3)')
        .all()
        .map((row) => String(row.integrity_check));
      const orphans = database.prepare('pragma foreign_key_check').all();
      if (faults.join() === 'ok' && orphans.length === 0) return ok(`The database ${file} is sound`);
      const fault = faults.join() === 'ok' ? `${orphans.length} rows refer to nothing` : faults.join('; ');
      return problem(`The database ${file} is damaged: ${fault}. Restore the last backup`);
    } finally {
      database.close();
    }
  } catch (error) {
    return problem(explainFailure(error));
  }
}

async function* checkMigrated(open: () => Database): AsyncGenerator<Finding> {
  let database: Database | undefined;
  try {
    database = open();
    await refuseNewer(database);
    const pending = await listPendingMigrations(database);
    yield pending.length === 0
      ? ok('The database is up to date')
      : problem(`The database is older than this version. Run: npm run belfry -- migrate`);
  } catch (error) {
    yield problem(explainFailure(error));
  } finally {
    await database?.close();
  }
}
