import { Socket } from 'node:net';
import pg from 'pg';
import { DatabaseUnavailable } from '#app/platform/database/database-error.ts';
import { Connection, type Identity, TIME_LIMITS } from './postgres-connection.server.ts';

const KEEP_ALIVE_MS = 10_000;

const PROOF = `select pg_is_in_recovery() or current_setting('transaction_read_only') = 'on' as closed,
  pg_is_in_recovery() as standby, pg_backend_pid() as pid`;

const SESSION = Object.entries(TIME_LIMITS)
  .map(([name, ms]) => `set ${name} = ${ms}`)
  .join('; ');

const IDENTITY = `select (select system_identifier::text from pg_control_system()) as system,
  ('x' || left(pg_walfile_name(pg_current_wal_insert_lsn()), 8))::bit(32)::int as timeline`;

/**
 * Opens a connection to one server and verifies that it accepts writes. Throws within `timeoutMs` when the server can't
 * be reached, refuses the user, or accepts no writes (SQLSTATE 25006).
 */
export async function openConnection(address: string, timeoutMs: number): Promise<Connection> {
  const socket = new Socket();
  const client = new pg.Client({
    connectionString: address,
    fallback_application_name: 'belfry',
    connectionTimeoutMillis: timeoutMs,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
    types: { getTypeParser: parserOfType as typeof pg.types.getTypeParser },
    stream: () => socket,
  });
  // Without a listener, a connection that breaks would end the process.
  let lost: Error | undefined;
  client.on('error', (error) => {
    lost ??= error;
  });
  const deadline = setTimeout(() => socket.destroy(), timeoutMs);
  try {
    await client.connect();
    const facts = await prove(client);
    // Its own listeners would be too late: pg refuses all queries from now on, with an error without a code.
    if (lost) throw lost;
    return new Connection(client, socket, facts);
  } catch (error) {
    void client.end().catch(() => undefined);
    socket.destroy();
    throw asFailure(error as pg.DatabaseError);
  } finally {
    clearTimeout(deadline);
  }
}

async function prove(client: pg.Client): Promise<{ identity: Identity; isPooled: boolean }> {
  const { rows } = await client.query<{ closed: boolean; standby: boolean; pid: number }>(PROOF);
  const proof = rows[0];
  if (proof?.closed !== false) {
    throw new DatabaseUnavailable(
      '25006',
      `PostgreSQL there ${proof?.standby ? 'is a standby' : 'is read-only'}`,
    );
  }
  // A pooler reports a session number that PostgreSQL does not know.
  const isPooled = proof?.pid !== (client as pg.Client & { processID?: number }).processID;
  if (!isPooled) await client.query(SESSION);
  const identity = await client.query<NonNullable<Identity>>(IDENTITY).then(
    ({ rows }) => rows[0],
    (error: unknown) => {
      // A server that refuses to say it is still usable, unlike one that is lost or shutting down.
      if (error instanceof pg.DatabaseError && !/^(08|57P)/.test(error.code ?? '')) return undefined;
      throw error;
    },
  );
  return { identity, isPooled };
}

/** Keeps specific error codes; any error of a broken socket becomes SQLSTATE 08006. */
function asFailure(error: pg.DatabaseError): Error {
  return error.code ? error : new DatabaseUnavailable('08006', error.message, { cause: error });
}

const BIGINT = 20;

/** 64-bit integers become numbers as in SQLite: epoch milliseconds and counts stay far below 2^53. */
function parserOfType(oid: number, format?: 'text' | 'binary'): unknown {
  return oid === BIGINT ? Number : pg.types.getTypeParser(oid, format as 'text');
}

/** Opens a connection to the one of several servers that accepts writes. */
export type OpenAmong = (timeoutMs: number) => Promise<Connection>;

/**
 * Tries all `servers` at once and uses the first that accepts writes, so after a failover nothing has to be
 * reconfigured. A server with an older history than one seen before is refused: it is the old primary, which does not
 * know that it was replaced.
 */
export function openAmong(servers: string[]): OpenAmong {
  let latest: Identity;

  function accept(connection: Connection): Connection {
    const { identity } = connection;
    if (identity && latest && identity.system === latest.system && identity.timeline < latest.timeline) {
      void connection.end();
      throw new DatabaseUnavailable('25006', 'PostgreSQL there is a former primary that was replaced');
    }
    latest = identity ?? latest;
    return connection;
  }

  return async (timeoutMs) => {
    let winner: Connection | undefined;
    const attempts = servers.map(async (server) => {
      const connection = await openConnection(server, timeoutMs);
      if (winner) {
        await connection.end();
        return winner;
      }
      winner = accept(connection);
      return winner;
    });
    return Promise.any(attempts).catch((failure: AggregateError) => {
      throw tellingOf(failure.errors);
    });
  };
}

/** The most useful of several reasons for the operator: a server that responds and refuses. */
function tellingOf(errors: (Error & { code?: string })[]): Error {
  const isAnswer = (code = '') => /^(28|3D|42|53|57)/.test(code);
  const found = errors.find(({ code }) => isAnswer(code)) ?? errors.find(({ code }) => code === '25006');
  return found ?? errors[0] ?? new DatabaseUnavailable('08001', 'DATABASE_URL names no server');
}
