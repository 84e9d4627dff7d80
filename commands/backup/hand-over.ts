import { type EncryptFor, findPassphraseProblem } from '#app/moving/backup/encryption.server.ts';
import { documentsOf } from '#app/moving/backup/pages/town-documents.server.ts';
import { takeBackup } from '#app/moving/backup/take-backup.server.ts';
import { commandLine } from '#app/platform/command-line/command-line.ts';
import { openMediaFiles } from '#app/platform/media/media.server.ts';
import { readEnvironment, readSettings } from '#app/platform/settings/settings.server.ts';
import { type Command, CommandError, exitCodes, type Invocation, seeHelp, UsageError } from '../command.ts';
import { writableTyped } from '../typed-path.ts';
import { recordOperation, withReadyDatabase } from '../with-database.ts';
import { locationOf, readEncryption, sizeOf, stoppable } from './backup-typed.ts';

export const handOver: Command = {
  name: 'hand-over',
  summary: 'Write the whole town into one encrypted file for a successor',
  help: `Usage: ${commandLine('hand-over FILE')} [--recipient KEY | --passphrase-file FILE] [--with-secrets]

Writes one encrypted file with everything of the town: content, versions and trash, pictures,
settings, accounts with their protected passwords, subscribers, redirects, and what editors changed
in imported items, plus a page of notes for the person who takes over (from Successor in the admin).
The site can keep running. The command succeeds only after it has opened the file again, restored it
into an empty database and checked the result.

--recipient KEY         encrypts it for this public key (age1…)
--passphrase-file FILE  encrypts it with the passphrase in the first line of FILE: five words or more
--with-secrets          adds the site's secret and the settings in the environment: the mail server,
                        Google login, the DKIM key, the bucket for backups

Without --recipient and --passphrase-file, it asks for a passphrase in a terminal. It never writes an
unencrypted file. Current logins, links and access tokens are not included.

The successor runs: ${commandLine('restore FILE')}

Example: ${commandLine('hand-over')} /media/stick/town.belfry --with-secrets`,
  words: 'many',
  options: {
    'passphrase-file': { type: 'string' },
    recipient: { type: 'string' },
    'with-secrets': { type: 'boolean' },
  },
  async run(invocation) {
    const { words, options, environment, terminal, signal, now } = invocation;
    const [word] = words;
    if (word === undefined || words.length > 1)
      throw new UsageError(`Give one file to write. ${seeHelp('hand-over')}`);
    const settings = readSettings(environment);
    const to = await writableTyped(invocation, word);
    const encryptFor = await chooseEncryption(invocation);
    const hasSecrets = options['with-secrets'] === true;
    const { dataFolder } = settings;
    return stoppable(invocation, 'Stopped. No file was written.', () =>
      withReadyDatabase(settings, async ({ write }) => {
        const kept = hasSecrets ? readEnvironment(environment) : undefined;
        const { file, rows, bytes, lost } = await takeBackup({
          location: locationOf(settings),
          dataFolder,
          media: openMediaFiles(settings),
          to,
          kind: 'hand-over',
          now,
          encryptFor,
          writeDocuments: documentsOf({ settings, now, environment: kept }),
          signal,
          onProgress: terminal.showProgress,
        });
        terminal.endProgress();
        await recordOperation(write, invocation, 'town-handed-over', hasSecrets ? 'with secrets' : undefined);
        terminal.print(`${file}: ${rows} rows, ${sizeOf(bytes)}, encrypted, tested and good.`);
        terminal.print(
          hasSecrets
            ? 'It contains the secrets of this site. Anyone who opens it can send email as the town.'
            : 'It does not contain the secrets of this site. To add them, use --with-secrets.',
        );
        if (lost > 0)
          terminal.print(
            `Files of pictures and documents that are missing or damaged, and not in it: ${lost}`,
          );
        terminal.print(`To restore it on another machine: ${commandLine('restore FILE')}`);
        return exitCodes.done;
      }),
    );
  },
};

/** How the file is encrypted: asks in a terminal, and refuses without one. */
async function chooseEncryption(invocation: Invocation): Promise<EncryptFor> {
  const given = await readEncryption(invocation);
  const encryptFor = given ?? (await askPassphrase(invocation));
  const problem = 'passphrase' in encryptFor ? findPassphraseProblem(encryptFor.passphrase) : undefined;
  if (problem) throw new CommandError(`${problem}. No file was written.`);
  return encryptFor;
}

async function askPassphrase({ terminal }: Invocation): Promise<EncryptFor> {
  if (!terminal.isInteractive)
    throw new UsageError(
      'Add --recipient KEY or --passphrase-file FILE: this file is never written without encryption.',
    );
  const passphrase = await terminal.askSecret('Passphrase (five words or more): ');
  if (passphrase === undefined) throw new CommandError('No passphrase was given. No file was written.');
  const again = await terminal.askSecret('The same passphrase again: ');
  if (again !== passphrase) throw new CommandError('The two passphrases differ. No file was written.');
  return { passphrase };
}
