import type { Answer } from './sqlite-statements.server.ts';

/** One statement for the writer thread. */
export type Step = { sql: string; parameters: readonly unknown[] };

/**
 * What the writer thread is asked: to run `step`, waiting no longer than `busyMs` for another process that writes, and
 * only `within` an open transaction where it belongs to one; to close the file and end.
 */
export type Request =
  | { id: number; kind: 'run'; step: Step; within: boolean; busyMs: number }
  | { id: number; kind: 'close' };

/** What remains of an error of SQLite when it has gone from one thread to another. */
export type SentError = { message: string; code?: string; errcode?: number; errstr?: string };

/** `inTransaction` says whether one is open after it. */
export type Reply =
  | { id: number; answer: Answer | undefined }
  | { id: number; error: SentError; inTransaction: boolean };

/** What the writer thread tells without being asked: how long the log of changes has become, or why it had to give up. */
export type Notice = { kind: 'wal'; bytes: number } | { kind: 'broken'; problem: string };

/** Where the thread finds its file. */
export type ThreadOptions = { file: string };

/** What the thread that asks the full-text index is asked, and what it says: that it begins, then the answer. */
export type ReadRequest = { id: number } & Step;
export type ReadReply =
  | { id: number; hasBegun: true }
  | { id: number; answer: Answer }
  | { id: number; error: SentError };
