import cluster from 'node:cluster';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { type ChangeCounters, replaceIfChanged } from '#app/platform/database/change-counters.server.ts';
import type { Database } from '#app/platform/database/handles.ts';

/**
 * The current change counters, whoever changed them: this process, a worker, the command-line tool. Returns the same
 * object until one of them changes. Throws or rejects when the database does not respond.
 */
export type ChangeWatch = {
  /** `isFresh` for users who may just have changed something through another process. */
  current: (isFresh?: boolean) => ChangeCounters | Promise<ChangeCounters>;
  /** The last result, and when it was read by the stopwatch: for when the database does not respond. */
  lastKnown: () => { counters: ChangeCounters; at: number } | undefined;
  close: () => void;
};

/**
 * Within this time, another process can't write, acknowledge the write and have a client's next request arrive here,
 * unless it is another worker: with several workers, every request checks.
 */
const TRUSTED_MS = 0.5;

export function watchChanges(database: Database, dataFolder: string): ChangeWatch {
  if (!database.counters) return watchSqlite(dataFolder, database.changeCount);
  database.counters.listen();
  return { ...database.counters, close: () => undefined };
}

/**
 * SQLite's `data_version` says whether any other connection has written since the last check, in 3 µs. This connection
 * never writes, so every write counts. Changes of this process are counted, which takes no time.
 */
function watchSqlite(dataFolder: string, changeCount = () => 0): ChangeWatch {
  const database = new DatabaseSync(join(dataFolder, 'belfry.db'), { readOnly: true });
  const askVersion = database.prepare('pragma data_version');
  const readCounters = database.prepare('select collection, revision from collection_revision');
  const trustedMs = cluster.isWorker ? 0 : TRUSTED_MS;
  let version = -1;
  let counters = {} as ChangeCounters;
  let asked = { at: Number.NEGATIVE_INFINITY, changes: 0 };
  const ask = () => {
    const present = Number(askVersion.get()?.data_version);
    if (present === version) return;
    const rows = readCounters.all() as { collection: string; revision: number }[];
    counters = replaceIfChanged(
      counters,
      Object.fromEntries(rows.map((row) => [row.collection, row.revision])) as ChangeCounters,
    );
    version = present;
  };
  return {
    current(isFresh = false) {
      const now = { at: performance.now(), changes: changeCount() };
      if (isFresh || now.changes !== asked.changes || now.at - asked.at >= trustedMs) {
        ask();
        asked = now;
      }
      return counters;
    },
    lastKnown: () => undefined,
    close: () => database.close(),
  };
}
