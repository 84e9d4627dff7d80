/** The process: settings, services, migrations, listening, jobs, an orderly end. */
import cluster from 'node:cluster';
import { createServer, type Server } from 'node:http';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import type { Schedule } from '#app/jobs/schedule.server.ts';
import { startSiteJobs } from '#app/jobs/site-jobs.server.ts';
import { readSettings, type Settings } from '#app/settings.server.ts';
import { explainFailure } from './explain-failure.ts';
import { type OpenServices, openServices } from './open-services.ts';
import { offerSetUp, prepareDatabase } from './prepare-database.ts';
import { type Listener, openListener } from './request-listener.ts';
import { startWorkers } from './workers.ts';

const DRAIN_MS = 9000;

async function main(): Promise<void> {
  const { values } = parseArgs({ options: { dev: { type: 'boolean', default: false } } });
  const settings = readSettings(process.env);
  const shared = settings.workers > 1 && !values.dev;
  if (shared && cluster.isPrimary) return supervise(settings);
  const open = await openServices(settings);
  if (!shared) await prepareDatabase(open);
  const server = createServer(LIMITS);
  const listener = await openListener(open, { development: values.dev, server });
  server.on('request', listener.handle);
  await listen(server, settings);
  const jobs = startSiteJobs(open.services);
  // Before anybody is told that it runs, and could want to end it.
  endOrderly({ server, listener, jobs, open });
  if (!shared) announce(settings, await offerSetUp(open));
}

/** Prepares the database once, then lets workers share the port. */
async function supervise(settings: Settings): Promise<void> {
  const open = await openServices(settings);
  await prepareDatabase(open);
  await startWorkers(settings.workers, fileURLToPath(import.meta.url));
  announce(settings, await offerSetUp(open));
  await open.close();
}

/** Slow clients cannot hold the server. */
const LIMITS = {
  headersTimeout: 10_000,
  requestTimeout: 30_000,
  connectionsCheckingInterval: 2000,
  keepAliveTimeout: 5000,
  maxHeaderSize: 16_384,
};

function listen(server: Server, { port, host }: Settings): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (error) => reject(Object.assign(error, { listening: true })));
    server.listen(port, host, () => {
      server.removeAllListeners('error');
      resolve();
    });
  });
}

function announce(settings: Settings, setupLink: string | undefined): void {
  console.log(`Belfry is ready: ${settings.url}`);
  if (setupLink) console.log(`Create the administrator (works once, for 24 hours): ${setupLink}`);
  if (
    settings.url.startsWith('http:') &&
    !/^(localhost|127\.|\[::1\])/.test(new URL(settings.url).hostname)
  ) {
    console.log('Warning: BELFRY_URL is http. Passwords and cookies travel unprotected; use https.');
  }
}

type Running = { server: Server; listener: Listener; jobs: Schedule; open: OpenServices };

function endOrderly({ server, listener, jobs, open }: Running): void {
  let endingSince = 0;
  const end = async () => {
    // npm passes on a Ctrl-C that the terminal has sent here as well: only a later one is impatience.
    if (endingSince > 0) return Date.now() - endingSince > 1000 && process.exit(1);
    endingSince = Date.now();
    const forced = setTimeout(() => process.exit(1), DRAIN_MS);
    forced.unref();
    const closed = new Promise<void>((resolve) => server.close(() => resolve()));
    server.closeIdleConnections();
    await Promise.all([closed, jobs.stop()]);
    await listener.close();
    await open.close();
    process.exit(0);
  };
  process.on('SIGTERM', end);
  process.on('SIGINT', end);
  // Started by a parent of ours: when that one is gone, nobody could stop this process any more.
  if (process.connected) process.on('disconnect', end);
}

await main().catch((error: unknown) => {
  console.error(explainFailure(error));
  process.exit(1);
});
