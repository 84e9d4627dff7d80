import { refuseRunningSite } from '#app/moving/backup/restore/running-site.server.ts';
import { commandLine } from '#app/platform/command-line/command-line.ts';
import { copyPictureFiles } from '#app/platform/media/copy-picture-files.server.ts';
import { mediaFolderOf, openMediaFiles } from '#app/platform/media/media.server.ts';
import type { Settings } from '#app/platform/settings/settings.server.ts';
import { parseBucket } from '#app/platform/storage/bucket.server.ts';
import { withWorkFolder } from '#app/platform/storage/work-folder.server.ts';
import { exitCodes, type Invocation, UsageError } from '../command.ts';
import { withCurrentDatabase } from '../with-database.ts';
import { locationOf, stoppable } from './backup-typed.ts';

/** Whether this is where pictures can be moved to: a bucket, or `media`, which is the data folder. */
export function isPictureLocation(word: string): boolean {
  return word === 'media' || word.startsWith('s3://');
}

/**
 * Copies the files of all pictures to another place and compares each with its checksum. The present ones stay; what
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
    throw new UsageError(`Give s3://KEY:SECRET@HOST/BUCKET. See: ${commandLine('migrate-to --help')}`);
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
    terminal.print(`Copied ${files - lost} picture files and compared each one.`);
    if (lost > 0)
      terminal.print(
        `Not copied, because they are missing or damaged: ${lost}. See: ${commandLine('doctor')}`,
      );
    const advice = mediaBucket ? 'set MEDIA_URL to that address' : 'unset MEDIA_URL';
    terminal.print(`Now ${advice} on every node, and start the site. The previous files were not deleted.`);
    return exitCodes.done;
  });
}
