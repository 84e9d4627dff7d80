/** How the database gets the form for a new version, and how it is put back, on either kind of database. */
import type { Settings } from '#app/platform/settings/settings.server.ts';
import { CommandError, type Invocation } from '../command.ts';
import { listPending, runVersion } from './change-version.ts';
import { type DataProcess, openDataProcess } from './data-process.ts';
import { folderOf, installation } from './versions.ts';

const ARGS = ['migrate', '--without-backup', '--leave-index'];

type Migrating = {
  invocation: Invocation;
  settings: Settings;
  data: DataProcess;
  /** Undefined in a checkout. */
  from: string | undefined;
  to: string;
};

/** With the code of the new version. Until the copy takes the place of the database, nothing can be saved. SQLite only. */
export async function migrateCopy({ invocation, data, to }: Migrating): Promise<void> {
  await data.do('pause');
  const { folder } = await data.do('hold');
  await runVersion(to, ARGS, invocation, { BELFRY_DATA: folder }).catch((error: Error) => {
    throw new CommandError(`The database can't be upgraded: ${error.message} Nothing was changed.`);
  });
}

/** For `changeVersion`. On PostgreSQL, the new version migrates in one transaction, after the tables were copied. */
export async function replaceData({ invocation, settings, data, to }: Migrating): Promise<void> {
  if (!settings.databaseUrl) return void (await data.do('replace'));
  await data.do('keep');
  await runVersion(to, ARGS, invocation);
}

/** For `changeVersion`: undoes `replaceData`, also that of an upgrade that was killed. */
export async function putDataBack({ invocation, settings, data, from, to }: Migrating): Promise<void> {
  if (!settings.databaseUrl) return void (await data.do('put-back'));
  const { migrations } = await data.do('facts');
  if (listPending(to, migrations).length > 0) return;
  // Only the new version knows its tables, only the old one those that were copied.
  const newer = openDataProcess(folderOf(to), invocation.environment);
  const tables = await newer.do('tables').finally(newer.end);
  const older = openDataProcess(from === undefined ? installation : folderOf(from), invocation.environment);
  await older.do('put-back', tables.join()).finally(older.end);
}
