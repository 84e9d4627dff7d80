type Failure = { code?: string; errcode?: number };

/** SQLite's result codes for a busy, failing, full or read-only disk, and one that cannot be opened. */
const SQLITE_FAILURES = new Set([5, 8, 10, 13, 14]);

/**
 * Whether `error` says that the database could not do its work, and may do it later: the disk is full or read-only, or
 * PostgreSQL cannot be reached, is shutting down or has no room (SQLSTATE classes 08, 53, 57 and code 25006).
 */
export function isDatabaseFailure(error: unknown): boolean {
  const { code = '', errcode } = (error ?? {}) as Failure;
  if (code === 'ERR_SQLITE_ERROR') return SQLITE_FAILURES.has((errcode ?? 0) & 0xff);
  return /^(08|53|57P)/.test(code) || ['25006', 'ECONNREFUSED', 'ECONNRESET', 'ETIMEDOUT'].includes(code);
}
