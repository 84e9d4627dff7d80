import { createServer, type RequestListener, type Server } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import type { OutboundError } from '#app/platform/outbound/outbound-error.ts';
import { certificate, key } from './loopback-certificate.ts';

/** A server on loopback that counts connections. */
export function listen(answer: RequestListener, host = '127.0.0.1') {
  return listenWith(createServer(answer), 'http', host);
}

/** The same with https. This process trusts its certificate until it is disposed, unless it must not. */
export async function listenSecurely(answer: RequestListener, { isTrusted = true } = {}) {
  const trusted = getCACertificates('default');
  if (isTrusted) setDefaultCACertificates([...trusted, certificate]);
  const server = await listenWith(createSecureServer({ cert: certificate, key }, answer), 'https');
  return {
    ...server,
    [Symbol.asyncDispose]: async () => {
      setDefaultCACertificates(trusted);
      await server[Symbol.asyncDispose]();
    },
  };
}

async function listenWith(server: Server, protocol: string, host = '127.0.0.1') {
  let knocks = 0;
  server.on('connection', () => knocks++);
  await new Promise<void>((resolve) => server.listen(0, host, resolve));
  const { port } = server.address() as AddressInfo;
  return {
    port,
    host: `127.0.0.1:${port}`,
    url: `${protocol}://127.0.0.1:${port}/`,
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
