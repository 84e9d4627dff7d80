import { type IncomingMessage, Agent as PlainAgent, request as requestPlain } from 'node:http';
import { request as requestSecure, Agent as SecureAgent } from 'node:https';
import { pipeline } from 'node:stream/promises';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { OutboundError } from './outbound-error.ts';
import type { Reach } from './reach.server.ts';

/**
 * The limits of one request: milliseconds to connect, to the headers and to the end; bytes compressed and decompressed.
 */
export type Bounds = {
  connectMs: number;
  headersMs: number;
  totalMs: number;
  maxBytes: number;
  maxDecodedBytes: number;
};

/** `url` is the one that responded. Header names are lower case. */
export type OneAnswer = {
  url: string;
  status: number;
  headers: Record<string, string>;
  body: Buffer;
};

type Sending = {
  url: string;
  method: string;
  headers?: Record<string, string>;
  body?: string | Buffer | undefined;
  userAgent: string;
  signal: AbortSignal;
  /** Called when the connection is open: from then on, the server may receive the request, whatever happens. */
  onConnected?: (() => void) | undefined;
};

/** One request to one server, without following redirects. Throws OutboundError. */
export async function sendOnce(sending: Sending, reach: Reach, bounds: Bounds): Promise<OneAnswer> {
  const url = URL.parse(sending.url);
  if (!url) throw new OutboundError('refused', 'it is not an address');
  reach.check(url);
  const stop = new AbortController();
  try {
    const signal = AbortSignal.any([sending.signal, stop.signal]);
    const response = await openResponse(url, { ...sending, signal }, reach, bounds);
    const headers = headersOf(response);
    const body = sending.method === 'HEAD' ? Buffer.alloc(0) : await readBody(response, bounds, signal);
    return { url: url.href, status: response.statusCode ?? 0, headers, body };
  } catch (error) {
    throw asOutboundError(error, sending.signal);
  } finally {
    stop.abort();
  }
}

/** Resolves when the headers have arrived. */
function openResponse(url: URL, sending: Sending, reach: Reach, bounds: Bounds): Promise<IncomingMessage> {
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  const isSecure = url.protocol === 'https:';
  const request = (isSecure ? requestSecure : requestPlain)(url, {
    method: sending.method,
    headers: { ...sending.headers, 'Accept-Encoding': 'gzip, deflate, br', 'User-Agent': sending.userAgent },
    // An agent of its own: no shared connections, and no proxy from the environment.
    agent: isSecure ? new SecureAgent({ rejectUnauthorized: true }) : new PlainAgent(),
    lookup: reach.lookupFor(url),
    signal: sending.signal,
  });
  const slow = () => request.destroy(new OutboundError('slow'));
  const timers = [setTimeout(slow, bounds.headersMs)];
  const connecting = setTimeout(slow, bounds.connectMs);
  timers.push(connecting);
  request.on('socket', (socket) => {
    socket.once(isSecure ? 'secureConnect' : 'connect', () => {
      clearTimeout(connecting);
      if (!reach.isReached(url, socket.remoteAddress)) request.destroy(new OutboundError('refused'));
      else sending.onConnected?.();
    });
  });
  request.on('response', resolve).on('error', reject).end(sending.body);
  return promise.finally(() => timers.forEach(clearTimeout));
}

function headersOf({ headers }: IncomingMessage): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) => (value ? [[name, [value].flat().join(', ')]] : [])),
  );
}

const decoders: Record<string, () => ReturnType<typeof createGunzip>> = {
  gzip: createGunzip,
  'x-gzip': createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress as () => ReturnType<typeof createGunzip>,
};

/** Decompressed once: one layer, and never more than the limit. */
async function readBody(
  response: IncomingMessage,
  { maxBytes, maxDecodedBytes }: Bounds,
  signal: AbortSignal,
): Promise<Buffer> {
  // A 304 can have the length of the body that it does not send (RFC 9110, section 8.6).
  const announced = response.statusCode === 304 ? 0 : Number(response.headers['content-length']);
  if (announced > maxBytes) throw new OutboundError('large');
  const sent = collecting(maxBytes);
  await pipeline(response, sent.collect, { signal });
  const encoding = response.headers['content-encoding']?.trim().toLowerCase() ?? 'identity';
  // Nothing is nothing in every encoding.
  if (sent.chunks.length === 0 || encoding === 'identity') return Buffer.concat(sent.chunks);
  const decoder = decoders[encoding];
  if (!decoder) throw new OutboundError('refused', 'its encoding is unknown');
  const decoded = collecting(maxDecodedBytes);
  await pipeline(sent.chunks, decoder(), decoded.collect, { signal });
  return Buffer.concat(decoded.chunks);
}

function collecting(most: number) {
  const chunks: Buffer[] = [];
  async function collect(source: AsyncIterable<Buffer>): Promise<void> {
    let length = 0;
    for await (const chunk of source) {
      length += chunk.length;
      if (length > most) throw new OutboundError('large');
      chunks.push(chunk);
    }
  }
  return { chunks, collect };
}

function asOutboundError(error: unknown, signal: AbortSignal): unknown {
  if (error instanceof OutboundError) return error;
  const { code = '', cause } = error as { code?: string; cause?: unknown };
  if (cause instanceof OutboundError) return cause;
  if (signal.aborted)
    return (signal.reason as Error)?.name === 'TimeoutError' ? new OutboundError('slow') : error;
  return new OutboundError('unreachable', code ? `(${code})` : undefined);
}
