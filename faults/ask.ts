import { type Agent, request } from 'node:http';

export type Question = {
  method?: string;
  path: string;
  headers?: Record<string, string>;
  body?: string;
  agent?: Agent | false;
  limitMs?: number;
};

export type Reply = { status: number; headers: Record<string, unknown>; body: string };

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
        let text = '';
        response.setEncoding('utf8').on('data', (chunk: string) => {
          text += chunk;
        });
        response.once('error', reject);
        response.once('end', () =>
          response.complete
            ? resolve({ status: response.statusCode ?? 0, headers: response.headers, body: text })
            : reject(new Error('the answer was cut off')),
        );
      },
    );
    sent.setTimeout(limitMs, () => sent.destroy(new Error(`no answer within ${limitMs / 1000} s`)));
    sent.once('error', (error: NodeJS.ErrnoException) =>
      reject(error.code === 'ECONNREFUSED' ? new NotSent(error.message) : error),
    );
    sent.end(body);
  });
}
