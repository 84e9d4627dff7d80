import { replaceIfChanged } from '#app/platform/database/change-counters.server.ts';
import { DatabaseUnavailable } from '#app/platform/database/database-error.ts';
import type { ChangeCounters, Freshness, Subject } from '#app/platform/database/handles.ts';
import { countQuery } from '#app/platform/database/query-count.ts';
import { MINUTE_MS } from '#app/platform/time/durations.ts';
import type { Connection, Identity } from './postgres-connection.server.ts';
import type { OpenAmong } from './postgres-opening.server.ts';
import type { Pool } from './postgres-pool.server.ts';

export type PostgresFreshness = Freshness & {
  /** Something was changed: the next check queries the database. */
  noteChange: () => void;
};

type Known = { counters: ChangeCounters; at: number; changes: number };

const GOOD_MS = 800;

/** Counters of a newer history are always higher, whatever the failover lost. */
const EPOCH = 2 ** 40;

const QUERY = `select collection, revision,
  pg_is_in_recovery() or current_setting('transaction_read_only') = 'on' as closed from collection_revision`;

type Row = { collection: Subject; revision: number; closed: boolean };

export function openFreshness(pool: Pool): PostgresFreshness {
  let known: Known | undefined;
  let changes = 0;
  let history = '';
  let epoch = 0;
  let running: Promise<ChangeCounters> | undefined;
  let following: Promise<ChangeCounters> | undefined;

  async function ask(): Promise<ChangeCounters> {
    const began = { at: performance.now(), changes };
    const connection = await pool.take();
    try {
      return keep((await connection.query(QUERY)).rows, connection, began);
    } finally {
      pool.give(connection);
      countQuery({ level: 'query', queryDurationMillis: performance.now() - began.at });
    }
  }

  function keep(rows: Row[], connection: Connection, began: Pick<Known, 'at' | 'changes'>): ChangeCounters {
    if (rows.some(({ closed }) => closed)) {
      const error = new DatabaseUnavailable('25006', 'PostgreSQL there no longer accepts writes');
      connection.condemn(error);
      throw error;
    }
    noteHistory(connection.identity);
    const found = Object.fromEntries(
      rows.map(({ collection, revision }) => [collection, revision + epoch * EPOCH]),
    ) as ChangeCounters;
    const counters = known ? replaceIfChanged(known.counters, found) : found;
    known = { ...began, counters };
    return counters;
  }

  function noteHistory(identity: Identity): void {
    const found = identity ? `${identity.system}/${identity.timeline}` : '';
    if (found !== history) epoch++;
    history = found;
  }

  function start(): Promise<ChangeCounters> {
    following = undefined;
    const asked = ask().finally(() => {
      if (running === asked) running = undefined;
    });
    running = asked;
    return asked;
  }

  return {
    current(isFresh = false) {
      const isNew = known?.changes === changes && performance.now() - known.at < GOOD_MS;
      if (known && isNew && !isFresh) return known.counters;
      if (!running) return start();
      // The running query may have started before a write that this request must see.
      following ??= running.then(start, start);
      return following;
    },
    lastKnown: () => known,
    noteChange: () => {
      changes++;
    },
  };
}

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
