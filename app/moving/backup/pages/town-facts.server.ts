import { findAdminEmail } from '#app/people/administrator/administrator-address.server.ts';
import { versionOfBelfry } from '#app/platform/command-line/belfry-version.ts';
import type { ReadDb } from '#app/platform/database/handles.ts';
import type { Settings } from '#app/platform/settings/settings.server.ts';
import { townAndStateOf } from '#app/town/town-names.ts';
import { findTown } from '#app/town/town-store.server.ts';

/** A line of facts for the successor: 'Address', 'https://maplehollow.example'. */
export type TownFact = { label: string; value: string };

/** What the site itself knows about where and how the town runs. Contains no password and no key. */
export async function listTownFacts(db: ReadDb, settings: Settings): Promise<TownFact[]> {
  const town = await findTown(db);
  const facts = [
    { label: 'Site', value: town.title },
    { label: 'Town', value: townAndStateOf(town) },
    { label: 'Address', value: settings.url },
    { label: 'Administrator', value: (await findAdminEmail(db, settings)) ?? 'none yet' },
    { label: 'Contact', value: town.contactEmail },
    { label: 'Database', value: settings.databaseUrl ? 'PostgreSQL' : 'SQLite, in the data folder' },
    { label: 'Data folder', value: settings.dataFolder },
    { label: 'Pictures', value: settings.mediaBucket?.address ?? 'in the data folder' },
    {
      label: 'Mail server',
      value: serverOf(settings.smtpUrl) ?? 'none: emails are written to the data folder',
    },
    { label: 'Sender of emails', value: settings.mailFrom ?? 'the default of the site’s address' },
    { label: 'Google login', value: settings.google ? 'yes' : 'no' },
    { label: 'Copies of backups', value: settings.backupBucket?.address ?? '' },
    { label: 'Program', value: `Belfry ${versionOfBelfry()}` },
  ];
  return facts.filter(({ value }) => value !== '');
}

/** The host of a mail server, without its user and password. */
function serverOf(address: string | undefined): string | undefined {
  return address && URL.parse(address)?.host;
}
