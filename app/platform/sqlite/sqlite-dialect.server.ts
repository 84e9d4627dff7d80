/**
 * Kysely's own SQLite dialect has one connection in the calling thread and prepares each statement again. Here a handle
 * reads in this thread and writes in another (docs/decisions/0021), and statements stay prepared.
 */

import type { DatabaseSync } from 'node:sqlite';
import {
  CompiledQuery,
  type DatabaseConnection,
  type Dialect as KyselyDialect,
  type QueryResult,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
  type TransactionSettings,
} from 'kysely';
import {
  refuseStreaming,
  resultOf,
  type Snapshot,
  type SnapshotPool,
  SqliteReader,
} from './sqlite-reader.server.ts';
import type { WriteGroup, WriteTransaction } from './sqlite-write-group.server.ts';

/** The connections that read in this thread: one for single queries, others for snapshots. */
export type Readers = { reader: SqliteReader; snapshots: SnapshotPool };

/** A dialect that only reads, synchronously in this thread. Its transactions are snapshots. */
export function readingDialect(readers: Readers): KyselyDialect {
  return dialectOver(() => new ReadConnection(readers));
}

/** A dialect that writes through `group`, and reads with `readers` outside of writing transactions. */
export function writingDialect(readers: Readers, group: WriteGroup): KyselyDialect {
  return dialectOver(() => new WriteConnection(readers, group));
}

/** A dialect over one connection in this thread: for a file that no one else has open, one statement at a time. */
export function soleDialect(connection: DatabaseSync): KyselyDialect {
  const reader = new SqliteReader(() => connection);
  return dialectOver(() => new SoleConnection(reader));
}

/** `end` does nothing without a transaction, or after its end. */
type Connection = DatabaseConnection & {
  begin: (settings: TransactionSettings) => Promise<void>;
  commit: () => Promise<void>;
  end: () => Promise<void>;
};

/** Everyone gets a connection of their own from `connect`; one that writes waits for its turn when it does. */
function dialectOver(connect: () => Connection): KyselyDialect {
  return {
    createAdapter: () => new Adapter(),
    createDriver: () => ({
      init: async () => undefined,
      acquireConnection: async () => connect(),
      beginTransaction: (connection, settings) => (connection as Connection).begin(settings),
      commitTransaction: (connection) => (connection as Connection).commit(),
      rollbackTransaction: (connection) => (connection as Connection).end(),
      releaseConnection: (connection) => (connection as Connection).end(),
      destroy: async () => undefined,
    }),
    createIntrospector: (db) => new SqliteIntrospector(db),
    createQueryCompiler: () => new SqliteQueryCompiler(),
  };
}

class Adapter extends SqliteAdapter {
  /**
   * Kysely runs SQLite migrations without a transaction, because some changes to tables don't allow one; ours do. An
   * interrupted migration then leaves nothing behind, and of two processes one migrates while the other waits.
   */
  override get supportsTransactionalDdl(): boolean {
    return true;
  }

  /** The write group decides who waits for whom. */
  override get supportsMultipleConnections(): boolean {
    return true;
  }
}

/** Reads with the shared connection, or within a snapshot after one began. */
class ReadConnection implements Connection {
  readonly readers: Readers;
  #snapshot: Snapshot | undefined;

  constructor(readers: Readers) {
    this.readers = readers;
  }

  async begin(_settings: TransactionSettings): Promise<void> {
    this.#snapshot = await this.readers.snapshots.begin();
  }

  commit(): Promise<void> {
    return this.end();
  }

  async end(): Promise<void> {
    const snapshot = this.#snapshot;
    this.#snapshot = undefined;
    await snapshot?.end();
  }

  executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    return (this.#snapshot ?? this.readers).reader.executeQuery<Row>(query);
  }

  streamQuery = refuseStreaming;
}

/** Changes that can share a transaction with others. All other statements (a pragma) run alone. */
const CHANGES: ReadonlySet<string> = new Set(['InsertQueryNode', 'UpdateQueryNode', 'DeleteQueryNode']);

class WriteConnection extends ReadConnection {
  #group: WriteGroup;
  #transaction: WriteTransaction | undefined;
  #isReading = false;

  constructor(readers: Readers, group: WriteGroup) {
    super(readers);
    this.#group = group;
  }

  override async begin(settings: TransactionSettings): Promise<void> {
    this.#isReading = settings.accessMode === 'read only';
    if (this.#isReading) await super.begin(settings);
    else this.#transaction = await this.#group.begin();
  }

  override async commit(): Promise<void> {
    if (this.#transaction) await this.#transaction.commit();
    else await this.end();
  }

  override async end(): Promise<void> {
    this.#isReading = false;
    await super.end();
    const transaction = this.#transaction;
    this.#transaction = undefined;
    await transaction?.rollback();
  }

  override async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    const { sql, parameters } = query;
    if (this.#transaction) return resultOf(await this.#transaction.run(sql, parameters));
    const { kind } = query.query;
    // It sees everything acknowledged, and waits for no writer.
    if (this.#isReading || kind === 'SelectQueryNode') return super.executeQuery(query);
    return resultOf(await this.#group[CHANGES.has(kind) ? 'change' : 'runAlone'](sql, parameters));
  }
}

class SoleConnection implements Connection {
  #reader: SqliteReader;
  #isOpen = false;

  constructor(reader: SqliteReader) {
    this.#reader = reader;
  }

  async begin({ accessMode }: TransactionSettings): Promise<void> {
    await this.executeQuery(CompiledQuery.raw(accessMode === 'read only' ? 'begin' : 'begin immediate'));
    this.#isOpen = true;
  }

  async commit(): Promise<void> {
    await this.executeQuery(CompiledQuery.raw('commit'));
    this.#isOpen = false;
  }

  async end(): Promise<void> {
    if (!this.#isOpen) return;
    this.#isOpen = false;
    // After a full disk, SQLite has already rolled back; an error here would hide the first one.
    await this.executeQuery(CompiledQuery.raw('rollback')).catch(() => undefined);
  }

  executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    return this.#reader.executeQuery<Row>(query);
  }

  streamQuery = refuseStreaming;
}
