import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { migrate } from '#app/platform/database/migrate-database.server.ts';
import { type DatabaseLocation, openDatabase } from '#app/platform/open-database.server.ts';
import { createPostgresDatabase, onServer } from './postgres-database.ts';

/**
 * Migrated, empty databases to copy, because migrating takes longer than most tests: a file of SQLite, and the name of
 * a PostgreSQL database on the server of the run; undefined when tests run on SQLite alone.
 */
export type DatabaseTemplates = { sqliteFile: string; postgresName: string | undefined };

/** Creates both; `remove` deletes them at the end of the run. */
export async function createTemplates(
  postgresUrl: string | undefined,
): Promise<DatabaseTemplates & { remove: () => Promise<void> }> {
  const dataFolder = await mkdtemp(join(tmpdir(), 'belfry-template-'));
  const postgres = postgresUrl ? await createPostgresDatabase(postgresUrl) : undefined;
  await migrateAndClose({ dataFolder });
  // Nobody may be connected to a database that is copied.
  if (postgres) await migrateAndClose({ url: postgres.url });
  return {
    sqliteFile: join(dataFolder, 'belfry.db'),
    postgresName: postgres?.name,
    async remove() {
      await rm(dataFolder, { recursive: true, force: true });
      if (postgresUrl && postgres) await dropCopies(postgresUrl, postgres.name);
      await postgres?.drop();
    },
  };
}

async function dropCopies(serverUrl: string, template: string): Promise<void> {
  const { rows } = await onServer(
    serverUrl,
    `select datname from pg_database where datname like '${template}\\_%'`,
  );
  for (const { datname } of rows) await onServer(serverUrl, `drop database ${datname} with (force)`);
}

async function migrateAndClose(location: DatabaseLocation): Promise<void> {
  const database = openDatabase(location);
  await migrate(database).finally(() => database.close());
}
