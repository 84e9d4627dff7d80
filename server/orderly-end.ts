import { randomBytes } from 'node:crypto';
import type { Server } from 'node:http';
import { Server as NetServer } from 'node:net';
import type { Logger } from 'pino';

const DRAIN_MS = 8000;
const FORCE_MS = 9500;
/** After an uncaught exception nothing is reliable: a moment for running requests, then another process takes over. */
const CRASH_DRAIN_MS = 500;
const CRASH_FORCE_MS = 900;
/** Clients that kept a connection open use it again within this time, and the response tells them that it closes. */
const LINGER_MS = 5000;

export type Ending = {
  server: Server;
  log: Logger;
  /** Called first: from then on responses announce that the connection closes, and /readyz that the site stops. */
  announce: () => void;
  /** Stopped while the last requests finish: the jobs. */
  meanwhile: () => Promise<unknown>;
  /** Stopped after them, in this order: caches, the database. */
  steps: (() => Promise<unknown>)[];
};

/**
 * Shuts the process down in order: on SIGTERM, SIGINT and the end of a parent, running work finishes and the
 * exit code is 0 within ten seconds; on SIGHUP, too, except in a worker, whose supervisor handles it. An uncaught
 * exception is logged with its reference and ends it with code 1 within a second. The returned function ends it
 * for a successor that already serves: no open connection is cut off.
 */
export function endInOrder(ending: Ending, { isWorker = false } = {}): { retire: () => void } {
  let endingSince = 0;
  const end = async (code: number, drainMs: number, forceMs: number, lingerMs = 0) => {
    // npm forwards a Ctrl-C that the terminal has also sent here: only a later one is meant as a second.
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
  // Started by our own parent process: when that is gone, no one could stop this process any more.
  if (process.connected) process.on('disconnect', stop);
  const crash = (error: unknown) => {
    const reference = randomBytes(5).toString('hex');
    ending.log.fatal({ err: error, reference }, 'uncaught exception: this process ends');
    void end(1, CRASH_DRAIN_MS, CRASH_FORCE_MS).catch(() => process.exit(1));
  };
  process.on('uncaughtException', crash);
  process.on('unhandledRejection', crash);
  return {
    retire: () =>
      void end(0, LINGER_MS + DRAIN_MS, LINGER_MS + FORCE_MS, LINGER_MS).catch(() => process.exit(1)),
  };
}

/** Lets the running requests finish; closes those slower than `drainMs`, and connections idle for `lingerMs`. */
async function drain(server: Server, drainMs: number, lingerMs: number): Promise<void> {
  // The server's own close ends idle connections at once, and a request in flight on one of them would be lost.
  const stopListening = lingerMs > 0 ? NetServer.prototype.close : server.close;
  const closed = new Promise<void>((resolve) => stopListening.call(server, () => resolve()));
  const timers = [
    setTimeout(() => server.closeIdleConnections(), lingerMs),
    setTimeout(() => server.closeAllConnections(), drainMs),
  ];
  await closed;
  for (const timer of timers) clearTimeout(timer);
}
