import { basename, dirname } from 'node:path';
import type { Database } from '#app/database/handles.ts';
import { listBackupFiles, removeOldBackups } from './backup-files.server.ts';
import { noteRun } from './backup-run-store.server.ts';
import { findBackupPlan, rememberSealed } from './backup-settings.server.ts';
import { StoppedError } from './backup-trouble.ts';
import type { Bucket } from './bucket.server.ts';
import { hashFile } from './file-hash.server.ts';
import { copyToSecondPlace } from './second-place.server.ts';
import { appendSuppressions } from './suppression.server.ts';
import { type BackupOptions, type TakenBackup, takeBackup } from './take-backup.server.ts';

/**
 * Makes a backup in the data folder, encrypted if the plan names public keys or `sealFor` says so, copies it to the
 * second place if the plan names one, removes scheduled ones beyond
 * those that are to be kept, and writes down what came of it. Throws what `takeBackup` does, and writes that down too. A
 * second place that fails does not make the backup less good: that is written down, and answered.
 */
export async function runBackup(
  database: Database,
  options: Omit<BackupOptions, 'to'> & { kind: 'scheduled' | 'asked'; bucket?: Bucket | undefined },
): Promise<TakenBackup & { secondPlace: string | null; trouble: string | null }> {
  const { kind, now: at, dataFolder, bucket, signal } = options;
  const started = performance.now();
  const note = (run: Partial<Parameters<typeof noteRun>[1]>) => {
    const tookMs = Math.round(performance.now() - started);
    const nothing = { file: null, bytes: null, rows: null, secondPlace: null, trouble: null };
    return noteRun(database.write, { ...nothing, ...run, kind, at, tookMs });
  };
  try {
    await appendSuppressions(database.read, dataFolder);
    const plan = await findBackupPlan(database.read);
    const { recipients } = plan;
    const sealFor = options.sealFor ?? (recipients.length > 0 ? { recipients } : undefined);
    const taken = await takeBackup({ ...options, sealFor });
    await removeOldBackups(dirname(taken.file), 'scheduled', plan.keep);
    if (sealFor) await rememberTaken(database, taken, dataFolder);
    const second = await copyToSecondPlace(plan, taken.file, { dataFolder, bucket, signal });
    await note({ file: basename(taken.file), bytes: taken.bytes, rows: taken.rows, ...second });
    return { ...taken, ...second };
  } catch (error) {
    // What is written down must not hide what happened.
    if (!(error instanceof StoppedError)) await note({ trouble: lineOf(error) }).catch(() => undefined);
    throw error;
  }
}

async function rememberTaken({ write }: Database, { file, rows }: TakenBackup, dataFolder: string) {
  const kept = (await listBackupFiles(dataFolder)).map(({ name }) => name);
  await rememberSealed(write, basename(file), { sha256: await hashFile(file), rows }, kept);
}

function lineOf(error: unknown): string {
  return ((error as Error).message ?? String(error)).split('\n')[0]?.slice(0, 500) ?? '';
}
