import type { Kysely } from 'kysely';
import { type Migration, type MigrationResult, Migrator } from 'kysely/migration';
import type { Capabilities } from './capabilities.ts';
import type { Database, WriteDb } from './handles.ts';
import { createContent } from './migrations/0001-content.ts';
import { createAccounts } from './migrations/0002-accounts.ts';
import { createRevisions } from './migrations/0003-revisions.ts';
import { createListSegments } from './migrations/0004-list-segments.ts';
import { createMail } from './migrations/0005-mail.ts';
import { createProvenAddresses } from './migrations/0006-proven-addresses.ts';
import { createApiTokens } from './migrations/0007-api-tokens.ts';
import { createAudit } from './migrations/0008-audit.ts';
import { createBackups } from './migrations/0009-backups.ts';
import { createRevisionNotices } from './migrations/0010-revision-notices.ts';
import { createVoting } from './migrations/0011-voting.ts';
import { createIdentityAndActivity } from './migrations/0012-identity-and-activity.ts';
import { createEventStates } from './migrations/0013-event-states.ts';
import { createSearch } from './migrations/0014-search.ts';
import { createFeeds } from './migrations/0016-feeds.ts';
import { createSearchWords } from './migrations/0017-search-words.ts';
import { orderFeeds } from './migrations/0018-feed-order.ts';

type MigrationSource = (capabilities: Capabilities) => Migration;

/** In the order they run. Never edit one that has been released: add the next. */
const migrations: Record<string, MigrationSource> = {
  '0001-content': createContent,
  '0002-accounts': createAccounts,
  '0003-revisions': createRevisions,
  '0004-list-segments': createListSegments,
  '0005-mail': createMail,
  '0006-proven-addresses': createProvenAddresses,
  '0007-api-tokens': createApiTokens,
  '0008-audit': createAudit,
  '0009-backups': createBackups,
  '0010-revision-notices': createRevisionNotices,
  '0011-voting': createVoting,
  '0012-identity-and-activity': createIdentityAndActivity,
  '0013-event-states': createEventStates,
  '0014-search': createSearch,
  '0016-feeds': createFeeds,
  '0017-search-words': createSearchWords,
  '0018-feed-order': orderFeeds,
};

/** Thrown when the database was written by a newer version of Belfry. */
export class NewerDatabaseError extends Error {
  override name = 'NewerDatabaseError';
}

/**
 * Brings the database to this version's schema and answers what was run; an up-to-date one is left alone.
 * Throws NewerDatabaseError when the database knows migrations that this version does not.
 * All of it or nothing is done; one process migrates while others wait.
 */
export async function migrate(database: Database): Promise<MigrationResult[]> {
  await refuseNewer(database);
  return locked(database.write, async (write) => {
    const { error, results } = await migratorFor({ ...database, write }).migrateToLatest();
    if (error) throw error;
    return results ?? [];
  });
}

/** PostgreSQL changes its schema in one transaction, whose lock makes others wait from the first look on. */
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
 * Brings an empty or older database to the schema as it was after the named migration and no further: to read what was
 * written in that version. Throws when there is no such migration, or the database is past it.
 */
export async function migrateOnlyTo(database: Database, name: string): Promise<void> {
  const { error } = await migratorFor(database).migrateTo(name);
  if (error) throw error;
}

/** The names of all migrations this version knows, in the order they run. */
export function listKnownMigrations(): string[] {
  return Object.keys(migrations);
}

/** The names of the migrations that were run, in order; empty for an empty database. Changes nothing. */
export async function listRunMigrations({ write }: Pick<Database, 'write'>): Promise<string[]> {
  const tables = await write.introspection.getTables({ withInternalKyselyTables: true });
  if (!tables.some((table) => table.name === 'kysely_migration')) return [];
  const rows = await (write as unknown as Kysely<{ kysely_migration: { name: string } }>)
    .selectFrom('kysely_migration')
    .select('name')
    .execute();
  return rows.map((row) => row.name).sort();
}

/** The names of the migrations still to run; empty when the schema is this version's. */
export async function listPendingMigrations(database: Database): Promise<string[]> {
  const known = await migratorFor(database).getMigrations();
  return known.filter((migration) => !migration.executedAt).map((migration) => migration.name);
}

function migratorFor({ write, capabilities }: Database): Migrator {
  const provider = {
    getMigrations: async () =>
      Object.fromEntries(Object.entries(migrations).map(([name, source]) => [name, source(capabilities)])),
  };
  return new Migrator({ db: write, provider });
}

/** Throws NewerDatabaseError when the database knows migrations that this version does not. Changes nothing. */
export async function refuseNewer(database: Pick<Database, 'write'>): Promise<void> {
  const unknown = (await listRunMigrations(database)).filter((name) => !(name in migrations));
  if (unknown.length > 0) {
    throw new NewerDatabaseError(
      `The database was written by a newer version of Belfry (it knows ${unknown.join(', ')}). Install that version.`,
    );
  }
}
