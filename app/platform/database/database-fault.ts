import { isDatabaseUnavailable, isUnknownOutcome } from './database-error.ts';

/** The response to a request that the database could not serve: a page of the site, or a problem document. */
export type DatabaseFault = { status: 409 | 503 | 507; headers: Record<string, string>; sentence?: string };

type Failure = { code?: string; errcode?: number };

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
