import * as z from 'zod';
import type { ReadDb, WriteDb } from '#app/platform/database/handles.ts';
import { inTransaction, lockName } from '#app/platform/database/transaction.ts';
import type { Bucket } from '#app/platform/storage/bucket.server.ts';
import type { TownCounts } from './town-counts.server.ts';

/** When backups are made automatically, how many of them are kept, where second copies go and who can open them. */
export const backupPlanSchema = z.object({
  every: z.enum(['off', 'hour', 'night']),
  keep: z.int().min(1).max(1000),
  /** A folder, which should be outside the data folder; '' for none. */
  folder: z.string(),
  /** Public keys (`age1…`) that backups are encrypted for; without any, they are not encrypted. */
  recipients: z.array(z.string()).default([]),
});

export type BackupPlan = z.infer<typeof backupPlanSchema>;

export const defaultPlan: BackupPlan = { every: 'night', keep: 14, folder: '', recipients: [] };

/** The plan as last saved; the default is a backup each night. */
export async function findBackupPlan(db: ReadDb): Promise<BackupPlan> {
  const parsed = backupPlanSchema.safeParse(await findSetting(db, 'plan'));
  return parsed.success ? parsed.data : defaultPlan;
}

/** Whether copies of backups go elsewhere unencrypted. */
export function leavesUnencrypted({ folder, recipients }: BackupPlan, bucket: Bucket | undefined): boolean {
  return recipients.length === 0 && (folder !== '' || bucket !== undefined);
}

export function saveBackupPlan(db: WriteDb, plan: BackupPlan): Promise<void> {
  return saveSetting(db, 'plan', plan);
}

/**
 * A backup that was requested at `at` (UTC epoch milliseconds) and is not made yet. `sealed` is the passphrase that
 * encrypts it, readable only with the site's secret.
 */
type RequestedBackup = { at: number; sealed?: string | undefined };

/** Requests a backup as soon as possible, in place of one that was requested and is not made yet. */
export function requestBackup(db: WriteDb, asked: RequestedBackup): Promise<void> {
  return saveSetting(db, 'asked', asked);
}

export async function findRequestedBackup(db: ReadDb): Promise<RequestedBackup | undefined> {
  return (await findSetting(db, 'asked')) as RequestedBackup | undefined;
}

/** Whether a backup was requested and is not made yet. */
export async function isBackupRequested(db: ReadDb): Promise<boolean> {
  return (await findRequestedBackup(db)) !== undefined;
}

/** The backup requested at this time was made, or failed; a later request remains. */
export async function finishRequestedBackup(db: WriteDb, at: number): Promise<void> {
  const asked = await findRequestedBackup(db);
  if (asked?.at !== at) return;
  await db
    .deleteFrom('backup_setting')
    .where('name', '=', 'asked')
    .where('value', '=', JSON.stringify(asked))
    .execute();
}

/** How far a restore test is: rows read back, and when that was noted (UTC epoch milliseconds). */
type TestProgress = { done: number; total: number; at: number };

export function saveTestProgress(db: WriteDb, progress: TestProgress): Promise<void> {
  return saveSetting(db, 'test-progress', progress);
}

export async function findTestProgress(db: ReadDb): Promise<TestProgress | undefined> {
  return (await findSetting(db, 'test-progress')) as TestProgress | undefined;
}

/** What an encrypted backup contained when it was made and test-restored: nothing here can open it later. */
type EncryptedBackup = { sha256: string; rows: number; counts?: TownCounts | undefined };

/** Remembers an encrypted backup by its file's name, and forgets those that are not among `kept`. */
export async function rememberEncrypted(
  db: WriteDb,
  name: string,
  backup: EncryptedBackup,
  kept: string[],
): Promise<void> {
  await inTransaction(db, async (transaction) => {
    await lockName(transaction, 'encrypted-backups');
    const known = Object.entries(await listEncrypted(transaction)).filter(([each]) => kept.includes(each));
    await saveSetting(transaction, 'sealed', Object.fromEntries([...known, [name, backup]]));
  });
}

/** Undefined for one that was not encrypted, or was made elsewhere. */
export async function findEncrypted(db: ReadDb, name: string): Promise<EncryptedBackup | undefined> {
  return (await listEncrypted(db))[name];
}

async function listEncrypted(db: ReadDb): Promise<Record<string, EncryptedBackup>> {
  return ((await findSetting(db, 'sealed')) ?? {}) as Record<string, EncryptedBackup>;
}

async function findSetting(db: ReadDb, name: string): Promise<unknown> {
  const row = await db
    .selectFrom('backup_setting')
    .select('value')
    .where('name', '=', name)
    .executeTakeFirst();
  return row && JSON.parse(row.value);
}

async function saveSetting(db: WriteDb, name: string, value: unknown): Promise<void> {
  const text = JSON.stringify(value);
  await db
    .insertInto('backup_setting')
    .values({ name, value: text })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value: text }))
    .execute();
}
