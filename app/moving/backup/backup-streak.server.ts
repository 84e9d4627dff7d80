import type { ReadDb } from '#app/platform/database/handles.ts';
import { NIGHT_LATE_MS } from './backup-due.ts';
import { type RunKind, runColumns, type StoredRun } from './backup-run-store.server.ts';

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
