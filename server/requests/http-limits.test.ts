import { connect, type Socket } from 'node:net';
import { expect, test, vi } from 'vitest';
import { networksOf } from '#app/platform/throttle/network.server.ts';
import { openServer } from '../../tests/open-server.ts';
import { createLimitedServer } from './http-limits.ts';

test('R-58 every limit is set, and connections are kept longer behind a proxy', () => {
  const direct = createLimitedServer({ trustProxy: 0 });
  expect(direct).toMatchObject({
    headersTimeout: 10_000,
    requestTimeout: 21_600_000,
    keepAliveTimeout: 5000,
    timeout: 30_000,
    maxConnections: 2000,
    maxRequestsPerSocket: 1000,
    maxHeadersCount: 65,
  });
  expect(createLimitedServer({ trustProxy: 1 }).keepAliveTimeout).toBe(72_000);
});

/** Opens connections one after the other and returns how many the server kept. */
async function countKept(port: number, count: number): Promise<{ kept: number; sockets: Socket[] }> {
  const sockets: Socket[] = [];
  let kept = 0;
  for (let index = 0; index < count; index++) {
    const socket = connect({ port, host: '127.0.0.1' });
    sockets.push(socket);
    if (await answers(socket)) kept++;
  }
  return { kept, sockets };
}

function answers(socket: Socket): Promise<boolean> {
  return new Promise((resolve) => {
    socket.once('data', () => resolve(true));
    socket.once('close', () => resolve(false)).once('error', () => resolve(false));
    socket.write('GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n');
  });
}

test('R-58 one network gets no more than its share of connections, and others still get theirs', async () => {
  let network = '203.0.113.7';
  const limits = { maxConnectionsOfNetwork: 5, networksOfSocket: () => networksOf(network) };
  await using server = await openServer({ limits });
  const first = await countKept(server.port, 8);
  expect(first.kept).toBe(5);
  network = '198.51.100.1';
  const second = await countKept(server.port, 2);
  expect(second.kept).toBe(2);
  for (const socket of first.sockets) socket.destroy();
  network = '203.0.113.7';
  await expect.poll(async () => (await countKept(server.port, 1)).kept).toBe(1);
  for (const socket of second.sockets) socket.destroy();
});

test('R-58 a process accepts no more connections than it can handle', async () => {
  const onFull = vi.fn();
  await using server = await openServer({ limits: { maxConnections: 3, onFull } });
  const { kept, sockets } = await countKept(server.port, 6);
  expect(kept).toBe(3);
  expect(onFull.mock.calls).toEqual([[3]]);
  for (const socket of sockets) socket.destroy();
});

test('R-58 behind a proxy networks are not counted: all connections are the proxy’s', async () => {
  const limits = {
    trustProxy: 1,
    maxConnectionsOfNetwork: 2,
    networksOfSocket: () => networksOf('203.0.113.7'),
  };
  await using server = await openServer({ limits });
  const { kept, sockets } = await countKept(server.port, 6);
  expect(kept).toBe(6);
  for (const socket of sockets) socket.destroy();
});
