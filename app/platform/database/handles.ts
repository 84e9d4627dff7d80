import type { Kysely } from 'kysely';
import type { Tables } from '#app/platform/database/tables/tables.ts';
import type { Capabilities } from './capabilities.ts';

/**
 * Can change data: SQLite's writer thread, PostgreSQL's pool of connections to the primary, or a transaction on either.
 */
export type WriteDb = Kysely<Tables>;

/** Can only read: code with this type can't even express a write. Every `WriteDb` is one. */
export type ReadDb = Pick<
  WriteDb,
  'selectFrom' | 'selectNoFrom' | 'with' | 'withRecursive' | 'fn' | 'dynamic'
>;

/** An open database. `close` closes both handles and can be awaited more than once. */
export type Database = {
  read: ReadDb;
  write: WriteDb;
  capabilities: Capabilities;
  /** What cached pages are validated with, where the database itself can't tell at once. */
  counters?: Freshness & { listen: () => void };
  /** Rises before a change that this process made is acknowledged. Where `counters` is missing. */
  changeCount?: () => number;
  close: () => Promise<void>;
};

/**
 * This process's copy of the change counters. It is valid for less than a second, and only until this process changes
 * something or is notified of a change (R-35: on the same node at the next read, on others within a second).
 */
export type Freshness = {
  /**
   * The counters as they are, or were a moment ago; `isFresh` always queries the database. Returns the same object
   * until one of them changes. Rejects when the database doesn't respond.
   */
  current: (isFresh?: boolean) => ChangeCounters | Promise<ChangeCounters>;
  /** The last result, and when it was read (by the stopwatch); undefined before the first. */
  lastKnown: () => { counters: ChangeCounters; at: number } | undefined;
};

/**
 * What a page can depend on: each subject has a counter that increases with every change, in the change's own
 * transaction.
 */
export type Subject = string;

export type ChangeCounters = Record<Subject, number>;
