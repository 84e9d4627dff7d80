import cluster from 'node:cluster';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Database } from '#app/database/handles.ts';
import type { Revisions } from '#app/database/revisions.server.ts';

/**
 * The current change counters, whoever changed them: this process, a worker, the command-line tool. Returns the same
 * object until one of them changes. Throws or rejects when the database does not respond.
 */
export type RevisionWatch = {
  /** `isFresh` for users who may just have changed something through another process. */
  current: (isFresh?: boolean) => Revisions | Promise<Revisions>;
  /** The last result, and when it was read by the stopwatch: for when the database does not respond. */
  lastKnown: () => { revisions: Revisions; at: number } | undefined;
  close: () => void;
};

/**
 * Another process cannot write, acknowledge it and have somebody's next request arrive here within this time, unless it
 * is another worker: those ask for every request.
 */
const TRUSTED_MS = 0.5;

export function watchRevisions(database: Database, dataFolder: string): RevisionWatch {
  if (!database.revisions) return watchSqlite(dataFolder, database.changeCount);
  database.revisions.listen();
  return { ...database.revisions, close: () => undefined };
}

/**
 * SQLite's `data_version` says whether any other connection has written since the last check, in 3 µs. This connection
 * never writes, so every write counts. Changes of this process are counted, which takes no time.
 */
function watchSqlite(dataFolder: string, changeCount = () => 0): RevisionWatch {
  const database = new DatabaseSync(join(dataFolder, 'belfry.db'), { readOnly: true });
  const askVersion = database.prepare('pragma data_version');
  const askRevisions = database.prepare('select collection, revision from collection_revision');
  const trustedMs = cluster.isWorker ? 0 : TRUSTED_MS;
  let version = -1;
  let revisions = {} as Revisions;
  let asked = { at: Number.NEGATIVE_INFINITY, changes: 0 };
  const ask = () => {
    const present = Number(askVersion.get()?.data_version);
    if (present === version) return;
    const rows = askRevisions.all() as { collection: string; revision: number }[];
    revisions = replaceIfChanged(
      revisions,
      Object.fromEntries(rows.map((row) => [row.collection, row.revision])) as Revisions,
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
      return revisions;
    },
    lastKnown: () => undefined,
    close: () => database.close(),
  };
}

function replaceIfChanged(old: Revisions, present: Revisions): Revisions {
  const subjects = Object.keys(present) as (keyof Revisions)[];
  return subjects.every((subject) => old[subject] === present[subject]) ? old : present;
}
