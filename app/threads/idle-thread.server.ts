import { Worker } from 'node:worker_threads';
import { findThreadFile } from './thread-file.server.ts';

/** After that its memory is given back. The next request starts the thread again. */
const IDLE_MS = 60_000;
const TIMEOUT_MS = 10_000;

export type ThreadRequest<Input> = { id: number; input: Input };
export type ThreadReply<Output> = { id: number; output: Output } | { id: number; problem: string };

type Pending<Output> = { resolve: (output: Output) => void; reject: (error: Error) => void };

/**
 * This side of a thread that works on one kind of request (`serveRequests` is the other side). It starts with the first
 * request and ends after a minute without one. It keeps the process alive only while a request is pending.
 */
export class IdleThread<Input, Output> {
  #name: string;
  #file: string;
  #from: string;
  #thread: Worker | undefined;
  #pending = new Map<number, Pending<Output>>();
  #lastId = 0;
  #timer: NodeJS.Timeout | undefined;

  /** `name` is for debuggers and errors, `file` the thread's file without its ending, beside the one at `from`. */
  constructor({ name, file, from }: { name: string; file: string; from: string }) {
    this.#name = name;
    this.#file = file;
    this.#from = from;
  }

  get pending(): number {
    return this.#pending.size;
  }

  /**
   * What the thread returns for `input`. Rejects when the work fails, or when the thread returns nothing for ten seconds
   * or dies; the next request then starts another.
   */
  run(input: Input): Promise<Output> {
    const id = ++this.#lastId;
    const result = new Promise<Output>((resolve, reject) => {
      this.#pending.set(id, { resolve, reject });
    });
    this.#thread ??= this.#start();
    this.#thread.postMessage({ id, input } satisfies ThreadRequest<Input>);
    this.#wait();
    return result;
  }

  #start(): Worker {
    const thread = new Worker(findThreadFile(this.#file, this.#from), {
      name: this.#name,
      resourceLimits: { maxOldGenerationSizeMb: 64, maxYoungGenerationSizeMb: 2 },
    });
    thread.on('message', (reply: ThreadReply<Output>) => this.#settle(reply));
    thread.on('error', (error) => this.#lose(thread, (error as Error).message));
    thread.on('exit', () => this.#lose(thread, 'it ended'));
    return thread;
  }

  #settle(reply: ThreadReply<Output>): void {
    const pending = this.#pending.get(reply.id);
    this.#pending.delete(reply.id);
    if ('problem' in reply) pending?.reject(new Error(reply.problem));
    else pending?.resolve(reply.output);
    this.#wait();
  }

  /** Until the next reply is due, or until it has been idle long enough. */
  #wait(): void {
    clearTimeout(this.#timer);
    const isWorking = this.#pending.size > 0;
    if (isWorking) this.#thread?.ref();
    else this.#thread?.unref();
    const reason = isWorking ? 'it took too long' : 'it had nothing to do';
    this.#timer = setTimeout(() => this.#end(reason), isWorking ? TIMEOUT_MS : IDLE_MS);
    this.#timer.unref();
  }

  #end(reason: string): void {
    const thread = this.#thread;
    if (!thread) return;
    this.#lose(thread, reason);
    void thread.terminate();
  }

  #lose(thread: Worker, reason: string): void {
    if (this.#thread !== thread) return;
    this.#thread = undefined;
    clearTimeout(this.#timer);
    const lost = [...this.#pending.values()];
    this.#pending.clear();
    for (const { reject } of lost) reject(new Error(`the thread "${this.#name}" was lost: ${reason}`));
  }
}
