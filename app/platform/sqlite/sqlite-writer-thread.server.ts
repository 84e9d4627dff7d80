/** Runs in a thread of its own and holds the process's only handle that can write (docs/decisions/0021). */
import type { DatabaseSync } from 'node:sqlite';
import { parentPort } from 'node:worker_threads';
import {
  findDamage,
  openForWriting,
  readWalBytes,
  WAL_ALARM_BYTES,
  WAL_TRUNCATED_BYTES,
} from './sqlite-file.server.ts';
import type { Notice, Opening, Reply, Request } from './sqlite-messages.ts';
import { type Answer, Statements, sentErrorOf } from './sqlite-statements.server.ts';

const MOST_STATEMENTS = 200;
const CHECK_MS = 10_000;
const OPEN_BUSY_MS = 5000;
/** How often to retry truncating a log that a reader still needs. */
const TRUNCATE_EVERY_MS = 1000;

const SQLITE_READONLY = 8;
const SQLITE_IOERR = 10;
const DISK_FAILURES: ReadonlySet<number> = new Set([SQLITE_READONLY, SQLITE_IOERR]);

let file: string;
let open: { database: DatabaseSync; statements: Statements; busyMs: number } | undefined;
let isAlarmed: boolean;
let isBroken: boolean;
let truncatedAt: number;

parentPort?.on('message', (request: Opening | Request) => {
  if ('open' in request) begin(request.open);
  else perform(request);
});

function begin(newFile: string): void {
  file = newFile;
  isAlarmed = false;
  isBroken = false;
  truncatedAt = Number.NEGATIVE_INFINITY;
}

function perform(request: Request): void {
  try {
    const answer = request.kind === 'run' ? run(request) : close();
    tell({ id: request.id, answer });
  } catch (error) {
    const failed = sentErrorOf(error);
    const isDiskBad = DISK_FAILURES.has((failed.errcode ?? 0) & 0xff);
    const inTransaction = !isDiskBad && open?.database.isTransaction === true;
    tell({ id: request.id, error: failed, inTransaction });
    if (isDiskBad) recover((failed.errcode ?? 0) & 0xff);
  }
  if (request.kind !== 'close') tendLog();
}

function run({ step: { sql, parameters }, within, busyMs }: Request & { kind: 'run' }): Answer {
  const writer = opened();
  // On its own it would be durable at once.
  if (within && !writer.database.isTransaction) throw lostTransaction();
  if (writer.busyMs !== busyMs) {
    writer.database.exec(`pragma busy_timeout = ${busyMs}`);
    writer.busyMs = busyMs;
  }
  try {
    return writer.statements.run(sql, parameters);
  } catch (error) {
    // A failed commit must not stay open: the next transaction would become part of it.
    if (sql === 'commit' && writer.database.isTransaction) writer.database.exec('rollback');
    throw error;
  }
}

/** The file was reopened, or this thread replaced another one, after the transaction began. */
function lostTransaction(): Error {
  return Object.assign(new Error('the transaction was lost'), {
    code: 'ERR_SQLITE_ERROR',
    errcode: SQLITE_IOERR,
  });
}

function opened() {
  if (!open) {
    const database = openForWriting(file, OPEN_BUSY_MS);
    open = { database, statements: new Statements(database, MOST_STATEMENTS), busyMs: OPEN_BUSY_MS };
  }
  return open;
}

function close(): undefined {
  const { database } = open ?? {};
  open = undefined;
  database?.close();
}

/**
 * After a disk failure, what the handle has cached may differ from the disk, so the file is reopened and checked before
 * anything else is written. A handle on a disk that was read-only stays read-only until it is reopened.
 */
function recover(code: number): void {
  try {
    close();
  } catch {
    // The file is closed in any case.
  }
  if (code === SQLITE_READONLY || isBroken) return;
  const problem = problemOfFile();
  if (!problem) return;
  // Reported once: the requests that still wait for the disk fail as well.
  isBroken = true;
  tell({ kind: 'broken', problem });
}

function problemOfFile(): string | undefined {
  try {
    return findDamage(opened().database, CHECK_MS);
  } catch (error) {
    return (error as Error).message;
  }
}

/** The write-ahead log is checkpointed and truncated only here, never by a thread that serves readers. */
function tendLog(): void {
  if (!open || open.database.isTransaction) return;
  let bytes = readWalBytes(file);
  if (bytes > WAL_TRUNCATED_BYTES && performance.now() - truncatedAt > TRUNCATE_EVERY_MS) {
    truncate(open.database);
    open.busyMs = 0;
    truncatedAt = performance.now();
    bytes = readWalBytes(file);
  }
  if (bytes > WAL_ALARM_BYTES && !isAlarmed) tell({ kind: 'wal', bytes });
  isAlarmed = bytes > WAL_ALARM_BYTES;
}

/** Waits for no reader; SQLite reports a blocking reader in its result, not as an error. */
function truncate(database: DatabaseSync): void {
  try {
    database.exec('pragma busy_timeout = 0; pragma wal_checkpoint(truncate)');
  } catch {
    // A disk that fails here also fails the next write, which reports it.
  }
}

function tell(message: Reply | Notice): void {
  parentPort?.postMessage(message);
}
