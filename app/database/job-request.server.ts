import type { ReadDb, WriteDb } from './handles.ts';

/** Requests a job to run as soon as possible; repeating the request before it runs changes nothing. */
export async function requestJob(db: WriteDb, job: string, now: number): Promise<void> {
  await db
    .insertInto('job_request')
    .values({ job, at: now })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Whether the job was requested and has not run yet. */
export async function isJobRequested(db: ReadDb, job: string): Promise<boolean> {
  const row = await db.selectFrom('job_request').select('job').where('job', '=', job).executeTakeFirst();
  return row !== undefined;
}

/** The job has run, or has failed. */
export async function settleJob(db: WriteDb, job: string): Promise<void> {
  await db.deleteFrom('job_request').where('job', '=', job).execute();
}
