import PQueue from 'p-queue';

/** For the whole process: at most four requests at once, and one per host. */
const atOnce = new PQueue({ concurrency: 4 });
const hosts = new Map<string, PQueue>();

/**
 * Runs the work when it is its turn, and returns or throws what it does. Rejects with the signal's reason if that comes
 * first. First come, first served, but nothing waits for another host while there are free slots.
 */
export async function takeTurn<Result>(
  host: string,
  work: () => Promise<Result>,
  signal: AbortSignal | undefined,
): Promise<Result> {
  const queue = hosts.get(host) ?? new PQueue({ concurrency: 1 });
  hosts.set(host, queue);
  try {
    return await queue.add(() => atOnce.add(work, { signal }), { signal });
  } finally {
    if (queue.size + queue.pending === 0) hosts.delete(host);
  }
}
