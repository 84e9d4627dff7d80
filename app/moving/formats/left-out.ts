import type { LeftOut } from './found.ts';

/** Kinds beyond these are counted together: a hostile file could name one for each record. */
const MOST_KINDS = 100;

/** Counts what a file has and this site doesn't take. */
export class LeftOutCount {
  readonly #counts = new Map<string, number>();

  add(what: string, count = 1): void {
    if (count === 0) return;
    const key = this.#counts.has(what) || this.#counts.size < MOST_KINDS ? what : 'other records';
    this.#counts.set(key, (this.#counts.get(key) ?? 0) + count);
  }

  leftOut(): LeftOut[] {
    return [...this.#counts].map(([what, count]) => ({ kind: 'left-out', what, count }));
  }
}
