import cluster, { type Worker } from 'node:cluster';
import type { Logger } from 'pino';
import { MINUTE_MS } from '#app/platform/time/durations.ts';
import { counter, type Figure, gauge } from '../figures.ts';
import { processFigures } from '../metrics.ts';
import { sendToWorker, type WorkerWatch, watchWorkers } from './worker-watch.ts';

const DEATHS_A_MINUTE = 5;
/** A worker ends on its own within ten seconds, and a retiring one first lets its last requests finish. */
export const FORCE_MS = 11_000;
const RETIRE_MS = 20_000;

export type WorkersOptions = {
  count: number;
  /** The script of a new worker, without arguments. Determined again before a replacement. */
  findScript: () => string;
  log: Logger;
  /** Prepares the database for a script before its workers take over. Rejects when it can't. */
  prepare: (script: string) => Promise<unknown>;
};

/**
 * Runs `count` workers that share the script's port, and monitors them as long as this process lives; resolves when all
 * of them listen. One that dies is replaced, one that is silent for five seconds is killed and replaced (F20); more
 * than five deaths within a minute end the site with one line. SIGHUP replaces them one after the other without a
 * refused request; SIGTERM and SIGINT end them in order, the second one at once.
 */
export async function startWorkers(options: WorkersOptions): Promise<void> {
  // Each worker accepts connections from the kernel's own queue. If this process passed them on, a connection on its
  // way to a worker that dies would hang; and no one waits for a stuck worker.
  cluster.schedulingPolicy = cluster.SCHED_NONE;
  const workers = new Workers(options);
  cluster.on('exit', (worker, code, signal) => workers.takeLeave(worker, { code, signal }));
  endOnSignals(() => workers.end());
  // A terminal sends it when its window is closed.
  process.on('SIGHUP', () => (process.stdin.isTTY ? workers.end() : workers.exchange()));
  // Only the first one, so that an error while listening, such as a port in use, is reported once.
  if (!(await workers.startOne())) process.exit(1);
  await workers.startOthers();
}

class Workers {
  readonly #options: WorkersOptions;
  readonly #watch: WorkerWatch;
  /** Those that count: neither on trial during a replacement nor retiring. */
  readonly #serving = new Set<Worker>();
  readonly #listening = new Set<Worker>();
  readonly #stuck = new Set<Worker>();
  readonly #replaced: Record<string, number> = {};
  #state: 'starting' | 'serving' | 'ending' | 'killing' = 'starting';
  #isExchanging = false;
  #deaths: number[] = [];
  #script: string;

  constructor(options: WorkersOptions) {
    this.#options = options;
    this.#script = options.findScript();
    runBy(this.#script);
    this.#watch = watchWorkers({
      stuck: (worker, silentMs) => this.#killStuck(worker, silentMs),
      ownFigures: () => [...this.#figures(), ...processFigures()],
    });
  }

  /** Whether it listened; false when it ended before. */
  startOne(): Promise<boolean> {
    const worker = this.#fork();
    this.#serving.add(worker);
    return listens(worker);
  }

  async startOthers(): Promise<void> {
    this.#state = 'serving';
    const missing = this.#options.count - this.#serving.size;
    await Promise.all(Array.from({ length: missing }, () => this.startOne()));
  }

  takeLeave(worker: Worker, how: { code: number | null; signal: string | null }): void {
    const counted = this.#serving.delete(worker);
    this.#listening.delete(worker);
    if (this.#isEnding()) this.#exitAfterLast();
    else if (counted && this.#state === 'serving') this.#replace(worker, how);
  }

  /** Replaces all, one after the other. Errors are logged, and the old ones continue. */
  exchange(): void {
    if (this.#isExchanging || this.#state !== 'serving') return;
    this.#isExchanging = true;
    const { log } = this.#options;
    log.info('replacing the workers one by one');
    this.#exchangeAll()
      .then(
        () => log.info('all workers have been replaced'),
        (error: unknown) =>
          log.error({ err: error }, 'replacing the workers failed: the old ones keep running'),
      )
      .finally(() => {
        this.#isExchanging = false;
      });
  }

  /** In order at first, at once on the second request or after eleven seconds. */
  end(): void {
    if (this.#state === 'killing') return;
    const isFirst = this.#state !== 'ending';
    this.#state = isFirst ? 'ending' : 'killing';
    for (const worker of listWorkers()) worker.process.kill(isFirst ? 'SIGTERM' : 'SIGKILL');
    if (isFirst) setTimeout(() => this.end(), FORCE_MS);
    this.#exitAfterLast();
  }

  async #exchangeAll(): Promise<void> {
    const script = this.#options.findScript();
    await this.#options.prepare(script);
    runBy(script);
    for (const old of [...this.#serving]) {
      const fresh = this.#fork();
      if (!(await listens(fresh))) {
        runBy(this.#script);
        throw new Error('a new worker exited before it was ready');
      }
      this.#serving.add(fresh);
      // It may have died meanwhile, and been replaced.
      if (this.#serving.delete(old)) await retire(old);
    }
    this.#script = script;
  }

  #fork(): Worker {
    const worker = cluster.fork();
    this.#watch.follow(worker);
    worker.once('listening', () => this.#listening.add(worker));
    return worker;
  }

  #replace(worker: Worker, how: { code: number | null; signal: string | null }): void {
    const { log } = this.#options;
    log.error({ worker: worker.process.pid, ...how }, 'a worker exited and was replaced');
    this.#noteDeath(this.#stuck.delete(worker) ? 'stuck' : 'ended');
    void this.startOne();
  }

  #isEnding(): boolean {
    return this.#state === 'ending' || this.#state === 'killing';
  }

  #killStuck(worker: Worker, silentMs: number): void {
    const { log } = this.#options;
    log.error(
      { worker: worker.process.pid, silentMs: Math.round(silentMs) },
      'a worker is stuck and was killed',
    );
    this.#stuck.add(worker);
    worker.process.kill('SIGKILL');
  }

  #noteDeath(reason: string): void {
    const labels = `reason="${reason}"`;
    this.#replaced[labels] = (this.#replaced[labels] ?? 0) + 1;
    const now = performance.now();
    this.#deaths = [...this.#deaths.filter((at) => at > now - MINUTE_MS), now];
    if (this.#deaths.length <= DEATHS_A_MINUTE) return;
    console.error('The workers keep stopping. See the lines above for the reason.');
    process.exit(1);
  }

  #exitAfterLast(): void {
    if (listWorkers().length === 0) process.exit(this.#state === 'killing' ? 1 : 0);
  }

  #figures(): Figure[] {
    return [
      gauge('belfry_workers', 'Processes that serve requests', this.#listening.size),
      counter(
        'belfry_worker_replacements_total',
        'Workers replaced, by reason',
        Object.entries(this.#replaced),
      ),
    ];
  }
}

/** From now on. */
function runBy(script: string): void {
  cluster.setupPrimary({ exec: script, args: [] });
}

function listWorkers(): Worker[] {
  return Object.values(cluster.workers ?? {}).filter((worker) => worker !== undefined);
}

/** npm forwards a Ctrl-C that the terminal has also sent here: only a later one is meant as a second. */
function endOnSignals(end: () => void): void {
  let since: number | undefined;
  const hear = () => {
    const now = performance.now();
    if (since !== undefined && now - since < 1000) return;
    since ??= now;
    end();
  };
  process.on('SIGTERM', hear);
  process.on('SIGINT', hear);
  // Started by our own parent process: when that is gone, no one could stop this process any more.
  if (process.connected) process.on('disconnect', hear);
}

function listens(worker: Worker): Promise<boolean> {
  return new Promise((resolve) => {
    worker.once('listening', () => resolve(true));
    worker.once('exit', () => resolve(false));
  });
}

async function retire(worker: Worker): Promise<void> {
  const ended = new Promise((resolve) => worker.once('exit', resolve));
  sendToWorker(worker, { belfry: 'retire' });
  const force = setTimeout(() => worker.process.kill('SIGKILL'), RETIRE_MS);
  await ended.finally(() => clearTimeout(force));
}
