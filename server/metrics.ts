/** `/metrics`: figures of this process as Prometheus reads them (product contract section 1). */
import { readdirSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { isLoopback } from '#app/auth/network.server.ts';
import { readQueryCount } from '#app/database/query-count.ts';
import type { Services } from '#app/services.server.ts';
import { bearerTokenOf, findApiToken } from '#app/tokens/api-token-store.server.ts';
import { isForwarded } from './client-address.ts';
import type { Pressure } from './pressure.ts';
import type { WaitingLine } from './waiting-line.ts';

/** How a request was answered, for counting: from the cache, as a file of the build, by the site, or not at all. */
export type AnswerKind = 'cached' | 'file' | 'page' | 'api' | 'health' | 'busy' | 'malformed';

/** Counts answers by kind and status. */
export class AnswerCount {
  readonly counts = new Map<string, number>();

  note(kind: AnswerKind, status: number): void {
    const key = `class="${kind}",status="${status}"`;
    this.counts.set(key, (this.counts.get(key) ?? 0) + 1);
  }
}

export type MetricSources = {
  answers: AnswerCount;
  pressure: Pressure;
  cache: () => { hits: number; misses: number; bytes: number };
  line: WaitingLine;
};

/**
 * Whether a request may see the figures: with a token made for that, or from this machine itself. Loopback says
 * nothing behind a proxy, so it counts only with `TRUST_PROXY=0` and without a header that a proxy adds (R-61).
 */
export async function mayReadMetrics(message: IncomingMessage, services: Services): Promise<boolean> {
  const { settings, write, now } = services;
  const token = bearerTokenOf(message.headers.authorization);
  if (token !== undefined) return (await findApiToken(write, token, now()))?.scope === 'metrics';
  return settings.trustProxy === 0 && !isForwarded(message) && isLoopback(message.socket.remoteAddress ?? '');
}

export async function sendMetrics(
  message: IncomingMessage,
  response: ServerResponse,
  sources: MetricSources,
  services: Services,
): Promise<void> {
  const body = describeMetrics(sources, await readMailQueue(services));
  response.writeHead(200, {
    'Content-Type': 'text/plain; version=0.0.4; charset=utf-8',
    'Cache-Control': 'no-store',
    'X-Content-Type-Options': 'nosniff',
    'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
  });
  response.end(message.method === 'HEAD' ? undefined : body);
}

type Samples = [labels: string, value: number][];

function describeMetrics({ answers, pressure, cache, line }: MetricSources, mails: Samples): string {
  const { hits, misses, bytes } = cache();
  const { p50, p99 } = pressure.lag();
  const { queries, failures, milliseconds } = readQueryCount();
  const { user, system } = process.cpuUsage();
  const { rss, heapUsed, heapTotal } = process.memoryUsage();
  const lag: Samples = [
    ['quantile="0.5"', p50 / 1000],
    ['quantile="0.99"', p99 / 1000],
  ];
  return [
    metric('belfry_http_requests_total', 'counter', 'Answers by class and status', [...answers.counts]),
    metric('belfry_page_cache_hits_total', 'counter', 'Pages that were kept ready', hits),
    metric('belfry_page_cache_misses_total', 'counter', 'Pages that had to be made', misses),
    metric('belfry_page_cache_bytes', 'gauge', 'Size of the pages that are kept', bytes),
    metric('belfry_requests_running', 'gauge', 'Requests the site is working on', line.inside),
    metric('belfry_requests_waiting', 'gauge', 'Requests that wait for their turn', line.waiting),
    metric('belfry_event_loop_lag_seconds', 'gauge', 'Lag of the event loop in the last second', lag),
    metric('belfry_database_queries_total', 'counter', 'Queries', queries),
    metric('belfry_database_failures_total', 'counter', 'Queries that failed', failures),
    metric('belfry_database_seconds_total', 'counter', 'Time spent on queries', milliseconds / 1000),
    metric('belfry_mails', 'gauge', 'Mails of the last 30 days by state', mails),
    metric('process_cpu_seconds_total', 'counter', 'Processor time', (user + system) / 1e6),
    metric('process_resident_memory_bytes', 'gauge', 'Memory in use', rss),
    metric('process_start_time_seconds', 'gauge', 'Start, in Unix time', startedAt),
    metric('process_open_fds', 'gauge', 'Open files', countOpenFiles()),
    metric('nodejs_heap_size_used_bytes', 'gauge', 'Heap in use', heapUsed),
    metric('nodejs_heap_size_total_bytes', 'gauge', 'Heap', heapTotal),
  ].join('');
}

const startedAt = Math.round((performance.timeOrigin / 1000) * 1000) / 1000;

function metric(name: string, type: 'counter' | 'gauge', help: string, value: number | Samples): string {
  const samples: Samples = typeof value === 'number' ? [['', value]] : value;
  const lines = samples.map(([labels, each]) => `${name}${labels ? `{${labels}}` : ''} ${each}\n`);
  return `# HELP ${name} ${help}\n# TYPE ${name} ${type}\n${lines.join('')}`;
}

/** Without a database there is nothing to say about mails, but much about the process. */
async function readMailQueue({ read }: Services): Promise<Samples> {
  const rows = await read
    .selectFrom('mail')
    .select((eb) => ['state', eb.fn.countAll<number>().as('count')])
    .groupBy('state')
    .execute()
    .catch(() => []);
  return rows.map(({ state, count }) => [`state="${state}"`, Number(count)]);
}

function countOpenFiles(): number {
  try {
    return readdirSync('/proc/self/fd').length;
  } catch {
    return 0;
  }
}
