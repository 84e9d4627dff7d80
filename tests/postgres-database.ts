import { randomBytes } from 'node:crypto';
import pg from 'pg';

export type PostgresDatabase = { name: string; url: string; drop: () => Promise<void> };

/** Makes a database of the test's own on the server at `serverUrl`: a copy of `template`, else an empty one. */
export async function createPostgresDatabase(
  serverUrl: string,
  template?: string,
): Promise<PostgresDatabase> {
  const name = `belfry_test_${randomBytes(6).toString('hex')}`;
  await onServer(serverUrl, `create database ${name}${template ? ` template ${template}` : ''}`);
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  return { name, url: url.href, drop: () => onServer(serverUrl, `drop database ${name} with (force)`) };
}

async function onServer(serverUrl: string, statement: string): Promise<void> {
  const server = new pg.Client(serverUrl);
  await server.connect();
  await server.query(statement).finally(() => server.end());
}
