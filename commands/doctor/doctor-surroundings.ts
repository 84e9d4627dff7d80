import { execFileSync } from 'node:child_process';
import { availableParallelism } from 'node:os';
import type { Settings } from '#app/platform/settings/settings.server.ts';
import { DAY_MS } from '#app/platform/time/durations.ts';
import { type Finding, ok, warning } from './doctor-finding.ts';

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
