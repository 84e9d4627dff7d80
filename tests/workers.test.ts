/** Several processes behind one port: monitored and replaced (R-63, R-64, F20). */
import { Agent, request } from 'node:http';
import { expect, inject, test } from 'vitest';
import { buildIfStale } from '../scripts/build-if-stale.mjs';
import { FORCE_MS } from '../server/workers/workers.ts';
import { type BuiltSite, openBuiltSite } from './built-site.ts';
import { longTest } from './long-test.ts';
import { createPostgresDatabase } from './postgres-database.ts';
import { listChildren, listsProcesses } from './process-tree.ts';
import { until } from './until.ts';

await buildIfStale();

const COVERED = ['server/workers', 'scripts'];

function openTwoWorkers(databaseUrl?: string): Promise<BuiltSite> {
  const environment = { BELFRY_WORKERS: '2', BELFRY_DEMO: '0', LOG_LEVEL: 'info' };
  return openBuiltSite({ databaseUrl, environment });
}

/** Sends a request on its own connection, so that any of the processes may respond. */
function ask(
  site: BuiltSite,
  path: string,
  agent: Agent | false = false,
): Promise<{ status: number; body: string }> {
  return new Promise((resolve, reject) => {
    const sent = request(`${site.url}${path}`, { agent }, (response) => {
      let body = '';
      response.setEncoding('utf8').on('data', (chunk) => {
        body += chunk;
      });
      response.on('error', reject).on('end', () => resolve({ status: response.statusCode ?? 0, body }));
    });
    sent.on('error', reject).end();
  });
}

function untilReplaced(site: BuiltSite, gone: number) {
  return until('a new worker', () => {
    const workers = listChildren(site.pid);
    return workers.length === 2 && !workers.includes(gone) && workers;
  });
}

async function expectReplacement(databaseUrl?: string): Promise<void> {
  const site = await openTwoWorkers(databaseUrl);
  const [first = 0] = listChildren(site.pid);
  process.kill(first, 'SIGKILL');
  await untilReplaced(site, first);
  for (let turn = 0; turn < 20; turn++) expect((await ask(site, '/readyz')).status).toBe(200);
  expect(site.output()).toContain('exited and was replaced');
  expect(await site.stop()).toBe(0);
}

test.skipIf(!listsProcesses)(
  'F1: a killed worker is replaced while the other one serves requests (SQLite)',
  () => expectReplacement(),
);

const postgresUrl = inject('postgresUrl');

if (postgresUrl)
  longTest(
    'F1: a killed worker is replaced while the other one serves requests (PostgreSQL)',
    async (context) => {
      context.skip(!listsProcesses);
      const { url, drop } = await createPostgresDatabase(postgresUrl);
      await expectReplacement(url).finally(drop);
    },
    COVERED,
  );

longTest(
  'R-63 SIGHUP replaces all workers, and under load no request fails',
  async (context) => {
    context.skip(!listsProcesses);
    const site = await openTwoWorkers();
    const before = listChildren(site.pid);
    const agent = new Agent({ keepAlive: true, maxSockets: 8 });
    const failures: string[] = [];
    let [asked, isOver] = [0, false];
    const load = Array.from({ length: 8 }, async (_, index) => {
      while (!isOver) {
        const path = ['/articles', '/api/v1/articles', '/login', '/healthz'][++asked % 4] ?? '/';
        await ask(site, path, index % 2 === 0 ? agent : false).then(
          ({ status }) => status === 200 || failures.push(`${path}: ${status}`),
          (error) => failures.push(`${path}: ${error.message}`),
        );
        await new Promise((resolve) => setTimeout(resolve, 10));
      }
    });
    process.kill(site.pid, 'SIGHUP');
    await until(
      'all workers have been replaced',
      () => site.output().includes('all workers have been replaced'),
      60_000,
    );
    isOver = true;
    await Promise.all(load);
    agent.destroy();
    expect(failures).toEqual([]);
    expect(asked).toBeGreaterThan(100);
    const after = listChildren(site.pid);
    expect([after.length, after.filter((pid) => before.includes(pid))]).toEqual([2, []]);
    expect(await site.stop()).toBe(0);
  },
  COVERED,
);

longTest(
  'workers that keep crashing stop the site with one clear line',
  async (context) => {
    context.skip(!listsProcesses);
    const site = await openTwoWorkers();
    for (let turn = 0; turn < 6; turn++) {
      const { value: worker } = await until('a worker', () => listChildren(site.pid)[0]);
      process.kill(worker, 'SIGKILL');
      await until('its end', () => !listChildren(site.pid).includes(worker));
    }
    // A signal before the last death is noticed would end the site in order.
    await until('the site to notice', () => site.output().includes('The workers keep stopping.'));
    expect(await site.stop()).toBe(1);
    expect(site.output()).toMatch(/^The workers keep stopping\. See the lines above for the reason\.$/m);
  },
  COVERED,
);

longTest(
  'metrics are those of all workers, whichever responds',
  async (context) => {
    context.skip(!listsProcesses);
    const site = await openTwoWorkers();
    const figureOf = async (name: string) => {
      const { body } = await ask(site, '/metrics');
      return Number(
        body
          .split('\n')
          .find((line) => line.startsWith(`${name} `))
          ?.split(' ')[1],
      );
    };
    const asked = 24;
    for (let turn = 0; turn < asked; turn++) await ask(site, '/favicon.svg');
    for (let turn = 0; turn < 4; turn++) {
      expect(await figureOf('belfry_http_requests_total{class="file",status="200"}')).toBe(asked);
      expect(await figureOf('belfry_http_request_duration_seconds_count{class="file"}')).toBe(asked);
    }
    expect(await figureOf('belfry_workers')).toBe(2);
    const [first = 0] = listChildren(site.pid);
    // A worker's metrics are not lost with it.
    process.kill(first, 'SIGKILL');
    await untilReplaced(site, first);
    expect(await figureOf('belfry_http_requests_total{class="file",status="200"}')).toBe(asked);
    expect(await figureOf('belfry_worker_replacements_total{reason="ended"}')).toBe(1);
    expect(await site.stop()).toBe(0);
  },
  COVERED,
);

longTest(
  'SIGTERM stops all workers gracefully, and a second one immediately',
  async (context) => {
    context.skip(!listsProcesses);
    const site = await openTwoWorkers();
    for (const worker of listChildren(site.pid)) process.kill(worker, 'SIGSTOP');
    const began = performance.now();
    process.kill(site.pid, 'SIGTERM');
    // A second signal within a second would be a repetition of the first.
    await new Promise((resolve) => setTimeout(resolve, 1200));
    expect(await site.stop()).toBe(1);
    // Later, the first one alone would have ended it.
    expect(performance.now() - began).toBeLessThan(FORCE_MS);
  },
  COVERED,
);
