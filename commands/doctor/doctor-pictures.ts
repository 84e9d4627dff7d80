import type { ReadDb } from '#app/platform/database/handles.ts';
import { isBucketError } from '#app/platform/media/bucket-files.server.ts';
import { openMediaFiles } from '#app/platform/media/media.server.ts';
import { compareFiles, readIntact } from '#app/platform/media/picture-files.server.ts';
import type { Settings } from '#app/platform/settings/settings.server.ts';
import { HOUR_MS } from '#app/platform/time/durations.ts';
import { type Finding, ok, problem, warning } from './doctor-finding.ts';

/** How many files a finding names. */
const NAMED = 3;
/** Younger files without a picture may belong to an upload that is not finished. */
const UNFINISHED_MS = HOUR_MS;

/** Whether every picture has its files, with the content they were stored with, and there are no others (F10). */
export async function* checkPictures(db: ReadDb, settings: Settings, now: number): AsyncGenerator<Finding> {
  const files = openMediaFiles(settings);
  const found = { missing: openTally(), altered: openTally(), orphaned: openTally() };
  // A bucket compares what it stores with checksums of its own; reading all of it over the network would take hours.
  const isIntact = async (row: Parameters<typeof readIntact>[1]) =>
    settings.mediaBucket !== undefined || typeof (await readIntact(files, row)) === 'object';
  try {
    for await (const difference of compareFiles(db, files, isIntact))
      if (difference.kind !== 'orphaned' || difference.file.changedAt < now - UNFINISHED_MS)
        found[difference.kind].note(difference.name);
  } catch (error) {
    if (!isBucketError(error)) throw error;
    yield problem(
      'media-bucket',
      `${error.message}. Check the host, the name, the key and the region in MEDIA_URL`,
    );
    return;
  }
  const { missing, altered, orphaned } = found;
  if (missing.count > 0)
    yield problem(
      'missing-pictures',
      `${missing.words()} missing. Restore a backup, or upload the pictures again`,
    );
  if (altered.count > 0)
    yield problem(
      'damaged-pictures',
      `${altered.words()} damaged. Restore a backup, or upload the pictures again`,
    );
  if (orphaned.count > 0)
    yield warning(
      'unused-picture-files',
      `${orphaned.words()} stored, but not in the library. The site deletes such files within two hours while it runs`,
    );
  if (missing.count + altered.count === 0)
    yield ok('pictures', 'All files of pictures are present and intact');
}

function openTally() {
  const names: string[] = [];
  let count = 0;
  return {
    get count() {
      return count;
    },
    note(name: string) {
      count++;
      if (names.length < NAMED) names.push(name);
    },
    words: () =>
      `${count === 1 ? 'The file of a picture' : `${count} files of pictures`} (${names.join(', ')}${count > NAMED ? ', …' : ''}) ${count === 1 ? 'is' : 'are'}`,
  };
}
