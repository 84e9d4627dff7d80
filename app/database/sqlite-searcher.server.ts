import { Worker } from 'node:worker_threads';
import { findThreadFile } from '#app/threads/thread-file.server.ts';
import { DatabaseFailure } from './failure.ts';
import type { ReadReply } from './sqlite-messages.ts';
import type { Answer } from './sqlite-statements.server.ts';

/** An answer that takes longer is given up. */
const DEADLINE_MS = 1000;
/** More questions do not wait, five for a search: who comes later is refused instead of waiting in vain. */
const MOST_WAITING = 200;
/** As PostgreSQL says that a statement took too long. */
const TOO_LONG = '57014';

type Pending = {
  resolve: (answer: Answer | undefined) => void;
  reject: (error: Error) => void;
  timer: NodeJS.Timeout;
};

/** Whether a statement asks the full-text index: it may take many times longer than anything else that is read. */
export function asksText(sql: string): boolean {
  return sql.includes('_text"') || sql.includes('_term"');
}

/**
 * The serving thread's end of the thread that asks the full-text index, which is started at the first question, and
 * anew after it died or took too long. It does not keep the process alive.
 */
export class SqliteSearcher {
  #file: string;
  #thread: Worker | undefined;
  #pending = new Map<number, Pending>();
  #asked = 0;

  constructor(file: string) {
    this.#file = file;
  }

  /** Runs a statement that only looks. Throws DatabaseFailure when it takes more than a second, or too many wait. */
  run(sql: string, parameters: readonly unknown[]): Promise<Answer | undefined> {
    if (this.#pending.size >= MOST_WAITING)
      return Promise.reject(new DatabaseFailure(TOO_LONG, 'too many searches wait'));
    const id = ++this.#asked;
    return new Promise((resolve, reject) => {
      this.#thread ??= this.#start();
      const timer = setTimeout(() => this.#giveUp('a search took too long'), DEADLINE_MS);
      if (this.#pending.size === 0) this.#thread.ref();
      this.#pending.set(id, { resolve, reject, timer });
      this.#thread.postMessage({ id, sql, parameters });
    });
  }

  async close(): Promise<void> {
    const thread = this.#thread;
    this.#thread = undefined;
    if (!thread) return;
    const ended = new Promise((resolve) => thread.once('exit', resolve));
    thread.ref();
    thread.postMessage('close');
    await ended;
  }

  #start(): Worker {
    const thread = new Worker(findThreadFile('sqlite-search-thread', import.meta.url), {
      name: 'sqlite-search',
      workerData: { file: this.#file },
      resourceLimits: { maxOldGenerationSizeMb: 64, maxYoungGenerationSizeMb: 4 },
    });
    thread.on('message', (reply: ReadReply) => this.#hear(reply));
    thread.on('error', (error) => this.#lose(thread, (error as Error).message));
    thread.on('exit', () => this.#lose(thread, 'it ended'));
    thread.unref();
    return thread;
  }

  #hear(reply: ReadReply): void {
    const pending = this.#pending.get(reply.id);
    if (!pending) return;
    this.#pending.delete(reply.id);
    clearTimeout(pending.timer);
    if (this.#pending.size === 0) this.#thread?.unref();
    if ('answer' in reply) {
      pending.resolve(reply.answer);
      return;
    }
    const { message, ...facts } = reply.error;
    pending.reject(Object.assign(new Error(message), facts));
  }

  #lose(thread: Worker, reason: string): void {
    if (this.#thread === thread) this.#giveUp(`the search thread was lost: ${reason}`);
  }

  /** The thread ends as soon as SQLite lets it; the next question gets another one. */
  #giveUp(reason: string): void {
    const thread = this.#thread;
    this.#thread = undefined;
    const lost = [...this.#pending.values()];
    this.#pending.clear();
    for (const { reject, timer } of lost) {
      clearTimeout(timer);
      reject(new DatabaseFailure(TOO_LONG, reason));
    }
    void thread?.terminate();
  }
}
