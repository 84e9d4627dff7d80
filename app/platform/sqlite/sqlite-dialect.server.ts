/**
 * Kysely's own SQLite dialect has one connection in the calling thread and prepares each statement again. Here a handle
 * reads in this thread and writes in another (docs/decisions/0021), and statements stay prepared.
 */

import type { DatabaseSync } from 'node:sqlite';
import {
  CompiledQuery,
  type DatabaseConnection,
  type Driver,
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
  type SnapshotPool,
  SqliteReader,
  type SqliteSnapshot,
} from './sqlite-reader.server.ts';
import type { WriteGroup, WriteTransaction } from './sqlite-write-group.server.ts';

/** The connections that read in this thread: one for single queries, others for snapshots. */
export type Readers = { reader: SqliteReader; snapshots: SnapshotPool };

/** A dialect that only reads, synchronously in this thread. Its transactions are snapshots. */
export function readingDialect(readers: Readers): KyselyDialect {
  return dialectOver(new ReadDriver(readers));
}

/** A dialect that writes through `group`, and reads with `readers` outside of writing transactions. */
export function writingDialect(readers: Readers, group: WriteGroup): KyselyDialect {
  return dialectOver(new WriteDriver(readers, group));
}

/** A dialect over one connection in this thread: for a file that no one else has open, one statement at a time. */
export function soleDialect(connection: DatabaseSync): KyselyDialect {
  return dialectOver(new SoleDriver(new SqliteReader(() => connection)));
}

function dialectOver(driver: Driver): KyselyDialect {
  return {
    createAdapter: () => new Adapter(),
    createDriver: () => driver,
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

class ReadDriver implements Driver {
  #readers: Readers;

  constructor(readers: Readers) {
    this.#readers = readers;
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<ReadConnection> {
    return new ReadConnection(this.#readers);
  }

  releaseConnection(connection: ReadConnection): Promise<void> {
    return connection.end();
  }

  async beginTransaction(connection: ReadConnection): Promise<void> {
    await connection.begin();
  }

  commitTransaction(connection: ReadConnection): Promise<void> {
    return connection.end();
  }

  rollbackTransaction(connection: ReadConnection): Promise<void> {
    return connection.end();
  }

  async destroy(): Promise<void> {}
}

/** Reads with the shared connection, or within a snapshot after one began. */
class ReadConnection implements DatabaseConnection {
  #readers: Readers;
  #snapshot: SqliteSnapshot | undefined;

  constructor(readers: Readers) {
    this.#readers = readers;
  }

  async begin(): Promise<void> {
    this.#snapshot = await this.#readers.snapshots.begin();
  }

  /** Does nothing if no snapshot was begun. */
  async end(): Promise<void> {
    const snapshot = this.#snapshot;
    this.#snapshot = undefined;
    await snapshot?.end();
  }

  executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    return (this.#snapshot ?? this.#readers.reader).executeQuery<Row>(query);
  }

  streamQuery(): never {
    return refuseStreaming();
  }
}

class SoleDriver implements Driver {
  #reader: SqliteReader;

  constructor(reader: SqliteReader) {
    this.#reader = reader;
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<SqliteReader> {
    return this.#reader;
  }

  async releaseConnection(): Promise<void> {}

  async beginTransaction(connection: DatabaseConnection, settings: TransactionSettings): Promise<void> {
    const isReading = settings.accessMode === 'read only';
    await connection.executeQuery(CompiledQuery.raw(isReading ? 'begin' : 'begin immediate'));
  }

  async commitTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('commit'));
  }

  async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    // After a full disk, SQLite has already rolled back; an error here would hide the first one.
    await connection.executeQuery(CompiledQuery.raw('rollback')).catch(() => undefined);
  }

  async destroy(): Promise<void> {}
}

/** Gives everyone a connection; it waits for its turn when it has something to write. */
class WriteDriver implements Driver {
  #readers: Readers;
  #group: WriteGroup;

  constructor(readers: Readers, group: WriteGroup) {
    this.#readers = readers;
    this.#group = group;
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<WriteConnection> {
    return new WriteConnection(this.#readers, this.#group);
  }

  releaseConnection(connection: WriteConnection): Promise<void> {
    return connection.rollback();
  }

  beginTransaction(connection: WriteConnection, { accessMode }: TransactionSettings): Promise<void> {
    return accessMode === 'read only' ? connection.beginSnapshot() : connection.begin();
  }

  commitTransaction(connection: WriteConnection): Promise<void> {
    return connection.commit();
  }

  rollbackTransaction(connection: WriteConnection): Promise<void> {
    return connection.rollback();
  }

  async destroy(): Promise<void> {}
}

/** Changes that can share a transaction with others. All other statements (a pragma) run alone. */
const CHANGES: ReadonlySet<string> = new Set(['InsertQueryNode', 'UpdateQueryNode', 'DeleteQueryNode']);

class WriteConnection implements DatabaseConnection {
  #readers: Readers;
  #group: WriteGroup;
  #transaction: WriteTransaction | undefined;
  #snapshot: SqliteSnapshot | undefined;

  constructor(readers: Readers, group: WriteGroup) {
    this.#readers = readers;
    this.#group = group;
  }

  async begin(): Promise<void> {
    this.#transaction = await this.#group.begin();
  }

  async beginSnapshot(): Promise<void> {
    this.#snapshot = await this.#readers.snapshots.begin();
  }

  async commit(): Promise<void> {
    await this.#endSnapshot();
    await this.#transaction?.commit();
  }

  /** Does nothing if there is no transaction or it has ended. */
  async rollback(): Promise<void> {
    await this.#endSnapshot();
    const transaction = this.#transaction;
    this.#transaction = undefined;
    await transaction?.rollback();
  }

  async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    const { sql, parameters } = query;
    if (this.#snapshot) return this.#snapshot.executeQuery(query);
    if (this.#transaction) return resultOf(await this.#transaction.run(sql, parameters));
    const { kind } = query.query;
    // It sees everything acknowledged, and waits for no writer.
    if (kind === 'SelectQueryNode') return this.#readers.reader.executeQuery(query);
    return resultOf(await this.#group[CHANGES.has(kind) ? 'change' : 'runAlone'](sql, parameters));
  }

  streamQuery(): never {
    return refuseStreaming();
  }

  async #endSnapshot(): Promise<void> {
    const snapshot = this.#snapshot;
    this.#snapshot = undefined;
    await snapshot?.end();
  }
}
