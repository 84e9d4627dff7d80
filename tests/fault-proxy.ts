/**
 * A TCP proxy with the faults of networks and dying servers. It is between a node and its database (or its mail server)
 * and controlled by the test.
 */
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

export type Target = { host: string; port: number };

export type FaultMode =
  | { kind: 'pass' }
  /** Every chunk arrives `ms` later, in both directions. */
  | { kind: 'delay'; ms: number }
  | { kind: 'bandwidth'; bytesPerSecond: number }
  /** Connections stay open and nothing arrives, as with dropped packets; held data arrives in the next mode. */
  | { kind: 'blackhole' }
  /** All connections end with RST, including new ones. */
  | { kind: 'reset' }
  /** The server's side stops sending and keeps receiving. */
  | { kind: 'halfClose' }
  /** A connection is cut after this many more bytes. */
  | { kind: 'cutAfter'; bytes: number }
  /** A connection is cut when the client sends `text`; `delivered` says whether the server still receives it. */
  | { kind: 'cutAt'; text: string; delivered: boolean };

export type FaultProxy = AsyncDisposable & {
  port: number;
  /** The address of a database with this proxy in place of its server. */
  urlFor: (databaseUrl: string) => string;
  set: (mode: FaultMode) => void;
  /** New connections go there; open ones stay where they are. */
  switchTo: (target: Target) => void;
  /** Ends every connection like a crashing server, and continues in the same mode. */
  sever: () => void;
  /** How many connections are open, and how many were cut by `cutAfter` or `cutAt`. */
  count: () => { open: number; cuts: number };
};

type Link = { client: Socket; server: Socket; passed: number };
type Direction = 'toServer' | 'toClient';

const PACE_MS = 10;

/** Opens a proxy to `target` on a free loopback port. It passes everything until told otherwise. */
export async function openFaultProxy(target: Target): Promise<FaultProxy> {
  const links = new Set<Link>();
  let mode: FaultMode = { kind: 'pass' };
  let present = target;
  let cuts = 0;

  const listener = createServer({ allowHalfOpen: true, noDelay: true }, (client) => {
    if (mode.kind === 'reset') {
      client.on('error', () => undefined).resetAndDestroy();
      return;
    }
    const server = connect({ ...present, allowHalfOpen: true, noDelay: true });
    const link = { client, server, passed: 0 };
    links.add(link);
    pump(link, 'toServer');
    pump(link, 'toClient');
    if (mode.kind === 'blackhole') pause(link);
    if (mode.kind === 'halfClose') client.end();
  });

  function pump(link: Link, direction: Direction): void {
    const [from, to] = endsOf(link, direction);
    from.on('data', (chunk: Buffer) => forward(link, direction, chunk));
    from.on('end', () => after(delayOf(mode), () => to.end()));
    from.on('error', () => drop(link));
    from.on('close', () => (to.destroyed || to.writableEnded ? links.delete(link) : to.end()));
  }

  function forward(link: Link, direction: Direction, chunk: Buffer): void {
    const [, to] = endsOf(link, direction);
    link.passed += chunk.length;
    if (mode.kind === 'cutAfter' && link.passed > mode.bytes) cut(link);
    else if (mode.kind === 'cutAt' && direction === 'toServer' && chunk.includes(mode.text)) {
      if (mode.delivered) to.write(chunk, () => deafen(link));
      else cut(link);
    } else if (mode.kind === 'bandwidth') trickle(link, direction, chunk, mode.bytesPerSecond);
    else after(delayOf(mode), () => to.destroyed || to.write(chunk));
  }

  function trickle(link: Link, direction: Direction, chunk: Buffer, bytesPerSecond: number): void {
    const [from, to] = endsOf(link, direction);
    from.pause();
    to.write(chunk);
    setTimeout(() => from.resume(), Math.max(PACE_MS, (chunk.length / bytesPerSecond) * 1000));
  }

  /** The server still processes what it received, and its response is lost. */
  function deafen(link: Link): void {
    cuts++;
    link.server.removeAllListeners('data').resume();
    link.client.resetAndDestroy();
    link.server.end();
  }

  function cut(link: Link): void {
    cuts++;
    drop(link);
  }

  function drop(link: Link): void {
    links.delete(link);
    for (const socket of [link.client, link.server]) if (!socket.destroyed) socket.resetAndDestroy();
  }

  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve));
  const { port } = listener.address() as AddressInfo;
  return {
    port,
    urlFor: (databaseUrl) => {
      const url = new URL(databaseUrl);
      url.host = `127.0.0.1:${port}`;
      return url.href;
    },
    set(next) {
      mode = next;
      for (const link of [...links]) {
        link.passed = 0;
        if (next.kind === 'reset') drop(link);
        else if (next.kind === 'halfClose') link.client.end();
        else if (next.kind === 'blackhole') pause(link);
        else for (const socket of [link.client, link.server]) socket.resume();
      }
    },
    switchTo(next) {
      present = next;
    },
    sever: () => {
      for (const link of [...links]) drop(link);
    },
    count: () => ({ open: links.size, cuts }),
    [Symbol.asyncDispose]: async () => {
      for (const link of [...links]) drop(link);
      await new Promise((resolve) => listener.close(resolve));
    },
  };
}

function endsOf({ client, server }: Link, direction: Direction): [from: Socket, to: Socket] {
  return direction === 'toServer' ? [client, server] : [server, client];
}

function pause({ client, server }: Link): void {
  client.pause();
  server.pause();
}

function delayOf(mode: FaultMode): number {
  return mode.kind === 'delay' ? mode.ms : 0;
}

function after(ms: number, work: () => unknown): void {
  if (ms > 0) setTimeout(work, ms);
  else work();
}
