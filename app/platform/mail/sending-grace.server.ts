import { setTimeout as wait } from 'node:timers/promises';

/** When `signal` fires, no further email is started, and those under way have `graceMs` to finish. */
export type Stop = { signal: AbortSignal; graceMs?: number };

const GRACE_MS = 6000;

/** Runs `work` with a signal that ends the emails under way, once their grace is over. */
export async function withGrace<Result>(
  { signal, graceMs = GRACE_MS }: Stop,
  work: (cut: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const [cut, finished] = [new AbortController(), new AbortController()];
  const end = () =>
    void wait(graceMs, undefined, { signal: finished.signal }).then(
      () => cut.abort(),
      () => undefined,
    );
  signal.addEventListener('abort', end);
  try {
    return await work(cut.signal);
  } finally {
    signal.removeEventListener('abort', end);
    finished.abort();
  }
}
