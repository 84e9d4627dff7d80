import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Database } from '#app/database/handles.ts';
import type { Revisions } from '#app/database/revisions.server.ts';

/**
 * The revisions as they are at this moment, whoever changed them: this process, a worker, the operator's tool. The
 * same object is answered until one of them changes. Throws or rejects when the database does not answer.
 */
export type RevisionWatch = {
  /** `isFresh` for somebody who may just have changed something by another process. */
  current: (isFresh?: boolean) => Revisions | Promise<Revisions>;
  /** What was last found out, and when by the stopwatch: for a database that does not answer. */
  lastKnown: () => { revisions: Revisions; at: number } | undefined;
  close: () => void;
};

export function watchRevisions(database: Database, dataFolder: string): RevisionWatch {
  if (!database.revisions) return watchSqlite(dataFolder);
  database.revisions.listen();
  return { ...database.revisions, close: () => undefined };
}

/**
 * SQLite says by `data_version` whether any other connection has written since it was last asked, for 3 µs, and asked
 * at most once in a turn of the event loop. This connection never writes, so every write counts.
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
