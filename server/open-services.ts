import type { DestinationStream } from 'pino';
import { resolveLinks } from '#app/items/text/resolve-links.server.ts';
import { openOtherDays } from '#app/moving/as-of/as-of-towns.server.ts';
import { openOtherDay } from '#app/moving/as-of/open-other-day.server.ts';
import { accountSubscriptions } from '#app/newsletter/subscribers/sync-members.server.ts';
import { openAuth } from '#app/people/auth-context.server.ts';
import type { Services } from '#app/people/request/services.server.ts';
import { openSecret } from '#app/people/secret.server.ts';
import type { Database } from '#app/platform/database/handles.ts';
import { listPendingMigrations } from '#app/platform/database/migrate-database.server.ts';
import { openMedia } from '#app/platform/media/media.server.ts';
import { openDatabase } from '#app/platform/open-database.server.ts';
import type { Settings } from '#app/platform/settings/settings.server.ts';
import { keyedHash } from '#app/platform/throttle/keyed-hash.ts';
import { openLog } from './log.ts';
import { runTool } from './run-tool.ts';
import { openWritability } from './writability.ts';

export type OpenServices = { services: Services; database: Database; close: () => Promise<void> };

/**
 * Opens what a site holds. Throws when the secret or the SQLite file can't be opened. Does not migrate. Without `logTo`
 * the log goes to standard output, as JSON.
 */
export async function openServices(
  settings: Settings,
  now: () => number = Date.now,
  logTo?: DestinationStream,
): Promise<OpenServices> {
  const warn = (problem: string) => log.warn(problem);
  const { databaseUrl, dataFolder, url: siteUrl } = settings;
  const from = databaseUrl ? { url: databaseUrl } : { dataFolder };
  const opened = openDatabase(from, { warn });
  const database = resolveLinks(opened, settings.url);
  const secret = openSecret(settings);
  const log = openLog(settings.logLevel, secret, logTo);
  const auth = openAuth(database, settings, secret, now, (problem) => log.warn(problem));
  const media = openMedia(settings);
  const otherDays = openOtherDays(
    (moment, making) => openOtherDay({ from, dataFolder, siteUrl }, { ...making, moment, now: now() }),
    { onFailure: (error) => log.warn({ err: error }, 'another day could not be prepared') },
  );
  const takesWrites = openWritability(database.write);
  const services: Services = {
    settings,
    read: database.read,
    write: database.write,
    auth,
    media,
    subscriptions: accountSubscriptions,
    log,
    keyedHash: (text) => keyedHash(secret, 'activity', text),
    missing: new Map(),
    now,
    runTool,
    otherDays,
    findDatabaseProblem: () => findDatabaseProblem(database, takesWrites),
  };
  const close = async () => {
    media.encoder.close();
    await otherDays.close();
    await database.close();
  };
  return { services, database, close };
}

async function findDatabaseProblem(
  database: Database,
  takesWrites: () => Promise<boolean>,
): Promise<string | undefined> {
  try {
    await database.read.selectFrom('town_setting').select('name').limit(1).execute();
    const pending = await listPendingMigrations(database);
    if (pending.length > 0) return `migrations are pending: ${pending.join(', ')}`;
    return (await takesWrites())
      ? undefined
      : 'the database does not accept writes: is the disk full or read-only?';
  } catch {
    return 'the database does not respond';
  }
}
