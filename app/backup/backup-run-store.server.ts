import { randomUUID } from 'node:crypto';
import type { ReadDb, WriteDb } from '#app/database/handles.ts';
import type { BackupRunRow } from '#app/database/operation-tables.ts';

/** How long attempts are stored. */
const KEPT_MS = 400 * 24 * 60 * 60 * 1000;

/** What was attempted: a backup, by its kind, or a test restore of the newest one. */
export type RunKind = 'scheduled' | 'asked' | 'before-upgrade' | 'before-restore' | 'before-move' | 'drill';

export type BackupRun = Omit<BackupRunRow, 'id' | 'kind' | 'checked'> & {
  kind: RunKind;
  /** Only where the database has this version's schema. */
  checked?: string;
};

/** An attempt as it is listed: in databases of earlier versions, too. */
export type StoredRun = Omit<BackupRunRow, 'checked'>;

/** Records the outcome of an attempt; deletes those more than 400 days older. */
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
export function listRuns(db: ReadDb, limit: number): Promise<StoredRun[]> {
  return db
    .selectFrom('backup_run')
    .select(runColumns)
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
}

/** The newest attempt of one of these kinds. */
export function findLastRun(db: ReadDb, kinds: RunKind[]): Promise<StoredRun | undefined> {
  return newestOf(db, kinds).executeTakeFirst();
}

/** The newest of these kinds with a backup, even if no copy of it was stored elsewhere. */
export function findLastGoodRun(db: ReadDb, kinds: RunKind[]): Promise<StoredRun | undefined> {
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
