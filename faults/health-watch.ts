import { setTimeout as wait } from 'node:timers/promises';
import type { Subject } from './subject.ts';

const EVERY_MS = 100;

/** Requests pages and health checks repeatedly. */
export class HealthWatch {
  readonly #subject: Subject;
  #isOver = false;
  #task: Promise<void> | undefined;
  /** Whether the process should be running: then every request must get a response. */
  mustLive = true;
  /** Pages that must be readable meanwhile, in addition to the health checks. */
  mustRead = true;
  readonly problems: string[] = [];
  readonly readsMs: number[] = [];

  constructor(subject: Subject) {
    this.#subject = subject;
  }

  start(): void {
    this.#task = this.#watch();
  }

  async stop(): Promise<void> {
    this.#isOver = true;
    await this.#task;
  }

  async #watch(): Promise<void> {
    while (!this.#isOver) {
      await this.#look('/healthz', () => this.mustLive);
      await this.#look('/articles', () => this.mustLive && this.mustRead);
      await wait(EVERY_MS);
    }
  }

  async #look(path: string, isDue: () => boolean): Promise<void> {
    const wasDue = isDue();
    const began = performance.now();
    const found = await this.#subject.ask({ path }).then(
      ({ status }) => (status === 200 ? undefined : String(status)),
      (error: Error) => error.message,
    );
    if (found === undefined) this.readsMs.push(performance.now() - began);
    else if (wasDue && isDue()) this.problems.push(`${path}: ${found}`);
  }
}

/** The value below which this percentage of the values are; 0 without any. */
export function percentile(values: readonly number[], percent: number): number {
  const sorted = [...values].sort((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor((sorted.length * percent) / 100))] ?? 0;
}
