import type { IncomingMessage, ServerResponse } from 'node:http';
import { pino } from 'pino';
import { collections } from '#app/collections.server.ts';
import { resolveLinks } from '#app/items/text/resolve-links.server.ts';
import type { Database, WriteDb } from '#app/platform/database/handles.ts';
import { openOutbound } from '#app/platform/outbound/outbound.server.ts';
import type { Bounds } from '#app/platform/outbound/send-once.server.ts';
import { type CheckContext, checkDueSources } from '#app/sources/checks/check-source.server.ts';
import { sourceSchema } from '#app/sources/source.ts';
import { addSource } from '#app/sources/source-store.server.ts';
import { defaultTown } from '#app/town/default-town.ts';
import { listen } from './outbound-servers.ts';
import { NOW } from './parsed-sources.ts';

export const MINUTE_MS = 60_000;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;

export type Answer = (request: IncomingMessage, response: ServerResponse) => void;

export type Checking = AsyncDisposable & {
  write: WriteDb;
  context: CheckContext;
  /** What the server of a host does with each request from now on. */
  serve: (host: string, answer: Answer) => void;
  /** The requests so far: their hosts, paths and headers. */
  requests: { host: string; path: string; headers: IncomingMessage['headers'] }[];
  /** Adds a source at `/feed` of the host, or of another path, and returns its id. */
  add: (host: string, facts?: Record<string, unknown>) => Promise<string>;
  addressOf: (host: string, path?: string) => string;
  /** Checks all sources that are due, as the job does. */
  check: (signal?: AbortSignal) => Promise<void>;
  now: () => number;
  /** Moves the clock. */
  pass: (ms: number) => void;
  stateOf: (id: string) => Promise<State>;
  titles: () => Promise<string[]>;
};

type State = Awaited<ReturnType<typeof readState>>;

/**
 * Checks of sources against a real server on loopback, which has every name that ends with `.example`, on 2026-11-20 at
 * 17:00 in New York until time passes. Limits of the requests can be shorter than usual.
 */
export async function openChecking(
  database: Database,
  { bounds, hosts = ['paper.example'] }: { bounds?: Partial<Bounds>; hosts?: string[] } = {},
): Promise<Checking> {
  let now = NOW;
  const siteUrl = 'https://maple.example';
  const { write } = resolveLinks(database, siteUrl);
  const answers = new Map<string, Answer>();
  const requests: Checking['requests'] = [];
  const server = await listen((request, response) => {
    const host = (request.headers.host ?? '').replace(/:\d+$/, '');
    requests.push({ host, path: request.url ?? '', headers: request.headers });
    const answer = answers.get(host);
    if (answer) answer(request, response);
    else response.writeHead(404).end();
  });
  const outbound = openOutbound({
    reachable: hosts.map((host) => `${host}:${server.port}`),
    resolve: async () => ['127.0.0.1'],
    siteUrl,
    ...(bounds && { bounds }),
  });
  const context: CheckContext = {
    ...{ write, collections, town: defaultTown, siteUrl, outbound },
    now: () => now,
    log: pino({ enabled: false }),
  };
  const addressOf = (host: string, path = '/feed') => `http://${host}:${server.port}${path}`;
  return {
    write,
    context,
    requests,
    addressOf,
    serve: (host, answer) => void answers.set(host, answer),
    async add(host, facts) {
      const input = sourceSchema.parse({ address: addressOf(host), name: host, ...facts });
      const { id } = await addSource(write, input, { by: null, now });
      return id;
    },
    check: (signal = new AbortController().signal) => checkDueSources(context, signal),
    now: () => now,
    pass: (ms) => {
      now += ms;
    },
    stateOf: (id) => readState(write, id),
    titles: async () => {
      const rows = await write.selectFrom('inbox_entry').select('title').orderBy('title').execute();
      return rows.map(({ title }) => title);
    },
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  };
}

function readState(db: WriteDb, id: string) {
  return db
    .selectFrom('source_state')
    .innerJoin('source', 'source.id', 'source_state.source')
    .select([
      'address',
      'confirmedAt',
      'site',
      'stopped',
      'nextAt',
      'requestedAt',
      'checkedAt',
      'succeededAt',
    ])
    .select([
      'newAt',
      'failures',
      'failingSince',
      'problem',
      'slow',
      'movedTo',
      'movedTimes',
      'format',
      'etag',
    ])
    .where('source', '=', id)
    .executeTakeFirstOrThrow();
}

/** Sends a document, with more headers. */
export function sending(text: string, headers: Record<string, string> = {}, status = 200): Answer {
  return (_request, response) => {
    response.writeHead(status, { 'Content-Type': 'application/rss+xml', ...headers }).end(text);
  };
}

export function redirecting(to: string, status = 302): Answer {
  return (_request, response) => {
    response.writeHead(status, { Location: to }).end();
  };
}
