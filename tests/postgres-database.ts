import { randomBytes } from 'node:crypto';
import pg from 'pg';

export type PostgresDatabase = { name: string; url: string; drop: () => Promise<void> };

/**
 * Creates a database for one test on the server at `serverUrl`: a copy of `template`, whose name its own begins with,
 * otherwise an empty one.
 */
export async function createPostgresDatabase(
  serverUrl: string,
  template?: string,
): Promise<PostgresDatabase> {
  const name = `${template ?? 'belfry_test'}_${randomBytes(6).toString('hex')}`;
  // To copy files costs half of what it costs to write each page to the log.
  const source = template ? ` template ${template} strategy file_copy` : '';
  await onServer(serverUrl, `create database ${name}${source}`);
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  const drop = async () => void (await onServer(serverUrl, `drop database ${name} with (force)`));
  return { name, url: url.href, drop };
}

/** Runs one statement on its own connection. */
export async function onServer(serverUrl: string, statement: string): Promise<pg.QueryResult> {
  const server = new pg.Client(serverUrl);
  await server.connect();
  return server.query(statement).finally(() => server.end());
}
