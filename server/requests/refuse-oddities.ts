import type { IncomingMessage, ServerResponse } from 'node:http';
import { hasTooManyHeaders } from './http-limits.ts';

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];

const sentences: Record<number, string> = {
  400: 'The server could not read this request.',
  405: 'This address does not accept that kind of request.',
  431: 'This request has too many headers.',
};

/**
 * Invalid requests: other methods, targets that are not a path, and ambiguous lengths. Returns whether it was
 * one; then the connection closes with the response, which has the `headers` of every response.
 */
export function refuseOddities(
  message: IncomingMessage,
  response: ServerResponse,
  headers: Record<string, string>,
): boolean {
  const status = faultOf(message);
  if (!status) return false;
  response.writeHead(status, {
    ...headers,
    Connection: 'close',
    'Content-Type': 'text/plain; charset=utf-8',
    'Cache-Control': 'no-store',
    ...(status === 405 ? { Allow: METHODS.join(', ') } : {}),
  });
  response.end(message.method === 'HEAD' ? undefined : sentences[status]);
  return true;
}

function faultOf(message: IncomingMessage): 400 | 405 | 431 | undefined {
  const { method = '', url = '' } = message;
  if (!METHODS.includes(method)) return 405;
  if (!url.startsWith('/') || hasUnclearLength(message) || !hasOneHost(message)) return 400;
  return hasTooManyHeaders(message) ? 431 : undefined;
}

/** HTTP/1.0 has no Transfer-Encoding, and in HTTP/1.1 only `chunked` is unambiguous (RFC 9112, 6.1). */
function hasUnclearLength({ headers, httpVersion }: IncomingMessage): boolean {
  const encoding = headers['transfer-encoding'];
  if (encoding === undefined) return false;
  return (
    httpVersion !== '1.1' || encoding.toLowerCase() !== 'chunked' || headers['content-length'] !== undefined
  );
}

/**
 * RFC 9112, 3.2: required in HTTP/1.1, optional in HTTP/1.0. Of two, Node takes the first and others may take the last.
 */
function hasOneHost({ rawHeaders, httpVersion }: IncomingMessage): boolean {
  let hosts = 0;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index] as string;
    if (name.length === 4 && name.toLowerCase() === 'host') hosts++;
  }
  return hosts === 1 || (hosts === 0 && httpVersion === '1.0');
}
