/** `/metrics`: the site's metrics in Prometheus' format (product contract section 1). */
import { readdirSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { countWaiting } from '#app/items/drafts/inbox-entries.server.ts';
import { findLastCopies, findStreak, type Streak } from '#app/moving/backup/backup-run-store.server.ts';
import { findBackupPlan } from '#app/moving/backup/backup-settings.server.ts';
import { readNewsletterFigures } from '#app/newsletter/sending/recipient-store.server.ts';
import type { Services } from '#app/people/request/services.server.ts';
import { bearerTokenOf, findApiToken } from '#app/people/tokens/api-token-store.server.ts';
import { readQueryCount } from '#app/platform/database/query-count.ts';
import { readWalBytes, sqliteFile } from '#app/platform/sqlite/sqlite-file.server.ts';
import { isLoopback } from '#app/platform/throttle/network.server.ts';
import { readCheckCount } from '#app/sources/checks/check-count.ts';
import { findOldestDue, listSources } from '#app/sources/checks/read-sources.server.ts';
import { healths } from '#app/sources/source.ts';
import { counter, Durations, type Figure, formatFigures, gauge } from './figures.ts';
import type { WaitingLine } from './requests/admission.ts';
import { isForwarded } from './requests/client-address.ts';
import type { Pressure } from './requests/pressure.ts';

/** How a request was handled, for counting: from the cache, as a file of the build, by the site, or not at all. */
export type ResponseKind = 'cached' | 'file' | 'page' | 'api' | 'health' | 'busy' | 'malformed';

/** Counts responses by kind and status, and their durations. */
export class ResponseCount {
  readonly counts = new Map<string, number>();
  readonly durations = new Durations(
    'belfry_http_request_duration_seconds',
    'Time from request headers to response',
  );

  /** `since` is the moment the request arrived, by `performance.now()`. */
  note(kind: ResponseKind, status: number, since: number): void {
    const key = `class="${kind}",status="${status}"`;
    this.counts.set(key, (this.counts.get(key) ?? 0) + 1);
    this.durations.note(kind, (performance.now() - since) / 1000);
  }
}

export type MetricSources = {
  responses: ResponseCount;
  pressure: Pressure;
  cache: () => { hits: number; misses: number; bytes: number };
  line: WaitingLine;
};

/**
 * Whether a request may see the metrics: with a token for that, or from this machine itself. Behind a proxy, loopback
 * means nothing, so it counts only with `TRUST_PROXY=0` and without proxy headers.
 */
export async function mayReadMetrics(message: IncomingMessage, services: Services): Promise<boolean> {
  const { settings, write, now } = services;
  const token = bearerTokenOf(message.headers.authorization);
  if (token !== undefined) return (await findApiToken(write, token, now()))?.scope === 'metrics';
  return settings.trustProxy === 0 && !isForwarded(message) && isLoopback(message.socket.remoteAddress ?? '');
}

/** Responds with these metrics, those of all processes, and with the database's. */
export async function sendMetrics(
  message: IncomingMessage,
  response: ServerResponse,
  figures: readonly Figure[],
  services: Services,
): Promise<void> {
  // Without a database there are no metrics of what it stores, but many of the process.
  const stored: Figure[] = [];
  for (const read of [readMailQueue, readSources, readNewsletter, readBackups])
    stored.push(...(await read(services).catch(() => [])));
  const body = formatFigures([...figures, ...logOfChanges(services), ...stored]);
  response.writeHead(200, {
    'Content-Type': 'text/plain; version=0.0.4; charset=utf-8',
    'Cache-Control': 'no-store',
    'X-Content-Type-Options': 'nosniff',
    'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
  });
  response.end(message.method === 'HEAD' ? undefined : body);
}

/** What this process has counted and measured. */
export function figuresOf({ responses, pressure, cache, line }: MetricSources): Figure[] {
  const { hits, misses, bytes } = cache();
  const { p50, p99 } = pressure.lag();
  const { queries, failures, milliseconds } = readQueryCount();
  return [
    counter('belfry_http_requests_total', 'Responses by class and status', responses.counts),
    responses.durations.figure(),
    counter('belfry_page_cache_hits_total', 'Pages served from the cache', hits),
    counter('belfry_page_cache_misses_total', 'Pages that had to be rendered', misses),
    gauge('belfry_page_cache_bytes', 'Size of the cached pages', bytes),
    gauge('belfry_requests_running', 'Requests in progress', line.inside),
    gauge('belfry_requests_waiting', 'Requests waiting in the queue', line.waiting),
    gauge('belfry_event_loop_lag_p50_seconds', 'Event loop lag, median over one second', p50 / 1000, 'most'),
    gauge(
      'belfry_event_loop_lag_p99_seconds',
      'Event loop lag, 99th percentile over one second',
      p99 / 1000,
      'most',
    ),
    counter('belfry_database_queries_total', 'Database queries', queries),
    counter('belfry_database_failures_total', 'Failed database queries', failures),
    counter('belfry_database_seconds_total', 'Time spent on database queries', milliseconds / 1000),
    counter(
      'belfry_source_checks_total',
      'Checks of sources by outcome',
      labeled('outcome', readCheckCount()),
    ),
    ...processFigures(),
  ];
}

/** Metrics of every process, including the one that watches the workers. */
export function processFigures(): Figure[] {
  const { user, system } = process.cpuUsage();
  const { rss, heapUsed, heapTotal } = process.memoryUsage();
  return [
    counter('process_cpu_seconds_total', 'CPU time', (user + system) / 1e6),
    gauge('process_resident_memory_bytes', 'Memory in use', rss),
    gauge('process_start_time_seconds', 'Start time, in Unix time', startedAt, 'least'),
    gauge('process_open_fds', 'Open files', countOpenFiles()),
    gauge('nodejs_heap_size_used_bytes', 'Used heap', heapUsed),
    gauge('nodejs_heap_size_total_bytes', 'Total heap', heapTotal),
  ];
}

/** PostgreSQL has its own monitoring. */
function logOfChanges({ settings: { databaseUrl, dataFolder } }: Services): Figure[] {
  if (databaseUrl) return [];
  const bytes = readWalBytes(sqliteFile(dataFolder));
  return [gauge('belfry_sqlite_wal_bytes', 'Changes not yet checkpointed into the database file', bytes)];
}

const startedAt = Math.round(performance.timeOrigin) / 1000;

async function readMailQueue({ read }: Services): Promise<Figure[]> {
  const rows = await read
    .selectFrom('mail')
    .select((eb) => ['state', eb.fn.countAll<number>().as('count')])
    .groupBy('state')
    .execute()
    .catch(() => []);
  const samples = rows.map(({ state, count }) => [`state="${state}"`, Number(count)] as const);
  return [gauge('belfry_mails', 'Emails of the last 30 days by state', samples)];
}

async function readSources({ read, now }: Services): Promise<Figure[]> {
  const [sources, waiting, oldest] = await Promise.all([
    listSources(read, { now: now(), zone: 'UTC' }),
    countWaiting(read, now()),
    findOldestDue(read, now()),
  ]);
  const counts = healths.map(
    (health) => [health, sources.filter(({ state }) => state === health).length] as const,
  );
  const seconds = oldest === undefined ? 0 : (now() - oldest) / 1000;
  return [
    gauge('belfry_sources', 'Sources by health', labeled('health', counts)),
    gauge(
      'belfry_source_check_late_seconds',
      'How long the oldest due check of a source is overdue',
      seconds,
    ),
    gauge('belfry_inbox_waiting', 'Decisions that wait in the inbox', waiting),
  ];
}

async function readNewsletter({ read, now }: Services): Promise<Figure[]> {
  const { subscribers, emails, lastSentAt, sending, held } = await readNewsletterFigures(read);
  const states = [
    ['sending', sending],
    ['held', held],
  ] as const;
  return [
    gauge(
      'belfry_newsletter_subscribers',
      'Subscribers of the newsletter by state',
      labeled('state', Object.entries(subscribers)),
    ),
    gauge('belfry_newsletter_issues', 'Issues that are being sent or are paused', labeled('state', states)),
    gauge(
      'belfry_newsletter_emails',
      'Emails of the last issue by state',
      labeled('state', Object.entries(emails ?? {})),
    ),
    gauge(
      'belfry_newsletter_last_sent_seconds',
      'Time since the mail server accepted an email of the last issue',
      lastSentAt === undefined ? [] : [['', Math.max(0, (now() - lastSentAt) / 1000)]],
    ),
  ];
}

/** Absent until there is one. */
async function readBackups({ read, settings, now }: Services): Promise<Figure[]> {
  const [made, tested, plan] = await Promise.all([
    findStreak(read, 'backup', now(), 1),
    findStreak(read, 'test', now(), 1),
    findBackupPlan(read),
  ]);
  const bucket = settings.backupBucket?.address;
  const copies = await findLastCopies(read, { folder: plan.folder, bucket });
  const seconds = (at: number | undefined) => (at === undefined ? [] : [['', at / 1000] as const]);
  const places = Object.entries(copies).flatMap(([place, at]) =>
    at === undefined ? [] : [[place, at / 1000] as const],
  );
  return [
    gauge(
      'belfry_backup_last_success_timestamp_seconds',
      'When the last good backup was made, in Unix time',
      seconds(timeOf(made)),
    ),
    gauge(
      'belfry_backup_last_copy_timestamp_seconds',
      'When the last backup was made that was copied to the folder or the bucket, in Unix time',
      labeled('place', places),
    ),
    gauge(
      'belfry_backup_last_test_timestamp_seconds',
      'When the last weekly test restore succeeded, in Unix time',
      seconds(timeOf(tested)),
    ),
  ];
}

function timeOf({ good: [last] }: Streak): number | undefined {
  return last && Number(last.at);
}

function labeled(label: string, counts: Iterable<readonly [string, number]>): [string, number][] {
  return Array.from(counts, ([name, count]) => [`${label}="${name}"`, count]);
}

function countOpenFiles(): number {
  try {
    return readdirSync('/proc/self/fd').length;
  } catch {
    return 0;
  }
}
