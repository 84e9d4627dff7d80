import type { Kysely } from 'kysely';
import type { Capabilities } from './capabilities.ts';
import type { Freshness } from './freshness.ts';
import type { Tables } from './tables.ts';

/** May change data: the writer thread of SQLite, the primary's pool of PostgreSQL, or a transaction on either. */
export type WriteDb = Kysely<Tables>;

/** Can only look: code that holds this cannot even express a write. Every `WriteDb` is one. */
export type ReadDb = Pick<
  WriteDb,
  'selectFrom' | 'selectNoFrom' | 'with' | 'withRecursive' | 'fn' | 'dynamic'
>;

/** An open database. `close` ends both handles and may be awaited more than once. */
export type Database = {
  read: ReadDb;
  write: WriteDb;
  capabilities: Capabilities;
  /** What finished pages are checked against, where the database itself does not tell at once. */
  revisions?: Freshness & { listen: () => void };
  close: () => Promise<void>;
};
