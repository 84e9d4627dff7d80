import { Agent, type IncomingHttpHeaders, type RequestOptions, request } from 'node:http';
import { setTimeout } from 'node:timers/promises';
import { readMainCpu } from './children.ts';

export type Answer = {
  status: number;
  headers: IncomingHttpHeaders;
  /** Names and values in turns, as they came. */
  rawHeaders: string[];
  body: Buffer;
  /** Until the whole body was there. */
  ms: number;
};

export type Ask = (path: string, options?: RequestOptions & { body?: string }) => Promise<Answer>;

const agent = new Agent({ keepAlive: true, maxSockets: 4 });

/** Asks one site, one request at a time, as a browser that takes brotli. */
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

/** What one request cost the site's main thread in µs, or took where the system does not tell. Others must be silent. */
export async function costOfOne(site: { pid: number }, work: () => Promise<Answer>): Promise<number> {
  await setTimeout(2);
  const before = readMainCpu(site.pid);
  const { ms } = await work();
  // The site ends what belongs to the request just after the answer is here.
  await setTimeout(2);
  const after = readMainCpu(site.pid);
  return before === undefined || after === undefined ? ms * 1000 : after - before;
}
