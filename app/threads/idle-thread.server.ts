import type { Piscina } from 'piscina';
import { findThreadFile } from './thread-file.server.ts';

/** After that its memory is given back. The next request starts the thread again. */
const IDLE_MS = 60_000;
const TIMEOUT_MS = 10_000;

/**
 * A thread that handles one kind of request, one after the other, with the function that its file exports by default.
 * It starts with the first request and ends after a minute without one. It keeps the process alive only while a request
 * is pending.
 */
export class IdleThread<Input, Output> {
  readonly #name: string;
  readonly #from: string;
  #pool: Promise<Piscina<Input, Output>> | undefined;
  /** How many requests wait for their result. */
  pending = 0;

  /** `name` is the thread's file without its ending, next to the one at `from`. */
  constructor(name: string, from: string) {
    this.#name = name;
    this.#from = from;
  }

  /**
   * What the thread returns for `input`. Rejects when the work fails or takes more than ten seconds, or when the thread
   * dies; the next request then starts another.
   */
  async run(input: Input): Promise<Output> {
    this.pending++;
    try {
      this.#pool ??= openPool(findThreadFile(this.#name, this.#from));
      const pool = await this.#pool;
      return await pool.run(input, { signal: AbortSignal.timeout(TIMEOUT_MS) });
    } finally {
      this.pending--;
    }
  }
}

/** Loaded with the first request: it takes 7 MB. */
async function openPool(file: URL): Promise<Piscina> {
  const { Piscina } = await import('piscina');
  const pool = new Piscina({
    filename: file.href,
    minThreads: 0,
    maxThreads: 1,
    idleTimeout: IDLE_MS,
    resourceLimits: { maxOldGenerationSizeMb: 64, maxYoungGenerationSizeMb: 2 },
  });
  // A thread that dies without work is started again by the next request.
  return pool.on('error', () => undefined);
}
