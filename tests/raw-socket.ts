import { connect } from 'node:net';

/**
 * Sends raw bytes and returns everything that comes back until the server ends the connection, or nothing comes for a
 * while.
 */
export function sendRaw(port: number, text: string, { quietMs = 400 } = {}): Promise<RawAnswer> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1' });
    let received = '';
    const settle = (isClosed: boolean) => {
      clearTimeout(timer);
      socket.destroy();
      resolve({ received, statuses: statusesOf(received), isClosed });
    };
    let timer = setTimeout(settle, quietMs * 10, false);
    socket.setEncoding('latin1').on('data', (chunk: string) => {
      received += chunk;
      clearTimeout(timer);
      timer = setTimeout(settle, quietMs, false);
    });
    socket
      .once('end', () => settle(true))
      .once('error', (error: NodeJS.ErrnoException) => {
        if (error.code === 'ECONNRESET' || error.code === 'EPIPE') settle(true);
        else reject(error);
      });
    socket.write(text.replaceAll(/\r?\n/g, '\r\n').replaceAll('␊', '\n'), 'latin1');
  });
}

export type RawAnswer = { received: string; statuses: number[]; isClosed: boolean };

function statusesOf(received: string): number[] {
  return [...received.matchAll(/^HTTP\/1\.[01] (\d{3})/gm)].map(([, status]) => Number(status));
}
