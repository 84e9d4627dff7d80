import { open, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { ReadDb } from '#app/platform/database/handles.ts';
import type { PictureFileRow } from '#app/platform/database/tables/tables.ts';
import { copyPictureFiles } from '#app/platform/media/copy-picture-files.server.ts';
import { openMediaFiles } from '#app/platform/media/media.server.ts';
import type { MediaFiles } from '#app/platform/media/media-files.server.ts';
import { listFilesOf } from '#app/platform/media/picture-files.server.ts';
import { listPictures, type Picture, pictureOrder } from '#app/platform/media/picture-store.server.ts';
import { withWorkFolder } from '#app/platform/storage/work-folder.server.ts';
import { pagesOf } from './export-records.ts';

/** `lost` is how many files are missing or damaged. */
type ExportedPictures = {
  records: number;
  lost: number;
  /** Gives the list its name, `pictures.json`. A town without pictures has none. */
  moveToFinalName: () => Promise<void>;
  /** Deletes the list if it has no name yet. */
  discard: () => Promise<void>;
};

/**
 * Copies the files of all pictures to the folder `media` in `folder`, where files of an earlier export stay, and writes
 * the list that import can read. Throws the reason of `signal` when that is aborted.
 */
export async function exportPictures(
  db: ReadDb,
  from: MediaFiles,
  folder: string,
  signal: AbortSignal,
): Promise<ExportedPictures> {
  const unfinished = join(folder, '.pictures.json.unfinished');
  const file = join(folder, 'pictures.json');
  const discard = () => rm(unfinished, { force: true });
  const to = openMediaFiles({ dataFolder: folder });
  const onFile = () => signal.throwIfAborted();
  const lost = await withWorkFolder(folder, (workFolder) =>
    copyPictureFiles(db, { from, to, workFolder, onFile }),
  );
  const records = await writeList(db, unfinished).catch(async (error) => {
    await discard();
    throw error;
  });
  const moveToFinalName = () =>
    records > 0 ? rename(unfinished, file) : rm(file, { force: true }).then(discard);
  return { records, lost, moveToFinalName, discard };
}

async function writeList(db: ReadDb, path: string): Promise<number> {
  const file = await open(path, 'w');
  let records = 0;
  try {
    for await (const pictures of pagesOf(pictureOrder, (request) => listPictures(db, {}, request))) {
      const ids = pictures.map(({ id }) => id);
      const files = await listFilesOf(db, ids);
      for (const picture of pictures) {
        const own = files.filter((each) => each.picture === picture.id);
        await file.writeFile(`${records++ === 0 ? '[\n' : ',\n'}${JSON.stringify(recordOf(picture, own))}`);
      }
    }
    await file.writeFile(records === 0 ? '[]\n' : '\n]\n');
    await file.sync();
    return records;
  } finally {
    await file.close();
  }
}

function recordOf(
  { updatedAt, addedBy, addedByToken, createdAt, ...picture }: Picture,
  files: PictureFileRow[],
) {
  return {
    ...picture,
    createdAt: new Date(createdAt).toISOString(),
    files: files.map(({ name, bytes, sha256 }) => ({
      name,
      bytes,
      sha256,
    })),
  };
}
