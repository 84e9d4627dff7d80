import type { ReadDb, WriteDb } from '#app/platform/database/handles.ts';

/** Since when (UTC epoch milliseconds) scheduled tasks are paused, because a backup of `madeAt` was restored. */
export type Pause = { now: number; madeAt: number };

/** Undefined while everything runs as planned. */
export async function findPause(db: ReadDb): Promise<Pause | undefined> {
  const row = await db
    .selectFrom('backup_setting')
    .select('value')
    .where('name', '=', 'pause')
    .executeTakeFirst();
  return row && JSON.parse(row.value);
}

/** Pauses scheduled tasks until `resumeSchedules`. */
export async function pauseSchedules(db: WriteDb, pause: Pause): Promise<void> {
  const value = JSON.stringify(pause);
  await db
    .insertInto('backup_setting')
    .values({ name: 'pause', value })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
    .execute();
}

export async function resumeSchedules(db: WriteDb): Promise<void> {
  await db.deleteFrom('backup_setting').where('name', '=', 'pause').execute();
}
