import { openAuth } from '#app/auth/auth.server.ts';
import { openSecret } from '#app/auth/secret.server.ts';
import { openDatabase } from '#app/database/connect.server.ts';
import type { Database } from '#app/database/handles.ts';
import { listPendingMigrations } from '#app/database/migrate.server.ts';
import type { Services } from '#app/services.server.ts';
import type { Settings } from '#app/settings.server.ts';
import { openLog } from './log.ts';

export type OpenServices = { services: Services; database: Database; close: () => Promise<void> };

/** Opens what a site holds. Throws when the secret or the SQLite file cannot be opened. Does not migrate. */
export async function openServices(settings: Settings, now: () => number = Date.now): Promise<OpenServices> {
  const database = openDatabase(
    settings.databaseUrl
      ? { url: settings.databaseUrl, replicaUrl: settings.replicaUrl }
      : { dataFolder: settings.dataFolder },
  );
  const secret = openSecret(settings);
  const log = openLog(settings.logLevel, secret);
  const auth = openAuth(database, settings, secret, now, (problem) => log.warn(problem));
  const services: Services = {
    settings,
    read: database.read,
    write: database.write,
    auth,
    log,
    now,
    findDatabaseProblem: () => findDatabaseProblem(database),
  };
  return { services, database, close: database.close };
}

async function findDatabaseProblem(database: Database): Promise<string | undefined> {
  try {
    await database.read.selectFrom('town_setting').select('name').limit(1).execute();
    const pending = await listPendingMigrations(database);
    return pending.length > 0 ? `migrations are pending: ${pending.join(', ')}` : undefined;
  } catch {
    return 'the database does not answer';
  }
}
