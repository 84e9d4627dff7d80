import { upgradeTown } from '#app/backup/upgrade-town.server.ts';
import { openDatabase } from '#app/database/connect.server.ts';
import type { Database } from '#app/database/handles.ts';
import type { Settings } from '#app/settings.server.ts';
import { locationOf } from './backup-typed.ts';

/** Opens the database the settings name for as long as `work` lasts. Does not migrate. */
export async function withDatabase<Result>(
  settings: Settings,
  work: (database: Database) => Promise<Result>,
): Promise<Result> {
  const { dataFolder, databaseUrl, replicaUrl } = settings;
  const database = openDatabase(databaseUrl ? { url: databaseUrl, replicaUrl } : { dataFolder });
  try {
    return await work(database);
  } finally {
    await database.close();
  }
}

/** The same, on a database that was brought to this version first, as 'start' does it. */
export function withMigratedDatabase<Result>(
  settings: Settings,
  work: (database: Database) => Promise<Result>,
): Promise<Result> {
  return withDatabase(settings, async (database) => {
    const { dataFolder } = settings;
    await upgradeTown(database, { location: locationOf(settings), dataFolder, now: Date.now() });
    return work(database);
  });
}
