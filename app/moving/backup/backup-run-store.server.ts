import { randomUUID } from 'node:crypto';
import type { ReadDb, WriteDb } from '#app/platform/database/handles.ts';
import type { BackupRunRow } from '#app/platform/database/tables/operation-tables.ts';
import { DAY_MS } from '#app/platform/time/durations.ts';

/** How long attempts are stored. */
const KEPT_MS = 400 * DAY_MS;

/** What was attempted: a backup, by its kind, or a test restore of the newest one. */
export type RunKind = 'scheduled' | 'asked' | 'before-upgrade' | 'before-restore' | 'before-move' | 'drill';

type BackupRun = Omit<BackupRunRow, 'id' | 'kind' | 'checked'> & {
  kind: RunKind;
  /** Only where the database has this version's schema. */
  checked?: string;
};

/** An attempt as it is listed: in databases of earlier versions, too. */
export type StoredRun = Omit<BackupRunRow, 'checked'>;

/** Records the outcome of an attempt; deletes those more than 400 days older. */
export async function recordRun(db: WriteDb, run: BackupRun): Promise<void> {
  await db
    .insertInto('backup_run')
    .values({ id: randomUUID(), ...run })
    .execute();
  await removeOldRuns(db, run.at);
}

async function removeOldRuns(db: WriteDb, at: number): Promise<void> {
  await db
    .deleteFrom('backup_run')
    .where('at', '<', at - KEPT_MS)
    .execute();
}

export const runColumns = [
  'id',
  'kind',
  'at',
  'tookMs',
  'file',
  'bytes',
  'rows',
  'secondPlace',
  'trouble',
] as const;

type BegunRun = {
  /** Records the outcome. */
  end: (outcome: Partial<Omit<BackupRun, 'kind' | 'at'>>) => Promise<void>;
  /** The attempt was stopped on purpose: it counts as none. */
  forget: () => Promise<void>;
};

/**
 * Records that a backup begins, at `at` (UTC epoch milliseconds): if its process is killed, the attempt is known. Until
 * it ends it has neither a file nor a trouble. A database that can't record it does not prevent the backup.
 */
export async function beginRun(
  db: WriteDb,
  { kind, at }: { kind: Exclude<RunKind, 'drill'>; at: number },
): Promise<BegunRun> {
  const started = performance.now();
  const nothing = { file: null, bytes: null, rows: null, secondPlace: null, trouble: null };
  const begun = { id: randomUUID(), kind, at, tookMs: 0, ...nothing };
  await db
    .insertInto('backup_run')
    .values(begun)
    .execute()
    .catch(() => undefined);
  return {
    async end(outcome) {
      const tookMs = Math.round(performance.now() - started);
      const values = { ...nothing, ...outcome, tookMs };
      await db
        .insertInto('backup_run')
        .values({ ...begun, ...values })
        .onConflict((conflict) => conflict.column('id').doUpdateSet(values))
        .execute();
      await removeOldRuns(db, at);
    },
    forget: async () => void (await db.deleteFrom('backup_run').where('id', '=', begun.id).execute()),
  };
}

/** Records why attempts of a kind that began before `before` (UTC epoch milliseconds) and did not end have failed. */
export async function failBegunRuns(
  db: WriteDb,
  { kind, before, trouble }: { kind: RunKind; before: number; trouble: string },
): Promise<void> {
  await db
    .updateTable('backup_run')
    .set({ trouble })
    .where('kind', '=', kind)
    .where('at', '<', before)
    .where('file', 'is', null)
    .where('trouble', 'is', null)
    .execute();
}

/** Whether an attempt has begun and not ended: it is still running, or its process was killed. */
export function isBegun({ file, trouble }: Pick<StoredRun, 'file' | 'trouble'>): boolean {
  return file === null && trouble === null;
}

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

/** The newest attempt of one of these kinds, also one that has not ended. */
export function findLastRun(db: ReadDb, kinds: RunKind[]): Promise<StoredRun | undefined> {
  return newestOf(db, kinds).executeTakeFirst();
}

/** The newest of these kinds that has ended. */
export function findLastEndedRun(db: ReadDb, kinds: RunKind[]): Promise<StoredRun | undefined> {
  return newestOf(db, kinds)
    .where((eb) => eb.or([eb('file', 'is not', null), eb('trouble', 'is not', null)]))
    .executeTakeFirst();
}

/** The newest of these kinds with a backup, even if no copy of it was stored elsewhere. */
export function findLastGoodRun(db: ReadDb, kinds: RunKind[]): Promise<StoredRun | undefined> {
  return newestOf(db, kinds).where('file', 'is not', null).executeTakeFirst();
}

/** The oldest attempt of one of these kinds. */
export function findFirstRun(db: ReadDb, kinds: RunKind[]): Promise<StoredRun | undefined> {
  return db
    .selectFrom('backup_run')
    .select(runColumns)
    .where('kind', 'in', kinds)
    .orderBy('at')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();
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

/**
 * When the last backup began of which there is a copy in `folder` or in the bucket at `bucket` (UTC epoch milliseconds).
 */
export async function findLastCopies(
  db: ReadDb,
  { folder, bucket }: { folder: string; bucket: string | undefined },
): Promise<{ folder: number | undefined; bucket: number | undefined }> {
  const both = [folder, bucket].filter(Boolean).join(', ');
  const find = async (place: string | undefined) => {
    if (!place) return undefined;
    const run = await newestOf(db, ['scheduled', 'asked'])
      .where('secondPlace', 'in', [place, both])
      .executeTakeFirst();
    return run && Number(run.at);
  };
  return { folder: await find(folder), bucket: await find(bucket) };
}
