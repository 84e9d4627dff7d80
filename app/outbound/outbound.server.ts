/**
 * The only module for requests to addresses that someone typed or another server named, so that no one reaches this
 * machine or its neighbors through the site, and no one costs more than a fixed time and memory.
 */

import { OutboundError } from './outbound-error.ts';
import { openReach, type ReachOptions } from './reach.server.ts';
import { type Bounds, type OutboundAnswer, sendOnce } from './send-once.server.ts';
import { takeTurn } from './turns.ts';

export type OutboundRequest = {
  url: string;
  method?: 'GET' | 'HEAD' | 'POST';
  headers?: Record<string, string>;
  body?: string;
  signal?: AbortSignal;
};

export type Outbound = {
  /**
   * Sends the request when it is its turn, follows redirects, and returns the response whatever its status. Throws
   * OutboundError, and the reason of `signal` when that aborts it.
   */
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

/** An instance that reaches global unicast addresses on the usual ports, and those in `reachable`. */
export function openOutbound({ bounds, ...reachOptions }: OutboundOptions = {}): Outbound {
  const reach = openReach(reachOptions);
  const limits = { ...DEFAULT_BOUNDS, ...bounds };
  return {
    async ask(request) {
      const inTime = withinTime(limits.totalMs, request.signal);
      let asked = { ...request, method: request.method ?? 'GET' };
      for (let hop = 0; hop <= MOST_REDIRECTS; hop++) {
        const send = () => inTime((signal) => sendOnce({ ...asked, signal }, reach, limits));
        const answer = await takeTurn(hostOf(asked.url), send, request.signal);
        const target = redirectOf(asked, answer);
        if (!target) return answer;
        asked = { ...asked, url: target, headers: headersFor(target, asked) };
      }
      throw new OutboundError('lost');
    },
  };
}

/** Gives each of several requests the time that the previous ones have left. Waiting in between does not count. */
function withinTime(totalMs: number, stop: AbortSignal | undefined) {
  let left = totalMs;
  return async <Result>(work: (signal: AbortSignal) => Promise<Result>): Promise<Result> => {
    const from = performance.now();
    const late = AbortSignal.timeout(Math.max(0, Math.ceil(left)));
    try {
      return await work(stop ? AbortSignal.any([stop, late]) : late);
    } finally {
      left -= performance.now() - from;
    }
  };
}

function hostOf(url: string): string {
  return URL.parse(url)?.hostname ?? '';
}

/** Headers that identify or authenticate the sender: for one server only. */
const PROOF = /^(authorization|proxy-authorization|cookie|x-hub-signature.*)$/i;

/** The headers for a redirect: without those, if it leads to another origin. */
function headersFor(
  target: string,
  { url, headers = {} }: { url: string; headers?: Record<string, string> },
) {
  if (new URL(target).origin === new URL(url).origin) return headers;
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !PROOF.test(name)));
}

/** Where to redirect; undefined when the response is final. The body is only sent again where that is intended. */
function redirectOf({ url, method }: { url: string; method: string }, answer: OutboundAnswer) {
  const location = answer.headers.location;
  const isMeant = method === 'POST' ? [307, 308] : [301, 302, 303, 307, 308];
  if (!location || !isMeant.includes(answer.status)) return undefined;
  const target = URL.parse(location, url);
  if (!target) throw new OutboundError('refused', 'the redirect has no address');
  if (url.startsWith('https:') && target.protocol !== 'https:')
    throw new OutboundError('refused', 'it redirects away from https');
  return target.href;
}
