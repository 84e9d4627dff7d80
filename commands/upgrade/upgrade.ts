import { existsSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { commandLine, startLine } from '#app/platform/command-line/command-line.ts';
import { installationFolder, projectFolder } from '#app/platform/command-line/project-folder.ts';
import { readSettings, type Settings } from '#app/platform/settings/settings.server.ts';
import { sizeOf } from '../backup/backup-typed.ts';
import {
  type Command,
  CommandError,
  confirm,
  exitCodes,
  type Invocation,
  requireYes,
  UsageError,
} from '../command.ts';
import { resolveTyped } from '../typed-path.ts';
import {
  changeVersion,
  completeChange,
  expectReady,
  listPending,
  nameOf,
  recordChange,
  type VersionChange,
} from './change-version.ts';
import { type DataProcess, openDataProcess } from './data-process.ts';
import type { DataFacts } from './data-steps.ts';
import { withInstallation } from './lock-installation.ts';
import { migrateCopy, putDataBack, replaceData } from './migrate-data.ts';
import { isOtherRunning } from './running-sites.ts';
import { refuseUnsuitable, unpackVersion } from './unpack-archive.ts';
import { type VerifiedArchive, verifyArchive } from './verify-archive.ts';
import {
  compareVersions,
  findCurrent,
  folderOf,
  installation,
  listVersions,
  removeOthers,
} from './versions.ts';

const SECONDS = 60;
const SERVICE_SETTINGS = '/etc/belfry.env';

export const upgrade: Command = {
  name: 'upgrade',
  summary: 'Install a newer version from its archive',
  help: `Usage: ${commandLine('upgrade ARCHIVE')} [--yes] [--key FILE | --unsigned] [--wait SECONDS]

Installs the version in ARCHIVE, such as belfry-1.2.0-linux-x64.tar.xz. The files SHA256SUMS and
SHA256SUMS.minisig of the same release must be next to it. Run this as the owner of the program's
folder, or as root.

First, it checks the signature with the keys of the installed version, the platform, the disk and the
memory. Then it backs up the town, unpacks the new version beside the running one, and upgrades a copy
of the database. Until the copy is ready, the site can be read, but nothing can be saved. Then it
restarts the site with the new version. If that is not ready in time, the previous version runs again,
with its data as before, and the exit code is 1.

The previous version stays, older ones are deleted. To go back to it later: ${commandLine('rollback')}
You can kill this command at any time: the old or the new version is left, complete. Run it again to
continue.

--yes           does not ask
--key FILE      the public key of the release, if the installed version has none
--unsigned      accepts an archive without a signature, if the installed version has no key
--wait SECONDS  how long the new version may take to be ready (default: ${SECONDS})`,
  words: 'many',
  options: {
    yes: { type: 'boolean' },
    key: { type: 'string' },
    unsigned: { type: 'boolean' },
    wait: { type: 'string' },
  },
  async run(invocation) {
    const [word] = invocation.words;
    if (word === undefined || invocation.words.length > 1)
      throw new UsageError(`Give one archive. See: ${commandLine('upgrade --help')}`);
    const seconds = readSeconds(invocation);
    const settings = readSettings(invocation.environment);
    return withInstallation(() =>
      upgradeTo({ invocation, settings, seconds, file: resolveTyped(invocation, word) }),
    );
  },
};

/** How long a version may take to be ready, as typed. */
export function readSeconds({ options }: Invocation): number {
  const seconds = Number(options.wait ?? SECONDS);
  if (!(seconds >= 1 && seconds <= 3600))
    throw new UsageError(`--wait must be a number of seconds from 1 to 3600, not '${options.wait}'.`);
  return seconds;
}

type Upgrading = { invocation: Invocation; settings: Settings; seconds: number; file: string };

async function upgradeTo(upgrading: Upgrading): Promise<number> {
  const { invocation, settings, file } = upgrading;
  const { terminal } = invocation;
  const archive = await verifyArchive(file, {
    keys: readKeyFiles(invocation),
    mayBeUnsigned: invocation.options.unsigned === true,
  });
  const { version: to } = archive;
  const current = findCurrent();
  if (current !== undefined && compareVersions(to, current) < 0)
    throw new CommandError(
      `Belfry ${to} is older than the installed ${current}. To go back to the previous version, run: ${commandLine('rollback')}. Nothing was changed.`,
    );
  const data = openDataProcess(projectFolder, invocation.environment);
  try {
    const { migrations: done, unfinished: earlier, ...space } = await data.do('facts');
    // One that was killed behind the switch.
    const unfinished = to === current && earlier?.to === to ? earlier : undefined;
    const from = unfinished ? unfinished.from : to === current ? findPrevious(to) : current;
    const isSwitched =
      to === current && !isOtherRunning(settings, to, from) && listPending(to, done).length === 0;
    if (isSwitched && !unfinished?.wasRunning) {
      await data.do('finish');
      terminal.print(`Belfry ${to} is already installed.`);
      return exitCodes.done;
    }
    refuseUnsuitable(archive);
    if (!isSwitched) refuseSmallDisk(space, settings.dataFolder);
    requireYes(invocation, `upgrade to ${to}`);
    await confirm(invocation, `Upgrade from ${nameOf(from)} to ${to}?`, 'Nothing was changed.');
    await install({ ...upgrading, archive, from, data, done, unfinished, isSwitched });
    return exitCodes.done;
  } finally {
    await data.end();
  }
}

type Installing = Upgrading & {
  archive: VerifiedArchive;
  from: string | undefined;
  data: DataProcess;
  /** The migrations that have run. */
  done: string[];
  unfinished: DataFacts['unfinished'];
  /** Whether only the site's readiness is missing. */
  isSwitched: boolean;
};

async function install(installing: Installing): Promise<void> {
  const { invocation, settings, archive, from, data, done, seconds, unfinished, isSwitched } = installing;
  const { print } = invocation.terminal;
  const { version: to } = archive;
  const wasThere = existsSync(folderOf(to)) && !unfinished;
  const mustRun = unfinished?.wasRunning;
  const change = { from, to, settings, data, seconds, print, mustRun, isBackward: false };
  try {
    const { wasRunning, backup } = await (isSwitched ? complete : takeOver)(installing, change);
    await data.do('finish');
    if (done.length > 0) await recordChange('record-upgrade', change, invocation);
    if (!installationFolder) linkSettings(invocation);
    print(
      wasRunning
        ? `The site is running Belfry ${to}.`
        : `Belfry ${to} is installed. Start the site: ${startLine()}`,
    );
    print(`To go back: ${describeWayBack(from, backup)}`);
    removeOthers([to, from]);
  } catch (error) {
    // Otherwise it is still unfinished, and the same command continues.
    if (findCurrent() !== to) {
      await data.do('finish').catch(() => undefined);
      if (!wasThere) rmSync(folderOf(to), { recursive: true, force: true });
    }
    throw error;
  }
}

type Installed = { wasRunning: boolean; backup: string | undefined };

async function takeOver(installing: Installing, change: VersionChange): Promise<Installed> {
  const { invocation, settings, archive, data, done } = installing;
  const { print } = change;
  print(`Unpacking Belfry ${change.to} …`);
  await unpackVersion(archive);
  stopIfAsked(invocation);
  const hasTown = done.length > 0;
  const mustMigrate = hasTown && listPending(change.to, done).length > 0;
  let backup: string | undefined;
  if (hasTown) {
    print('Backing up the town. The site can be read meanwhile …');
    backup = (await data.do('backup')).file;
    print(`The backup is ${backup}`);
    stopIfAsked(invocation);
  }
  const heldSince = performance.now();
  const migrating = { ...change, invocation };
  if (mustMigrate && !settings.databaseUrl) {
    print('Upgrading a copy of the database. The site can be read meanwhile …');
    await migrateCopy(migrating);
    stopIfAsked(invocation);
  }
  const replacing = {
    replaceData: () => replaceData(migrating),
    putDataBack: () => putDataBack(migrating),
  };
  const { wasRunning } = await changeVersion({ ...change, ...(mustMigrate && replacing) });
  if (wasRunning && mustMigrate)
    print(`Nothing could be saved for ${((performance.now() - heldSince) / 1000).toFixed(1)} seconds.`);
  return { wasRunning, backup: mustMigrate ? backup : undefined };
}

/** After one that was killed when only the site's readiness was missing. */
async function complete(installing: Installing, change: VersionChange): Promise<Installed> {
  const { invocation, unfinished } = installing;
  const { from, to, print } = change;
  print(`An upgrade to Belfry ${to} was interrupted. Waiting until the site is ready …`);
  if (unfinished?.isMigrating && !unfinished.isKept) {
    await expectReady(change).catch((error: Error) => {
      throw new CommandError(
        `${error.message} Its start has upgraded the database, so only a backup leads back to ${nameOf(from)}. To go back: ${describeWayBack(from, undefined)}`,
      );
    });
    return { wasRunning: true, backup: undefined };
  }
  const replaced = unfinished?.isMigrating && { putDataBack: () => putDataBack({ ...change, invocation }) };
  const { wasRunning } = await completeChange({ ...change, ...replaced });
  return { wasRunning, backup: undefined };
}

function stopIfAsked({ signal }: Invocation): void {
  if (signal.aborted) throw new CommandError('Stopped. Nothing was changed.');
}

function readKeyFiles(invocation: Invocation): string[] {
  const { key } = invocation.options;
  const own = join(projectFolder, 'release.pub');
  if (typeof key !== 'string') return existsSync(own) ? [readFileSync(own, 'utf8')] : [];
  if (existsSync(own))
    throw new UsageError(
      '--key is only for an installed version without a key: this one checks signatures with its own.',
    );
  const file = resolveTyped(invocation, key);
  if (!existsSync(file)) throw new CommandError(`There is no file ${file}.`);
  return [readFileSync(file, 'utf8')];
}

/** A backup needs the database twice while it is made, an upgraded copy once. */
function refuseSmallDisk(
  { databaseBytes, freeBytes }: { databaseBytes: number; freeBytes: number },
  dataFolder: string,
): void {
  const needed = 3 * databaseBytes;
  if (freeBytes >= needed) return;
  throw new CommandError(
    `The upgrade needs ${sizeOf(needed)} of disk in ${dataFolder}, and ${sizeOf(freeBytes)} are free. Free some space (df -h). Nothing was changed.`,
  );
}

/** The newest version that is older. */
export function findPrevious(version: string): string | undefined {
  return listVersions().findLast((other) => compareVersions(other, version) < 0);
}

/** An installation has its settings beside its launcher: those of the service, if the checkout has one. */
function linkSettings({ environment }: Invocation): void {
  const file = environment.BELFRY_ENV_FILE ?? SERVICE_SETTINGS;
  const link = join(installation, 'belfry.env');
  if (existsSync(file) && !existsSync(link)) symlinkSync(file, link);
}

function describeWayBack(from: string | undefined, backup: string | undefined): string {
  if (from !== undefined) return commandLine('rollback');
  const restore = backup ? ` Then run: npm run belfry -- restore ${backup}` : '';
  return `stop the site and delete ${join(installation, 'current')}.${restore} Then start it as before.`;
}
