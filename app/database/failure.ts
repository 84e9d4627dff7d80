type Failure = { code?: string; errcode?: number; isUnknown?: boolean };

/**
 * SQLite's result codes for a busy, failing, full or read-only disk, one that cannot be opened, and a page that makes no
 * sense: also what it says when a disk fails while it reads.
 */
const SQLITE_FAILURES = new Set([5, 8, 10, 11, 13, 14]);

/**
 * Beyond whole classes: standing by; waited too long for a response, for a lock, or between two statements; serialization
 * failures and deadlocks that were still there after the last try.
 */
const POSTGRES_FAILURES = new Set(['25006', '57014', '55P03', '25P03', '40001', '40P01']);
const NETWORK_FAILURES = new Set(['ECONNREFUSED', 'ECONNRESET', 'ETIMEDOUT', 'EPIPE', 'EHOSTUNREACH']);

/** SQLSTATE 08007, transaction resolution unknown. */
const UNKNOWN_OUTCOME = '08007';

/** What the database could not do now and may do later. `code` is an SQLSTATE. */
export class DatabaseFailure extends Error {
  override name = 'DatabaseFailure';
  code: string;

  constructor(code: string, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}

/** The connection was lost while a change was being made lasting: it may have happened or not. */
export class UnknownOutcome extends DatabaseFailure {
  override name = 'UnknownOutcome';

  constructor(cause: unknown) {
    super(UNKNOWN_OUTCOME, 'the connection was lost before PostgreSQL said whether the change was made', {
      cause,
    });
  }
}

/**
 * Whether `error` says that the database could not do its work, and may do it later: the disk is full or read-only, or
 * PostgreSQL cannot be reached, is shutting down, has no room, took too long (SQLSTATE classes 08, 53, 57P) or had to
 * end it for the sake of others (40001, 40P01).
 */
export function isDatabaseFailure(error: unknown): boolean {
  const { code = '', errcode } = (error ?? {}) as Failure;
  if (code === 'ERR_SQLITE_ERROR') return SQLITE_FAILURES.has((errcode ?? 0) & 0xff);
  if (code === 'ERR_WRITES_WAITING') return true;
  return /^(08|53|57P)/.test(code) || POSTGRES_FAILURES.has(code) || NETWORK_FAILURES.has(code);
}

/**
 * Whether nobody can say if what was to be saved is saved: never 'Success!', never 'nothing was saved'. The connection
 * was lost with the answer to it, or after it, when the item was to be read back.
 */
export function isUnknownOutcome(error: unknown): boolean {
  const { code = '', isUnknown } = (error ?? {}) as Failure;
  return isUnknown === true || /^(08|53|57)/.test(code) || NETWORK_FAILURES.has(code);
}
