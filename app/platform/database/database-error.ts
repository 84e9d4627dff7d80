type Failure = { code?: string; errcode?: number; isUnknown?: boolean };

/**
 * SQLite's result codes for a busy, failing, full or read-only disk, a file that can't be opened, and a malformed page:
 * SQLite also reports the latter when a disk fails while reading.
 */
const SQLITE_FAILURES = new Set([5, 8, 10, 11, 13, 14]);

/**
 * In addition to whole classes: a standby; timeouts of a response, a lock, or between two statements; serialization
 * failures and deadlocks that remained after the last attempt.
 */
const POSTGRES_FAILURES = new Set(['25006', '57014', '55P03', '25P03', '40001', '40P01']);
const NETWORK_FAILURES = new Set(['ECONNREFUSED', 'ECONNRESET', 'ETIMEDOUT', 'EPIPE', 'EHOSTUNREACH']);

/** SQLSTATE 08007, transaction resolution unknown. */
const UNKNOWN_OUTCOME = '08007';

/** Something the database can't do now but may do later. `code` is an SQLSTATE. */
export class DatabaseUnavailable extends Error {
  override name = 'DatabaseUnavailable';
  code: string;

  constructor(code: string, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}

/** The connection was lost during a commit: it may have happened or not. */
export class UnknownOutcome extends DatabaseUnavailable {
  override name = 'UnknownOutcome';

  constructor(cause: unknown) {
    super(UNKNOWN_OUTCOME, 'the connection was lost before PostgreSQL said whether the change was made', {
      cause,
    });
  }
}

/**
 * Whether `error` says that the database can't do its work now but may later: the disk is full or read-only, or
 * PostgreSQL can't be reached, is shutting down, has no capacity, took too long (SQLSTATE classes 08, 53, 57P), or
 * aborted it because of others (40001, 40P01).
 */
export function isDatabaseUnavailable(error: unknown): boolean {
  const { code = '', errcode } = (error ?? {}) as Failure;
  if (code === 'ERR_SQLITE_ERROR') return SQLITE_FAILURES.has((errcode ?? 0) & 0xff);
  if (code === 'ERR_WRITES_WAITING') return true;
  return /^(08|53|57P)/.test(code) || POSTGRES_FAILURES.has(code) || NETWORK_FAILURES.has(code);
}

/**
 * Whether it is unknown if the change was saved: the message is then neither 'Success!' nor 'nothing was saved'. The
 * connection was lost with the response, or afterwards, when the item was to be read back.
 */
export function isUnknownOutcome(error: unknown): boolean {
  const { code = '', isUnknown } = (error ?? {}) as Failure;
  return isUnknown === true || /^(08|53|57)/.test(code) || NETWORK_FAILURES.has(code);
}
