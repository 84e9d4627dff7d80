import { DatabaseFailure, isDatabaseFailure } from './failure.ts';
import type { Freshness } from './freshness.ts';
import type { Connection, Identity } from './postgres-connection.server.ts';
import type { Pool } from './postgres-pool.server.ts';
import { countQuery } from './query-count.ts';
import type { Revisions, Subject } from './subject.ts';

/** What is looked at, and what the replicas and those that hear of changes need to know of it. */
export type PostgresFreshness = Freshness & {
  /** What a replica must have replayed to show no less than is known; undefined while that is not known either. */
  needed: () => Position | undefined;
  /** Somebody has changed something: the next look asks. */
  noteChange: () => void;
};

/** A place in the history of a primary: bytes of its write-ahead log. */
export type Position = { identity: Identity; bytes: number };

type Known = { revisions: Revisions; at: number; changes: number; position: Position | undefined };

const GOOD_MS = 800;

/** Revisions of a newer history are all higher, whatever numbers it has lost. */
const EPOCH = 2 ** 40;

const QUERY = `select collection, revision,
  pg_is_in_recovery() or current_setting('transaction_read_only') = 'on' as closed from collection_revision`;
const QUERY_WITH_POSITION = QUERY.replace(
  ' from ',
  ", case when pg_is_in_recovery() then 0 else pg_current_wal_insert_lsn() - '0/0' end::float8 as bytes from ",
);

type Row = { collection: Subject; revision: number; closed: boolean; bytes?: number };

/** With `hasReplicas` it also asks how far a replica must be; where that is not told, none is ever far enough. */
export function openFreshness(pool: Pool, { hasReplicas }: { hasReplicas: boolean }): PostgresFreshness {
  let known: Known | undefined;
  let tellsPosition = hasReplicas;
  let changes = 0;
  let history = '';
  let epoch = 0;
  let running: Promise<Revisions> | undefined;
  let following: Promise<Revisions> | undefined;

  async function ask(): Promise<Revisions> {
    const began = { at: performance.now(), changes };
    const connection = await pool.take();
    try {
      return keep(await look(connection), connection, began);
    } finally {
      pool.give(connection);
      countQuery({ level: 'query', queryDurationMillis: performance.now() - began.at });
    }
  }

  async function look(connection: Connection): Promise<Row[]> {
    if (tellsPosition) {
      try {
        return (await connection.query(QUERY_WITH_POSITION)).rows;
      } catch (error) {
        if (isDatabaseFailure(error)) throw error;
        tellsPosition = false;
      }
    }
    return (await connection.query(QUERY)).rows;
  }

  function keep(rows: Row[], connection: Connection, began: Pick<Known, 'at' | 'changes'>): Revisions {
    if (rows.some(({ closed }) => closed)) {
      const error = new DatabaseFailure('25006', 'PostgreSQL there takes no writes any more');
      connection.condemn(error);
      throw error;
    }
    noteHistory(connection.identity);
    const found = Object.fromEntries(
      rows.map(({ collection, revision }) => [collection, revision + epoch * EPOCH]),
    ) as Revisions;
    const revisions = known ? replaceIfChanged(known.revisions, found) : found;
    const bytes = rows[0]?.bytes;
    const position = bytes === undefined ? undefined : { identity: connection.identity, bytes };
    // What was there when these revisions were first seen is all that they stand for.
    known = { ...began, revisions, position: known?.revisions === revisions ? known.position : position };
    return revisions;
  }

  function noteHistory(identity: Identity): void {
    const found = identity ? `${identity.system}/${identity.timeline}` : '';
    if (found !== history) epoch++;
    history = found;
  }

  function start(): Promise<Revisions> {
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
      if (known && isNew && !isFresh) return known.revisions;
      if (!running) return start();
      // The running look may have come before a write that this request must see.
      following ??= running.then(start, start);
      return following;
    },
    lastKnown: () => known,
    needed: () => (known?.changes === changes ? known.position : undefined),
    noteChange: () => {
      changes++;
    },
  };
}

function replaceIfChanged(old: Revisions, present: Revisions): Revisions {
  const subjects = Object.keys(present) as Subject[];
  return subjects.every((subject) => old[subject] === present[subject]) ? old : present;
}
