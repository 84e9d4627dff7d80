import { execFileSync } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { startLine } from '#app/platform/command-line/command-line.ts';
import {
  findFolderHolder,
  findLostHolder,
  SITE_HOLDER,
} from '#app/platform/database/data-folder-lock.server.ts';
import type { Settings } from '#app/platform/settings/settings.server.ts';
import { listUnknownVariables } from '#app/platform/settings/variables.server.ts';
import { DAY_MS } from '#app/platform/time/durations.ts';
import { type Finding, ok, problem, warning } from './doctor-finding.ts';

/** This version can't have been installed earlier. */
const OLDEST_CLOCK = Date.parse('2026-11-01T00:00:00Z');

/** The site's environment: the proxy in front of it, the CPUs, the clock. `now` is UTC epoch milliseconds. */
export function* checkSurroundings(settings: Settings, now: number): Generator<Finding> {
  yield* checkProxy(settings);
  yield checkWorkers(settings.workers, availableParallelism());
  yield checkClock(now);
}

/** The site itself serves no https: if its address does, there is a proxy, and every request has its address. */
function* checkProxy({ url, trustProxy }: Settings): Generator<Finding> {
  if (!url.startsWith('https:')) return;
  yield trustProxy > 0
    ? ok('proxy', `TRUST_PROXY=${trustProxy}: client addresses come from the reverse proxy`)
    : warning(
        'proxy',
        'BELFRY_URL is https, so there is a reverse proxy, but TRUST_PROXY is 0. All visitors share one address, so if one is blocked, all are. Set TRUST_PROXY=1',
      );
}

export function checkWorkers(workers: number, processors: number): Finding {
  const what = `BELFRY_WORKERS=${workers}, and this machine has ${processors} processor${processors === 1 ? '' : 's'}`;
  if (workers > 1 && workers > processors)
    return warning('workers', `${what}. More workers than processors only use memory`);
  return ok('workers', what);
}

function checkClock(now: number): Finding {
  return now < OLDEST_CLOCK
    ? warning(
        'clock',
        `The clock says ${dateOf(now)}, before this version was released. Synchronize the clock with a time server`,
      )
    : ok('clock', `The clock says ${dateOf(now)}`);
}

/** A record from `latest`, by this machine's clock, can't be in the future. */
export function checkLatest(latest: number, now: number): Finding | undefined {
  if (latest <= now + DAY_MS) return undefined;
  return warning(
    'clock',
    `The clock says ${dateOf(now)}, and something was saved on ${dateOf(latest)}. One of them is wrong. Synchronize the clock with a time server`,
  );
}

function dateOf(instant: number): string {
  return new Date(instant).toISOString().slice(0, 10);
}

/** The version of a program that people open the database with; undefined without one. */
export function findShellVersion(program = 'sqlite3'): string | undefined {
  try {
    const said = execFileSync(program, ['--version'], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    return /^(\d+\.\d+\.\d+)/.exec(said)?.[1];
  } catch {
    return undefined;
  }
}

/** Variables that look like Belfry's settings but are unknown. */
export function* checkVariables(environment: Record<string, string | undefined>): Generator<Finding> {
  for (const line of listUnknownVariables(environment)) yield problem('unknown-variable', line);
}

const PATIENCE_MS = 5000;

/**
 * Whether the site that should be running is, and can serve and save according to /readyz. One should be running in
 * production, and where the last one crashed or was killed. Otherwise a stopped site is not a problem.
 */
export async function* checkSite(settings: Settings): AsyncGenerator<Finding> {
  const { production, databaseUrl, dataFolder } = settings;
  const lost = databaseUrl ? undefined : findSite(findLostHolder, dataFolder);
  const holder = databaseUrl ? undefined : findSite(findFolderHolder, dataFolder);
  if (!production && !holder) {
    if (lost)
      yield problem(
        'site',
        `${lost.what} (process ${lost.pid}) crashed or was killed, and is not running. Start it: ${startLine()}`,
      );
    return;
  }
  const address = localAddressOf(settings);
  const readiness = await askReadiness(address);
  if (readiness.status === 'ready') yield ok('site', `The site is running on ${address} and ready`);
  else if (readiness.status === 'unavailable')
    yield problem(
      'site',
      `The site on ${address} is not ready: ${readiness.reason}. ${remedyFor(readiness.reason)}`,
    );
  // Only in production is it certain that the port is the one in these settings.
  else if (production && holder)
    yield problem(
      'site',
      `${holder.what} (process ${holder.pid}) is running but does not respond on ${address}. Check PORT and HOST, and restart it`,
    );
  else if (production)
    yield problem(
      'site',
      `The site is not running: ${address} ${readiness.reason}. Start it: ${startLine()}. See its log for the reason`,
    );
}

function findSite(find: typeof findFolderHolder, dataFolder: string) {
  try {
    const holder = find(dataFolder);
    return holder?.what.startsWith(SITE_HOLDER) ? holder : undefined;
  } catch {
    // The check of the folder gives the reason.
    return undefined;
  }
}

/** Where the site listens, for a process of the same machine. */
export function localAddressOf({ host, port }: Settings): string {
  const anywhere: Record<string, string> = { '0.0.0.0': '127.0.0.1', '::': '[::1]', '[::]': '[::1]' };
  const name = anywhere[host] ?? (host.includes(':') && !host.startsWith('[') ? `[${host}]` : host);
  return `http://${name}:${port}`;
}

export type Readiness =
  | { status: 'ready' }
  | { status: 'unavailable'; reason: string }
  | { status: 'none'; reason: string };

/** What /readyz of the site at the address says. */
export async function askReadiness(address: string): Promise<Readiness> {
  try {
    const response = await fetch(`${address}/readyz`, { signal: AbortSignal.timeout(PATIENCE_MS) });
    const { status, reason } = (await response.json()) as { status?: unknown; reason?: unknown };
    if (status === 'ready') return { status };
    if (status === 'unavailable') return { status, reason: String(reason) };
  } catch (error) {
    const { name } = error as Error;
    if (name === 'TimeoutError') return { status: 'none', reason: 'does not respond' };
    if (name !== 'SyntaxError') return { status: 'none', reason: 'refuses connections' };
  }
  return { status: 'none', reason: 'is used by another program' };
}

function remedyFor(reason: string): string {
  if (/does not accept writes/.test(reason))
    return 'Free some space (df -h). If there is enough space, check dmesg';
  if (/migrations are pending/.test(reason)) return 'Restart the site';
  return 'Check the database and the log of the site';
}
