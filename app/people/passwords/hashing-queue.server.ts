import PQueue from 'p-queue';

/**
 * Thrown at once when too many passwords are waiting to be hashed, or after waiting too long: the site must stay
 * responsive.
 */
export class HashingBusyError extends Error {
  override name = 'HashingBusyError';
}

export const MOST_AT_ONCE = 2;
const MOST_WAITING = 16;
const PATIENCE_MS = 3000;

/** Hashing uses a CPU and 19 MiB: the rest of the site must stay responsive. */
const queue = new PQueue({ concurrency: MOST_AT_ONCE });

/** Runs work that hashes a password: two at once, sixteen wait up to three seconds. Throws HashingBusyError. */
export async function inHashingQueue<Result>(work: () => Promise<Result>): Promise<Result> {
  refuseWhenFull();
  const patience = new AbortController();
  const tooLong = new HashingBusyError('a password waited too long to be hashed');
  const timer = setTimeout(() => patience.abort(tooLong), PATIENCE_MS);
  const begin = () => {
    clearTimeout(timer);
    return work();
  };
  return queue.add(begin, { signal: patience.signal });
}

/** Throws HashingBusyError when a password could not even wait to be hashed: to be checked before any other work. */
export function refuseWhenFull(): void {
  if (queue.size >= MOST_WAITING) throw new HashingBusyError('too many passwords wait to be hashed');
}
