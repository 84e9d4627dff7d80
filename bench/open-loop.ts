/**
 * Requests at a constant rate, whether or not the responses keep up. A latency counts from the moment a request was
 * due, so a server that stalls can't hide the requests that would have arrived meanwhile. The generator from npm sends
 * a second's worth of requests at the start of each second, which is not a constant rate.
 */
import { connect, type Socket } from 'node:net';
import { quantileOf } from './figures.ts';

export type Latencies = { p50: number; p99: number; sent: number };

type Connection = { socket: Socket; due: number[] };

type Answered = (due: number, status: number) => void;

const HEAD_END = Buffer.from('\r\n\r\n');

export type ConstantLoad = {
  port: number;
  rate: number;
  durationMs: number;
  path: () => string;
  /** Called for each response. */
  answered?: (status: number, ms: number) => void;
};

/**
 * Sends `rate` requests per second for `durationMs` over several connections and waits for the responses; latencies in
 * ms.
 */
export async function sendAtRate(
  { port, rate, durationMs, path, answered }: ConstantLoad,
  connections = 64,
): Promise<Latencies> {
  const latencies: number[] = [];
  const note: Answered = (due, status) => {
    const ms = performance.now() - due;
    latencies.push(ms);
    answered?.(status, ms);
  };
  const pool = await Promise.all(Array.from({ length: connections }, () => open(port, note)));
  const startedAt = performance.now();
  const total = Math.floor((rate * durationMs) / 1000);
  await new Promise<void>((resolve, reject) => {
    for (const { socket } of pool) socket.once('error', reject);
    let sent = 0;
    const send = () => {
      const now = performance.now() - startedAt;
      while (sent < total && (sent * 1000) / rate <= now) {
        sendOn(leastBusy(pool), path(), startedAt + (sent++ * 1000) / rate);
      }
      if (latencies.length >= total) resolve();
      else setImmediate(send);
    };
    send();
  });
  for (const { socket } of pool) socket.destroy();
  return { p50: quantileOf(latencies, 0.5), p99: quantileOf(latencies, 0.99), sent: total };
}

function leastBusy(pool: readonly Connection[]): Connection {
  let best = pool[0] as Connection;
  for (const connection of pool) {
    if (connection.due.length === 0) return connection;
    if (connection.due.length < best.due.length) best = connection;
  }
  return best;
}

/** HTTP pipelining: responses come in order. */
function sendOn({ socket, due }: Connection, path: string, at: number): void {
  due.push(at);
  socket.write(`GET ${path} HTTP/1.1\r\nHost: localhost\r\nAccept-Encoding: br\r\n\r\n`);
}

function open(port: number, answered: Answered): Promise<Connection> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1', noDelay: true });
    const connection: Connection = { socket, due: [] };
    let pending: Buffer = Buffer.alloc(0);
    socket.once('error', reject);
    socket.once('connect', () => resolve(connection));
    socket.on('data', (chunk: Buffer) => {
      pending = takeAnswers(
        connection,
        pending.length > 0 ? Buffer.concat([pending, chunk]) : chunk,
        answered,
      );
    });
  });
}

/** Takes complete responses from the front of the buffer, and returns the rest. */
function takeAnswers({ due }: Connection, arrived: Buffer, answered: Answered): Buffer {
  let rest = arrived;
  for (;;) {
    const end = endOfAnswer(rest);
    if (end === undefined) return rest;
    const status = Number(rest.toString('latin1', 9, 12));
    rest = rest.subarray(end);
    answered(due.shift() as number, status);
  }
}

function endOfAnswer(bytes: Buffer): number | undefined {
  const headEnd = bytes.indexOf(HEAD_END);
  if (headEnd < 0) return undefined;
  const head = bytes.toString('latin1', 0, headEnd);
  const length = /\r\ncontent-length: (\d+)/i.exec(head)?.[1];
  const start = headEnd + HEAD_END.length;
  if (length !== undefined) {
    const end = start + Number(length);
    return bytes.length >= end ? end : undefined;
  }
  if (!/\r\ntransfer-encoding: chunked/i.test(head)) return start;
  const last = bytes.indexOf('0\r\n\r\n', start);
  return last < 0 ? undefined : last + 5;
}
