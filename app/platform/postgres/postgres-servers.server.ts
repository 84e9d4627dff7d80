import { DatabaseUnavailable } from '#app/platform/database/database-error.ts';
import type { Connection, Identity } from './postgres-connection.server.ts';
import { openConnection } from './postgres-opening.server.ts';

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
