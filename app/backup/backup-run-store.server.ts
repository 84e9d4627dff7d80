import { randomUUID } from 'node:crypto';
import type { ReadDb, WriteDb } from '#app/database/handles.ts';
import type { BackupRunRow } from '#app/database/tables.ts';

/** Attempts are remembered for so long. */
const KEPT_MS = 400 * 24 * 60 * 60 * 1000;

/** What was tried: a backup, by its kind, or to restore the newest one for a trial. */
export type RunKind = 'scheduled' | 'asked' | 'before-upgrade' | 'before-restore' | 'before-move' | 'drill';

export type BackupRun = Omit<BackupRunRow, 'id' | 'kind'> & { kind: RunKind };

/** Writes down what came of an attempt; forgets those of more than 400 days before it. */
export async function noteRun(db: WriteDb, run: BackupRun): Promise<void> {
  await db
    .insertInto('backup_run')
    .values({ id: randomUUID(), ...run })
    .execute();
  await db
    .deleteFrom('backup_run')
    .where('at', '<', run.at - KEPT_MS)
    .execute();
}

const runColumns = ['id', 'kind', 'at', 'tookMs', 'file', 'bytes', 'rows', 'secondPlace', 'trouble'] as const;

/** The newest attempts, newest first. */
export function listRuns(db: ReadDb, limit: number): Promise<BackupRunRow[]> {
  return db
    .selectFrom('backup_run')
    .select(runColumns)
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
}

/** The newest attempt of one of these kinds. */
export function findLastRun(db: ReadDb, kinds: RunKind[]): Promise<BackupRunRow | undefined> {
  return newestOf(db, kinds).executeTakeFirst();
}

/** The newest of these kinds from which there is a backup, even if no copy of it reached the second place. */
export function findLastGoodRun(db: ReadDb, kinds: RunKind[]): Promise<BackupRunRow | undefined> {
  return newestOf(db, kinds).where('file', 'is not', null).executeTakeFirst();
}

function newestOf(db: ReadDb, kinds: RunKind[]) {
  return db
    .selectFrom('backup_run')
    .select(runColumns)
    .where('kind', 'in', kinds)
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(1);
}
