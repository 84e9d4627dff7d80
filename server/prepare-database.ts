import { rmSync } from 'node:fs';
import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { textSources } from '#app/collections.server.ts';
import { ensureProofKey } from '#app/items/proof/proof-keys.server.ts';
import { describeUpgrade, upgradeTown } from '#app/moving/backup/restore/upgrade-town.server.ts';
import { addFixedPages } from '#app/pages/fixed-pages.server.ts';
import { createAdministrator } from '#app/people/administrator/administrator.server.ts';
import {
  findReplaced,
  hasAdministrator,
  isFormerAddress,
  rememberAdminEmail,
} from '#app/people/administrator/administrator-address.server.ts';
import { createSetupLink } from '#app/people/administrator/setup-link.server.ts';
import type { Services } from '#app/people/request/services.server.ts';
import { commandLine } from '#app/platform/command-line/command-line.ts';
import type { WriteDb } from '#app/platform/database/handles.ts';
import type { AnyDb } from '#app/platform/search-index/text-sources.ts';
import { SettingsError } from '#app/platform/settings/settings.server.ts';
import { unnamedTown } from '#app/town/town-names.ts';
import { findTown, recordSiteUrl, saveTown } from '#app/town/town-store.server.ts';
import { loadSampleTown } from '../commands/sample-town/save-sample-town.ts';
import type { OpenServices } from './open-services.ts';

/**
 * Migrates, after a backup if there is a town; loads the sample town into an empty database, stores the site's address,
 * and creates the administrator from the environment.
 */
export async function prepareDatabase({ database, services }: OpenServices): Promise<void> {
  const { settings, write, media, now } = services;
  const { databaseUrl: url, dataFolder } = settings;
  const upgraded = await upgradeTown(database, {
    location: url ? { url } : { dataFolder },
    dataFolder,
    media: media.files,
    now: now(),
    onBackup: () => console.log('Backing up the database before the upgrade …'),
  });
  if (upgraded.backup) for (const line of describeUpgrade(upgraded)) console.log(line);
  await onFirstStart(write, async (transaction, isEmpty) => {
    if (!settings.loadDemo) return nameNothing(transaction);
    if (!isEmpty) return;
    console.log('Loading the sample town of Maple Hollow …');
    const town = await findTown(transaction);
    await loadSampleTown(transaction, { now: now(), town, siteUrl: settings.url });
  });
  await addFixedPages(write, now());
  await ensureProofKey(write, now());
  await recordSiteUrl(write, settings.url);
  await createNamedAdministrator(services);
}

/** A site that is not a sample begins without the sample's names; settings saved before the first start stay. */
async function nameNothing(db: WriteDb): Promise<void> {
  const saved = await db.selectFrom('town_setting').select('name').execute();
  const names = new Set(saved.map(({ name }) => name));
  await saveTown(db, Object.fromEntries(Object.entries(unnamedTown).filter(([name]) => !names.has(name))));
}

/**
 * Creates the administrator from the environment, and stores the address. If another administrator would lose the role,
 * it asks the operator to confirm that instead. The log contains no names; `doctor` does.
 */
async function createNamedAdministrator({ settings, write, auth }: Services): Promise<void> {
  const { adminEmail, adminPassword } = settings;
  if (!adminEmail) return;
  if (await isFormerAddress(write, adminEmail)) {
    console.log(
      `Warning: BELFRY_ADMIN_EMAIL names a former administrator, who handed the role over. It has no effect. Set it to the address of the present administrator, or remove it. Who that is: ${commandLine('doctor')}`,
    );
    return;
  }
  if (await findReplaced(write, adminEmail)) {
    console.log(
      `Warning: BELFRY_ADMIN_EMAIL names another administrator than before, who has lost the role. To confirm the change, run: ${commandLine('admin create ADDRESS --replace')}. To undo it, set the earlier address and restart. Who they are: ${commandLine('doctor')}`,
    );
    return;
  }
  await rememberAdminEmail(write, adminEmail);
  if (!adminPassword || (await hasAdministrator(auth))) return;
  const outcome = await createAdministrator(auth, { email: adminEmail, password: adminPassword });
  if (outcome.kind === 'created') return;
  const problems =
    outcome.kind === 'refused' ? Object.values(outcome.problems).join(' ') : 'there already is one';
  throw new SettingsError(
    `BELFRY_ADMIN_EMAIL and BELFRY_ADMIN_PASSWORD were not used to create an administrator: ${problems}`,
  );
}

/**
 * The one-time link for creating the administrator, while there is none. Any earlier link ends: call it only once the
 * site listens, so that a failed start does not invalidate the link of a running site.
 */
export async function offerSetUp({ services }: Pick<OpenServices, 'services'>): Promise<string | undefined> {
  const { settings, write, now, auth } = services;
  if (await hasAdministrator(auth)) return undefined;
  return `${settings.url}/setup?token=${await createSetupLink(write, now())}`;
}

const MARK = 'firstStart';

/**
 * Runs `work` at the first start on a database, and says whether that is still empty. All or nothing, so an interrupted
 * first start is completed by the next; a town that was emptied on purpose stays empty.
 */
async function onFirstStart(
  db: WriteDb,
  work: (transaction: WriteDb, isEmpty: boolean) => Promise<void>,
): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    // Of several nodes that start at once, one inserts the mark; the others wait for it here and find it.
    const { numInsertedOrUpdatedRows } = await transaction
      .insertInto('town_setting')
      .values({ name: MARK, value: 'done' })
      .onConflict((conflict) => conflict.column('name').doNothing())
      .executeTakeFirstOrThrow();
    if (numInsertedOrUpdatedRows === 1n) await work(transaction, await isEmpty(transaction));
  });
}

async function isEmpty(db: WriteDb): Promise<boolean> {
  for (const { table } of textSources) {
    if (await (db as unknown as AnyDb).selectFrom(table).select('id').limit(1).executeTakeFirst())
      return false;
  }
  return true;
}

/** Stores the one-time link, readable by the site's user only, and returns the file's name. */
export async function writeSetupLink(dataFolder: string, link: string): Promise<string> {
  const file = fileOf(dataFolder);
  await mkdir(dataFolder, { recursive: true, mode: 0o700 });
  await writeFile(`${file}.partial`, `${link}\n`, { mode: 0o600 });
  await rename(`${file}.partial`, file);
  return file;
}

/** Deletes a link that an earlier start has stored. */
export function removeSetupLink(dataFolder: string): void {
  rmSync(fileOf(dataFolder), { force: true });
}

function fileOf(dataFolder: string): string {
  return join(dataFolder, 'setup-link');
}
