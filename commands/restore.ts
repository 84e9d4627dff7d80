import { noteAudit } from '#app/audit/audit-log.server.ts';
import { tryRestore } from '#app/backup/backup-drill.server.ts';
import { listBackupFiles } from '#app/backup/backup-files.server.ts';
import { type RestoreStep, restoreTown } from '#app/backup/restore-town.server.ts';
import { commandLine } from '#app/command-line/command-line.ts';
import { readSettings } from '#app/settings.server.ts';
import { locationOf, readKeys, resolveTyped, stoppable } from './backup-typed.ts';
import { type Command, CommandError, exitCodes, type Invocation, UsageError } from './command.ts';
import { withReadyDatabase } from './with-database.ts';

const steps: Record<RestoreStep, string | undefined> = {
  verify: 'Checking the backup …',
  'keep-a-copy': 'Making a copy of the town that is there …',
  prepare: 'Preparing the restored town …',
  'put-in-place': 'Putting it in place …',
  done: undefined,
};

export const restore: Command = {
  name: 'restore',
  summary: 'Put the town back as a backup has it',
  help: `Usage: ${commandLine('restore FILE')} [--trial] [--passphrase-file FILE | --identity FILE]

Checks FILE to its last byte, makes a backup of the town that is there, and puts the one of FILE
in its place, in whichever database DATABASE_URL names. Stop the site first, on every node. It may
be stopped or killed at any moment: then the old town is there, or the new one, whole.

Afterwards everybody has to log in again, with the password they had. API tokens and mailed links
are void, mails that waited are not sent, and who opted out or left since stays so. What runs by
the calendar waits until the administrator resumes it in Settings, under Backups.

--trial                 restores it into a database that is thrown away, and changes nothing; without
                        FILE the newest backup. The site may go on running. An encrypted backup
                        is compared with its checksum unless you give what opens it
--passphrase-file FILE  opens an encrypted backup with the passphrase in the first line of FILE
--identity FILE         opens it with the secret key in FILE (AGE-SECRET-KEY-1…)

Example: ${commandLine('restore')} data/backups/belfry-20261120T031700Z-scheduled.belfry`,
  words: 'many',
  options: {
    trial: { type: 'boolean' },
    'passphrase-file': { type: 'string' },
    identity: { type: 'string' },
  },
  async run(invocation) {
    const { words, environment, terminal, signal, now } = invocation;
    const [word] = words;
    if (invocation.options.trial) return rehearse(invocation, word);
    if (word === undefined || words.length > 1)
      throw new UsageError(`Name one file to restore. See: ${commandLine('restore --help')}`);
    const settings = readSettings(environment);
    const keys = await readKeys(invocation);
    return stoppable(invocation, 'Stopped. Nothing was changed.', async () => {
      const { rows, madeAt, copy, suppressed } = await restoreTown({
        backup: resolveTyped(invocation, word),
        location: locationOf(settings),
        dataFolder: settings.dataFolder,
        now,
        keys,
        signal,
        onProgress: terminal.showProgress,
        onStep(step) {
          terminal.endProgress();
          if (steps[step]) terminal.print(steps[step]);
        },
        note: (db) => noteAudit(db, { at: now, actor: { kind: 'operator' }, action: 'town-restored' }),
      });
      terminal.print(`Restored the town as it was on ${new Date(madeAt).toISOString()}: ${rows} rows.`);
      if (copy) terminal.print(`The town that was there is kept: ${copy}`);
      if (suppressed > 0)
        terminal.print(`People who had opted out or left since, and stay so: ${suppressed}`);
      terminal.print(
        'Everybody has to log in again. Schedules wait: resume them in Settings, under Backups.',
      );
      return exitCodes.done;
    });
  },
};

async function rehearse(invocation: Invocation, word: string | undefined): Promise<number> {
  const { environment, terminal, signal, now } = invocation;
  const settings = readSettings(environment);
  const { dataFolder } = settings;
  const backup = word ? resolveTyped(invocation, word) : (await listBackupFiles(dataFolder))[0]?.file;
  if (!backup) throw new CommandError(`There is no backup to try out. Make one: ${commandLine('backup')}`);
  const keys = await readKeys(invocation);
  return stoppable(invocation, 'Stopped. Nothing was tried out.', async () => {
    const options = { backup, dataFolder, now, keys, signal, onProgress: terminal.showProgress };
    const { rows, how } = await withReadyDatabase(settings, (database) => tryRestore(database, options));
    terminal.endProgress();
    terminal.print(
      how === 'restored'
        ? `${backup} restores to ${rows} rows, all found good. Nothing was changed.`
        : `${backup} is encrypted and unchanged since it was made and restored to ${rows} rows. To restore it now, add --identity FILE. Nothing was changed.`,
    );
    return exitCodes.done;
  });
}
