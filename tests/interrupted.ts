import type { ReadDb, WriteDb } from '#app/platform/database/handles.ts';

/** The same handle, which runs `work` once, right after the first query has returned and before the next is sent. */
export function interrupted(db: ReadDb, work: () => Promise<unknown>): ReadDb {
  let isDone = false;
  return (db as WriteDb).withPlugin({
    transformQuery: ({ node }) => node,
    async transformResult({ result }) {
      if (!isDone) {
        isDone = true;
        await work();
      }
      return result;
    },
  });
}
