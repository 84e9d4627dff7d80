import { resolveLinks } from '#app/items/text/resolve-links.server.ts';
import { refuseLostDatabase } from '#app/moving/backup/backup-files.server.ts';
import { commandLine } from '#app/platform/command-line/command-line.ts';
import type { Database, WriteDb } from '#app/platform/database/handles.ts';
import {
  listPendingMigrations,
  listRunMigrations,
  migrate,
  refuseNewer,
} from '#app/platform/database/migrate-database.server.ts';
import { openDatabase } from '#app/platform/open-database.server.ts';
import type { Settings } from '#app/platform/settings/settings.server.ts';
import type { Actor, AuditAction } from '#app/town/activity/audit-entry.ts';
import { recordAudit } from '#app/town/activity/audit-log.server.ts';
import { CommandError, type Invocation } from './command.ts';

/** Opens the database in the settings while `work` runs. Does not migrate. */
export async function withDatabase<Result>(
  settings: Settings,
  work: (database: Database) => Promise<Result>,
): Promise<Result> {
  if (!settings.databaseUrl && !settings.startEmpty) await refuseLostDatabase(settings.dataFolder);
  const { dataFolder, databaseUrl } = settings;
  const opened = openDatabase(databaseUrl ? { url: databaseUrl } : { dataFolder });
  const database = resolveLinks(opened, settings.url);
  try {
    return await work(database);
  } finally {
    await database.close();
  }
}

/**
 * The same, with this version's schema, which is created in an empty database. An older one is left alone, because a
 * site may be serving it: then CommandError says what to do.
 */
export function withCurrentDatabase<Result>(
  settings: Settings,
  work: (database: Database) => Promise<Result>,
): Promise<Result> {
  return withReadyDatabase(settings, async (database) => {
    const [missing] = await listPendingMigrations(database);
    if (missing)
      throw new CommandError(
        `The database is from an older version (it lacks ${missing}). Nothing was changed. Upgrade it, after a backup: ${commandLine('migrate')}`,
      );
    return work(database);
  });
}

/** The same, with this version's schema or an older one, for work that supports both. An empty one gets its schema. */
export function withReadyDatabase<Result>(
  settings: Settings,
  work: (database: Database) => Promise<Result>,
): Promise<Result> {
  return withDatabase(settings, async (database) => {
    await refuseNewer(database);
    if ((await listRunMigrations(database)).length === 0) await migrate(database);
    return work(database);
  });
}

/**
 * Records the operator's action, or that of the administrator (`account`) who requested it on a page; the Activity page
 * shows it.
 */
export function recordOperation(
  db: WriteDb,
  { now: at }: Invocation,
  action: AuditAction,
  subject?: string,
  account: string | null = null,
): Promise<void> {
  const actor: Actor = account === null ? { kind: 'operator' } : { kind: 'admin', id: account };
  return recordAudit(db, { at, actor, action, subject });
}
