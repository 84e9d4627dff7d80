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

export function watchRevisions(database: Database, dataFolder: string): RevisionWatch {
  if (!database.revisions) return watchSqlite(dataFolder);
  database.revisions.listen();
  return { ...database.revisions, close: () => undefined };
}

/**
 * SQLite's `data_version` says whether any other connection has written since the last check, in 3 µs, at most once per
 * turn of the event loop. This connection never writes, so every write counts.
 */
function watchSqlite(dataFolder: string): RevisionWatch {
  const database = new DatabaseSync(join(dataFolder, 'belfry.db'), { readOnly: true });
  const askVersion = database.prepare('pragma data_version');
  const askRevisions = database.prepare('select collection, revision from collection_revision');
  let version = -1;
  let revisions = {} as Revisions;
  let askedInThisTurn = false;
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
    current() {
      if (askedInThisTurn) return revisions;
      ask();
      askedInThisTurn = true;
      setImmediate(() => {
        askedInThisTurn = false;
      });
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
