import { Agent, type IncomingHttpHeaders, type RequestOptions, request } from 'node:http';
import { setTimeout } from 'node:timers/promises';
import { readMainCpu } from './children.ts';

export type Answer = {
  status: number;
  headers: IncomingHttpHeaders;
  /** Names and values alternately, as received. */
  rawHeaders: string[];
  body: Buffer;
  /** Until the whole body was received. */
  ms: number;
};

export type Ask = (path: string, options?: RequestOptions & { body?: string | Buffer }) => Promise<Answer>;

const agent = new Agent({ keepAlive: true, maxSockets: 4 });

/** Sends requests to one site, one at a time, as a browser that accepts brotli. */
export function asker({ url }: { url: string }): Ask {
  return (path, { body, headers, ...options } = {}) =>
    new Promise((resolve, reject) => {
      const startedAt = performance.now();
      const asked = { agent, ...options, headers: { 'accept-encoding': 'br', ...headers } };
      const message = request(new URL(path, url), asked, (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.once('error', reject);
        response.once('end', () => {
          const { statusCode: status = 0, headers, rawHeaders } = response;
          const ms = performance.now() - startedAt;
          resolve({ status, headers, rawHeaders, body: Buffer.concat(chunks), ms });
        });
      });
      message.once('error', reject).end(body);
    });
}

/**
 * What one request cost the site's main thread in µs, or its elapsed time where the system does not report it. There
 * must be no other requests.
 */
export async function costOfOne(site: { pid: number }, work: () => Promise<Answer>): Promise<number> {
  await setTimeout(2);
  const before = readMainCpu(site.pid);
  const { ms } = await work();
  // The site finishes the request's work just after the response has arrived.
  await setTimeout(2);
  const after = readMainCpu(site.pid);
  return before === undefined || after === undefined ? ms * 1000 : after - before;
}
