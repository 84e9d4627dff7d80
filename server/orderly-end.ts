import { randomBytes } from 'node:crypto';
import type { Server } from 'node:http';
import { Server as NetServer } from 'node:net';
import type { Logger } from 'pino';

const DRAIN_MS = 8000;
const FORCE_MS = 9500;
/** After a failure that nobody caught nothing can be relied on: a moment for what runs, then somebody else goes on. */
const CRASH_DRAIN_MS = 500;
const CRASH_FORCE_MS = 900;
/** Who kept a connection open asks again on it within this time, and is told with the answer that it ends. */
const LINGER_MS = 5000;

export type Ending = {
  server: Server;
  log: Logger;
  /** Called first: from then on answers say that the connection ends, and /readyz that the site stops. */
  announce: () => void;
  /** Stops while the last requests finish: the jobs. */
  meanwhile: () => Promise<unknown>;
  /** What stops after them, in this order: caches, the database. */
  steps: (() => Promise<unknown>)[];
};

/**
 * Ends the process in order: SIGTERM, SIGINT and the end of a parent let finish what runs and end with code 0
 * within ten seconds; so does SIGHUP, but in a worker, where the process that watches it sees to that. An exception
 * that nobody caught is logged with its reference and ends it with code 1 within a second.
 * The answered function ends it for a successor that serves already: nobody who kept a connection open is cut off.
 */
export function endInOrder(ending: Ending, { isWorker = false } = {}): { retire: () => void } {
  let endingSince = 0;
  const end = async (code: number, drainMs: number, forceMs: number, lingerMs = 0) => {
    // npm passes on a Ctrl-C that the terminal has sent here as well: only a later one is impatience.
    if (endingSince > 0) return performance.now() - endingSince > 1000 && process.exit(1);
    endingSince = performance.now();
    setTimeout(() => process.exit(1), forceMs).unref();
    ending.announce();
    await Promise.all([drain(ending.server, drainMs, lingerMs), ending.meanwhile()]);
    for (const step of ending.steps) await step();
    process.exit(code);
  };
  const stop = () => void end(0, DRAIN_MS, FORCE_MS).catch(() => process.exit(1));
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
  process.on('SIGHUP', isWorker ? () => undefined : stop);
  // Started by a parent of ours: when that one is gone, nobody could stop this process any more.
  if (process.connected) process.on('disconnect', stop);
  const crash = (error: unknown) => {
    const reference = randomBytes(5).toString('hex');
    ending.log.fatal({ err: error, reference }, 'an exception that nobody caught ends this process');
    void end(1, CRASH_DRAIN_MS, CRASH_FORCE_MS).catch(() => process.exit(1));
  };
  process.on('uncaughtException', crash);
  process.on('unhandledRejection', crash);
  return {
    retire: () =>
      void end(0, LINGER_MS + DRAIN_MS, LINGER_MS + FORCE_MS, LINGER_MS).catch(() => process.exit(1)),
  };
}

/** Lets the running requests finish; who is slower than `drainMs` is cut off, who is idle for `lingerMs` as well. */
async function drain(server: Server, drainMs: number, lingerMs: number): Promise<void> {
  // The server's own close ends idle connections at once, and a request that is under way on one of them is lost.
  const stopListening = lingerMs > 0 ? NetServer.prototype.close : server.close;
  const closed = new Promise<void>((resolve) => stopListening.call(server, () => resolve()));
  const timers = [
    setTimeout(() => server.closeIdleConnections(), lingerMs),
    setTimeout(() => server.closeAllConnections(), drainMs),
  ];
  await closed;
  for (const timer of timers) clearTimeout(timer);
}
