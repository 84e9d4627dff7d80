import * as z from 'zod';
import type { ReadDb, WriteDb } from '#app/database/handles.ts';
import type { Bucket } from './bucket.server.ts';

/** When backups are made automatically, how many of those are kept, where second copies go and who can open them. */
export const backupPlanSchema = z.object({
  every: z.enum(['off', 'hour', 'night']),
  keep: z.int().min(1).max(1000),
  /** A folder, outside the data folder if it is to help; '' for none. */
  folder: z.string(),
  /** Public keys (`age1…`) that backups are encrypted for; none leaves them unencrypted. */
  recipients: z.array(z.string()).default([]),
});

export type BackupPlan = z.infer<typeof backupPlanSchema>;

export const defaultPlan: BackupPlan = { every: 'night', keep: 14, folder: '', recipients: [] };

/** The plan as it was last saved; a town that never saved one makes a backup each night. */
export async function findBackupPlan(db: ReadDb): Promise<BackupPlan> {
  const parsed = backupPlanSchema.safeParse(await findSetting(db, 'plan'));
  return parsed.success ? parsed.data : defaultPlan;
}

/** Whether copies of backups go elsewhere and everybody who gets hold of one can read it. */
export function leavesUnencrypted({ folder, recipients }: BackupPlan, bucket: Bucket | undefined): boolean {
  return recipients.length === 0 && (folder !== '' || bucket !== undefined);
}

export function saveBackupPlan(db: WriteDb, plan: BackupPlan): Promise<void> {
  return saveSetting(db, 'plan', plan);
}

/** Since when (UTC epoch milliseconds) nothing runs by the calendar, because a backup of `madeAt` was restored. */
export type Pause = { now: number; madeAt: number };

/** Undefined while everything runs as planned. */
export async function findPause(db: ReadDb): Promise<Pause | undefined> {
  return (await findSetting(db, 'pause')) as Pause | undefined;
}

/** From now on nothing runs by the calendar, until `resumeSchedules`. */
export function pauseSchedules(db: WriteDb, pause: Pause): Promise<void> {
  return saveSetting(db, 'pause', pause);
}

export async function resumeSchedules(db: WriteDb): Promise<void> {
  await db.deleteFrom('backup_setting').where('name', '=', 'pause').execute();
}

/** Asks for a backup as soon as may be; asked again meanwhile, it stays one. */
export function askForBackup(db: WriteDb, now: number): Promise<void> {
  return saveSetting(db, 'asked', now);
}

/** Whether one was asked for that is not made yet. */
export async function isBackupAsked(db: ReadDb): Promise<boolean> {
  return (await findSetting(db, 'asked')) !== undefined;
}

/** The one that was asked for is made, or failed. */
export async function settleAskedBackup(db: WriteDb): Promise<void> {
  await db.deleteFrom('backup_setting').where('name', '=', 'asked').execute();
}

/** What an encrypted backup was when it was made and restored for a trial: nothing here can open it later. */
export type SealedBackup = { sha256: string; rows: number };

/** Remembers an encrypted backup by its file's name, and forgets those that are not among `kept`. */
export async function rememberSealed(
  db: WriteDb,
  name: string,
  backup: SealedBackup,
  kept: string[],
): Promise<void> {
  const known = Object.entries(await listSealed(db)).filter(([each]) => kept.includes(each));
  await saveSetting(db, 'sealed', Object.fromEntries([...known, [name, backup]]));
}

/** Undefined for one that was not encrypted, or was made elsewhere. */
export async function findSealed(db: ReadDb, name: string): Promise<SealedBackup | undefined> {
  return (await listSealed(db))[name];
}

async function listSealed(db: ReadDb): Promise<Record<string, SealedBackup>> {
  return ((await findSetting(db, 'sealed')) ?? {}) as Record<string, SealedBackup>;
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
