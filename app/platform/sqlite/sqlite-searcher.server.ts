import type { Worker } from 'node:worker_threads';
import { DatabaseUnavailable } from '#app/platform/database/database-error.ts';
import type { Opening, ReadReply, ReadRequest } from './sqlite-messages.ts';
import type { Answer } from './sqlite-statements.server.ts';
import { SqliteThreads } from './sqlite-threads.server.ts';

/** A query that takes longer is aborted, counted from when the thread starts it. */
const DEADLINE_MS = 1000;
/** A query that waited this long to be sent to the thread is refused. */
const LONGEST_WAIT_MS = 5000;
/** At most this many queries wait, five per search; later ones are refused instead of waiting in vain. */
const MOST_WAITING = 200;
/** This many are sent to the thread ahead of time, so that it has the next one ready: a search has five. */
const MOST_SENT = 5;
/** SQLite can't be interrupted: while more aborted threads than this are still running, none is started. */
const MOST_GIVEN_UP = 2;
/** PostgreSQL's code for a statement that took too long. */
const TOO_LONG = '57014';

const threads = new SqliteThreads('sqlite-search-thread', {
  maxOldGenerationSizeMb: 64,
  maxYoungGenerationSizeMb: 2,
});

type Question = {
  request: ReadRequest;
  resolve: (answer: Answer | undefined) => void;
  reject: (error: Error) => void;
  timer: NodeJS.Timeout;
};

/** Whether a statement queries the full-text index: it can take many times longer than any other read. */
export function asksText(sql: string): boolean {
  return sql.includes('_text"') || sql.includes('_term"');
}

/**
 * The serving thread's end of the search thread, which starts at the first query, and again after it died or took too
 * long. Queries run one after the other, and those behind a slow one only lose time. It does not keep the process
 * alive.
 */
export class SqliteSearcher {
  #file: string;
  #deadlineMs: number;
  #longestWaitMs: number;
  #thread: Worker | undefined;
  #givenUp = new Set<Worker>();
  #waiting = new Map<number, Question>();
  /** In the order of the thread: the first one may have begun. */
  #sent = new Map<number, Question>();
  #asked = 0;

  constructor(file: string, { deadlineMs = DEADLINE_MS, longestWaitMs = LONGEST_WAIT_MS } = {}) {
    this.#file = file;
    this.#deadlineMs = deadlineMs;
    this.#longestWaitMs = longestWaitMs;
  }

  /** Runs a reading statement. Throws DatabaseUnavailable when it takes more than a second, or when too many wait. */
  run(sql: string, parameters: readonly unknown[]): Promise<Answer | undefined> {
    if (this.#waiting.size >= MOST_WAITING || this.#isBusy()) return Promise.reject(tooLong(TOO_MANY));
    const id = ++this.#asked;
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => this.#refuse(id), this.#longestWaitMs);
      this.#waiting.set(id, { request: { id, sql, parameters }, resolve, reject, timer });
      this.#askNext();
    });
  }

  /** Refuses all queries without a result. */
  async close(): Promise<void> {
    this.#takeBack();
    this.#refuseAll(TOO_MANY);
    const thread = this.#thread;
    this.#thread = undefined;
    if (!thread) return;
    thread.ref();
    const hasClosed = await closeFile(thread);
    if (hasClosed) threads.giveBack(thread);
  }

  #start(): Worker {
    const thread = threads.take();
    thread.postMessage({ open: this.#file } satisfies Opening);
    thread.on('message', (reply: ReadReply) => this.#hear(thread, reply));
    thread.on('error', (error) => this.#lose(thread, (error as Error).message));
    thread.on('exit', () => this.#lose(thread, 'it ended'));
    return thread;
  }

  #askNext(): void {
    for (const [id, question] of this.#waiting) {
      if (this.#sent.size >= MOST_SENT) return;
      this.#waiting.delete(id);
      // From here on, those before it have a limit each, and it gets its own when it begins.
      clearTimeout(question.timer);
      this.#sent.set(id, question);
      this.#thread ??= this.#start();
      this.#thread.ref();
      this.#thread.postMessage(question.request);
    }
  }

  #hear(thread: Worker, reply: ReadReply): void {
    if ('hasClosed' in reply) return;
    const question = this.#sent.get(reply.id);
    if (!question || thread !== this.#thread) return;
    clearTimeout(question.timer);
    if ('hasBegun' in reply) {
      question.timer = setTimeout(() => this.#giveUp(thread, question), this.#deadlineMs);
      return;
    }
    this.#sent.delete(reply.id);
    if (this.#sent.size === 0) thread.unref();
    if ('answer' in reply) {
      question.resolve(reply.answer);
    } else {
      const { message, ...facts } = reply.error;
      question.reject(Object.assign(new Error(message), facts));
    }
    this.#askNext();
  }

  /** The thread ends as soon as SQLite returns; the queries behind it go to another thread. */
  #giveUp(thread: Worker, question: Question): void {
    this.#givenUp.add(thread);
    this.#thread = undefined;
    thread.unref();
    void thread.terminate();
    this.#sent.delete(question.request.id);
    question.reject(tooLong('a search took too long'));
    this.#takeBack();
    if (this.#isBusy()) this.#refuseAll(TOO_MANY);
    else this.#askNext();
  }

  #lose(thread: Worker, reason: string): void {
    this.#givenUp.delete(thread);
    if (this.#thread !== thread) return;
    this.#thread = undefined;
    this.#takeBack();
    this.#refuseAll(`the search thread was lost: ${reason}`);
  }

  #isBusy(): boolean {
    return this.#givenUp.size > MOST_GIVEN_UP;
  }

  /** Queries that were sent to a thread without a result go to the next one first. */
  #takeBack(): void {
    this.#waiting = new Map([...this.#sent, ...this.#waiting]);
    this.#sent.clear();
  }

  #refuse(id: number): void {
    const question = this.#waiting.get(id);
    this.#waiting.delete(id);
    question?.reject(tooLong(TOO_MANY));
  }

  #refuseAll(reason: string): void {
    const refused = [...this.#waiting.values()];
    this.#waiting.clear();
    for (const { timer, reject } of refused) {
      clearTimeout(timer);
      reject(tooLong(reason));
    }
  }
}

/** Whether the thread has done so: it may also die. */
function closeFile(thread: Worker): Promise<boolean> {
  return new Promise((resolve) => {
    thread.on('message', (reply: ReadReply) => {
      if ('hasClosed' in reply) resolve(true);
    });
    thread.once('exit', () => resolve(false));
    thread.postMessage('close');
  });
}

const TOO_MANY = 'too many searches wait';

function tooLong(reason: string): DatabaseUnavailable {
  return new DatabaseUnavailable(TOO_LONG, reason);
}
