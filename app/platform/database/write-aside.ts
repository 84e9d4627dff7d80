import { setTimeout as wait } from 'node:timers/promises';

const MOST_MS = 250;

/**
 * Writes something that nothing depends on, such as when a user was last seen. Resolves when it is written, after a
 * quarter of a second in any case, and when it fails: a slow, busy or full disk must not block readers.
 */
export async function writeAside(note: Promise<unknown>): Promise<void> {
  const timer = new AbortController();
  const late = wait(MOST_MS, undefined, { signal: timer.signal }).catch(() => undefined);
  await Promise.race([note.catch(() => undefined), late]);
  timer.abort();
}
