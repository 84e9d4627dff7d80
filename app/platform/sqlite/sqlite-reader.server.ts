import type { DatabaseSync } from 'node:sqlite';
import { setTimeout as wait } from 'node:timers/promises';
import { CompiledQuery, type DatabaseConnection, type QueryResult } from 'kysely';
import { asksText, type SqliteSearcher } from './sqlite-searcher.server.ts';
import { type Answer, Statements } from './sqlite-statements.server.ts';

const MOST_STATEMENTS = 500;
const BUSY_TRIES = 20;
const BUSY_WAIT_MS = 25;
const SQLITE_BUSY = 5;
/** More are opened only while that many snapshots are read at once. */
const MOST_IDLE = 2;

/** Reads in this thread, except the full-text index. Opens the file at the first query. */
export class SqliteReader implements DatabaseConnection {
  #open: () => DatabaseSync;
  #searcher: SqliteSearcher | undefined;
  #opened: { database: DatabaseSync; statements: Statements } | undefined;
  #isClosed = false;

  /** With a `searcher`, queries of the full-text index run there. */
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
        // Another process recovers the file after a crash: that takes a moment, and this thread must not block.
        if (!isBusy(error) || tries === BUSY_TRIES) throw error;
      }
      await wait(BUSY_WAIT_MS);
    }
  }

  streamQuery = refuseStreaming;

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

/**
 * Reads the database as it was at the first query, until the end; except for the full-text index, which another thread
 * reads.
 */
export type Snapshot = { reader: SqliteReader; end: () => Promise<void> };

/** Connections for snapshots, one each; some stay open for the next. */
export class SnapshotPool {
  #open: () => SqliteReader;
  #idle: SqliteReader[] = [];
  #used = new Set<SqliteReader>();
  #isClosed = false;

  constructor(open: () => SqliteReader) {
    this.#open = open;
  }

  async begin(): Promise<Snapshot> {
    if (this.#isClosed) throw new Error('the SQLite connection is closed');
    const reader = this.#idle.pop() ?? this.#open();
    this.#used.add(reader);
    try {
      await reader.executeQuery(CompiledQuery.raw('begin'));
    } catch (error) {
      this.#used.delete(reader);
      reader.close();
      throw error;
    }
    const end = async () => {
      await reader.executeQuery(CompiledQuery.raw('rollback'));
      this.#takeBack(reader);
    };
    return { reader, end };
  }

  close(): void {
    this.#isClosed = true;
    for (const reader of [...this.#idle.splice(0), ...this.#used]) reader.close();
    this.#used.clear();
  }

  #takeBack(reader: SqliteReader): void {
    this.#used.delete(reader);
    if (this.#isClosed || this.#idle.length >= MOST_IDLE) reader.close();
    else this.#idle.push(reader);
  }
}

export function resultOf<Row>(answer: Answer | undefined): QueryResult<Row> {
  if (!answer) return { rows: [] };
  if ('rows' in answer) return { rows: answer.rows.map((row) => resultRowOf<Row>(answer.columns, row)) };
  return { rows: [], numAffectedRows: BigInt(answer.changes), insertId: BigInt(answer.insertId) };
}

/** A plain object. The driver's own objects have no hidden class that V8 can optimize: twice as slow to use. */
function resultRowOf<Row>(columns: string[], values: unknown[]): Row {
  const row: Record<string, unknown> = {};
  for (let index = 0; index < columns.length; index++) row[columns[index] as string] = values[index];
  return row as Row;
}

function isBusy(error: unknown): boolean {
  return (((error as { errcode?: number }).errcode ?? 0) & 0xff) === SQLITE_BUSY;
}

/** A query that is read slowly would prevent the write-ahead log from being truncated. Lists are read page by page. */
export function refuseStreaming(): never {
  throw new Error('SQLite is not streamed from');
}
