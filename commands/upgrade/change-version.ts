/** From one version to another with the site running: stop, replace the data, start, verify, and back if that fails. */
import { spawn } from 'node:child_process';
import { setTimeout as wait } from 'node:timers/promises';
import { readRelease } from '#app/platform/command-line/belfry-version.ts';
import { projectFolder } from '#app/platform/command-line/project-folder.ts';
import type { UnfinishedUpgrade } from '#app/platform/database/unfinished-upgrade.server.ts';
import type { Settings } from '#app/platform/settings/settings.server.ts';
import { CommandError, type Invocation } from '../command.ts';
import { type DataProcess, environmentForTool, openDataProcess, toolOf } from './data-process.ts';
import { findSites, stopSites, untilReady } from './running-sites.ts';
import { folderOf, switchTo } from './versions.ts';

export type VersionChange = {
  /** Undefined in a checkout. */
  from: string | undefined;
  to: string;
  settings: Settings;
  data: DataProcess;
  /** For how long the version may take until it is ready. */
  seconds: number;
  print: (line: string) => void;
  /** Whether a site is to run again, although none is running: the change was interrupted. */
  mustRun?: boolean | undefined;
  /**
   * Brings the data into the form for `to`, after the sites have ended. If it is killed at any moment, a start of the
   * newer one of the two versions completes it.
   */
  replaceData?: (() => Promise<unknown>) | undefined;
  /** Undoes `replaceData`, also when that has failed halfway. */
  putDataBack?: (() => Promise<unknown>) | undefined;
  /** Whether `to` is older: it can't start on the newer one's data, while the newer one can on the older one's. */
  isBackward: boolean;
};

/** Returns whether a site was running and is again. Throws CommandError when everything is as it was before. */
export async function changeVersion(change: VersionChange): Promise<{ wasRunning: boolean }> {
  const { from, to, settings, data, print, isBackward, mustRun = false } = change;
  const sites = findSites(settings, settings.databaseUrl ? [to, ...(from ? [from] : [])] : []);
  const wasRunning = sites.length > 0 || mustRun;
  const unfinished: UnfinishedUpgrade = { from, to, wasRunning, isMigrating: !!change.replaceData };
  await data.do('pause');
  await data.do('begin', isBackward ? undefined : JSON.stringify(unfinished));
  return orGoBack(change, wasRunning, async () => {
    if (!isBackward) switchTo(to);
    if (wasRunning) print('Restarting the site …');
    await stopSites(sites);
    await change.replaceData?.();
    if (isBackward) {
      switchTo(to);
      // Started again in the meantime, it waits.
      await stopSites(findSites(settings, from ? [from] : []));
    }
    await data.do('permit');
    if (wasRunning) await expectReady(change);
    return { wasRunning };
  });
}

/**
 * The rest of a change that was interrupted behind the switch, with the data replaced. Returns and throws as
 * `changeVersion` does.
 */
export function completeChange(change: VersionChange): Promise<{ wasRunning: boolean }> {
  return orGoBack(change, true, async () => {
    await expectReady(change);
    return { wasRunning: true };
  });
}

/** Throws CommandError when the site is not ready in time. */
export async function expectReady({ settings, to, seconds }: VersionChange): Promise<void> {
  const { problem } = await untilReady(settings, to, seconds);
  if (problem !== undefined) throw new CommandError(`After ${seconds} seconds, ${problem}.`);
}

async function orGoBack<Result>(
  change: VersionChange,
  wasRunning: boolean,
  work: () => Promise<Result>,
): Promise<Result> {
  const { from, to, print } = change;
  try {
    return await work();
  } catch (error) {
    print(`Belfry ${to} could not take over: ${(error as Error).message.replace(/\.$/, '')}.`);
    print(`Going back to ${nameOf(from)} …`);
    await goBack(change, wasRunning);
    throw new CommandError(
      wasRunning
        ? `The site is running ${nameOf(from)} again, with its data as before.`
        : `${nameOf(from)} is installed again, with its data as before.`,
    );
  }
}

async function goBack(change: VersionChange, wasRunning: boolean): Promise<void> {
  const { from, to, settings, data, seconds, isBackward } = change;
  const stopBoth = () => stopSites(findSites(settings, [to, ...(from ? [from] : [])]));
  await data.do('free');
  await data.do('pause');
  if (isBackward) switchTo(from);
  await stopBoth();
  await change.putDataBack?.();
  if (!isBackward) switchTo(from);
  // Those that were started again and wait.
  await stopBoth();
  await data.do('permit');
  if (!wasRunning) return;
  const { problem } = await untilReady(settings, from, Math.max(60, seconds));
  if (problem !== undefined)
    throw new CommandError(
      `${nameOf(from)} is installed again, with its data as before, but ${problem}. Start the site, and see its log for the reason.`,
    );
}

/**
 * In the town's activity log, by the version that is installed now, because it knows the database. Never throws: the
 * change is done.
 */
export async function recordChange(
  step: 'record-upgrade' | 'record-rollback',
  { from, to, print }: Pick<VersionChange, 'from' | 'to' | 'print'>,
  { environment }: Invocation,
): Promise<void> {
  const recording = openDataProcess(folderOf(to), environment);
  await recording
    .do(step, `from ${from ?? 'a checkout'} to ${to}`)
    .catch((error: Error) => print(`This could not be written into the activity log: ${error.message}`))
    .finally(recording.end);
}

export function nameOf(version: string | undefined): string {
  return version === undefined ? 'the checkout' : `Belfry ${version}`;
}

/** Runs a command of the version, as the user of the service. Throws CommandError with its last line. */
export function runVersion(
  version: string | undefined,
  args: string[],
  { environment }: Invocation,
  more: NodeJS.ProcessEnv = {},
): Promise<void> {
  const [program, ...first] = toolOf(version === undefined ? projectFolder : folderOf(version));
  const child = spawn(program, [...first, ...args], {
    env: environmentForTool(environment, more),
    stdio: ['ignore', 'ignore', 'pipe'],
    detached: true,
  });
  let said = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    said = `${said}${text}`.slice(-2000);
  });
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code, killedBy) =>
      code === 0
        ? resolve()
        : reject(
            new CommandError(
              said.trim().split('\n').at(-1) || `'${args[0]}' ended with ${killedBy ?? code}.`,
            ),
          ),
    );
  });
}

/** The migrations that the version knows and the database lacks. Throws CommandError when it is the other way round. */
export function listPending(version: string, done: string[]): string[] {
  const { migrations } = readRelease(folderOf(version));
  const unknown = done.filter((name) => !migrations.includes(name));
  if (unknown.length > 0)
    throw new CommandError(
      `The data folder is from a newer version than ${nameOf(version)} (it has ${unknown.join(', ')}). Upgrade to that version or a newer one. Nothing was changed.`,
    );
  return migrations.filter((name) => !done.includes(name));
}

const RESTORE_MS = 30_000;
const PAUSE_MS = 1000;

/**
 * Restores a backup with the code of the version, on a database that a newer one may have upgraded. The connections of
 * a site that was killed count for some seconds.
 */
export async function restoreWith(
  version: string | undefined,
  { file, tables }: { file: string; tables: string[] },
  invocation: Invocation,
): Promise<void> {
  const end = performance.now() + RESTORE_MS;
  const args = ['restore', file, '--without-copy', '--present-tables', tables.join()];
  for (;;) {
    try {
      return await runVersion(version, args, invocation);
    } catch (error) {
      if (!/is using the database/.test((error as Error).message) || performance.now() > end) throw error;
      await wait(PAUSE_MS);
    }
  }
}
