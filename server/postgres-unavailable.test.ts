/** What an operator sees when PostgreSQL can't be used as it is: one line that says what to do. */
import { test as always, expect, inject } from 'vitest';
import { migrate } from '#app/platform/database/migrate-database.server.ts';
import { openDatabase } from '#app/platform/open-database.server.ts';
import { findFreePort } from '../tests/free-port.ts';
import { createPostgresDatabase, onServer } from '../tests/postgres-database.ts';
import { explainError } from './explain-error.ts';

const test = always.skipIf(inject('postgresUrl') === undefined);

async function logLineOf(url: string): Promise<string> {
  const database = openDatabase({ url });
  return migrate(database)
    .then(() => 'it started', explainError)
    .finally(() => database.close());
}

test('a wrong address, user, password or database name is one line each, without the password', async () => {
  const right = new URL(inject('postgresUrl') ?? '');
  const wrong = async (change: (url: URL) => void) => {
    const url = new URL(right);
    change(url);
    return logLineOf(url.href);
  };
  const port = String(await findFreePort());
  const lines = await Promise.all([
    wrong((url) => Object.assign(url, { port })),
    wrong((url) => Object.assign(url, { hostname: 'no-such-host.invalid' })),
    wrong((url) => Object.assign(url, { password: 'hunter2' })),
    wrong((url) => Object.assign(url, { username: 'stranger' })),
    wrong((url) => Object.assign(url, { pathname: '/no_such_town' })),
  ]);
  const silent =
    'PostgreSQL does not respond at the address in DATABASE_URL. Check that it is running and that the address is correct.';
  const refused = 'PostgreSQL rejected the user or password in DATABASE_URL.';
  const missing = 'The database named in DATABASE_URL does not exist. Create it, then start again.';
  expect(lines).toEqual([silent, silent, refused, refused, missing]);
});

test('a user without rights, a read-only user and one without free connections change nothing', async () => {
  const server = inject('postgresUrl') ?? '';
  const { name, url, drop } = await createPostgresDatabase(server);
  const role = `${name}_guest`;
  const asGuest = url.replace(/\/\/.+@/, `//${role}:guest@`);
  try {
    await onServer(server, `create role ${role} login password 'guest'`);
    expect(await logLineOf(asGuest)).toMatch(/^The user in DATABASE_URL may not create tables/);
    await onServer(server, `alter role ${role} set default_transaction_read_only = on`);
    expect(await logLineOf(asGuest)).toMatch(
      /^The PostgreSQL server in DATABASE_URL is a standby or read-only\. Use/,
    );
    await onServer(server, `alter role ${role} connection limit 0`);
    expect(await logLineOf(asGuest)).toMatch(/^PostgreSQL has no free connections\. Raise/);
    const { rows } = await onServer(url, "select tablename from pg_tables where schemaname = 'public'");
    expect(rows).toEqual([]);
  } finally {
    await drop();
    await onServer(server, `drop role ${role}`);
  }
});
