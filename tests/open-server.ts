import { type IncomingHttpHeaders, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { openListener } from '../server/open-listener.ts';
import { createLimitedServer, type LimitOptions } from '../server/requests/http-limits.ts';
import type { Pressure } from '../server/requests/pressure.ts';
import { openSite, type TestSiteOptions } from './open-site.ts';

export type Answer = { status: number; headers: IncomingHttpHeaders; body: Buffer };

export type TestServerOptions = TestSiteOptions & { pressure?: Pressure; limits?: Partial<LimitOptions> };

/** A test site behind its listener on its own port, with a client that adds no headers and decodes nothing. */
export async function openServer({ pressure, limits, ...options }: TestServerOptions = {}) {
  const site = await openSite(options);
  const server = createLimitedServer({ ...site.services.settings, ...limits });
  const listener = await openListener(site.open, {
    development: false,
    server,
    ...(pressure ? { pressure } : {}),
  });
  server.on('request', listener.handle);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    site,
    port,
    server,
    listener,
    ask: (path: string, headers: Record<string, string> = {}, method = 'GET') =>
      ask({ port, path, method, headers }),
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await listener.close();
      await site[Symbol.asyncDispose]();
    },
  };
}

type Question = { port: number; path: string; method: string; headers: Record<string, string> };

function ask(question: Question): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const sent = request({ ...question, host: '127.0.0.1', agent: false }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () => {
        const { statusCode: status = 0, headers } = response;
        resolve({ status, headers, body: Buffer.concat(chunks) });
      });
    });
    sent.on('error', reject).end();
  });
}
