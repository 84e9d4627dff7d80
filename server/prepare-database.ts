import { createSetupLink } from '#app/auth/setup-link.server.ts';
import { migrate } from '#app/database/migrate.server.ts';
import { SettingsError } from '#app/settings.server.ts';
import { findTown } from '#app/town/town-store.server.ts';
import { loadSampleTown } from '../commands/sample-town/load-sample-town.ts';
import type { OpenServices } from './open-services.ts';

/**
 * Migrates, loads the sample town into a new database, creates the administrator the environment names. Answers the
 * one-time link to create one while there is none.
 */
export async function prepareDatabase({ database, services }: OpenServices): Promise<string | undefined> {
  const { settings, write, now } = services;
  const ran = await migrate(database);
  const isNew = ran.some((migration) => migration.migrationName.startsWith('0001'));
  if (isNew && settings.loadDemo) {
    console.log('Loading the sample town of Maple Hollow …');
    await loadSampleTown(write, { now: now(), town: await findTown(write), siteUrl: settings.url });
  }
  if (await services.auth.hasAdministrator()) return undefined;
  const { adminEmail, adminPassword } = settings;
  if (adminEmail && adminPassword) {
    const outcome = await services.auth.createAdministrator({ email: adminEmail, password: adminPassword });
    if (outcome.kind === 'created') return undefined;
    const problems =
      outcome.kind === 'refused' ? Object.values(outcome.problems).join(' ') : 'there is one already';
    throw new SettingsError(
      `BELFRY_ADMIN_EMAIL and BELFRY_ADMIN_PASSWORD make no administrator: ${problems}`,
    );
  }
  return `${settings.url}/setup?token=${await createSetupLink(write, now())}`;
}
