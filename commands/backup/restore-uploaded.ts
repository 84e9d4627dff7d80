import { textSources } from '#app/collections.server.ts';
import { BackupError } from '#app/moving/backup/backup-error.ts';
import {
  findRestore,
  removeUploaded,
  saveRestore,
  takeKey,
  type UploadedRestore,
  uploadedFile,
} from '#app/moving/backup/pages/uploaded-restore.server.ts';
import { type RestoreStep, restoreTown } from '#app/moving/backup/restore/restore-town.server.ts';
import { isEmptyTown } from '#app/people/pages/setup/empty-town.server.ts';
import type { ReadDb } from '#app/platform/database/handles.ts';
import { openMediaFiles } from '#app/platform/media/media.server.ts';
import { readSettings, type Settings } from '#app/platform/settings/settings.server.ts';
import { CommandError, exitCodes, type Invocation } from '../command.ts';
import { recordOperation } from '../record-operation.ts';
import { locationOf } from './backup-typed.ts';

const NOTED_EVERY_MS = 500;
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
      if (!atOnce && Date.now() - last < NOTED_EVERY_MS) return;
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
