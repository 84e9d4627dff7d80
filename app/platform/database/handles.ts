import type { Kysely } from 'kysely';
import type { Tables } from '#app/platform/database/tables/tables.ts';
import type { Capabilities } from './capabilities.ts';
import type { Freshness } from './freshness.ts';

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
