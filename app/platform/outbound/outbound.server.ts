import PQueue from 'p-queue';
import { versionOfBelfry } from '#app/platform/command-line/belfry-version.ts';
import { OutboundError } from './outbound-error.ts';
import { openReach, type ReachOptions } from './reach.server.ts';
import { type Bounds, type OneAnswer, sendOnce } from './send-once.server.ts';

export type OutboundRequest = {
  url: string;
  method?: 'GET' | 'HEAD' | 'POST';
  headers?: Record<string, string>;
  body?: string;
  signal?: AbortSignal;
  /** Whether someone waits for the response: it then has its turn next to requests of background work. */
  isAwaited?: boolean;
};

/** A redirect that was followed: its status, and the address that it led to. */
export type Redirect = { status: number; to: string };

/** A request to a server that the operator configured. `onConnected` is called once that may receive it. */
type DirectRequest = Required<Pick<OutboundRequest, 'url' | 'method' | 'signal'>> &
  Pick<OutboundRequest, 'headers'> & { body?: Buffer | undefined; onConnected?: () => void };

/** The last response; `url` is the address that sent it. `ms` is how long the requests took, without the time they waited. */
export type OutboundAnswer = OneAnswer & { redirects: Redirect[]; ms: number };

export type Outbound = {
  /**
   * Sends the request when it is its turn, follows redirects, and returns the response whatever its status. Throws
   * OutboundError, and the reason of `signal` when that aborts it.
   */
  ask: (request: OutboundRequest) => Promise<OutboundAnswer>;
};

/** `siteUrl` is the site's origin, which servers see in the User-Agent. */
export type OutboundOptions = ReachOptions & { bounds?: Partial<Bounds>; siteUrl?: string };

const MOST_REDIRECTS = 3;

const DEFAULT_BOUNDS: Bounds = {
  connectMs: 5000,
  headersMs: 10_000,
  totalMs: 20_000,
  maxBytes: 2 * 1024 * 1024,
  maxDecodedBytes: 8 * 1024 * 1024,
};

/** An instance that reaches global unicast addresses on the usual ports, and those in `reachable`. */
export function openOutbound({ bounds, siteUrl, ...reachOptions }: OutboundOptions = {}): Outbound {
  const reach = openReach(reachOptions);
  const limits = { ...DEFAULT_BOUNDS, ...bounds };
  const userAgent = userAgentOf(siteUrl);
  return {
    async ask(request) {
      const inTime = withinTime(limits.totalMs, request.signal);
      let asked = { ...request, method: request.method ?? 'GET' };
      const redirects: Redirect[] = [];
      const turn = { signal: request.signal, isAwaited: request.isAwaited ?? false };
      while (redirects.length <= MOST_REDIRECTS) {
        const send = () => inTime.run((signal) => sendOnce({ ...asked, userAgent, signal }, reach, limits));
        const answer = await takeTurn(hostOf(asked.url), send, turn).catch((error: unknown) => {
          throw redirects.length > 0 ? asRedirected(error) : error;
        });
        const target = redirectOf(asked, answer);
        if (!target) return { ...answer, redirects, ms: inTime.spent() };
        redirects.push({ status: answer.status, to: target });
        asked = { ...asked, url: target, headers: headersFor(target, asked) };
      }
      throw new OutboundError('lost');
    },
  };
}

/**
 * Sends one request at once, without waiting for a turn and without following redirects, and returns the response
 * whatever its status. Throws OutboundError, and the reason of `signal` when that aborts it.
 */
export function askAtOnce(
  request: DirectRequest,
  { bounds, siteUrl, ...reachOptions }: OutboundOptions,
): Promise<OneAnswer> {
  const limits = { ...DEFAULT_BOUNDS, ...bounds };
  return sendOnce({ ...request, userAgent: userAgentOf(siteUrl) }, openReach(reachOptions), limits);
}

/**
 * Why an address is never requested, as far as its port and what its name leads to now show; a sentence. Undefined if it
 * may be, and for a name that has no address at the moment.
 */
export async function refusedReasonOf(url: URL, options: ReachOptions): Promise<string | undefined> {
  try {
    await openReach(options).checkFully(url);
    return undefined;
  } catch (error) {
    if (!(error instanceof OutboundError)) throw error;
    return error.reason === 'refused' ? error.message : undefined;
  }
}

/** Gives each of several requests the time that the previous ones have left. Waiting in between does not count. */
function withinTime(totalMs: number, stop: AbortSignal | undefined) {
  let left = totalMs;
  return {
    spent: () => totalMs - left,
    async run<Result>(work: (signal: AbortSignal) => Promise<Result>): Promise<Result> {
      const from = performance.now();
      const late = AbortSignal.timeout(Math.max(0, Math.ceil(left)));
      try {
        return await work(stop ? AbortSignal.any([stop, late]) : late);
      } finally {
        left -= performance.now() - from;
      }
    },
  };
}

/** Says that not the address that was typed is forbidden, but where it redirects to. */
function asRedirected(error: unknown): unknown {
  const isRefused = error instanceof OutboundError && error.reason === 'refused';
  return isRefused
    ? new OutboundError('refused', error.detail, 'It redirects to an address that is not allowed')
    : error;
}

/** With the port: what is at another one is another server. */
function hostOf(url: string): string {
  return URL.parse(url)?.host ?? '';
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
function redirectOf({ url, method }: { url: string; method: string }, answer: OneAnswer) {
  const location = answer.headers.location;
  const isMeant = method === 'POST' ? [307, 308] : [301, 302, 303, 307, 308];
  if (!location || !isMeant.includes(answer.status)) return undefined;
  const target = URL.parse(location, url);
  if (!target) throw new OutboundError('refused', 'the redirect has no address');
  if (url.startsWith('https:') && target.protocol !== 'https:')
    throw new OutboundError('refused', 'it redirects away from https');
  return target.href;
}

/** How the site names itself to other servers: `Belfry/1.2.3 (+https://town.example)`, so that their owners can reach it. */
function userAgentOf(siteUrl: string | undefined): string {
  const name = `Belfry/${versionOfBelfry()}`;
  return siteUrl ? `${name} (+${siteUrl})` : name;
}

const AT_ONCE = 4;

/** For the whole process. What an editor or a program waits for is not held up by slow servers of background work. */
const awaited = new PQueue({ concurrency: AT_ONCE });
const background = new PQueue({ concurrency: AT_ONCE });
const hosts = new Map<string, PQueue>();

type Turn = { signal: AbortSignal | undefined; isAwaited: boolean };

/**
 * Runs the work when it is its turn, and returns or throws what it does: at most four requests at once that someone waits
 * for, and four others, one per host. Rejects with the signal's reason if that comes first. First come, first served, but
 * nothing waits for another host while there are free slots.
 */
async function takeTurn<Result>(
  host: string,
  work: () => Promise<Result>,
  { signal, isAwaited }: Turn,
): Promise<Result> {
  const queue = hosts.get(host) ?? new PQueue({ concurrency: 1 });
  hosts.set(host, queue);
  const atOnce = isAwaited ? awaited : background;
  try {
    return await queue.add(() => atOnce.add(work, { signal }), { signal });
  } finally {
    if (queue.size + queue.pending === 0) hosts.delete(host);
  }
}
