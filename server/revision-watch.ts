import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Database } from '#app/database/handles.ts';
import { type Revisions, readRevisions } from '#app/database/revisions.server.ts';

/**
 * The revisions as they are at this moment, whoever changed them: this process, a worker, the operator's tool. The
 * same object is answered until one of them changes. Throws or rejects when the database does not answer.
 */
export type RevisionWatch = { current: () => Revisions | Promise<Revisions>; close: () => void };

export function watchRevisions(database: Database, dataFolder: string): RevisionWatch {
  return database.capabilities.dialect === 'sqlite' ? watchSqlite(dataFolder) : watchByAsking(database);
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
    close: () => database.close(),
  };
}

/**
 * One small query at a time. Requests that arrive while it runs share the next one: the running one may have looked
 * before a write that such a request must see.
 */
function watchByAsking({ read }: Database): RevisionWatch {
  let revisions = {} as Revisions;
  let running: Promise<Revisions> | undefined;
  let following: Promise<Revisions> | undefined;
  const ask = async () => {
    revisions = replaceIfChanged(revisions, await readRevisions(read));
    return revisions;
  };
  const start = () => {
    following = undefined;
    const asked = ask().finally(() => {
      if (running === asked) running = undefined;
    });
    running = asked;
    return asked;
  };
  return {
    current() {
      if (!running) return start();
      following ??= running.then(start, start);
      return following;
    },
    close: () => undefined,
  };
}

function replaceIfChanged(old: Revisions, present: Revisions): Revisions {
  const subjects = Object.keys(present) as (keyof Revisions)[];
  return subjects.every((subject) => old[subject] === present[subject]) ? old : present;
}
