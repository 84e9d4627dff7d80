import { isDatabaseFailure } from './failure.ts';
import type { Result } from './postgres-connection.server.ts';
import type { Position, PostgresFreshness } from './postgres-freshness.server.ts';
import { IDENTITY } from './postgres-opening.server.ts';
import { openPool, type Pool } from './postgres-pool.server.ts';
import { openAmong } from './postgres-servers.server.ts';

/** Where what is read comes from. */
export type Reading = {
  query: (text: string, values?: readonly unknown[]) => Promise<Result>;
  close: () => Promise<void>;
};

type Replica = { pool: Pool; reached: Position | undefined; askedAt: number };

const READ_MS = 1500;
const ASK_MS = 500;
/** One that lags is asked again after this time. */
const PAUSE_MS = 250;

/** SQLSTATE 40001: the replica had to go on, and gave up what was read from it. */
const GAVE_UP = '40001';

const REACHED = `with identity as (${IDENTITY}) select system, timeline,
  (case when pg_is_in_recovery() then pg_last_wal_replay_lsn() else pg_current_wal_insert_lsn() end - '0/0')::float8
  as bytes from identity`;

/**
 * Reads from replicas in turn, but only from one that has replayed everything this process knows of: whoever has seen
 * a change goes on seeing it, and no page is made of less than the revisions it is kept under. Without such a one, or
 * when it fails on the way, the primary answers.
 */
export function openReplicas(servers: string[], primary: Pool, freshness: PostgresFreshness): Reading {
  const replicas: Replica[] = servers.map((server) => ({
    pool: openPool({ open: openAmong([server], 'any'), patienceMs: 0 }),
    reached: undefined,
    askedAt: Number.NEGATIVE_INFINITY,
  }));
  let turn = 0;

  async function find(): Promise<Replica | undefined> {
    // Without its primary a replica may serve what it has, if it has all that is known.
    await Promise.resolve(freshness.current()).catch(() => undefined);
    const needed = freshness.needed();
    if (!needed) return undefined;
    turn++;
    for (let step = 0; step < replicas.length; step++) {
      const replica = replicas[(turn + step) % replicas.length] as Replica;
      if (!replica.pool.trouble() && (await hasReached(replica, needed))) return replica;
    }
    return undefined;
  }

  return {
    async query(text, values) {
      const replica = await find();
      if (!replica) return run(primary, text, values);
      try {
        return await run(replica.pool, text, values, READ_MS);
      } catch (error) {
        if (!isDatabaseFailure(error) && (error as { code?: string }).code !== GAVE_UP) throw error;
        return run(primary, text, values);
      }
    },
    close: async () => {
      await Promise.all(replicas.map(({ pool }) => pool.close()));
    },
  };
}

async function hasReached(replica: Replica, needed: Position): Promise<boolean> {
  if (isAtLeast(replica.reached, needed)) return true;
  if (performance.now() - replica.askedAt < PAUSE_MS) return false;
  replica.askedAt = performance.now();
  try {
    const { rows } = await run(replica.pool, REACHED, [], ASK_MS);
    const { system, timeline, bytes } = rows[0];
    replica.reached = { identity: { system, timeline }, bytes };
  } catch {
    replica.reached = undefined;
  }
  return isAtLeast(replica.reached, needed);
}

/** One that follows another history, or a former primary, has not reached anything. */
function isAtLeast(reached: Position | undefined, { identity, bytes }: Position): boolean {
  if (!reached || reached.bytes < bytes) return false;
  if (!identity || !reached.identity) return false;
  return reached.identity.system === identity.system && reached.identity.timeline === identity.timeline;
}

async function run(pool: Pool, text: string, values?: readonly unknown[], limitMs?: number): Promise<Result> {
  const connection = await pool.take();
  try {
    return await connection.query(text, values, limitMs);
  } finally {
    pool.give(connection);
  }
}
