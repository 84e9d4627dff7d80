import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { OutboundError } from '#app/outbound/outbound-error.ts';

/** A server on loopback that counts connections. */
export async function listen(answer: RequestListener, host = '127.0.0.1') {
  const server = createServer(answer);
  let knocks = 0;
  server.on('connection', () => knocks++);
  await new Promise<void>((resolve) => server.listen(0, host, resolve));
  const { port } = server.address() as AddressInfo;
  return {
    port,
    host: `127.0.0.1:${port}`,
    url: `http://127.0.0.1:${port}/`,
    knocks: () => knocks,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

export async function reasonOf(asking: Promise<unknown>): Promise<string> {
  return asking.then(
    () => 'answered',
    (error: OutboundError) => error.reason,
  );
}
