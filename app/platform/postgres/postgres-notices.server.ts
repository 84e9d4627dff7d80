import { MINUTE_MS } from '#app/platform/time/durations.ts';
import type { Connection } from './postgres-connection.server.ts';
import type { OpenAmong } from './postgres-servers.server.ts';

/** Named in the migration that makes PostgreSQL send notifications. */
const LISTEN = 'listen belfry_revisions';

const CONNECT_MS = 5000;
const RETRY_MS = 2000;
/** Poolers don't deliver notifications; the pooler may be removed one day. */
const POOLED_RETRY_MS = 10 * MINUTE_MS;

/**
 * Receives the changes of other processes at once, on its own connection. This only makes checks happen sooner: nothing
 * depends on it. Returns a function that stops it.
 */
export function listenForChanges(open: OpenAmong, noteChange: () => void): () => Promise<void> {
  let connection: Connection | undefined;
  let timer: NodeJS.Timeout | undefined;
  let isEnded = false;

  function again(afterMs: number): void {
    connection = undefined;
    if (isEnded) return;
    timer = setTimeout(() => void start(), afterMs);
    timer.unref();
  }

  async function start(): Promise<void> {
    try {
      const opened = await open(CONNECT_MS);
      connection = opened;
      if (isEnded) return await opened.end();
      if (opened.isPooled) {
        await opened.end();
        return again(POOLED_RETRY_MS);
      }
      opened.onNotification = noteChange;
      opened.onLoss = () => {
        void opened.end();
        again(RETRY_MS);
      };
      await opened.query(LISTEN);
      // Changes from before it listened were not delivered.
      noteChange();
    } catch {
      if (!connection) again(RETRY_MS);
    }
  }

  const started = start();
  return async () => {
    isEnded = true;
    clearTimeout(timer);
    await Promise.race([started, connection?.end()]);
    await connection?.end();
  };
}
