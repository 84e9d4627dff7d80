import { documentsOf } from '#app/moving/backup/pages/town-documents.server.ts';
import { runBackup } from '#app/moving/backup/run-backup.server.ts';
import { takeBackup } from '#app/moving/backup/take-backup.server.ts';
import { commandLine } from '#app/platform/command-line/command-line.ts';
import { openMediaFiles } from '#app/platform/media/media.server.ts';
import { readSettings } from '#app/platform/settings/settings.server.ts';
import { type Command, CommandError, exitCodes } from '../command.ts';
import { writableTyped } from '../typed-path.ts';
import { withReadyDatabase } from '../with-database.ts';
import { locationOf, readEncryption, sizeOf, stoppable } from './backup-typed.ts';

export const backup: Command = {
  name: 'backup',
  summary: 'Back up the whole town and test the backup',
  help: `Usage: ${commandLine('backup')} [--to FILE] [--passphrase-file FILE | --recipient KEY]

Writes one file that can be restored into either database. It contains accounts, settings and all
content, and a page of notes for your successor, but no sessions, tokens or emailed links. The site
can keep running: the backup is a snapshot of one moment. The command succeeds only after it has
opened the file again, restored it into an empty database and checked the result.

--to FILE               where to write the file (default: the folder 'backups' in the data folder)
--passphrase-file FILE  encrypts it with the passphrase in the first line of FILE
--recipient KEY         encrypts it for this public key (age1…)

Without --to, a backup is encrypted with the public keys in Settings, under Backups, if any are set.
Encrypted backups use the age format, so the age program can open them too.

Example: ${commandLine('backup --to')} /media/stick/town.belfry`,
  options: {
    to: { type: 'string' },
    'passphrase-file': { type: 'string' },
    recipient: { type: 'string' },
    // As the site itself does it, by the plan in Settings: the oldest of these are deleted.
    scheduled: { type: 'boolean' },
  },
  async run(invocation) {
    const { environment, terminal, signal, now } = invocation;
    const settings = readSettings(environment);
    const { to: typed, scheduled } = invocation.options;
    const to = typeof typed === 'string' ? await writableTyped(invocation, typed) : undefined;
    const encryptFor = await readEncryption(invocation);
    const { dataFolder } = settings;
    const onProgress = terminal.showProgress;
    const media = openMediaFiles(settings);
    const writeDocuments = documentsOf({ settings, now });
    const options = { dataFolder, media, now, encryptFor, writeDocuments, signal, onProgress };
    const shared = { location: locationOf(settings), ...options };
    return stoppable(invocation, 'Stopped. No backup was made.', async () => {
      const kind = scheduled === true ? 'scheduled' : 'asked';
      const { file, bytes, rows, secondPlace, trouble } = to
        ? { ...(await takeBackup({ ...shared, kind, to })), secondPlace: null, trouble: null }
        : await withReadyDatabase(settings, (database) =>
            runBackup(database, { ...shared, kind, bucket: settings.backupBucket }),
          );
      terminal.endProgress();
      terminal.print(`${file}: ${rows} rows, ${sizeOf(bytes)}, tested and good.`);
      if (secondPlace) terminal.print(`There is a second copy in ${secondPlace}.`);
      if (trouble) throw new CommandError(trouble);
      return exitCodes.done;
    });
  },
};
