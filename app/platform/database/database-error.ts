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

/** The response to a request that the database could not serve: a page of the site, or a problem document. */
export type DatabaseFault = { status: 409 | 503 | 507; headers: Record<string, string>; sentence?: string };

const SQLITE_BUSY = 5;
const SQLITE_FULL = 13;

/** SQLSTATE: a lock timeout, a serialization failure, a deadlock. The transaction was rolled back and tried again before. */
const HELD = new Set(['55P03', '40001', '40P01']);

/**
 * The response when `error` says that the database can't do its work now but may later; undefined for all other errors.
 * 409 when others were changing the same rows, 507 when its disk is full, otherwise 503; `Retry-After` in seconds (RFC 9110 section 10.2.3).
 */
export function databaseFaultOf(error: unknown, method: string): DatabaseFault | undefined {
  if (!isDatabaseUnavailable(error)) return undefined;
  const { code = '', errcode = 0 } = (error ?? {}) as Failure;
  const sqlite = code === 'ERR_SQLITE_ERROR' ? errcode & 0xff : 0;
  if (code === 'ERR_WRITES_WAITING') return refusal(503, 3, sentences.many);
  if (sqlite === SQLITE_FULL || code === '53100') return refusal(507, 60, sentences.full);
  if (sqlite === SQLITE_BUSY) return refusal(503, 5, sentences.busy);
  // The site's usual message covers it (product contract section 2).
  if (method === 'GET' || method === 'HEAD') return refusal(503, 10);
  if (HELD.has(code)) return refusal(409, 1, sentences.held);
  return isUnknownOutcome(error) ? refusal(503, 5, sentences.unknown) : refusal(503, 10, sentences.other);
}

const sentences = {
  many: 'The site is too busy to save this right now. Nothing was saved. Please try again in a moment.',
  unknown: 'We don’t know whether this was saved. Please check before you send it again.',
  full: 'This site’s disk is full. Nothing was saved. You can still read everything.',
  busy: 'Another program is using this site’s database. Nothing was saved. Please try again in a moment.',
  held: 'Someone else was changing this at the same moment. Nothing was saved. Please try again.',
  other: 'This site’s database is not responding. Nothing was saved. Please try again in a moment.',
};

function refusal(status: DatabaseFault['status'], seconds: number, sentence?: string): DatabaseFault {
  const headers = { 'Retry-After': `${seconds}`, 'Cache-Control': 'no-store' };
  return sentence ? { status, headers, sentence } : { status, headers };
}
