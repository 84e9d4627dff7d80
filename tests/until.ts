import { setTimeout as wait } from 'node:timers/promises';

const STEP_MS = 20;

/** Calls it repeatedly until it returns a value; returns the value and how long it took. Rejects after `limitMs`. */
export async function until<T>(
  what: string,
  ask: () => T | undefined | false | Promise<T | undefined | false>,
  limitMs = 30_000,
): Promise<{ value: T; ms: number }> {
  const began = performance.now();
  for (;;) {
    const value = await ask();
    const ms = performance.now() - began;
    if (value !== undefined && value !== false) return { value, ms };
    if (ms > limitMs) throw new Error(`${what}: not within ${limitMs / 1000} s`);
    await wait(STEP_MS);
  }
}
