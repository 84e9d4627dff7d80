import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { DaySource } from './twelve-sources.ts';

export type SourceServers = {
  addressOf: (at: number) => string;
  /** For FETCH_ALLOW. */
  allowed: string;
  /** From now on the documents of the morning are sent. */
  becomeMorning: () => void;
  close: () => Promise<void>;
};

/** One server for each source, on loopback. The one that hangs sends a byte per second; the moved one redirects. */
export async function serveSources(sources: DaySource[]): Promise<SourceServers> {
  let isMorning = false;
  const elsewhere = await listen((response) => void response.end());
  const servers = await Promise.all(
    sources.map(({ kind, evening, morning }) =>
      listen((response) => {
        if (kind === 'hangs') return drip(response);
        if (kind === 'moved' && isMorning)
          return void response
            .writeHead(301, { Location: `http://localhost:${portOf(elsewhere)}/feed` })
            .end();
        response.end(isMorning ? morning : evening);
      }),
    ),
  );
  const all = [...servers, elsewhere];
  return {
    addressOf: (at) => `http://127.0.0.1:${portOf(servers[at] as Server)}/feed`,
    allowed: all
      .flatMap((server) => ['127.0.0.1', 'localhost'].map((host) => `${host}:${portOf(server)}`))
      .join(),
    becomeMorning: () => {
      isMorning = true;
    },
    close: async () => {
      for (const server of all) {
        server.closeAllConnections();
        await new Promise((resolve) => server.close(resolve));
      }
    },
  };
}

function listen(respond: (response: ServerResponse) => void): Promise<Server> {
  const server = createServer((_request, response) => respond(response));
  return new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(server)));
}

function portOf(server: Server): number {
  return (server.address() as AddressInfo).port;
}

function drip(response: ServerResponse): void {
  response.writeHead(200, { 'Content-Type': 'application/rss+xml' });
  const timer = setInterval(() => response.write('<'), 1000);
  response.once('close', () => clearInterval(timer));
}
