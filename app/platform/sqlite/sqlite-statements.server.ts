import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite';

/** The result of a statement: rows as lists of values with their column names, or what it changed. */
export type Answer =
  | { columns: string[]; rows: unknown[][] }
  | { changes: number | bigint; insertId: number | bigint };

/** Column names are undefined where a change of the table may change them. */
type Prepared = { statement: StatementSync; answersRows: boolean; columns: string[] | undefined };

/** Keeps the statements of one open connection prepared, which makes a list page several times faster. */
export class Statements {
  #database: DatabaseSync;
  #most: number;
  #kept = new Map<string, Prepared>();

  /** Keeps at most `most` statements. */
  constructor(database: DatabaseSync, most: number) {
    this.#database = database;
    this.#most = most;
  }

  /** Runs a statement to its end. Throws SQLite's errors. */
  run(sql: string, parameters: readonly unknown[]): Answer {
    const { statement, answersRows, columns } = this.#prepare(sql);
    const values = parameters as SQLInputValue[];
    if (answersRows) {
      const rows = statement.all(...values) as unknown as unknown[][];
      return { columns: columns ?? columnsOf(statement), rows };
    }
    const { changes, lastInsertRowid } = statement.run(...values);
    return { changes, insertId: lastInsertRowid };
  }

  #prepare(sql: string): Prepared {
    let prepared = this.#kept.get(sql);
    if (!prepared) {
      if (this.#kept.size >= this.#most) this.#kept.clear();
      prepared = prepare(this.#database, sql);
      this.#kept.set(sql, prepared);
    }
    return prepared;
  }
}

function prepare(database: DatabaseSync, sql: string): Prepared {
  const statement = database.prepare(sql);
  const columns = columnsOf(statement);
  const answersRows = columns.length > 0;
  if (answersRows) statement.setReturnArrays(true);
  return { statement, answersRows, columns: sql.includes('*') ? undefined : columns };
}

function columnsOf(statement: StatementSync): string[] {
  return statement.columns().map(({ name }) => name);
}

/** The part of an SQLite error that is passed between threads. */
export type SentError = { message: string; code?: string; errcode?: number; errstr?: string };

/** That part of an error. */
export function sentErrorOf(error: unknown): SentError {
  const { message, code, errcode, errstr } = error as SentError;
  return { message, ...(code && { code }), ...(errcode && { errcode }), ...(errstr && { errstr }) };
}
