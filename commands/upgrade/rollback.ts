import { readRelease } from '#app/platform/command-line/belfry-version.ts';
import { commandLine, startLine } from '#app/platform/command-line/command-line.ts';
import { projectFolder } from '#app/platform/command-line/project-folder.ts';
import { readSettings, type Settings } from '#app/platform/settings/settings.server.ts';
import { type Command, CommandError, confirm, exitCodes, type Invocation, requireYes } from '../command.ts';
import { changeVersion, nameOf, recordChange, restoreWith } from './change-version.ts';
import type { Losses } from './count-losses.ts';
import { type DataProcess, openDataProcess } from './data-process.ts';
import { withInstallation } from './lock-installation.ts';
import { findPrevious, readSeconds } from './upgrade.ts';
import { findCurrent, folderOf } from './versions.ts';

export const rollback: Command = {
  name: 'rollback',
  summary: 'Go back to the version before the last upgrade',
  help: `Usage: ${commandLine('rollback')} [--yes] [--wait SECONDS]

Runs the previous version again. If the upgrade has changed the database, that version can't read it:
then the town is restored from the backup that was made before the upgrade, and what was done since is
lost. The command counts that, asks, and backs up the town as it is now before it changes anything. As
after any restore, everyone has to log in again. If the upgrade did not change the database, nothing is
lost.

If the previous version is not ready in time, the newer one runs again with its data, and the exit code
is 1. Run this as the owner of the program's folder, or as root.

--yes           does not ask
--wait SECONDS  how long the previous version may take to be ready (default: 60)`,
  options: { yes: { type: 'boolean' }, wait: { type: 'string' } },
  async run(invocation) {
    const seconds = readSeconds(invocation);
    const settings = readSettings(invocation.environment);
    return withInstallation(() => goBack(invocation, settings, seconds));
  },
};

async function goBack(invocation: Invocation, settings: Settings, seconds: number): Promise<number> {
  const { terminal } = invocation;
  const from = findCurrent();
  const to = from && findPrevious(from);
  if (!from || !to)
    throw new CommandError('No previous version is installed, so there is none to go back to.');
  const data = openDataProcess(projectFolder, invocation.environment);
  try {
    const { migrations: done } = await data.do('facts');
    const { migrations: known } = readRelease(folderOf(to));
    const isReadable = done.every((name) => known.includes(name));
    const losses = isReadable ? undefined : await data.do('losses');
    if (losses?.schema.some((name) => !known.includes(name)))
      throw new CommandError(
        `The backup ${losses.backup} is from a newer version than ${nameOf(to)}. Nothing was changed.`,
      );
    for (const line of describe(to, losses)) terminal.print(line);
    requireYes(invocation, `go back to ${to}`);
    await confirm(invocation, `Go back from ${nameOf(from)} to ${to}?`, 'Nothing was changed.');
    const change = { from, to, settings, data, seconds, print: terminal.print, isBackward: true };
    const { wasRunning } = await changeVersion({
      ...change,
      ...(losses && (await replacement({ invocation, to, losses, data }))),
    });
    terminal.print(
      wasRunning
        ? `The site is running Belfry ${to}.`
        : `Belfry ${to} is installed. Start the site: ${startLine()}`,
    );
    await data.do('finish');
    if (done.length > 0) await recordChange('record-rollback', change, invocation);
    return exitCodes.done;
  } finally {
    await data.end();
  }
}

type Replacing = { invocation: Invocation; to: string; losses: Losses; data: DataProcess };

/** The older version restores its backup. If it does not run, the database of now is back, as it was. */
async function replacement({ invocation, to, losses, data }: Replacing) {
  invocation.terminal.print('Backing up the town as it is now. The site can be read meanwhile …');
  await data.do('pause');
  await data.do('hold');
  const { file: now } = await data.do('backup-now');
  invocation.terminal.print(`The backup is ${now}`);
  const tables = await data.do('tables');
  return {
    async replaceData() {
      await data.do('release');
      await data.do('keep');
      await restoreWith(to, { file: losses.backup, tables }, invocation);
    },
    putDataBack: () => data.do('put-back'),
  };
}

function describe(to: string, losses: Losses | undefined): string[] {
  if (!losses) return [`Belfry ${to} can read the database as it is. Nothing is lost.`];
  const counted = Object.entries(losses.counts).filter(([, count]) => count > 0);
  const lost = counted.map(([what, count]) => `${count} ${what}`);
  return [
    `The database was upgraded since. The town is restored from the backup before that, of ${losses.madeAt}: ${losses.backup}`,
    lost.length > 0 ? `Lost since then: ${lost.join(', ')}.` : 'Nothing that counts was done since then.',
    'Everyone has to log in again, API tokens stop working, and scheduled tasks wait until the administrator resumes them.',
  ];
}
