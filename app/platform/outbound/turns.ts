import PQueue from 'p-queue';

const AT_ONCE = 4;

/** For the whole process. What an editor or a program waits for is not held up by slow servers of background work. */
const awaited = new PQueue({ concurrency: AT_ONCE });
const background = new PQueue({ concurrency: AT_ONCE });
const hosts = new Map<string, PQueue>();

type Turn = { signal: AbortSignal | undefined; isAwaited: boolean };

/**
 * Runs the work when it is its turn, and returns or throws what it does: at most four requests at once that someone waits
 * for, and four others, one per host. Rejects with the signal's reason if that comes first. First come, first served, but
 * nothing waits for another host while there are free slots.
 */
export async function takeTurn<Result>(
  host: string,
  work: () => Promise<Result>,
  { signal, isAwaited }: Turn,
): Promise<Result> {
  const queue = hosts.get(host) ?? new PQueue({ concurrency: 1 });
  hosts.set(host, queue);
  const atOnce = isAwaited ? awaited : background;
  try {
    return await queue.add(() => atOnce.add(work, { signal }), { signal });
  } finally {
    if (queue.size + queue.pending === 0) hosts.delete(host);
  }
}
