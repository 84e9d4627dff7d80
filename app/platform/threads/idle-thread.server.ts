import { existsSync } from 'node:fs';
import PQueue from 'p-queue';
import type { Piscina } from 'piscina';
import { MINUTE_MS } from '#app/platform/time/durations.ts';

/** After that its memory is given back. The next request starts the thread again. */
const IDLE_MS = MINUTE_MS;

export type ThreadLimits = {
  /** How many requests it handles at the same time; the others wait. */
  threads: number;
  /** How long a request may take, without the time it waits for a thread. */
  timeoutMs: number;
  /** The memory of each thread's objects. */
  maxMegabytes: number;
};

const DEFAULT_LIMITS: ThreadLimits = { threads: 1, timeoutMs: 10_000, maxMegabytes: 64 };

/**
 * A thread that handles one kind of request, one after the other, with the function that its file exports by default;
 * or several such threads. They start with the first requests and end after a minute without one. They keep the process
 * alive only while a request is pending.
 */
export class IdleThread<Input, Output> {
  readonly #name: string;
  readonly #from: string;
  readonly #limits: ThreadLimits;
  #pool: Promise<Piscina<Input, Output>> | undefined;
  readonly #turns: PQueue;
  /** How many requests wait for their result. */
  pending = 0;

  /** `name` is the thread's file without its ending, next to the one at `from`. */
  constructor(name: string, from: string, limits: Partial<ThreadLimits> = {}) {
    this.#name = name;
    this.#from = from;
    this.#limits = { ...DEFAULT_LIMITS, ...limits };
    // The pool's own queue would count the time that a request waits.
    this.#turns = new PQueue({ concurrency: this.#limits.threads });
  }

  /**
   * What the thread returns for `input`. Rejects when the work fails, or with the name TimeoutError when it takes longer
   * than ten seconds or the given time, or when the thread dies; the next request then starts another.
   */
  async run(input: Input): Promise<Output> {
    this.pending++;
    try {
      return await this.#turns.add(() => this.#runNow(input));
    } finally {
      this.pending--;
    }
  }

  async #runNow(input: Input): Promise<Output> {
    this.#pool ??= openPool(findThreadFile(this.#name, this.#from), this.#limits);
    const pool = await this.#pool;
    const deadline = AbortSignal.timeout(this.#limits.timeoutMs);
    try {
      return await pool.run(input, { signal: deadline });
    } catch (error) {
      throw deadline.aborted ? deadline.reason : error;
    }
  }
}

/** Loaded with the first request: it takes 7 MB. */
async function openPool(file: URL, { threads, maxMegabytes }: ThreadLimits): Promise<Piscina> {
  const { Piscina } = await import('piscina');
  const pool = new Piscina({
    filename: file.href,
    minThreads: 0,
    maxThreads: threads,
    idleTimeout: IDLE_MS,
    resourceLimits: { maxOldGenerationSizeMb: maxMegabytes, maxYoungGenerationSizeMb: 2 },
  });
  // A thread that dies without work is started again by the next request.
  return pool.on('error', () => undefined);
}

/**
 * The file of the thread `name`, for the file at `from` (its `import.meta.url`): next to it when running from the
 * sources, otherwise an entry of the build, above or next to its chunks. Throws when there is none.
 */
export function findThreadFile(name: string, from: string): URL {
  const files = [`./${name}.server.ts`, `./${name}.js`, `../${name}.js`].map((file) => new URL(file, from));
  const found = files.find((file) => existsSync(file));
  if (!found) throw new Error('The site is not completely built. Run: npm run build');
  return found;
}
