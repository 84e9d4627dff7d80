import { type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';

/** What Node reports about bytes that are not a request, and the status for it; anything else is a 400. */
const statusOfCode: Record<string, number> = {
  ERR_HTTP_REQUEST_TIMEOUT: 408,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 413,
  HPE_HEADER_OVERFLOW: 431,
};

/**
 * Sends the responses that Node would otherwise write itself, so that they have the same `headers` as all others (R-23,
 * 400, 408, 413 and 431 for invalid requests, 417 for an unsupported Expect header. Each closes its connection.
 */
export function refuseMalformed(server: Server, headers: Record<string, string>): void {
  const closing = { ...headers, 'Cache-Control': 'no-store', Connection: 'close', 'Content-Length': '0' };
  const fields = Object.entries(closing).map(([name, value]) => `${name}: ${value}\r\n`);
  server.on('clientError', (error: NodeJS.ErrnoException, socket: SocketInUse) => {
    const isMidResponse = socket._httpMessage?.headersSent ?? false;
    if (!socket.writable || isMidResponse) return void socket.destroy();
    const status = statusOfCode[error.code ?? ''] ?? 400;
    socket.write(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${fields.join('')}\r\n`);
    socket.destroySoon();
  });
  server.on('checkExpectation', (_: IncomingMessage, response: ServerResponse) => {
    response.writeHead(417, closing).end();
  });
}

/** The response being sent on a connection, as Node's own handler tracks it: bytes in its middle would corrupt it. */
type SocketInUse = Socket & { _httpMessage?: ServerResponse };
