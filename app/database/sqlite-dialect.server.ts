/**
 * Kysely's own SQLite dialect knows one connection in the thread that asks, and prepares each statement anew. Here a
 * handle reads in this thread and writes in another (docs/decisions/0021), and statements are kept prepared.
 */

import type { DatabaseSync } from 'node:sqlite';
import { setTimeout as wait } from 'node:timers/promises';
import {
  CompiledQuery,
  type DatabaseConnection,
  type Driver,
  type Dialect as KyselyDialect,
  type QueryResult,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely';
import { asksText, type SqliteSearcher } from './sqlite-searcher.server.ts';
import { type Answer, Statements } from './sqlite-statements.server.ts';
import type { WriteGroup, WriteTransaction } from './sqlite-write-group.server.ts';

const MOST_STATEMENTS = 500;
/** A snapshot that is kept longer lets the log of changes grow without end. */
const LONGEST_READ_MS = 30_000;
const BUSY_TRIES = 20;
const BUSY_WAIT_MS = 25;
const SQLITE_BUSY = 5;
const STREAMED_ROWS = 200;

/** A dialect that only reads: what it is asked runs in this thread, to its end. */
export function readingDialect(reader: SqliteReader): KyselyDialect {
  return dialectOver(new ReadDriver(reader));
}

/** A dialect that writes by `group`, and reads by `reader` what is asked outside of a transaction. */
export function writingDialect(reader: SqliteReader, group: WriteGroup): KyselyDialect {
  return dialectOver(new WriteDriver(reader, group));
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

/** Reads in this thread, but for the full-text index. The file is opened at the first query. */
export class SqliteReader implements DatabaseConnection {
  #open: () => DatabaseSync;
  #searcher: SqliteSearcher | undefined;
  #opened: { database: DatabaseSync; statements: Statements } | undefined;
  #isClosed = false;

  /** With a `searcher` what asks the full-text index is left to it. */
  constructor(open: () => DatabaseSync, searcher?: SqliteSearcher) {
    this.#open = open;
    this.#searcher = searcher;
  }

  async executeQuery<Row>({ sql, parameters }: CompiledQuery): Promise<QueryResult<Row>> {
    for (let tries = 1; ; tries++) {
      try {
        if (this.#searcher && asksText(sql)) return resultOf(await this.#searcher.run(sql, parameters));
        return resultOf(this.#statements.run(sql, parameters));
      } catch (error) {
        // Another process puts the file in order after a crash: a moment, and no reason to stop this thread.
        if (!isBusy(error) || tries === BUSY_TRIES) throw error;
      }
      await wait(BUSY_WAIT_MS);
    }
  }

  /** Ends with an error when its reader takes longer than 30 seconds. */
  async *streamQuery<Row>({ sql, parameters }: CompiledQuery): AsyncIterableIterator<QueryResult<Row>> {
    const { columns, rows } = this.#statements.iterate(sql, parameters);
    let isLate = false;
    const timer = setTimeout(() => {
      isLate = true;
      rows.return?.();
    }, LONGEST_READ_MS).unref();
    try {
      for (let next = rows.next(); !next.done; next = rows.next()) {
        yield { rows: [rowOf<Row>(columns, next.value)] };
        if (isLate) throw new Error(`reading took longer than ${LONGEST_READ_MS / 1000} seconds`);
      }
    } finally {
      clearTimeout(timer);
      if (!isLate) rows.return?.();
    }
  }

  close(): void {
    this.#isClosed = true;
    this.#opened?.database.close();
    this.#opened = undefined;
  }

  get #statements(): Statements {
    if (this.#isClosed) throw new Error('the SQLite connection is closed');
    if (!this.#opened) {
      const database = this.#open();
      this.#opened = { database, statements: new Statements(database, MOST_STATEMENTS) };
    }
    return this.#opened.statements;
  }
}

class ReadDriver implements Driver {
  #reader: SqliteReader;

  constructor(reader: SqliteReader) {
    this.#reader = reader;
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<SqliteReader> {
    return this.#reader;
  }

  async releaseConnection(): Promise<void> {}

  beginTransaction(_connection: DatabaseConnection): Promise<void> {
    return refuseTransaction();
  }

  commitTransaction(_connection: DatabaseConnection): Promise<void> {
    return refuseTransaction();
  }

  rollbackTransaction(_connection: DatabaseConnection): Promise<void> {
    return refuseTransaction();
  }

  async destroy(): Promise<void> {}
}

class SoleDriver extends ReadDriver {
  override async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('begin immediate'));
  }

  override async commitTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('commit'));
  }

  override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    // After a full disk SQLite has rolled back by itself; a failure here would hide the first one.
    await connection.executeQuery(CompiledQuery.raw('rollback')).catch(() => undefined);
  }
}

/** It would hold a snapshot for as long as its owner likes. */
async function refuseTransaction(): Promise<never> {
  throw new Error('the reading handle has no transactions');
}

/** Lends a connection to everybody who asks; it waits for its turn when it has something to write. */
class WriteDriver implements Driver {
  #reader: SqliteReader;
  #group: WriteGroup;

  constructor(reader: SqliteReader, group: WriteGroup) {
    this.#reader = reader;
    this.#group = group;
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<WriteConnection> {
    return new WriteConnection(this.#reader, this.#group);
  }

  releaseConnection(connection: WriteConnection): Promise<void> {
    return connection.rollback();
  }

  beginTransaction(connection: WriteConnection): Promise<void> {
    return connection.begin();
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
  #reader: SqliteReader;
  #group: WriteGroup;
  #transaction: WriteTransaction | undefined;

  constructor(reader: SqliteReader, group: WriteGroup) {
    this.#reader = reader;
    this.#group = group;
  }

  async begin(): Promise<void> {
    this.#transaction = await this.#group.begin();
  }

  async commit(): Promise<void> {
    await this.#transaction?.commit();
  }

  /** Nothing to do when there is no transaction, or when it has ended. */
  async rollback(): Promise<void> {
    const transaction = this.#transaction;
    this.#transaction = undefined;
    await transaction?.rollback();
  }

  async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    const { sql, parameters } = query;
    if (this.#transaction) return resultOf(await this.#transaction.run(sql, parameters));
    const { kind } = query.query;
    // It sees all that was acknowledged, and waits for no writer.
    if (kind === 'SelectQueryNode') return this.#reader.executeQuery(query);
    return resultOf(await this.#group[CHANGES.has(kind) ? 'change' : 'runAlone'](sql, parameters));
  }

  async *streamQuery<Row>(query: CompiledQuery): AsyncIterableIterator<QueryResult<Row>> {
    if (!this.#transaction) return yield* this.#reader.streamQuery<Row>(query);
    const { sql, parameters } = query;
    for await (const { columns, rows } of this.#transaction.stream({ sql, parameters }, STREAMED_ROWS))
      yield { rows: rows.map((row) => rowOf<Row>(columns, row)) };
  }
}

function resultOf<Row>(answer: Answer | undefined): QueryResult<Row> {
  if (!answer) return { rows: [] };
  if ('rows' in answer) return { rows: answer.rows.map((row) => rowOf<Row>(answer.columns, row)) };
  return { rows: [], numAffectedRows: BigInt(answer.changes), insertId: BigInt(answer.insertId) };
}

/** An ordinary object. Those that the driver makes have no shape that the engine could learn: twice as slow to use. */
function rowOf<Row>(columns: string[], values: unknown[]): Row {
  const row: Record<string, unknown> = {};
  for (let index = 0; index < columns.length; index++) row[columns[index] as string] = values[index];
  return row as Row;
}

function isBusy(error: unknown): boolean {
  return (((error as { errcode?: number }).errcode ?? 0) & 0xff) === SQLITE_BUSY;
}
