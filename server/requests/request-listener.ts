import { randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createRequest, sendResponse } from '@remix-run/node-fetch-server';
import type { Services } from '#app/people/request/services.server.ts';
import { closedPolicy, fixedHeaders } from '#app/site/fixed-headers.ts';
import {
  type CachedPages,
  type CacheOutcome,
  openCachedPages,
  type PageSources,
} from '../cache/cached-pages.ts';
import { watchChanges } from '../cache/change-watch.ts';
import type { Figure } from '../figures.ts';
import { figuresOf, mayReadMetrics, ResponseCount, type ResponseKind, sendMetrics } from '../metrics.ts';
import type { OpenServices } from '../open-services.ts';
import { compressed } from '../responses/compressed-response.ts';
import type { StaticFiles } from '../responses/static-files.ts';
import type { Notes, Site } from '../site.ts';
import type { Leave } from './admission.ts';
import { openAdmission } from './admission.ts';
import { BUSY, BUSY_SENDING, openBusyResponses } from './busy-responses.ts';
import { clientAddressOf, openProxyWarning } from './client-address.ts';
import { allowSlowBody, limitBodyTime } from './http-limits.ts';
import { type Pressure, watchPressure } from './pressure.ts';
import { refuseOddities } from './refuse-oddities.ts';
import { isHealthCheck } from './traffic-class.ts';

export type Listener = {
  handle: (request: IncomingMessage, response: ServerResponse) => void;
  /** From now on every response closes its connection, and /readyz says that the site stops. */
  announceEnd: () => void;
  /** What this process has counted and measured. */
  figures: () => Figure[];
  close: () => Promise<void>;
};

export type RequestListenerOptions = {
  pressure?: Pressure;
  /** The metrics of all processes of this site; only this one's by default. */
  gatherFigures?: (() => Promise<Figure[]>) | undefined;
};

/** What `openRequestListener` works with: the site's code, and what differs between a build and its sources. */
export type SiteSource = {
  module: Pick<typeof import('../site.ts'), 'createSite' | 'createSharedPages'>;
  files: (fixed: Record<string, string>) => StaticFiles;
  development: boolean;
};

/** Responds to requests: from the cache, with files of the build, else with the site. */
export function openRequestListener(
  { module, files: openFiles, development }: SiteSource,
  { services, database }: OpenServices,
  { pressure = watchPressure(), gatherFigures }: RequestListenerOptions,
): Listener {
  const site = module.createSite(services, { development });
  const fixed = fixedHeaders(services.settings);
  // Vite's client needs inline scripts and a socket.
  const plain = development ? fixed : { ...fixed, 'Content-Security-Policy': closedPolicy };
  const files = openFiles(fixed);
  const admission = openAdmission(pressure);
  const shared = module.createSharedPages(services, { development });
  const enterForPage = (url: string) => admission.enter({ url, headers: {} });
  const cached = isForEveryone(services)
    ? openCached({ site, shared, pressure, enter: enterForPage }, { services, database })
    : uncached;
  const refuseBusy = openBusyResponses(site, services);
  const warnOfProxy = openProxyWarning(services);
  const responses = new ResponseCount();
  const figures = () => figuresOf({ responses, pressure, cache: cached.count, line: admission.line });
  let isEnding = false;

  async function serve(
    request: IncomingMessage,
    response: ServerResponse,
    outcome: Exclude<CacheOutcome, 'sent'>,
  ): Promise<ResponseKind> {
    if (outcome === 'site' && files(request, response)) return 'file';
    // The site overwrites some of them; responses from elsewhere keep them all.
    setHeaders(response, plain);
    if (outcome instanceof Response) {
      await sendResponse(response, await compressed(request, outcome));
      return kindOf(request.url ?? '');
    }
    if (METRICS.test(request.url ?? '') && (await mayReadMetrics(request, services))) {
      await sendMetrics(request, response, gatherFigures ? await gatherFigures() : figures(), services);
      return 'health';
    }
    const isRefused = outcome === 'busy' || admission.isShed(request);
    const leave = isRefused ? undefined : await placeFor(request);
    if (!leave) {
      await refuseBusy(request, response);
      return 'busy';
    }
    const enter = hasBody(request) ? () => admission.enter(request) : undefined;
    await answer(site, services, request, response, enter).finally(leave);
    return kindOf(request.url ?? '');
  }

  /** A request that is still being sent takes its slot when it is complete: slow senders would block it. */
  async function placeFor(request: IncomingMessage): Promise<Leave | undefined> {
    return hasBody(request) || isHealthCheck(request.url) ? () => undefined : admission.enter(request);
  }

  function finish(
    request: IncomingMessage,
    response: ServerResponse,
    outcome: CacheOutcome,
    since: number,
  ): void {
    if (outcome === 'sent') {
      responses.note('cached', response.statusCode, since);
      return;
    }
    serve(request, response, outcome).then(
      (kind) => responses.note(kind, response.statusCode, since),
      (error) => {
        if (!response.headersSent) setHeaders(response, plain);
        fail(error, services, response);
      },
    );
  }

  return {
    handle: (request, response) => {
      const since = performance.now();
      if (refuseOddities(request, response, plain))
        return responses.note('malformed', response.statusCode, since);
      if (hasBody(request)) limitBodyTime(request);
      warnOfProxy(request);
      if (isEnding && answerEnding(request, response, plain)) return;
      const outcome = answerFromCache(cached, services, request, response);
      if (!(outcome instanceof Promise)) return finish(request, response, outcome, since);
      void outcome.then((known) => finish(request, response, known, since));
    },
    announceEnd: () => {
      isEnding = true;
    },
    figures,
    close: async () => {
      pressure.close();
      cached.close();
    },
  };
}

type Cache = CachedPages & { close: () => void };

/** Another moment is a private view of the town. */
function isForEveryone({ readOnly }: Services): boolean {
  return readOnly?.kind !== 'another-day';
}

function openCached(
  sources: Omit<PageSources, 'watch'>,
  { services, database }: Pick<OpenServices, 'services' | 'database'>,
): Cache {
  const watch = watchChanges(database, services.settings.dataFolder);
  return { ...openCachedPages({ ...sources, watch }, services), close: watch.close };
}

const uncached: Cache = {
  answer: () => 'site',
  count: () => ({ hits: 0, misses: 0, bytes: 0 }),
  close: () => undefined,
};

const METRICS = /^\/metrics(\?|$)/;

/** While the site stops, the last responses close their connections, so that no further requests arrive on them. */
function answerEnding(
  request: IncomingMessage,
  response: ServerResponse,
  headers: Record<string, string>,
): boolean {
  response.setHeader('Connection', 'close');
  if (request.url !== '/readyz') return false;
  response.writeHead(503, { ...headers, 'Content-Type': 'application/json', 'Cache-Control': 'no-store' });
  response.end(JSON.stringify({ status: 'unavailable', reason: 'the site is stopping' }));
  return true;
}

function setHeaders(response: ServerResponse, headers: Record<string, string>): void {
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
}

function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

function kindOf(url: string): ResponseKind {
  if (isHealthCheck(url)) return 'health';
  return url.startsWith('/api/') ? 'api' : 'page';
}

/** A failing cache costs time, not the response: the site renders the page, or reports the problem. */
function answerFromCache(
  cached: CachedPages,
  services: Services,
  request: IncomingMessage,
  response: ServerResponse,
): CacheOutcome | Promise<CacheOutcome> {
  const failed = (error: unknown): CacheOutcome => {
    services.log.error({ err: error }, 'the page cache failed');
    return response.headersSent ? 'sent' : 'site';
  };
  try {
    const outcome = cached.answer(request, response);
    return outcome instanceof Promise ? outcome.catch(failed) : outcome;
  } catch (error) {
    return failed(error);
  }
}

async function answer(
  site: Site,
  services: Services,
  message: IncomingMessage,
  response: ServerResponse,
  enter?: () => Promise<Leave | undefined>,
): Promise<void> {
  const { url, trustProxy } = services.settings;
  let leave: Leave | undefined;
  const admit: Notes['admit'] = async () => {
    leave = await enter?.();
    if (leave || !enter) return undefined;
    return message.url?.startsWith('/api/') ? BUSY : BUSY_SENDING;
  };
  try {
    // Never from the Host header: nothing is built from what a client can choose.
    const { protocol, host } = new URL(url);
    const request = createRequest(message, response, { protocol, host });
    const made = await site(request, clientAddressOf(message, trustProxy), {
      admit,
      onReceiving: (limitMs) => allowSlowBody(message, limitMs),
    }).finally(() => leave?.());
    await sendResponse(response, await compressed(message, made));
  } catch (error) {
    fail(error, services, response);
  } finally {
    // The rest of an unread body: it comes before the next request.
    message.resume();
  }
}

function fail(error: unknown, { log }: Services, response: ServerResponse): void {
  const reference = randomBytes(5).toString('hex');
  log.error({ err: error, reference }, 'request failed');
  if (!response.headersSent)
    response.writeHead(500, { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'no-store' });
  response.end(`Something went wrong on our side. Please try again later. Reference ${reference}.`);
}
