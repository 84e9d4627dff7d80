import { basename, join } from 'node:path';
import { buildTown } from '#app/moving/backup/restore/build-town.server.ts';
import type { Database } from '#app/platform/database/handles.ts';
import { listRunMigrations, migrate } from '#app/platform/database/migrate-database.server.ts';
import { listDamages } from '#app/platform/sqlite/town-file.server.ts';
import { hashFile, withWorkFolder } from '#app/platform/storage/work-folder.server.ts';
import { BackupError, StoppedError, type Watching } from './backup-error.ts';
import { altered } from './backup-file.server.ts';
import { backupFolderOf } from './backup-files.server.ts';
import { type Checked, recordRun } from './backup-run-store.server.ts';
import { findEncrypted } from './backup-settings.server.ts';
import { isEncrypted, type OpeningKeys } from './encryption.server.ts';
import { countManifestRows } from './manifest.ts';
import { countCurrentTown, countTown, type TownCounts } from './town-counts.server.ts';

type DrillOptions = Watching & {
  backup: string;
  dataFolder: string;
  /** UTC epoch milliseconds. */
  now: number;
  keys?: OpeningKeys | undefined;
};

/** How many rows there are, and whether they were restored or the encrypted file was compared with a restored one. */
type Drill = { rows: number; how: Checked['how'] };

/**
 * Restores a backup into a temporary database: every byte is checked, every row counted, and it is migrated to this
 * version. Without keys, an encrypted one is compared byte for byte with what was restored when it was made. Throws
 * BackupError. Changes nothing but the list of attempts, to which the outcome is added.
 */
export async function tryRestore(database: Database, options: DrillOptions): Promise<Drill> {
  const { backup, dataFolder, now: at } = options;
  const started = performance.now();
  const note = (outcome: { rows: number | null; trouble: string | null; checked?: string }) =>
    recordRun(database.write, {
      ...outcome,
      kind: 'drill',
      at,
      tookMs: Math.round(performance.now() - started),
      file: basename(backup),
    });
  try {
    const how = !options.keys && (await isEncrypted(backup).catch(() => false)) ? 'compared' : 'restored';
    const { rows, counts: file } =
      how === 'compared'
        ? await compareEncrypted(database, backup)
        : await withWorkFolder(backupFolderOf(dataFolder), (work) => rehearse(work, options));
    const schema = await listRunMigrations(database);
    const site = await countCurrentTown(database.read, schema);
    const checked: Checked | undefined = site && { how, site, file: file ?? null };
    await note({ rows, trouble: null, ...(checked && { checked: JSON.stringify(checked) }) });
    return { rows, how };
  } catch (error) {
    if (!(error instanceof StoppedError))
      await note({ rows: null, trouble: (error as Error).message.split('\n')[0] ?? '' }).catch(
        () => undefined,
      );
    throw error;
  }
}

/** The key is stored elsewhere: this can only verify that no byte has changed since the backup was verified. */
async function compareEncrypted({ read }: Database, backup: string): Promise<Counted> {
  const made = await findEncrypted(read, basename(backup));
  if (!made)
    throw new BackupError(
      `${backup} is encrypted and was not made here. Add --passphrase-file FILE or --identity FILE to open it.`,
    );
  if ((await hashFile(backup)) !== made.sha256) throw altered(backup);
  return made;
}

type Counted = { rows: number; counts?: TownCounts | undefined };

async function rehearse(work: string, { backup, keys, signal, onProgress }: DrillOptions): Promise<Counted> {
  const town = await buildTown(backup, join(work, 'trial.db'), { keys, signal, onProgress });
  try {
    await migrate(town.database);
    const [damage] = listDamages(town.connection);
    if (damage)
      throw new BackupError(`The database restored from ${basename(backup)} is damaged (${damage}).`);
    return { rows: countManifestRows(town.manifest), counts: await countTown(town.database.read) };
  } finally {
    await town.database.close();
  }
}
