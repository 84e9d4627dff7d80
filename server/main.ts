/** The process: settings, services, migrations, listening, jobs, an orderly shutdown. */
import { execFile } from 'node:child_process';
import cluster from 'node:cluster';
import { realpathSync } from 'node:fs';
import type { Server } from 'node:http';
import { parseArgs, promisify } from 'node:util';
import { startSiteTasks } from '#app/background/site-tasks.server.ts';
import { refuseLostDatabase } from '#app/moving/backup/backup-files.server.ts';
import { newestServer } from '#app/platform/command-line/project-folder.ts';
import { lockDataFolder, SITE_HOLDER } from '#app/platform/database/data-folder-lock.server.ts';
import { untilStartsArePermitted } from '#app/platform/database/paused-starts.server.ts';
import { endUpgrade } from '#app/platform/database/unfinished-upgrade.server.ts';
import { prepareReading } from '#app/platform/document-reader/read-document.server.ts';
import { removeUnfinishedUploads } from '#app/platform/media/media.server.ts';
import { readSettings, type Settings } from '#app/platform/settings/settings.server.ts';
import { listUnknownVariables } from '#app/platform/settings/variables.server.ts';
import { explainError } from './explain-error.ts';
import { readableLog } from './log.ts';
import { openListener } from './open-listener.ts';
import { openServices } from './open-services.ts';
import { openServicesOfDay } from './open-services-of-day.ts';
import { endInOrder } from './orderly-end.ts';
import { offerSetUp, prepareDatabase, removeSetupLink, writeSetupLink } from './prepare-database.ts';
import { openDayGate } from './requests/day-gate.ts';
import { createLimitedServer } from './requests/http-limits.ts';
import { runTool } from './run-tool.ts';
import { becomeRelease, followUpgrade, isSuperseded } from './superseding-release.ts';
import { openWorkerLink } from './workers/worker-link.ts';
import { startWorkers } from './workers/workers.ts';

// Before anything is written: files of this process are readable by its owner only.
process.umask(0o077);

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      dev: { type: 'boolean', default: false },
      prepare: { type: 'boolean', default: false },
      'as-of': { type: 'string' },
    },
  });
  const settings = readSettings(process.env);
  if (values['as-of'] !== undefined) return serveAsOf(settings, values['as-of']);
  if (values.prepare) return prepareOnly(settings);
  const shared = settings.workers > 1 && !values.dev;
  if (!cluster.isWorker) {
    if (!values.dev && isSuperseded()) becomeRelease(process.env);
    followUpgrade(settings.dataFolder, process.env);
    await untilStartsArePermitted(settings.dataFolder);
    await holdForSite(settings);
  }
  return shared && cluster.isPrimary
    ? supervise(settings)
    : serve(settings, { shared, development: values.dev });
}

/** Of two servers on one data folder the second does not start (F24). With PostgreSQL, nodes can share the folder. */
async function holdForSite({ databaseUrl, dataFolder, url, startEmpty }: Settings): Promise<void> {
  if (databaseUrl) return;
  if (!startEmpty) await refuseLostDatabase(dataFolder);
  const hold = lockDataFolder(dataFolder, `${SITE_HOLDER}${url}`);
  // A process that ends in any other way leaves its name behind, for `doctor` to find.
  process.once('exit', (code) => code === 0 && hold.release());
}

type Serving = { shared: boolean; development: boolean };

async function serve(settings: Settings, { shared, development }: Serving): Promise<void> {
  prepareReading();
  const logTo = development ? readableLog((text) => process.stdout.write(text)) : undefined;
  const open = await openServices(settings, Date.now, logTo);
  if (!shared) await prepareDatabase(open);
  const server = createLimitedServer({
    ...settings,
    onFull: (connections) =>
      open.services.log.warn({ connections }, 'All connections are in use: more are refused until some end.'),
  });
  const link = shared ? openWorkerLink() : undefined;
  // A page waits for Vite to compile it, which takes long on a busy machine.
  if (development) server.timeout = 0;
  const listener = await openListener(open, { development, server, gatherFigures: link?.gatherFigures });
  server.on('request', listener.handle);
  await listen(server, settings);
  await removeUnfinishedUploads(open.services.media);
  const jobs = startSiteTasks(open.services, runTool);
  // Before the site is announced as running, so that it can be stopped.
  const { retire } = endInOrder(
    {
      server,
      log: open.services.log,
      announce: listener.announceEnd,
      meanwhile: jobs.stop,
      steps: [listener.close, open.close],
    },
    { isWorker: shared },
  );
  link?.begin(listener.figures, retire);
  if (!shared) await announce(settings, await offerSetUp(open));
}

/**
 * The site at another moment, without jobs, for whoever reads the link that this prints: nothing is written but the
 * copy, which is deleted at the end. Only this machine can connect, whatever HOST says.
 */
async function serveAsOf(given: Settings, text: string): Promise<void> {
  const settings = { ...given, host: '127.0.0.1' };
  const { open, words } = await orStopped((signal) => openServicesOfDay(settings, text, signal));
  const server = createLimitedServer(settings);
  const start = async () => {
    const listener = await openListener(open, { development: false, server });
    const gate = openDayGate(settings, listener.handle);
    server.on('request', gate.handle);
    await listen(server, settings);
    return { listener, link: `http://localhost:${settings.port}${gate.path}` };
  };
  const { listener, link } = await start().catch(async (error: unknown) => {
    await open.close();
    throw error;
  });
  endInOrder(
    {
      server,
      log: open.services.log,
      announce: listener.announceEnd,
      meanwhile: async () => undefined,
      steps: [listener.close, open.close],
    },
    { isWorker: false },
  );
  console.log(`Belfry is ready: ${link}`);
  console.log(`${words} The link works once. From another computer: ${tunnelTo(settings)}`);
}

function tunnelTo({ port }: Settings): string {
  return `ssh -L ${port}:localhost:${port} this-machine`;
}

/** Lets `work` clean up when this process is stopped meanwhile, and then ends it. */
async function orStopped<Result>(work: (signal: AbortSignal) => Promise<Result>): Promise<Result> {
  const stopping = new AbortController();
  const stop = () => stopping.abort();
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
  for (const signal of signals) process.once(signal, stop);
  try {
    return await work(stopping.signal);
  } catch (error) {
    if (stopping.signal.aborted) process.exit(0);
    throw error;
  } finally {
    for (const signal of signals) process.off(signal, stop);
  }
}

/** Prepares the database once, then lets workers share the port. */
async function supervise(settings: Settings): Promise<void> {
  const open = await openServices(settings);
  await prepareDatabase(open);
  await startWorkers({
    count: settings.workers,
    // The build itself and not the link to it: a replaced worker runs the same as the others.
    findScript: () => realpathSync(newestServer),
    log: open.services.log,
    prepare: (script) => promisify(execFile)(process.execPath, [script, '--prepare']),
  });
  await announce(settings, await offerSetUp(open));
  await open.close();
}

/** What a running site does in another process before its workers are replaced: the build may be a new one. */
async function prepareOnly(settings: Settings): Promise<void> {
  const open = await openServices(settings);
  await prepareDatabase(open).finally(open.close);
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

async function announce(settings: Settings, setupLink: string | undefined): Promise<void> {
  endUpgrade(settings.dataFolder);
  console.log(`Belfry is ready: ${settings.url}`);
  if (settings.fetchAllow.length > 0)
    console.log(
      `FETCH_ALLOW: requests to these private addresses are allowed: ${settings.fetchAllow.join(', ')}`,
    );
  for (const line of listUnknownVariables(process.env)) console.log(`Warning: ${line}`);
  await announceSetUp(settings, setupLink);
  if (
    settings.url.startsWith('http:') &&
    !/^(localhost|127\.|\[::1\])/.test(new URL(settings.url).hostname)
  ) {
    console.log('Warning: BELFRY_URL is http, so passwords and cookies are sent unencrypted. Use https.');
  }
}

/**
 * In production the output is a log, which is often collected elsewhere and read by others: the person who opens the link first
 * becomes the administrator, so it is only in a file there.
 */
async function announceSetUp({ production, dataFolder }: Settings, link: string | undefined): Promise<void> {
  if (!link) return removeSetupLink(dataFolder);
  const isLog = production && !process.stdout.isTTY;
  const shown = isLog ? `see the file ${await writeSetupLink(dataFolder, link)}` : link;
  console.log(`Create the administrator (works once, for 24 hours): ${shown}`);
}

await main().catch((error: unknown) => {
  console.error(explainError(error));
  process.exit(1);
});
