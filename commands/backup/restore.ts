import { textSources } from '#app/collections.server.ts';
import { tryRestore } from '#app/moving/backup/backup-drill.server.ts';
import { BackupError, type OnProgress } from '#app/moving/backup/backup-error.ts';
import { listBackupFiles } from '#app/moving/backup/backup-files.server.ts';
import { saveTestProgress } from '#app/moving/backup/backup-settings.server.ts';
import { isEncrypted, type OpeningKeys } from '#app/moving/backup/encryption.server.ts';
import {
  findRestore,
  removeUploaded,
  saveRestore,
  takeKey,
  type UploadedRestore,
  uploadedFile,
} from '#app/moving/backup/pages/uploaded-restore.server.ts';
import {
  type KeptEnvironment,
  type RestoreStep,
  restoreTown,
} from '#app/moving/backup/restore/restore-town.server.ts';
import { isEmptyTown } from '#app/people/pages/setup/empty-town.server.ts';
import { commandLine } from '#app/platform/command-line/command-line.ts';
import type { ReadDb, WriteDb } from '#app/platform/database/handles.ts';
import { openMediaFiles } from '#app/platform/media/media.server.ts';
import { readSettings, type Settings } from '#app/platform/settings/settings.server.ts';
import { formatLongDate, formatTime } from '#app/platform/time/town-time.ts';
import { recordAudit } from '#app/town/activity/audit-log.server.ts';
import { findTown } from '#app/town/town-store.server.ts';
import { type Command, CommandError, exitCodes, type Invocation, seeHelp, UsageError } from '../command.ts';
import { readableTyped } from '../typed-path.ts';
import { recordOperation, withDatabase, withReadyDatabase } from '../with-database.ts';
import { locationOf, readKeys, stoppable } from './backup-typed.ts';

const steps: Record<RestoreStep, string | undefined> = {
  verify: 'Checking the backup …',
  'keep-a-copy': 'Backing up the current town …',
  prepare: 'Preparing the restored town …',
  'put-in-place': 'Putting it in place …',
  done: undefined,
};

const NO_SECRET = 'not used by a restore, which signs nothing';

export const restore: Command = {
  name: 'restore',
  summary: 'Restore the town from a backup',
  help: `Usage: ${commandLine('restore FILE')} [--trial] [--passphrase-file FILE | --identity FILE]

Checks all of FILE, backs up the current town, and replaces it with the one in FILE, in the database
that DATABASE_URL names. Stop the site on every node first. You can stop or kill the command at any
time: the result is always either the old town or the new one, complete.

Afterwards, everyone has to log in again with the password they had. API tokens and emailed links no
longer work, and emails that were waiting are not sent. People who have unsubscribed or deleted their
account since then stay that way. Scheduled jobs are paused until the administrator resumes them on
the Backups page.

It also restores what '${commandLine('hand-over')}' wrote, on an empty machine, too. If the file contains
the secrets of the town, they are written to the file 'environment' in the data folder, which the
site reads when it starts.

--trial                 restores into a temporary database and changes nothing. Without FILE, it uses
                        the newest backup. The site can keep running. An encrypted backup is only
                        compared with its checksum unless you give its passphrase or key
--passphrase-file FILE  opens an encrypted backup with the passphrase in the first line of FILE
--identity FILE         opens it with the secret key in FILE (AGE-SECRET-KEY-1…)

Example: ${commandLine('restore')} data/backups/belfry-20261120T031700Z-scheduled.belfry`,
  words: 'many',
  options: {
    trial: { type: 'boolean' },
    'passphrase-file': { type: 'string' },
    identity: { type: 'string' },
    // As the set-up page does it: the file that was uploaded there.
    'set-up': { type: 'boolean' },
    // As a rollback does it, which has made a backup with the newer version.
    'without-copy': { type: 'boolean' },
    'present-tables': { type: 'string' },
  },
  async run(invocation) {
    const { words, environment, terminal, signal, now } = invocation;
    const [word] = words;
    if (invocation.options['set-up']) return restoreUploaded(invocation);
    if (invocation.options.trial) return rehearse(invocation, word);
    if (word === undefined || words.length > 1)
      throw new UsageError(`Give one file to restore. ${seeHelp('restore')}`);
    // On an empty machine, the secret is in the file: a restore itself needs none.
    const settings = readSettings({ ...environment, BELFRY_SECRET: environment.BELFRY_SECRET || NO_SECRET });
    const backup = await readableTyped(invocation, word);
    const keys = (await readKeys(invocation)) ?? (await askPassphrase(invocation, backup));
    return stoppable(invocation, 'Stopped. Nothing was changed.', async () => {
      const {
        rows,
        madeAt,
        copy,
        suppressed,
        lost,
        environment: kept,
      } = await restoreTown({
        textSources,
        backup,
        location: locationOf(settings),
        dataFolder: settings.dataFolder,
        media: openMediaFiles(settings),
        now,
        keys,
        signal,
        withoutCopy: invocation.options['without-copy'] === true,
        presentTables: invocation.options['present-tables']?.toString().split(','),
        onProgress: terminal.showProgress,
        onStep(step) {
          terminal.endProgress();
          if (steps[step]) terminal.print(steps[step]);
        },
        note: (db) => recordAudit(db, { at: now, actor: { kind: 'operator' }, action: 'town-restored' }),
      });
      const town = await withDatabase(settings, ({ write }) => findTown(write));
      const when = `${formatLongDate(madeAt, town)}, ${formatTime(madeAt, town)}`;
      const number = new Intl.NumberFormat(town.locale);
      terminal.print(`Restored the town as it was on ${when}: ${number.format(rows)} rows.`);
      if (copy) terminal.print(`Backup of the previous town: ${copy}`);
      if (lost > 0)
        terminal.print(
          `Files of pictures and documents that were missing or damaged when the backup was made: ${lost}`,
        );
      if (kept) printEnvironment(invocation, kept);
      if (suppressed > 0)
        terminal.print(`People who unsubscribed or deleted their account since then (kept): ${suppressed}`);
      terminal.print(
        'Everyone has to log in again. Scheduled jobs are paused. Resume them on the Backups page.',
      );
      return exitCodes.done;
    });
  },
};

const NOTED_EVERY_MS = 1000;

/** Shows the progress here and, about once a second, on the page about backups. */
function reportBoth(show: OnProgress, db: WriteDb): OnProgress {
  let last = 0;
  return (what, done, total) => {
    show(what, done, total);
    const at = Date.now();
    if (at - last < NOTED_EVERY_MS) return;
    last = at;
    // The page can do without it.
    void saveTestProgress(db, { done, total, at }).catch(() => undefined);
  };
}

/** For an encrypted file, when nothing was given to open it and a user can be asked. */
async function askPassphrase({ terminal }: Invocation, backup: string): Promise<OpeningKeys | undefined> {
  if (!terminal.isInteractive || !(await isEncrypted(backup).catch(() => false))) return undefined;
  const passphrase = await terminal.askSecret('Passphrase of the file: ');
  return passphrase === undefined ? undefined : { passphrase };
}

function printEnvironment({ terminal }: Invocation, { file, isUsed }: KeptEnvironment): void {
  terminal.print(
    isUsed
      ? `The settings of the town with their secrets are in ${file}. The next start reads them.`
      : `The settings of the town with their secrets are in ${file}. They are not used, because this machine has its own.`,
  );
}

async function rehearse(invocation: Invocation, word: string | undefined): Promise<number> {
  const { environment, terminal, signal, now } = invocation;
  const settings = readSettings(environment);
  const { dataFolder } = settings;
  const backup = word ? await readableTyped(invocation, word) : (await listBackupFiles(dataFolder))[0]?.file;
  if (!backup) throw new CommandError(`There is no backup to test. Make one: ${commandLine('backup')}`);
  const keys = await readKeys(invocation);
  return stoppable(invocation, 'Stopped. Nothing was tested.', async () => {
    const { rows, how } = await withReadyDatabase(settings, (database) => {
      const onProgress = reportBoth(terminal.showProgress, database.write);
      return tryRestore(database, { backup, dataFolder, now, keys, signal, onProgress });
    });
    terminal.endProgress();
    terminal.print(
      how === 'restored'
        ? `${backup} restores to ${rows} rows, and all of them are good. Nothing was changed.`
        : `${backup} is encrypted and unchanged since it was made and test-restored to ${rows} rows. To restore it now, add --identity FILE. Nothing was changed.`,
    );
    return exitCodes.done;
  });
}

const SAVED_EVERY_MS = 500;
const BEAT_MS = 5000;

/** Restores what was uploaded on the set-up page, while the site runs. The page shows what is written to its file. */
export async function restoreUploaded(invocation: Invocation): Promise<number> {
  const { environment, signal, now } = invocation;
  const settings = readSettings(environment);
  const { dataFolder } = settings;
  const found = await findRestore(dataFolder);
  if (!found) throw new CommandError('No file was uploaded on the set-up page.');
  const keys = await takeKey(dataFolder);
  const progress = openProgress(dataFolder, { ...found, state: 'running', process: process.pid });
  try {
    const { madeAt, environment: kept } = await restoreTown({
      textSources,
      backup: uploadedFile(dataFolder),
      location: locationOf(settings),
      dataFolder,
      media: openMediaFiles(settings),
      now,
      keys,
      signal,
      onProgress: (what, done, total) => progress.note({ what, done, total }),
      onStep: (step: RestoreStep) => progress.note({ step, done: 0, total: 0 }, true),
      mayReplace: (present) => requireEmptyTown(present, settings),
      note: (db) => recordOperation(db, invocation, 'town-restored', 'from the set-up page'),
    });
    await removeUploaded(dataFolder);
    await progress.end({ state: 'done', madeAt, ...(kept && { settings: kept.isUsed ? 'used' : 'aside' }) });
    return exitCodes.done;
  } catch (error) {
    const trouble = (error as Error).message.split('\n')[0]?.replaceAll(uploadedFile(dataFolder), found.name);
    await progress.end({ state: 'failed', trouble: withoutOptions(trouble ?? '') });
    throw error;
  }
}

/** Throws BackupError for a town that has an administrator or content. */
async function requireEmptyTown(db: ReadDb, settings: Settings): Promise<void> {
  const tables = textSources.map(({ table }) => table);
  if (!(await isEmptyTown(db, { settings, tables })))
    throw new BackupError('This site has an administrator or content already. Nothing was changed.');
}

/** The page has no options to add. */
function withoutOptions(trouble: string): string {
  return trouble.replace(
    /Add --passphrase-file FILE or --identity FILE to open it\./,
    'Enter its passphrase or key.',
  );
}

/** Writes the state at most twice a second, one after the other. */
function openProgress(dataFolder: string, begun: UploadedRestore) {
  let state = begun;
  let last = 0;
  let written = saveRestore(dataFolder, state);
  const beat = setInterval(() => void save(), BEAT_MS);
  const save = () => {
    written = written.then(() => saveRestore(dataFolder, state));
    return written;
  };
  return {
    note(change: Partial<UploadedRestore>, atOnce = false) {
      state = { ...state, ...change };
      if (!atOnce && Date.now() - last < SAVED_EVERY_MS) return;
      last = Date.now();
      void save();
    },
    end(change: Partial<UploadedRestore>) {
      clearInterval(beat);
      state = { ...state, ...change };
      return save();
    },
  };
}
