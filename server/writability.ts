import type { WriteDb } from '#app/platform/database/handles.ts';

/** More frequent requests get the last result: the check costs the disk a write. */
const FRESH_MS = 1000;
const LIMIT_MS = 2000;
const JOB = 'readiness';

/**
 * Returns a function that says whether the database accepts writes, by writing a meaningless row: a full disk and a
 * read-only PostgreSQL respond to every query, and save nothing.
 */
export function openWritability(db: WriteDb): () => Promise<boolean> {
  let last: { at: number; answer: Promise<boolean> } | undefined;
  return () => {
    const now = performance.now();
    if (!last || now - last.at > FRESH_MS) last = { at: now, answer: withinLimit(tryToWrite(db)) };
    return last.answer;
  };
}

async function tryToWrite(db: WriteDb): Promise<boolean> {
  try {
    await db
      .insertInto('job_lease')
      .values({ job: JOB, holder: null, beat: 0 })
      .onConflict((conflict) =>
        conflict.column('job').doUpdateSet((eb) => ({ beat: eb('job_lease.beat', '+', 1) })),
      )
      .execute();
    return true;
  } catch {
    return false;
  }
}

function withinLimit(trial: Promise<boolean>): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const limit = setTimeout(resolve, LIMIT_MS, false);
  void trial.then(resolve).finally(() => clearTimeout(limit));
  return promise;
}
