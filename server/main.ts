/** The process: settings, services, migrations, listening, jobs, an orderly end. */
import cluster from 'node:cluster';
import type { Server } from 'node:http';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { startSiteJobs } from '#app/jobs/site-jobs.server.ts';
import { readSettings, type Settings } from '#app/settings.server.ts';
import { explainFailure } from './explain-failure.ts';
import { createLimitedServer } from './http-limits.ts';
import { openServices } from './open-services.ts';
import { endInOrder } from './orderly-end.ts';
import { offerSetUp, prepareDatabase } from './prepare-database.ts';
import { openListener } from './request-listener.ts';
import { startWorkers } from './workers.ts';

// Before anything is written: what this process makes is its owner's alone.
process.umask(0o077);

async function main(): Promise<void> {
  const { values } = parseArgs({ options: { dev: { type: 'boolean', default: false } } });
  const settings = readSettings(process.env);
  const shared = settings.workers > 1 && !values.dev;
  if (shared && cluster.isPrimary) return supervise(settings);
  const open = await openServices(settings);
  if (!shared) await prepareDatabase(open);
  const server = createLimitedServer(settings);
  const listener = await openListener(open, { development: values.dev, server });
  server.on('request', listener.handle);
  await listen(server, settings);
  const jobs = startSiteJobs(open.services);
  // Before anybody is told that it runs, and could want to end it.
  endInOrder({
    server,
    log: open.services.log,
    announce: listener.announceEnd,
    meanwhile: jobs.stop,
    steps: [listener.close, open.close],
  });
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

await main().catch((error: unknown) => {
  console.error(explainFailure(error));
  process.exit(1);
});
