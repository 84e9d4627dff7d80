import { basename, join } from 'node:path';
import type { Database } from '#app/database/handles.ts';
import { migrate } from '#app/database/migrate.server.ts';
import { noteRun } from './backup-run-store.server.ts';
import { BackupError, type OnProgress, StoppedError } from './backup-trouble.ts';
import { buildTown } from './build-town.server.ts';
import { countManifestRows } from './manifest.ts';
import type { OpeningKeys } from './sealing.server.ts';
import { listDamages } from './town-file.server.ts';
import { backupFolderOf, withWorkFolder } from './work-folder.server.ts';

export type DrillOptions = {
  backup: string;
  dataFolder: string;
  /** UTC epoch milliseconds. */
  now: number;
  keys?: OpeningKeys | undefined;
  signal?: AbortSignal | undefined;
  onProgress?: OnProgress | undefined;
};

/**
 * Restores a backup into a database that is thrown away: every byte is checked, every row counted, and it is brought to
 * this version. Answers how many rows; throws BackupError. Changes nothing but the list of what was tried, to which the
 * outcome is added.
 */
export async function tryRestore(database: Database, options: DrillOptions): Promise<number> {
  const { backup, dataFolder, now: at } = options;
  const started = performance.now();
  const note = (outcome: { rows: number | null; trouble: string | null }) =>
    noteRun(database.write, {
      ...outcome,
      kind: 'drill',
      at,
      tookMs: Math.round(performance.now() - started),
      file: basename(backup),
      bytes: null,
      secondPlace: null,
    });
  try {
    const rows = await withWorkFolder(backupFolderOf(dataFolder), (work) => rehearse(work, options));
    await note({ rows, trouble: null });
    return rows;
  } catch (error) {
    if (!(error instanceof StoppedError))
      await note({ rows: null, trouble: (error as Error).message.split('\n')[0] ?? '' }).catch(
        () => undefined,
      );
    throw error;
  }
}

async function rehearse(work: string, { backup, keys, signal, onProgress }: DrillOptions): Promise<number> {
  const town = await buildTown(backup, join(work, 'trial.db'), { keys, signal, onProgress });
  try {
    await migrate(town.database);
    const [damage] = listDamages(town.connection);
    if (damage) throw new BackupError(`What ${basename(backup)} restores to is not sound (${damage}).`);
    return countManifestRows(town.manifest);
  } finally {
    await town.database.close();
  }
}
