import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { readMoment } from '#app/moving/as-of/moment.ts';
import { openOtherDay } from '#app/moving/as-of/open-other-day.server.ts';
import { commandLine } from '#app/platform/command-line/command-line.ts';
import { listPendingMigrations } from '#app/platform/database/migrate-database.server.ts';
import { type Settings, SettingsError } from '#app/platform/settings/settings.server.ts';
import { findTown } from '#app/town/town-store.server.ts';
import { servicesOfDay } from './as-of.ts';
import { type OpenServices, openServices } from './open-services.ts';

/**
 * What the site holds at the moment that `text` names, for `belfry start --as-of`; `words` say so. The town itself stays
 * as it is. Throws SettingsError without a town, with one of an older version, and for what is no moment; when the
 * signal fires, its reason.
 */
export async function openServicesOfDay(
  settings: Settings,
  text: string,
  signal: AbortSignal,
): Promise<{ open: OpenServices; words: string }> {
  const { databaseUrl, dataFolder, url: siteUrl } = settings;
  // Opening it would create it.
  if (!databaseUrl && !existsSync(join(dataFolder, 'belfry.db')))
    throw new SettingsError(`There is no town in ${dataFolder}. Start the site once without --as-of.`);
  const present = await openServices(settings);
  try {
    const [missing] = await listPendingMigrations(present.database);
    if (missing)
      throw new SettingsError(`The database is from an older version. First run: ${commandLine('migrate')}`);
    const town = await findTown(present.services.read);
    const { instant: moment, problem } = readMoment(text, town);
    if (problem !== undefined) throw new SettingsError(`--as-of: ${problem}`);
    const from = databaseUrl ? { url: databaseUrl } : { dataFolder };
    const day = await openOtherDay({ from, dataFolder, siteUrl }, { moment, now: Date.now(), signal });
    const services = servicesOfDay(present.services, day.database, { moment, clock: town, isBarred: false });
    const close = async () => {
      await day.close();
      await present.close();
    };
    return { open: { services, database: day.database, close }, words: services.readOnly?.sentence ?? '' };
  } catch (error) {
    await present.close();
    throw error;
  }
}
