import { basename, dirname } from 'node:path';
import { commandLine } from '#app/platform/command-line/command-line.ts';
import type { Database } from '#app/platform/database/handles.ts';
import type { Bucket } from '#app/platform/storage/bucket.server.ts';
import { hashFile } from '#app/platform/storage/work-folder.server.ts';
import { StoppedError } from './backup-error.ts';
import { listBackupFiles, removeOldBackups } from './backup-files.server.ts';
import { beginRun } from './backup-run-store.server.ts';
import { findBackupPlan, rememberEncrypted } from './backup-settings.server.ts';
import { copyToSecondLocation } from './second-location.server.ts';
import { appendSuppressions } from './suppression.server.ts';
import { type BackupOptions, type TakenBackup, takeBackup } from './take-backup.server.ts';

/**
 * Makes a backup in the data folder, encrypted if the plan has public keys or `encryptFor` is given, stores the plan's
 * second copy, deletes scheduled backups beyond those to keep, and records when it begins and the outcome. Throws what `takeBackup`
 * throws, and records that, too. A failed second copy does not invalidate the backup: it is recorded and returned.
 */
export async function runBackup(
  database: Database,
  options: Omit<BackupOptions, 'to'> & { kind: 'scheduled' | 'asked'; bucket?: Bucket | undefined },
): Promise<TakenBackup & { secondPlace: string | null; trouble: string | null }> {
  const { kind, now: at, dataFolder, bucket, signal } = options;
  const run = await beginRun(database.write, { kind, at });
  try {
    await appendSuppressions(database.read, dataFolder);
    const plan = await findBackupPlan(database.read);
    const { recipients } = plan;
    const encryptFor = options.encryptFor ?? (recipients.length > 0 ? { recipients } : undefined);
    const taken = await takeBackup({ ...options, encryptFor });
    await removeOldBackups(dirname(taken.file), 'scheduled', plan.keep);
    if (encryptFor) await rememberTaken(database, taken, dataFolder);
    const second = await copyToSecondLocation(plan, taken.file, { dataFolder, bucket, signal });
    const trouble = [describeLost(taken), second.trouble].filter(Boolean).join(' ') || null;
    const outcome = { ...second, trouble };
    await run.end({ file: basename(taken.file), bytes: taken.bytes, rows: taken.rows, ...outcome });
    return { ...taken, ...outcome };
  } catch (error) {
    // An error while recording must not hide the outcome.
    const record = error instanceof StoppedError ? run.forget() : run.end({ trouble: errorLineOf(error) });
    await record.catch(() => undefined);
    throw error;
  }
}

/** What administrators read about files that could not be backed up. */
function describeLost({ lost, lostDocuments }: TakenBackup): string {
  if (lost === 0) return '';
  const files = [countFiles(lost - lostDocuments, 'picture'), countFiles(lostDocuments, 'document')];
  const verb = lost === 1 ? 'is' : 'are';
  return `The backup is good, but ${files.filter(Boolean).join(' and ')} ${verb} missing, damaged or unreachable, and not in it. To list them, run: ${commandLine('doctor')}. To get them back, restore an earlier backup, or upload them again.`;
}

function countFiles(count: number, kind: string): string {
  return count === 0 ? '' : count === 1 ? `1 ${kind} file` : `${count} ${kind} files`;
}

async function rememberTaken({ write }: Database, { file, rows, counts }: TakenBackup, dataFolder: string) {
  const kept = (await listBackupFiles(dataFolder)).map(({ name }) => name);
  await rememberEncrypted(write, basename(file), { sha256: await hashFile(file), rows, counts }, kept);
}

function errorLineOf(error: unknown): string {
  return ((error as Error).message ?? String(error)).split('\n')[0]?.slice(0, 500) ?? '';
}
