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

/** The same for what was typed into a form: reloading the page sends it again. */
export const BUSY_SENDING: Fault = {
  ...BUSY,
  sentence:
    'The site is too busy right now. Nothing was saved. Reload this page in a moment to send it again.',
};

/** How long a rendered refusal is used: its frame contains the town and the day. */
const KEPT_MS = MINUTE_MS;

type Finished = { headers: [string, string][]; body: Buffer };

/** Refuses a request under overload, in the site's design or as a problem document. Costs almost nothing. */
export type BusyResponses = (message: IncomingMessage, response: ServerResponse) => Promise<void>;

export function openBusyResponses(site: Site, { settings }: Services): BusyResponses {
  const kept = new Map<string, { made: Promise<Finished>; at: number }>();

  function find(path: string, fault: Fault): Promise<Finished> {
    const key = `${path} ${fault.sentence}`;
    const found = kept.get(key);
    if (found && performance.now() - found.at < KEPT_MS) return found.made;
    const made = makeAnswer(site, new Request(settings.url + path), fault);
    kept.set(key, { made, at: performance.now() });
    return made;
  }

  return async (message, response) => {
    const isReading = message.method === 'GET' || message.method === 'HEAD';
    const { headers, body } = message.url?.startsWith('/api/')
      ? await find('/api/v1', BUSY)
      : await find('/articles', isReading ? BUSY : BUSY_SENDING);
    for (const [name, value] of headers) response.setHeader(name, value);
    // The rest of its body would have to be read before its next request.
    if (!isReading) response.setHeader('Connection', 'close');
    response.setHeader('Content-Length', body.length);
    response.writeHead(503).end(message.method === 'HEAD' ? undefined : body);
  };
}

async function makeAnswer(site: Site, request: Request, fault: Fault): Promise<Finished> {
  const response = await site(request, '', { fault });
  return { headers: [...response.headers], body: Buffer.from(await response.arrayBuffer()) };
}
