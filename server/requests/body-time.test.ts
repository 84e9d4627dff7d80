import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { sendRaw } from '../../tests/raw-socket.ts';
import { refuseMalformed } from '../open-listener.ts';
import { allowSlowBody, limitBodyTime } from './http-limits.ts';

/** The statuses that a request gets whose body does not end, at a server whose limit is a moment. */
async function statusesOf(begin: (message: Parameters<typeof allowSlowBody>[0]) => void): Promise<number[]> {
  const server = createServer((message, response) => {
    limitBodyTime(message, 20);
    begin(message);
    message.once('data', () => setTimeout(() => response.end('read'), 60));
  });
  refuseMalformed(server, {});
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const head = 'POST / HTTP/1.1\r\nHost: a\r\nConnection: close\r\nContent-Length: 10\r\n\r\nhalf';
  const { statuses } = await sendRaw((server.address() as AddressInfo).port, head);
  server.closeAllConnections();
  server.close();
  return statuses;
}

test('R-58 a body that does not arrive in time is a 408, and files that are being received have more time', async () => {
  expect(await statusesOf(() => undefined)).toEqual([408]);
  expect(await statusesOf((message) => allowSlowBody(message, 10_000))).toEqual([200]);
  expect(await statusesOf((message) => allowSlowBody(message, 30))).toEqual([408]);
});
