/**
 * Kysely's own SQLite dialect knows one connection in the thread that asks, and prepares each statement anew. Here a
 * handle reads in this thread and writes in another (docs/decisions/0021), and statements are kept prepared.
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

/** What reads in this thread: one connection for single queries, and others for snapshots. */
export type Readers = { reader: SqliteReader; snapshots: SnapshotPool };

/** A dialect that only reads: what it is asked runs in this thread, to its end. Its transactions are snapshots. */
export function readingDialect(readers: Readers): KyselyDialect {
  return dialectOver(new ReadDriver(readers));
}

/** A dialect that writes by `group`, and reads by `readers` what is asked outside of a writing transaction. */
export function writingDialect(readers: Readers, group: WriteGroup): KyselyDialect {
  return dialectOver(new WriteDriver(readers, group));
}

/** A dialect over one connection in this thread: for a file that nobody else has open, asked one thing after the other. */
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
   * Kysely spares SQLite a transaction around migrations, because some of its changes to tables cannot have one; ours
   * have. So a migration that is cut short leaves nothing behind, and of two processes one migrates while the other waits.
   */
  override get supportsTransactionalDdl(): boolean {
    return true;
  }

  /** Who waits for whom is decided where it is known what writes. */
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

/** Reads by the shared connection, or within a snapshot once one is begun. */
class ReadConnection implements DatabaseConnection {
  #readers: Readers;
  #snapshot: SqliteSnapshot | undefined;

  constructor(readers: Readers) {
    this.#readers = readers;
  }

  async begin(): Promise<void> {
    this.#snapshot = await this.#readers.snapshots.begin();
  }

  /** Nothing to do when no snapshot was begun. */
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
    // After a full disk SQLite has rolled back by itself; a failure here would hide the first one.
    await connection.executeQuery(CompiledQuery.raw('rollback')).catch(() => undefined);
  }

  async destroy(): Promise<void> {}
}

/** Lends a connection to everybody who asks; it waits for its turn when it has something to write. */
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

/** Changes that may share a transaction with others. Everything else in words of its own (a pragma) runs alone. */
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

  /** Nothing to do when there is no transaction, or when it has ended. */
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
    // It sees all that was acknowledged, and waits for no writer.
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
