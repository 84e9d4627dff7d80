import type { Worker } from 'node:worker_threads';
import { describeLongLog } from './sqlite-file.server.ts';
import type { Notice, Opening, Reply, Request, Step } from './sqlite-messages.ts';
import type { Answer } from './sqlite-statements.server.ts';
import { SqliteThreads } from './sqlite-threads.server.ts';

/** An error of SQLite that came from the writer thread. */
export type WriterError = Error & {
  code?: string;
  errcode?: number;
  /** Whether a transaction was open in the thread afterwards. */
  inTransaction: boolean;
  /** Whether it is unknown if the change was saved. */
  isUnknown?: boolean;
};

/** Events to report: `broken` ends all work, `warn` is for the log. Both are one line without personal data. */
export type WriterAlarms = { warn: (problem: string) => void; broken: (problem: string) => void };

type Pending = { resolve: (answer: Answer | undefined) => void; reject: (error: WriterError) => void };

// Without a part for each union member, the id could not be omitted.
type Unnumbered<Any> = Any extends { id: number } ? Omit<Any, 'id'> : never;

const threads = new SqliteThreads('sqlite-writer-thread', {
  maxOldGenerationSizeMb: 128,
  maxYoungGenerationSizeMb: 2,
});

/**
 * The serving thread's end of the writer thread, which starts at the first task, and again after it died. It keeps the
 * process alive only while a task is running.
 */
export class SqliteWriter {
  #file: string;
  #alarms: WriterAlarms;
  #thread: Worker | undefined;
  #pending = new Map<number, Pending>();
  #asked = 0;
  /** How many times the thread has reported anything: each report may be of a change. */
  reports = 0;

  constructor(file: string, alarms: WriterAlarms) {
    this.#file = file;
    this.#alarms = alarms;
  }

  /**
   * Runs a statement `within` the open transaction and never outside of one, or on its own. The thread waits at most
   * `busyMs` for another process that writes.
   */
  run(step: Step, { within, busyMs }: { within: boolean; busyMs: number }): Promise<Answer | undefined> {
    return this.#ask({ kind: 'run', step, within, busyMs });
  }

  /** Closes the file after all tasks. */
  async close(): Promise<void> {
    const thread = this.#thread;
    if (!thread) return;
    await this.#ask({ kind: 'close' });
    this.#thread = undefined;
    threads.giveBack(thread);
  }

  #ask(request: Unnumbered<Request>): Promise<Answer | undefined> {
    const id = ++this.#asked;
    return new Promise((resolve, reject) => {
      this.#thread ??= this.#start();
      this.#thread.postMessage({ ...request, id });
      if (this.#pending.size === 0) this.#thread.ref();
      this.#pending.set(id, { resolve, reject });
    });
  }

  #start(): Worker {
    const thread = threads.take();
    thread.postMessage({ open: this.#file } satisfies Opening);
    thread.on('message', (message: Reply | Notice) => this.#hear(message));
    thread.on('error', (error) => this.#giveUp(thread, (error as Error).message));
    thread.on('exit', () => this.#giveUp(thread, 'it ended'));
    return thread;
  }

  #hear(message: Reply | Notice): void {
    this.reports++;
    if ('kind' in message) {
      if (message.kind === 'broken') this.#alarms.broken(message.problem);
      else this.#alarms.warn(describeLongLog(message.bytes));
      return;
    }
    const pending = this.#pending.get(message.id);
    this.#pending.delete(message.id);
    if (this.#pending.size === 0) this.#thread?.unref();
    if ('answer' in message) pending?.resolve(message.answer);
    else {
      const { message: text, ...facts } = message.error;
      pending?.reject(Object.assign(new Error(text), facts, { inTransaction: message.inTransaction }));
    }
  }

  /** Its last task may have been done or not. */
  #giveUp(thread: Worker, reason: string): void {
    if (this.#thread !== thread) return;
    this.#thread = undefined;
    const lost = [...this.#pending.values()];
    this.#pending.clear();
    for (const { reject } of lost) {
      const error = new Error(`the writer thread was lost: ${reason}`);
      // Reported as a disk failure, which everyone handles.
      const facts = { code: 'ERR_SQLITE_ERROR', errcode: 10, inTransaction: false, isUnknown: true };
      reject(Object.assign(error, facts));
    }
  }
}
