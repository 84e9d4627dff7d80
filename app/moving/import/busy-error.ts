const SQLITE_BUSY = 5;

/** Statements and locks that took too long, and deadlocks (SQLSTATE). */
const TOO_LONG = new Set(['40001', '40P01', '55P03', '57014']);

/** What to do when the database was too busy for an import or an undo; undefined for all other errors. */
export function busyMessage(error: unknown): string | undefined {
  const { code = '', errcode = 0 } = (error ?? {}) as { code?: string; errcode?: number };
  const isLocked = code === 'ERR_SQLITE_ERROR' && (errcode & 0xff) === SQLITE_BUSY;
  return isLocked || TOO_LONG.has(code) ? BUSY : undefined;
}

const BUSY =
  'The database was busy for too long, perhaps with a backup or another import. What was done before stays. Start again to continue.';
