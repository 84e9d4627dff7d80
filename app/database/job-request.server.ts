import type { ReadDb, WriteDb } from './handles.ts';

/** Asks for a job to be done as soon as possible; asking again before it is done changes nothing. */
export async function requestJob(db: WriteDb, job: string, now: number): Promise<void> {
  await db
    .insertInto('job_request')
    .values({ job, at: now })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Whether the job was asked for and is not done yet. */
export async function isJobRequested(db: ReadDb, job: string): Promise<boolean> {
  const row = await db.selectFrom('job_request').select('job').where('job', '=', job).executeTakeFirst();
  return row !== undefined;
}

/** The job is done, or has failed. */
export async function settleJob(db: WriteDb, job: string): Promise<void> {
  await db.deleteFrom('job_request').where('job', '=', job).execute();
}
