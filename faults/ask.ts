import { type Agent, request } from 'node:http';

export type Question = {
  method?: string;
  path: string;
  headers?: Record<string, string>;
  body?: string | Buffer;
  agent?: Agent | false;
  limitMs?: number;
};

export type Reply = { status: number; headers: Record<string, unknown>; body: string; bytes: Buffer };

/** The request never reached the server, so it had no effect. */
export class NotSent extends Error {
  override name = 'NotSent';
}

/**
 * Sends a request to the server on this machine. Throws NotSent if nothing listens, another error if the response is
 * lost.
 */
export function ask(port: number, question: Question): Promise<Reply> {
  const { method = 'GET', path, headers = {}, body, agent = false, limitMs = 20_000 } = question;
  const length = body === undefined ? {} : { 'Content-Length': String(Buffer.byteLength(body)) };
  return new Promise((resolve, reject) => {
    const sent = request(
      { host: '127.0.0.1', port, method, path, headers: { ...headers, ...length }, agent },
      (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.once('error', reject);
        response.once('end', () => {
          if (!response.complete) return reject(new Error('the response was cut off'));
          const { statusCode: status = 0, headers } = response;
          const bytes = Buffer.concat(chunks);
          resolve({ status, headers, body: bytes.toString('utf8'), bytes });
        });
      },
    );
    sent.setTimeout(limitMs, () => sent.destroy(new Error(`no response within ${limitMs / 1000} s`)));
    sent.once('error', (error: NodeJS.ErrnoException) =>
      reject(error.code === 'ECONNREFUSED' ? new NotSent(error.message) : error),
    );
    sent.end(body);
  });
}
