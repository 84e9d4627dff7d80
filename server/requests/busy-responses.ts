import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Fault } from '#app/people/request/context.ts';
import type { Services } from '#app/people/request/services.server.ts';
import { MINUTE_MS } from '#app/platform/time/durations.ts';
import type { Site } from '../site.ts';

/** The site is overloaded: try again in a moment. */
export const BUSY: Fault = {
  status: 503,
  headers: { 'Retry-After': '3', 'Cache-Control': 'no-store' },
  title: 'The site is too busy right now.',
  sentence: 'The site is too busy right now. Please try again in a moment.',
};

/** How long a rendered refusal is used: its frame contains the town and the day. */
const KEPT_MS = MINUTE_MS;

type Finished = { headers: [string, string][]; body: Buffer };

/** Refuses a request under overload, in the site's design or as a problem document. Costs almost nothing. */
export type BusyResponses = (message: IncomingMessage, response: ServerResponse) => Promise<void>;

export function openBusyResponses(site: Site, { settings }: Services): BusyResponses {
  const kept = new Map<string, { made: Promise<Finished>; at: number }>();

  function find(path: string): Promise<Finished> {
    const found = kept.get(path);
    if (found && performance.now() - found.at < KEPT_MS) return found.made;
    const made = makeAnswer(site, new Request(settings.url + path));
    kept.set(path, { made, at: performance.now() });
    return made;
  }

  return async (message, response) => {
    const { headers, body } = await find(message.url?.startsWith('/api/') ? '/api/v1' : '/articles');
    for (const [name, value] of headers) response.setHeader(name, value);
    // The rest of its body would have to be read before its next request.
    if (message.method !== 'GET' && message.method !== 'HEAD') response.setHeader('Connection', 'close');
    response.setHeader('Content-Length', body.length);
    response.writeHead(503).end(message.method === 'HEAD' ? undefined : body);
  };
}

async function makeAnswer(site: Site, request: Request): Promise<Finished> {
  const response = await site(request, '', { fault: BUSY });
  return { headers: [...response.headers], body: Buffer.from(await response.arrayBuffer()) };
}
