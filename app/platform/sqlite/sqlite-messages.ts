import type { Answer, SentError } from './sqlite-statements.server.ts';

/** One statement for the writer thread. */
export type Step = { sql: string; parameters: readonly unknown[] };

/**
 * A task for the writer thread: to run `step`, waiting at most `busyMs` for another process that writes, and only
 * `within` an open transaction if it belongs to one; or to close the file.
 */
export type Request =
  | { id: number; kind: 'run'; step: Step; within: boolean; busyMs: number }
  | { id: number; kind: 'close' };

/** `inTransaction`: whether a transaction is open afterwards. */
export type Reply =
  | { id: number; answer: Answer | undefined }
  | { id: number; error: SentError; inTransaction: boolean };

/** What the writer thread reports on its own: the size of the write-ahead log, or why it had to stop. */
export type Notice = { kind: 'wal'; bytes: number } | { kind: 'broken'; problem: string };

/** The first message to each thread, and the first one after it has closed another file. */
export type Opening = { open: string };

/** Messages to and from the search thread: the query; that it begins; the result; that it closed the file. */
export type ReadRequest = { id: number } & Step;
export type ReadReply =
  | { id: number; hasBegun: true }
  | { id: number; answer: Answer }
  | { id: number; error: SentError }
  | { hasClosed: true };
