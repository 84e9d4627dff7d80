import { setTimeout as wait } from 'node:timers/promises';

const MOST_MS = 250;

/**
 * Lets something be written that nobody depends on, such as when somebody was last seen. Resolves when it is, after a
 * quarter of a second in any case, and when it fails: a slow, busy or full disk keeps nobody from reading.
 */
export async function noteAside(note: Promise<unknown>): Promise<void> {
  const timer = new AbortController();
  const late = wait(MOST_MS, undefined, { signal: timer.signal }).catch(() => undefined);
  await Promise.race([note.catch(() => undefined), late]);
  timer.abort();
}
