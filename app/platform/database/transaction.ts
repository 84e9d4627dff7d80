import { setTimeout as delay } from 'node:timers/promises';
import { type KyselyPlugin, type RawBuilder, sql } from 'kysely';
import type { ReadDb, WriteDb } from './handles.ts';
import { postgresAdapterOf } from './postgres-adapter.ts';

/** Deadlocks and serialization failures: PostgreSQL has rolled back the whole transaction, and it can be retried. */
const CONFLICTS = new Set(['40001', '40P01']);
/** A lock timeout, which may have been an undetected deadlock. */
const LOCK_TIMEOUT = '55P03';

const MOST_TRIES = 4;
/** Each of these has already waited a second. */
const MOST_LOCK_TRIES = 3;
/** Two transactions that timed out on each other's locks at the same moment would otherwise collide again. */
const LOCK_STAGGER_MS = 250;

/** What must hold when a transaction begins: throws otherwise. */
type Check = (transaction: WriteDb) => Promise<void>;

/** Changes no query: it only carries the check, also to handles made from its own. */
class CheckedFirst implements KyselyPlugin {
  readonly check: Check;

  constructor(check: Check) {
    this.check = check;
  }

  transformQuery({ node }: Parameters<KyselyPlugin['transformQuery']>[0]) {
    return node;
  }

  async transformResult({ result }: Parameters<KyselyPlugin['transformResult']>[0]) {
    return result;
  }
}

/** The same database, except that each transaction on this handle runs `check` before its work. */
export function checkedFirst(db: WriteDb, check: Check): WriteDb {
  return db.withPlugin(new CheckedFirst(check));
}

/**
 * Runs `work` as a transaction: if it throws, nothing was saved. Within a transaction it becomes part of that one. When
 * PostgreSQL aborts it because of concurrent transactions (SQLSTATE 40001, 40P01, 55P03), it is retried, at most four
 * times in all, so `work` must do nothing outside the database that must not be repeated.
 */
export async function inTransaction<Result>(
  db: WriteDb,
  work: (db: WriteDb) => Promise<Result>,
): Promise<Result> {
  if (db.isTransaction) return work(db);
  const checks = db.getExecutor().plugins.filter((plugin) => plugin instanceof CheckedFirst);
  for (let turn = 1; ; turn++) {
    try {
      return await db.transaction().execute(async (transaction) => {
        for (const { check } of checks) await check(transaction);
        return work(transaction);
      });
    } catch (error) {
      if (turn >= triesFor(error)) throw error;
      if (codeOf(error) === LOCK_TIMEOUT) await delay(Math.random() * LOCK_STAGGER_MS);
    }
  }
}

function triesFor(error: unknown): number {
  const code = codeOf(error);
  if (CONFLICTS.has(code)) return MOST_TRIES;
  return code === LOCK_TIMEOUT ? MOST_LOCK_TRIES : 1;
}

function codeOf(error: unknown): string {
  return ((error ?? {}) as { code?: string }).code ?? '';
}

/**
 * For the end of a SELECT of rows that must not change until the transaction ends: others can read them (`share`) or
 * must wait (`update`). Rows that changed while it waited are read again. With `idle` it doesn't wait: rows that others
 * hold are left out. SQLite has one writer at a time and needs nothing.
 */
export function heldFor(
  db: WriteDb,
  purpose: 'share' | 'update' | 'idle',
  table: string,
): RawBuilder<unknown> {
  if (!postgresAdapterOf(db)) return sql``;
  if (purpose === 'idle') return sql`for share of ${sql.table(table)} skip locked`;
  return purpose === 'share' ? sql`for share of ${sql.table(table)}` : sql`for update of ${sql.table(table)}`;
}

/**
 * Makes others with one of these names wait until the transaction ends, whether or not there is a row yet. SQLite has
 * one writer at a time and needs nothing.
 */
export async function lockName(db: WriteDb, ...names: string[]): Promise<void> {
  if (!postgresAdapterOf(db)) return;
  await sql`select pg_advisory_xact_lock(hashtextextended(name, 0)) from unnest(${names}::text[]) as name`.execute(
    db,
  );
}

/**
 * Runs `work` with a handle whose queries all see the database as it was at the first of them, whatever others write
 * meanwhile. For everything that needs two or more queries to agree. Within a transaction or another snapshot it
 * becomes part of that one. `work` must read only with the handle it receives, and wait for nothing but the database:
 * it holds a connection, and SQLite can't truncate its write-ahead log meanwhile. PostgreSQL ends it after 10 idle
 * seconds.
 *
 * SQLite: a read transaction on a connection of its own. PostgreSQL: a transaction that is `repeatable read, read
 * only`.
 */
export function inSnapshot<Result>(db: ReadDb, work: (db: ReadDb) => Promise<Result>): Promise<Result> {
  // Every handle is a Kysely; the narrower type only hides the methods that write.
  const handle = db as WriteDb;
  if (handle.isTransaction) return work(handle);
  return handle
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute((snapshot) => work(snapshot));
}
