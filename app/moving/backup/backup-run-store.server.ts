import { randomUUID } from 'node:crypto';
import type { ReadDb, WriteDb } from '#app/platform/database/handles.ts';
import type { BackupRunRow } from '#app/platform/database/tables/operation-tables.ts';
import { DAY_MS } from '#app/platform/time/durations.ts';
import { NIGHT_LATE_MS } from './backup-due.ts';
import type { BackupFile } from './backup-files.server.ts';
import type { TownCounts } from './town-counts.server.ts';

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

const nothing = { tookMs: 0, file: null, bytes: null, rows: null, secondPlace: null, trouble: null };

/** Records what is known of an attempt; deletes those more than 400 days older. */
export async function recordRun(
  db: WriteDb,
  run: Pick<BackupRun, 'kind' | 'at'> & Partial<BackupRun>,
): Promise<void> {
  await db
    .insertInto('backup_run')
    .values({ id: randomUUID(), ...nothing, ...run })
    .execute();
  await removeOldRuns(db, run.at);
}

async function removeOldRuns(db: WriteDb, at: number): Promise<void> {
  await db
    .deleteFrom('backup_run')
    .where('at', '<', at - KEPT_MS)
    .execute();
}

const runColumns = ['id', 'kind', 'at', 'tookMs', 'file', 'bytes', 'rows', 'secondPlace', 'trouble'] as const;

type BegunRun = {
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
  const begun = { id: randomUUID(), kind, at, ...nothing };
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

/** What can fail: making a backup, having all of it everywhere (its copies, its pictures), and the weekly test. */
export const successes = ['backup', 'copy', 'test'] as const;

export type Success = (typeof successes)[number];

const kinds: Record<Success, RunKind[]> = {
  backup: ['scheduled', 'asked'],
  copy: ['scheduled', 'asked'],
  test: ['drill'],
};

export type Streak = {
  /** The newest attempt, if it failed. A backup that began 26 hours ago and has not ended counts as failed. */
  failed: StoredRun | undefined;
  /** The latest successes, newest first. */
  good: StoredRun[];
};

/** How this went lately. `now` is UTC epoch milliseconds. */
export async function findStreak(db: ReadDb, success: Success, now: number, limit: number): Promise<Streak> {
  const runs = db
    .selectFrom('backup_run')
    .select(runColumns)
    .where('kind', 'in', kinds[success])
    .$if(success === 'copy', (query) => query.where('file', 'is not', null))
    .orderBy('at', 'desc')
    .orderBy('id', 'desc');
  const good = await runs
    .$if(success === 'backup', (query) => query.where('file', 'is not', null))
    .$if(success !== 'backup', (query) => query.where('trouble', 'is', null))
    .limit(limit)
    .execute();
  const failed = await runs
    .where((eb) =>
      success === 'backup'
        ? eb.and([
            eb('file', 'is', null),
            eb.or([eb('trouble', 'is not', null), eb('at', '<', now - NIGHT_LATE_MS)]),
          ])
        : eb('trouble', 'is not', null),
    )
    .where('at', '>', good[0]?.at ?? 0)
    .limit(1)
    .executeTakeFirst();
  return { failed, good };
}

/** A test each week is on time until then. */
const OVERDUE_MS = 8 * DAY_MS;

/**
 * What a restore test counted on the site at that time and in the file; `file` is null for an encrypted backup from
 * before counts were stored. 'compared': an encrypted file whose key is not here was compared byte for byte with what
 * was restored when it was made.
 */
export type Checked = { how: 'restored' | 'compared'; site: TownCounts; file: TownCounts | null };

/** A restore test: when (UTC epoch milliseconds), of which file, how long it took, and why it failed. */
export type RestoreTest = {
  at: number;
  tookMs: number;
  file: string | null;
  trouble: string | null;
  checked: Checked | undefined;
};

/** The last restore test; undefined before the first. */
export async function findRestoreTest(db: ReadDb): Promise<RestoreTest | undefined> {
  const run = await db
    .selectFrom('backup_run')
    .select(['at', 'tookMs', 'file', 'trouble', 'checked'])
    .where('kind', '=', 'drill')
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (!run) return undefined;
  const checked = run.checked === null ? undefined : (JSON.parse(run.checked) as Checked);
  return { ...run, at: Number(run.at), tookMs: Number(run.tookMs), checked };
}

/** Whether the weekly test is late: the last one, or without any the oldest backup, is more than eight days old. */
export function isTestOverdue(
  last: Pick<RestoreTest, 'at'> | undefined,
  backups: Pick<BackupFile, 'at'>[],
  now: number,
): boolean {
  if (backups.length === 0) return false;
  const since = last?.at ?? Math.min(...backups.map(({ at }) => at));
  return now - since > OVERDUE_MS;
}

/** The last test of a file: when, and why it failed. */
export type FileTest = { at: number; trouble: string | null };

/** The last test of each of these files, by name; every backup is test-restored when it is made. */
export async function findFileTests(db: ReadDb, names: string[]): Promise<Map<string, FileTest>> {
  if (names.length === 0) return new Map();
  const runs = await db
    .selectFrom('backup_run')
    .select(['file', 'at', 'kind', 'trouble'])
    .where('file', 'in', names)
    .orderBy('at')
    .orderBy('id')
    .execute();
  return new Map(
    runs.map(({ file, at, kind, trouble }) => [
      file as string,
      // A backup that was made was restored, whatever went wrong with its second copy.
      { at: Number(at), trouble: kind === 'drill' ? trouble : null },
    ]),
  );
}
