import { type Kysely, sql } from 'kysely';
import { type Migration, type MigrationResult, Migrator } from 'kysely/migration';
import { createTown } from '#app/platform/database/migrations/0001-first-release.ts';
import { createNotices } from '#app/platform/database/migrations/0002-notices.ts';
import { createPages } from '#app/platform/database/migrations/0003-pages.ts';
import { createDocuments } from '#app/platform/database/migrations/0004-documents.ts';
import { searchDocuments } from '#app/platform/database/migrations/0005-document-search.ts';
import { addWarnings } from '#app/platform/database/migrations/0006-warnings.ts';
import { createProof } from '#app/platform/database/migrations/0007-proof.ts';
import { addMeetings } from '#app/platform/database/migrations/0008-meetings.ts';
import { createAccessibility } from '#app/platform/database/migrations/0009-accessibility.ts';
import { createSuggestions } from '#app/platform/database/migrations/0010-suggestions.ts';
import { createReports } from '#app/platform/database/migrations/0011-reports.ts';
import { createPeople } from '#app/platform/database/migrations/0012-people.ts';
import { addTrustedSenders } from '#app/platform/database/migrations/0013-trusted-senders.ts';
import type { Dialect } from './capabilities.ts';
import type { Database, WriteDb } from './handles.ts';
import { postgresAdapterOf } from './postgres-adapter.ts';
import { RELEASED, toReleasedNames, UNRELEASED } from './unreleased-migrations.ts';

type MigrationSource = (dialect: Dialect) => Migration;

/** In the order they run. Each contains its SQL. Never edit a released one: add the next. */
const migrations: Record<string, MigrationSource> = {
  [RELEASED]: createTown,
  '0002-notices': createNotices,
  '0003-pages': createPages,
  '0004-documents': createDocuments,
  '0005-document-search': searchDocuments,
  '0006-warnings': addWarnings,
  '0007-proof': createProof,
  '0008-meetings': addMeetings,
  '0009-accessibility': createAccessibility,
  '0010-suggestions': createSuggestions,
  '0011-reports': createReports,
  '0012-people': createPeople,
  '0013-trusted-senders': addTrustedSenders,
};

/** Thrown when a newer version of Belfry wrote the database. */
export class NewerDatabaseError extends Error {
  override name = 'NewerDatabaseError';
}

/**
 * Brings the database to this version's schema and returns which migrations ran; an up-to-date one is left alone.
 * Throws NewerDatabaseError when the database has migrations that this version doesn't know, and
 * UnreleasedDatabaseError for one from between two releases. Runs completely or not at all; one process migrates while
 * others wait.
 */
export async function migrate(database: Database): Promise<MigrationResult[]> {
  await refuseNewer(database);
  return locked(database.write, async (write) => {
    await recordReleased(write);
    const migrator = await migratorFor({ ...database, write });
    const { error, results } = await migrator.migrateToLatest();
    if (error) throw error;
    return results ?? [];
  });
}

/** A database of the last development version has the schema of the first release, and is recorded as having it. */
async function recordReleased(write: WriteDb): Promise<void> {
  const names = await readLedger(write);
  if (toReleasedNames(names) === names) return;
  const ledger = write as unknown as Kysely<Ledger>;
  // In this order: a database that is stopped between the two is still recognized.
  await ledger.deleteFrom('kysely_migration').where('name', '<>', UNRELEASED).execute();
  await ledger.updateTable('kysely_migration').set({ name: RELEASED }).execute();
}

/** PostgreSQL changes its schema in one transaction, whose lock makes others wait from the start. */
async function locked<Result>(write: WriteDb, work: (write: WriteDb) => Promise<Result>): Promise<Result> {
  const { adapter } = write.getExecutor();
  if (write.isTransaction || !adapter.supportsTransactionalDdl) return work(write);
  return write.transaction().execute(async (transaction) => {
    const lock = { lockTable: 'kysely_migration_lock', lockRowId: 'migration_lock' };
    await adapter.acquireMigrationLock(transaction, lock);
    return work(transaction);
  });
}

/**
 * Brings an empty or older database to the schema after the named migration and no further: to read what that version
 * wrote. Throws when there is no such migration, or the database is past it.
 */
export async function migrateOnlyTo(database: Database, name: string): Promise<void> {
  const { error } = await (await migratorFor(database)).migrateTo(name);
  if (error) throw error;
}

/** The names of all migrations this version knows, in order. */
export function listKnownMigrations(): string[] {
  return Object.keys(migrations);
}

/**
 * The names of the migrations that have run, in order; empty for an empty database. Changes nothing. Throws
 * UnreleasedDatabaseError for a database from between two releases.
 */
export async function listRunMigrations({ write }: Pick<Database, 'write'>): Promise<string[]> {
  return toReleasedNames(await readLedger(write));
}

type Ledger = { kysely_migration: { name: string; timestamp: string } };

/** As recorded in the database. */
async function readLedger(write: WriteDb): Promise<string[]> {
  const schema = await findSchema(write);
  const tables = await write.introspection.getTables({ withInternalKyselyTables: true });
  if (!tables.some((table) => table.name === 'kysely_migration' && table.schema === schema)) return [];
  const rows = await (write as unknown as Kysely<Ledger>)
    .selectFrom('kysely_migration')
    .select('name')
    .execute();
  return rows.map((row) => row.name).sort();
}

/**
 * The names of the migrations still to run or to record; empty when the schema is this version's. Changes nothing.
 * Throws UnreleasedDatabaseError for a database from between two releases.
 */
export async function listPendingMigrations({ write }: Pick<Database, 'write'>): Promise<string[]> {
  const done = await readLedger(write);
  toReleasedNames(done);
  return listKnownMigrations().filter((name) => !done.includes(name));
}

/**
 * Where tables are created; undefined on SQLite. Without it, the tables of other schemas of the database would count,
 * too: during a restore there are two towns in it.
 */
async function findSchema(write: WriteDb): Promise<string | undefined> {
  if (!postgresAdapterOf(write)) return undefined;
  const { rows } = await sql<{ name: string }>`select current_schema() as name`.execute(write);
  return rows[0]?.name;
}

async function migratorFor({ write, capabilities }: Database): Promise<Migrator> {
  const schema = await findSchema(write);
  const provider = {
    getMigrations: async () =>
      Object.fromEntries(
        Object.entries(migrations).map(([name, source]) => [name, source(capabilities.dialect)]),
      ),
  };
  return new Migrator({ db: write, provider, ...(schema && { migrationTableSchema: schema }) });
}

/**
 * Throws NewerDatabaseError when the database has migrations that this version doesn't know, and
 * UnreleasedDatabaseError for one from between two releases. Changes nothing.
 */
export async function refuseNewer(database: Pick<Database, 'write'>): Promise<void> {
  const unknown = (await listRunMigrations(database)).filter((name) => !(name in migrations));
  if (unknown.length > 0) {
    throw new NewerDatabaseError(
      `The database was written by a newer version of Belfry (it has ${unknown.join(', ')}). Install that version.`,
    );
  }
}
