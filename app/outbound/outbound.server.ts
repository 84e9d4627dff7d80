/**
 * The one door to other servers: whatever the site asks of an address that somebody typed or another server named goes
 * through here, so that nobody reaches this machine or its neighbours through us, and nobody costs more than a
 * fixed time and memory.
 */

import { OutboundError } from './outbound-error.ts';
import { openReach, type ReachOptions } from './reach.server.ts';
import { type Bounds, type OutboundAnswer, sendOnce } from './send-once.server.ts';

export type OutboundRequest = {
  url: string;
  method?: 'GET' | 'HEAD' | 'POST';
  headers?: Record<string, string>;
  body?: string;
  signal?: AbortSignal;
};

export type Outbound = {
  /** Asks, follows redirects, and answers whatever status came. Throws OutboundError. */
  ask: (request: OutboundRequest) => Promise<OutboundAnswer>;
};

export type OutboundOptions = ReachOptions & { bounds?: Partial<Bounds> };

const MOST_REDIRECTS = 3;

const DEFAULT_BOUNDS: Bounds = {
  connectMs: 5000,
  headersMs: 10_000,
  totalMs: 20_000,
  maxBytes: 2 * 1024 * 1024,
  maxDecodedBytes: 8 * 1024 * 1024,
};

/** The door, which reaches global unicast addresses on the usual ports, and what `reachable` names besides. */
export function openOutbound({ bounds, ...reachOptions }: OutboundOptions = {}): Outbound {
  const reach = openReach(reachOptions);
  const limits = { ...DEFAULT_BOUNDS, ...bounds };
  return {
    async ask(request) {
      const late = AbortSignal.timeout(limits.totalMs);
      const signal = request.signal ? AbortSignal.any([request.signal, late]) : late;
      let asked = { ...request, method: request.method ?? 'GET', signal };
      for (let hop = 0; hop <= MOST_REDIRECTS; hop++) {
        const answer = await sendOnce(asked, reach, limits);
        const target = redirectOf(asked, answer);
        if (!target) return answer;
        asked = { ...asked, url: target, headers: headersFor(target, asked) };
      }
      throw new OutboundError('lost');
    },
  };
}

/** What says who asks, or proves it: meant for one server and for no other. */
const PROOF = /^(authorization|proxy-authorization|cookie|x-hub-signature.*)$/i;

/** What is said on the way: to another origin nothing of that. */
function headersFor(
  target: string,
  { url, headers = {} }: { url: string; headers?: Record<string, string> },
) {
  if (new URL(target).origin === new URL(url).origin) return headers;
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !PROOF.test(name)));
}

/** Where to ask instead; undefined when the answer is one. What was sent is only sent again where that is meant. */
function redirectOf({ url, method }: { url: string; method: string }, answer: OutboundAnswer) {
  const location = answer.headers.location;
  const isMeant = method === 'POST' ? [307, 308] : [301, 302, 303, 307, 308];
  if (!location || !isMeant.includes(answer.status)) return undefined;
  const target = URL.parse(location, url);
  if (!target) throw new OutboundError('refused', 'it leads to no address');
  if (url.startsWith('https:') && target.protocol !== 'https:')
    throw new OutboundError('refused', 'it leads away from https');
  return target.href;
}
