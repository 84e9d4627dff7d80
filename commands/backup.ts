import { runBackup } from '#app/backup/run-backup.server.ts';
import { takeBackup } from '#app/backup/take-backup.server.ts';
import { commandLine } from '#app/command-line/command-line.ts';
import { readSettings } from '#app/settings.server.ts';
import { locationOf, readEncryption, resolveTyped, sizeOf, stoppable } from './backup-typed.ts';
import { type Command, CommandError, exitCodes } from './command.ts';
import { withReadyDatabase } from './with-database.ts';

export const backup: Command = {
  name: 'backup',
  summary: 'Make a backup of the whole town, and try it out',
  help: `Usage: ${commandLine('backup')} [--to FILE] [--passphrase-file FILE | --recipient KEY]

Writes one file that restores into either database: accounts, settings and all content, without
sessions, tokens and links. The site may go on running; the backup is of one moment. It counts
only once it was opened again, restored into an empty database and found good.

--to FILE               where to; otherwise the folder 'backups' of the data folder
--passphrase-file FILE  encrypts it for who knows the passphrase in the first line of FILE
--recipient KEY         encrypts it for who has the secret key to this public one (age1…)

Without --to, a backup is encrypted for the public keys in Settings, under Backups, if there are any.
The encryption is that of age: its own program opens such a file too.

Example: ${commandLine('backup --to')} /media/stick/town.belfry`,
  options: {
    to: { type: 'string' },
    'passphrase-file': { type: 'string' },
    recipient: { type: 'string' },
    // As the site itself does it, by the plan in Settings: the oldest of these are deleted.
    scheduled: { type: 'boolean' },
  },
  async run(invocation) {
    const { options, environment, terminal, signal, now } = invocation;
    const settings = readSettings(environment);
    const to = typeof options.to === 'string' ? resolveTyped(invocation, options.to) : undefined;
    const encryptFor = await readEncryption(invocation);
    const { dataFolder } = settings;
    const onProgress = terminal.showProgress;
    const shared = { location: locationOf(settings), dataFolder, now, encryptFor, signal, onProgress };
    return stoppable(invocation, 'Stopped. No backup was made.', async () => {
      const kind = options.scheduled === true ? 'scheduled' : 'asked';
      const { file, bytes, rows, secondPlace, trouble } = to
        ? { ...(await takeBackup({ ...shared, kind, to })), secondPlace: null, trouble: null }
        : await withReadyDatabase(settings, (database) =>
            runBackup(database, { ...shared, kind, bucket: settings.backupBucket }),
          );
      terminal.endProgress();
      terminal.print(`${file}: ${rows} rows, ${sizeOf(bytes)}, opened again and found good.`);
      if (secondPlace) terminal.print(`A copy is in ${secondPlace}.`);
      if (trouble) throw new CommandError(trouble);
      return exitCodes.done;
    });
  },
};
