import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { openDatabase } from '../open-database.server.ts';

test('while a server accepts no connection, it is tried a few times a second', async () => {
  let tries = 0;
  const server = createServer((socket) => {
    tries++;
    socket.destroy();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const database = openDatabase({ url: `postgres://town:secret@127.0.0.1:${port}/town` });
  // After a second in which it was tried every 200 ms.
  await expect(sql`select 1`.execute(database.write)).rejects.toThrow();
  await database.close();
  await new Promise((resolve) => server.close(resolve));
  expect(tries).toBeGreaterThan(1);
  expect(tries).toBeLessThan(8);
});
