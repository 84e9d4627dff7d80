/** What the process that changes the database does on request (`upgrade-data.ts`). */
import type { UnfinishedUpgrade } from '#app/platform/database/unfinished-upgrade.server.ts';
import type { Losses } from './count-losses.ts';

/** What is in the database, and what a copy of it needs. */
export type DataFacts = {
  migrations: string[];
  databaseBytes: number;
  freeBytes: number;
  /** One that was killed; `isKept` says whether `put-back` can bring back the database from before it. */
  unfinished: (UnfinishedUpgrade & { isKept: boolean }) | undefined;
};

/** The response to each request. */
export type DataResponses = {
  /** Reads only. An empty list of migrations: there is no town yet. */
  facts: DataFacts;
  /** A verified backup from before an upgrade, or from before a restore. */
  backup: { file: string };
  'backup-now': { file: string };
  losses: Losses;
  /** No one else can write from now on; on SQLite, a copy of the database is in the folder. */
  hold: { folder: string };
  /** Others can write again, for a migration or a restore that needs the locks itself. */
  release: null;
  /** The names of all tables: a restore by an older version does not know those of a newer one. */
  tables: string[];
  /** A site that is started from now on waits. */
  pause: null;
  /** The copy takes the place of the database, which no other process may have open any more. SQLite only. */
  replace: null;
  /** The database gets a second name; on PostgreSQL, its tables are copied. No other process may use it. */
  keep: null;
  /**
   * The database from before `replace` or `keep` takes its place again. On PostgreSQL, `argument` lists the present
   * tables if a newer version created them.
   */
  'put-back': null;
  permit: null;
  /**
   * Deletes what an earlier change has kept, records that the upgrade in `argument` is unfinished (as JSON; none for a
   * rollback), and takes disk that `free` gives back, so that the way back and the start after it have some on a full one.
   */
  begin: null;
  free: null;
  /** Lets others write, deletes the copies, and records that nothing is unfinished. */
  finish: null;
  /** Write into the town's activity log which versions it came from and to, which `argument` says. */
  'record-upgrade': null;
  'record-rollback': null;
};

/** A line of standard input. */
export type DataRequest = { step: keyof DataResponses; argument?: string };
