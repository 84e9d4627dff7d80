import type { Connection } from './postgres-connection.server.ts';
import type { OpenAmong } from './postgres-servers.server.ts';

/** Named in the migration that makes PostgreSQL tell of changes. */
const LISTEN = 'listen belfry_revisions';

const CONNECT_MS = 5000;
const RETRY_MS = 2000;
/** A pooler hands notices to nobody; it may be taken away one day. */
const POOLED_RETRY_MS = 10 * 60_000;

/**
 * Hears at once of what other processes change, on a connection of its own. It only makes others look sooner than they
 * would: whether it works, is lost or stands behind a pooler changes nothing else. Answers what ends it.
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
      opened.onBlow = () => {
        void opened.end();
        again(RETRY_MS);
      };
      await opened.query(LISTEN);
      // What was changed before it listened was told to nobody.
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
