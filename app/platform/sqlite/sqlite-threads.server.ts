import { type ResourceLimits, Worker } from 'node:worker_threads';
import { findThreadFile } from '#app/platform/threads/idle-thread.server.ts';
import { MINUTE_MS } from '#app/platform/time/durations.ts';

/** After that, the memory of a thread without a file is returned. */
const IDLE_MS = MINUTE_MS;

/**
 * Threads of one kind, each with one file at a time. Starting one takes ten times as long as opening a file, so one that
 * has closed its file is used for the next one that is opened within a minute. They do not keep the process alive.
 */
export class SqliteThreads {
  #name: string;
  #resourceLimits: ResourceLimits;
  #idle = new Map<Worker, NodeJS.Timeout>();

  /** `name` is that of the thread's file in this folder, without its ending. Its first message has to be the file. */
  constructor(name: string, resourceLimits: ResourceLimits) {
    this.#name = name;
    this.#resourceLimits = resourceLimits;
  }

  /** A thread without listeners that has opened nothing yet. */
  take(): Worker {
    const [idle] = this.#idle.keys();
    if (!idle) return this.#start();
    this.#forget(idle);
    return idle;
  }

  /** For a thread that has closed its file, and has nothing left to do. */
  giveBack(thread: Worker): void {
    removeListeners(thread);
    thread.unref();
    thread.once('exit', () => this.#forget(thread));
    thread.once('error', () => this.#forget(thread));
    this.#idle.set(thread, setTimeout(() => void thread.terminate(), IDLE_MS).unref());
  }

  #start(): Worker {
    const thread = new Worker(findThreadFile(this.#name, import.meta.url), {
      name: this.#name,
      resourceLimits: this.#resourceLimits,
    });
    thread.unref();
    return thread;
  }

  #forget(thread: Worker): void {
    clearTimeout(this.#idle.get(thread));
    this.#idle.delete(thread);
    removeListeners(thread);
  }
}

/** Those of its owners: without the ones of Node, no message would arrive. */
function removeListeners(thread: Worker): void {
  for (const event of ['message', 'error', 'exit']) thread.removeAllListeners(event);
}
