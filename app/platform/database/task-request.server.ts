import type { ReadDb, WriteDb } from './handles.ts';

/** Requests a job to run as soon as possible. Several requests before it starts are one. */
export async function requestTask(db: WriteDb, job: string, now: number): Promise<void> {
  await db
    .insertInto('job_request')
    .values({ job, at: now })
    .onConflict((conflict) => conflict.column('job').doUpdateSet({ at: now }))
    .execute();
}

/** When the job was last requested; undefined where it has run since. */
export async function findTaskRequest(db: ReadDb, job: string): Promise<number | undefined> {
  const row = await db.selectFrom('job_request').select('at').where('job', '=', job).executeTakeFirst();
  return row && Number(row.at);
}

/** Whether the job was requested and has not run yet. */
export async function isTaskRequested(db: ReadDb, job: string): Promise<boolean> {
  return (await findTaskRequest(db, job)) !== undefined;
}

/** The job has run, or has failed, for the request of this time; a later one remains. */
export async function finishTask(db: WriteDb, job: string, at: number): Promise<void> {
  await db.deleteFrom('job_request').where('job', '=', job).where('at', '=', at).execute();
}

/** The request for a job, as `requestedTask` of `app/background/schedule.server.ts` takes it. */
export function requestOf(db: WriteDb, job: string) {
  return { find: () => findTaskRequest(db, job), settle: (at: number) => finishTask(db, job, at) };
}
