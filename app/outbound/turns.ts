/** How many can run at once, and how many of them for one host. */
export type TurnLimits = { atOnce: number; perHost: number };

export type Turns = {
  /**
   * Runs the work when it is its turn, and returns or throws what it does. Throws the signal's reason if that comes
   * first.
   */
  take: <Result>(host: string, work: () => Promise<Result>, signal?: AbortSignal) => Promise<Result>;
};

type Waiting = { host: string; start: () => void };

/** First come, first served, but nobody waits for another host while there are free slots. */
export function openTurns({ atOnce, perHost }: TurnLimits): Turns {
  const busy: string[] = [];
  const waiting: Waiting[] = [];

  function hasRoom(host: string): boolean {
    return busy.length < atOnce && busy.filter((one) => one === host).length < perHost;
  }

  function startNext(): void {
    for (const one of [...waiting]) {
      if (!hasRoom(one.host)) continue;
      waiting.splice(waiting.indexOf(one), 1);
      busy.push(one.host);
      one.start();
    }
  }

  async function wait(host: string, signal: AbortSignal | undefined): Promise<void> {
    signal?.throwIfAborted();
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const one = { host, start: resolve };
    const leave = () => {
      const place = waiting.indexOf(one);
      if (place >= 0) waiting.splice(place, 1);
      reject(signal?.reason);
    };
    signal?.addEventListener('abort', leave);
    waiting.push(one);
    startNext();
    await promise.finally(() => signal?.removeEventListener('abort', leave));
  }

  return {
    async take(host, work, signal) {
      await wait(host, signal);
      try {
        return await work();
      } finally {
        busy.splice(busy.indexOf(host), 1);
        startNext();
      }
    },
  };
}
