import type { ReadDb } from '#app/platform/database/handles.ts';
import { DAY_MS } from '#app/platform/time/durations.ts';

/** The newest import, where the Overview should mention it. */
export type ImportNews = {
  id: string;
  origin: string;
  state: 'running' | 'waiting' | 'ready' | 'stopped' | 'failed' | 'done';
};

/** How long a finished import is mentioned, and one that waits: then its files are deleted. */
const DONE_MS = DAY_MS;
const WAITING_MS = 7 * DAY_MS;

/**
 * The newest import if it is running, has just finished, or waits for someone; null otherwise, undefined if there was
 * never one. `now` is UTC epoch milliseconds.
 */
export async function findImportNews(db: ReadDb, now: number): Promise<ImportNews | null | undefined> {
  const row = await db
    .selectFrom('move_in')
    .select(['id', 'origin', 'state', 'wanted', 'createdAt', 'finishedAt'])
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (!row) return undefined;
  const { id, origin, wanted } = row;
  const since = now - Number(row.finishedAt ?? row.createdAt);
  if (wanted !== null || ['reading', 'importing', 'undoing'].includes(row.state))
    return { id, origin, state: 'running' };
  const { state } = row;
  if (state === 'done') return since < DONE_MS ? { id, origin, state } : null;
  const isWaiting = state === 'waiting' || state === 'ready' || state === 'stopped' || state === 'failed';
  return isWaiting && since < WAITING_MS ? { id, origin, state } : null;
}
