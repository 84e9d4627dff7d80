import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerOptions } from 'node:http';
import type { Socket } from 'node:net';
import {
  isLoopback,
  type Network,
  networksOf,
  openNetworkSlots,
} from '#app/platform/throttle/network.server.ts';
import { HOUR_MS, MINUTE_MS } from '#app/platform/time/durations.ts';

const MAX_CONNECTIONS = 2000;
/** Open files that a site needs for its database, threads, pictures and outgoing requests. */
const OWN_FILES = 96;
/** Refused connections within this time of each other are reported once. */
const FULL_MS = MINUTE_MS;
const MAX_CONNECTIONS_OF_NETWORK = 256;
const MAX_HEADERS = 64;
const MAX_REQUESTS_OF_SOCKET = 1000;
/**
 * A connection without a byte received or sent for this long is closed, also when a client stops reading its response.
 */
const STALL_MS = 30_000;
const HEADERS_MS = 10_000;
const CHECK_MS = 2000;

const options: ServerOptions = {
  // The longest that receiving large files may take; limitBodyTime gives pictures 15 minutes, other requests 30 seconds.
  requestTimeout: 6 * HOUR_MS,
  maxHeaderSize: 16_384,
  insecureHTTPParser: false,
  // refuse-oddities.ts refuses such a request, with the headers of every response.
  requireHostHeader: false,
};

export type LimitOptions = {
  trustProxy: number;
  maxConnections?: number;
  maxConnectionsOfNetwork?: number;
  /** Called with the limit when connections begin to be refused: once after each minute without a refusal. */
  onFull?: (maxConnections: number) => void;
  /** Milliseconds until all headers must have arrived, and between checks for those that have not. */
  headersTimeout?: number;
  checkInterval?: number;
  /** The networks of a connection, empty where its connections are not counted. */
  networksOfSocket?: (socket: Socket) => Network[];
};

/** An HTTP server that slow, idle and numerous clients can't block. */
export function createLimitedServer(limits: LimitOptions): Server {
  const { trustProxy, maxConnections = mostConnections(), onFull } = limits;
  // A proxy keeps connections open for about a minute: it must never use one that was just closed.
  const keepAliveTimeout = trustProxy > 0 ? 72_000 : 5000;
  const { headersTimeout = HEADERS_MS, checkInterval: connectionsCheckingInterval = CHECK_MS } = limits;
  const server = createServer({ ...options, headersTimeout, connectionsCheckingInterval, keepAliveTimeout });
  server.timeout = STALL_MS;
  server.maxConnections = maxConnections;
  if (onFull) reportFull(server, () => onFull(maxConnections));
  server.maxRequestsPerSocket = MAX_REQUESTS_OF_SOCKET;
  // One more than is allowed, so that too many are detected; Node silently drops the rest.
  server.maxHeadersCount = MAX_HEADERS + 1;
  // Behind a proxy all connections are the proxy's.
  if (trustProxy === 0) limitNetworks(server, limits);
  return server;
}

/** Lower where the process may open fewer files: running out of them would stop the database as well (F22). */
function mostConnections(): number {
  const files = Number(/^Max open files\s+(\d+)/m.exec(readLimits())?.[1] ?? Number.POSITIVE_INFINITY);
  return Math.max(1, Math.min(MAX_CONNECTIONS, files - OWN_FILES));
}

/** Linux's limits of this process; empty elsewhere. */
function readLimits(): string {
  try {
    return readFileSync('/proc/self/limits', 'utf8');
  } catch {
    return '';
  }
}

function reportFull(server: Server, report: () => void): void {
  let refusedAt = Number.NEGATIVE_INFINITY;
  server.on('drop', () => {
    const since = performance.now() - refusedAt;
    refusedAt += since;
    if (since > FULL_MS) report();
  });
}

/** Whether a request has more headers than any normal client sends. */
export function hasTooManyHeaders({ rawHeaders }: IncomingMessage): boolean {
  return rawHeaders.length > MAX_HEADERS * 2;
}

function limitNetworks(
  server: Server,
  {
    maxConnectionsOfNetwork = MAX_CONNECTIONS_OF_NETWORK,
    networksOfSocket = networksOfStranger,
  }: LimitOptions,
): void {
  const enter = openNetworkSlots(maxConnectionsOfNetwork);
  server.on('connection', (socket: Socket) => {
    const leave = enter(networksOfSocket(socket));
    if (leave) socket.once('close', leave);
    else socket.destroy();
  });
}

/** This machine itself is not limited: a proxy on it forwards all clients. */
function networksOfStranger({ remoteAddress = '' }: Socket): Network[] {
  return isLoopback(remoteAddress) ? [] : networksOf(remoteAddress);
}

/** How long the body of a request may take to arrive. */
const BODY_MS = 30_000;

const timers = new WeakMap<IncomingMessage, NodeJS.Timeout>();

/** From now on, the body has 30 seconds or `limitMs` to arrive; otherwise the response is a 408 and the connection is closed. */
export function limitBodyTime(message: IncomingMessage, limitMs = BODY_MS): void {
  const timer = setTimeout(() => refuse(message), limitMs).unref();
  timers.set(message, timer);
  message.once('end', () => clearTimeout(timer)).once('close', () => clearTimeout(timer));
}

/** Uploaded files may take longer, as long as they keep arriving: `limitMs` from now on. */
export function allowSlowBody(message: IncomingMessage, limitMs: number): void {
  clearTimeout(timers.get(message));
  limitBodyTime(message, limitMs);
}

/** As Node does after its own time limit. */
function refuse(message: IncomingMessage): void {
  if (message.complete) return;
  const error = Object.assign(new Error('the body took too long'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' });
  const { socket } = message;
  const { server } = socket as unknown as { server?: NodeJS.EventEmitter };
  if (!server?.emit('clientError', error, socket)) socket.destroy();
}
