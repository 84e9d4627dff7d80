import { join } from 'node:path';
import { textSources } from '#app/collections.server.ts';
import { moveTown } from '#app/moving/backup/restore/move-town.server.ts';
import { refuseRunningSite } from '#app/moving/backup/restore/running-site.server.ts';
import { commandLine } from '#app/platform/command-line/command-line.ts';
import { copyPictureFiles } from '#app/platform/media/copy-picture-files.server.ts';
import { mediaFolderOf, openMediaFiles } from '#app/platform/media/media.server.ts';
import type { DatabaseLocation } from '#app/platform/open-database.server.ts';
import { readSettings, type Settings } from '#app/platform/settings/settings.server.ts';
import { parseBucket } from '#app/platform/storage/bucket.server.ts';
import { withWorkFolder } from '#app/platform/storage/work-folder.server.ts';
import { recordAudit } from '#app/town/activity/audit-log.server.ts';
import { type Command, exitCodes, type Invocation, seeHelp, UsageError } from '../command.ts';
import { writableTyped } from '../typed-path.ts';
import { withCurrentDatabase } from '../with-database.ts';
import { locationOf, stoppable } from './backup-typed.ts';

export const migrateTo: Command = {
  name: 'migrate-to',
  summary: 'Move the town to PostgreSQL, or back to SQLite, or its pictures and documents to a bucket',
  help: `Usage: ${commandLine('migrate-to')} postgres://USER:PASSWORD@HOST/DATABASE
       ${commandLine('migrate-to')} sqlite:FOLDER
       ${commandLine('migrate-to')} s3://KEY:SECRET@HOST/BUCKET or media

Copies the whole town from the current database into an empty one and compares every value. With
sqlite:FOLDER, the files of pictures and documents are copied to FOLDER, too. Stop the site on every node first. The current database is not changed. If you stop the command at any
point, the new database is still empty, and you can run the command again.

With s3://… or media, only the files of pictures and documents are copied: to a bucket, or back to the data folder.

The command does not change your settings. It tells you which ones to change.

Example: ${commandLine('migrate-to')} postgres://belfry:password@localhost/belfry`,
  words: 'many',
  async run(invocation) {
    const { environment, terminal, signal, now } = invocation;
    const settings = readSettings(environment);
    const [word = ''] = invocation.words;
    if (isPictureLocation(word) && invocation.words.length === 1)
      return movePictures(invocation, settings, word);
    const to = await readTarget(invocation);
    return stoppable(invocation, 'Stopped. The new database is still empty.', async () => {
      const { rows, lost } = await moveTown({
        textSources,
        from: locationOf(settings),
        to,
        dataFolder: settings.dataFolder,
        media:
          'url' in to || settings.mediaBucket
            ? undefined
            : { from: openMediaFiles(settings), to: openMediaFiles(to) },
        signal,
        onProgress: terminal.showProgress,
        note: (db) => recordAudit(db, { at: now, actor: { kind: 'operator' }, action: 'town-moved' }),
      });
      terminal.endProgress();
      terminal.print(`Moved ${rows} rows and compared each one.`);
      if (lost > 0)
        terminal.print(
          `Not moved, because they are missing or damaged: ${lost} picture files or documents. See: ${commandLine('doctor')}`,
        );
      for (const line of adviceFor(to, settings)) terminal.print(line);
      return exitCodes.done;
    });
  },
};

async function readTarget(invocation: Invocation): Promise<DatabaseLocation> {
  const [word = '', ...rest] = invocation.words;
  const folder = /^sqlite:(.+)$/.exec(word)?.[1];
  const isServer = /^postgres(ql)?:$/.test(URL.parse(word)?.protocol ?? '');
  if (rest.length > 0 || (!folder && !isServer))
    throw new UsageError(`Give a postgres:// address or sqlite:FOLDER. ${seeHelp('migrate-to')}`);
  return folder ? { dataFolder: await writableTyped(invocation, folder) } : { url: word };
}

/** Passwords are not printed, because terminals are visible and logged. */
function adviceFor(to: DatabaseLocation, { dataFolder, secret }: Settings): string[] {
  if (!('url' in to))
    return [`Now unset DATABASE_URL, set BELFRY_DATA=${to.dataFolder}, and start the site.`];
  const kept = secret ? [] : [`and BELFRY_SECRET to the content of ${join(dataFolder, 'secret')}`];
  return [
    ['Now set DATABASE_URL to that address', ...kept, 'on every node, and start the site.'].join(' '),
    `Pictures and documents stay in ${join(dataFolder, 'media')}. The old database is still in ${join(dataFolder, 'belfry.db')}. Delete it when you no longer need it.`,
  ];
}

/** Whether this is where pictures can be moved to: a bucket, or `media`, which is the data folder. */
export function isPictureLocation(word: string): boolean {
  return word === 'media' || word.startsWith('s3://');
}

/**
 * Copies the files of all pictures and documents to another place and compares each with its checksum. The present ones stay; what
 * was copied before is not copied again.
 */
export async function movePictures(
  invocation: Invocation,
  settings: Settings,
  word: string,
): Promise<number> {
  const { terminal, signal } = invocation;
  const mediaBucket = word === 'media' ? undefined : parseBucket(word);
  if (word !== 'media' && !mediaBucket)
    throw new UsageError(`Give s3://KEY:SECRET@HOST/BUCKET. ${seeHelp('migrate-to')}`);
  const { dataFolder } = settings;
  const [from, to] = [openMediaFiles(settings), openMediaFiles({ dataFolder, mediaBucket })];
  return stoppable(invocation, 'Stopped. Run the same command again to continue.', async () => {
    await refuseRunningSite(locationOf(settings), 'moving');
    let files = 0;
    const onFile = () => {
      signal.throwIfAborted();
      files++;
    };
    const lost = await withCurrentDatabase(settings, ({ read }) =>
      withWorkFolder(mediaFolderOf(dataFolder), (workFolder) =>
        copyPictureFiles(read, { from, to, workFolder, onFile }),
      ),
    );
    terminal.print(`Copied ${files - lost} picture files and documents, and compared each one.`);
    if (lost > 0)
      terminal.print(
        `Not copied, because they are missing or damaged: ${lost}. See: ${commandLine('doctor')}`,
      );
    const advice = mediaBucket ? 'set MEDIA_URL to that address' : 'unset MEDIA_URL';
    terminal.print(`Now ${advice} on every node, and start the site. The previous files were not deleted.`);
    return exitCodes.done;
  });
}
