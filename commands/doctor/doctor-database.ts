import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { sql } from 'kysely';
import { startLine } from '#app/platform/command-line/command-line.ts';
import type { WriteDb } from '#app/platform/database/handles.ts';
import { openDatabase } from '#app/platform/open-database.server.ts';
import { type Durability, findDurability } from '#app/platform/postgres/postgres-durability.server.ts';
import type { Settings } from '#app/platform/settings/settings.server.ts';
import { LEAST_SQLITE } from '#app/platform/sqlite/sqlite-file.server.ts';
import { explainError } from '../../server/explain-error.ts';
import { type Finding, ok, problem, warning } from './doctor-finding.ts';
import { checkSchema } from './doctor-schema.ts';
import { findShellVersion } from './doctor-surroundings.ts';

/** SQLite's result code for a malformed page. */
const CORRUPT = 11;

/** The library, the program of the same name, every page of the file, the schema. Never throws. */
export async function* checkSqlite(settings: Settings, now: number): AsyncGenerator<Finding> {
  yield checkSqliteVersion(process.versions.sqlite ?? '0');
  yield* checkShell(findShellVersion());
  const { dataFolder } = settings;
  const file = join(dataFolder, 'belfry.db');
  if (!existsSync(file)) {
    yield problem('database', `There is no database ${file}. Start the site once: ${startLine()}`);
    return;
  }
  const integrity = checkIntegrity(file);
  yield integrity;
  if (integrity.level === 'ok') yield* checkSchema(() => openDatabase({ dataFolder }), settings, now);
}

function checkSqliteVersion(version: string): Finding {
  return isAtLeast(version, LEAST_SQLITE)
    ? ok('sqlite-version', `SQLite ${version}`)
    : problem(
        'sqlite-version',
        `SQLite ${version} is too old: ${LEAST_SQLITE} or newer is required. Update Node, which includes it`,
      );
}

function isAtLeast(version: string, least: string): boolean {
  return version.localeCompare(least, 'en', { numeric: true }) >= 0;
}

/** Debian's version may be older than ours, and can damage the file of a running site. */
export function* checkShell(version: string | undefined): Generator<Finding> {
  if (version === undefined || isAtLeast(version, LEAST_SQLITE)) return;
  yield warning(
    'sqlite-program',
    `The sqlite3 program on this machine is version ${version}. Versions before ${LEAST_SQLITE} can damage a database that is in use. Stop the site before you open belfry.db with it`,
  );
}

/** The affected tables, as far as they can be determined. */
function placesOf(database: DatabaseSync): string {
  try {
    const tables = database
      .prepare("select name from sqlite_schema where type = 'table' and rootpage > 0")
      .all()
      .map((row) => String(row.name))
      .filter((table) => !isSound(database, table));
    return tables.length > 0 ? ` in ${tables.join(', ')}` : '';
  } catch {
    return '';
  }
}

function isSound(database: DatabaseSync, table: string): boolean {
  try {
    const found = database.prepare(`pragma integrity_check("${table.replaceAll('"', '""')}")`).all();
    return found.map((row) => row.integrity_check).join() === 'ok';
  } catch {
    return false;
  }
}

/** Reads every page of the file. */
function checkIntegrity(file: string): Finding {
  try {
    const database = new DatabaseSync(file, { readOnly: true });
    try {
      const fault = findDamage(database);
      return fault === undefined
        ? ok('database-file', `The database ${file} is intact`)
        : problem(
            'database-file',
            `The database ${file} is damaged${placesOf(database)}: ${fault}. Restore the last backup`,
          );
    } finally {
      database.close();
    }
  } catch (error) {
    return problem('database-file', explainError(error));
  }
}

/** Throws when the file is not a database. */
function findDamage(database: DatabaseSync): string | undefined {
  try {
    const faults = database
      .prepare('pragma integrity_check(3)')
      .all()
      .map((row) => String(row.integrity_check));
    if (faults.join() !== 'ok') return faults.join('; ');
    const orphans = database.prepare('pragma foreign_key_check').all();
    return orphans.length > 0 ? `${orphans.length} rows refer to missing rows` : undefined;
  } catch (error) {
    const { errcode = 0, message } = error as { errcode?: number; message: string };
    if ((errcode & 0xff) === CORRUPT) return message;
    throw error;
  }
}

/** The oldest version that PostgreSQL still supports. */
const LEAST_MAJOR = 14;

/** Version, permissions and durability of the server, its standbys, and the schema. Never throws. */
export async function* checkPostgres(settings: Settings, now: number): AsyncGenerator<Finding> {
  const { databaseUrl = '' } = settings;
  const database = openDatabase({ url: databaseUrl });
  try {
    const durability = await findDurability(database.write);
    if (durability) yield* describeDurability(durability);
    yield await checkRights(database.write);
    yield* checkSchema(() => database, settings, now);
  } catch (error) {
    yield problem('database', explainError(error));
  } finally {
    await database.close();
  }
}

function* describeDurability({ version, unsafe, standby }: Durability): Generator<Finding> {
  yield checkVersion(version);
  yield checkDurability(unsafe);
  yield standbyFindings[standby];
}

function checkVersion(version: string): Finding {
  return Number.parseInt(version, 10) >= LEAST_MAJOR
    ? ok('postgres-version', `PostgreSQL ${version} responds and accepts writes`)
    : warning(
        'postgres-version',
        `PostgreSQL ${version} is no longer supported. Upgrade to ${LEAST_MAJOR} or newer`,
      );
}

/** An acknowledged save must survive a power loss (requirements: durability). */
function checkDurability(unsafe: string[]): Finding {
  return unsafe.length === 0
    ? ok('postgres-durability', 'PostgreSQL keeps every acknowledged write')
    : warning(
        'postgres-durability',
        `PostgreSQL has ${unsafe.join(' and ')} off, so a power failure can lose acknowledged writes. Set ${unsafe.map((name) => `${name} = on`).join(', ')}`,
      );
}

const standbyFindings: Record<Durability['standby'], Finding> = {
  none: ok('postgres-standby', 'The primary has no standby. If its disk fails, you have to restore a backup'),
  synchronous: ok('postgres-standby', 'The standby is synchronous. A failover loses nothing'),
  asynchronous: warning(
    'postgres-standby',
    'The standby is asynchronous. A failover can lose the most recent changes. To prevent this, set synchronous_standby_names',
  ),
  waiting: problem(
    'postgres-standby',
    'PostgreSQL is waiting for a standby and none is connected, so nothing can be saved. Start it, or clear synchronous_standby_names',
  ),
};

async function checkRights(db: WriteDb): Promise<Finding> {
  const { rows } = await sql<{ mayCreate: boolean }>`select
    has_schema_privilege(current_schema(), 'create') as "mayCreate"`.execute(db);
  return rows[0]?.mayCreate
    ? ok('postgres-rights', 'The user in DATABASE_URL may create tables')
    : problem(
        'postgres-rights',
        'The user in DATABASE_URL may not create tables. Make it the owner of the database: ALTER DATABASE … OWNER TO …',
      );
}
