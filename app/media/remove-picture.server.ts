import type { ReadDb, WriteDb } from '#app/database/handles.ts';
import { inTransaction } from '#app/database/transaction.ts';
import type { MediaFiles, StoredFile } from './media-files.server.ts';
import { compareFiles, isPictureFile } from './picture-files.server.ts';
import { findPicture, removePictureRow } from './picture-store.server.ts';
import { listIdle, listUses, type PictureUse, settleUses } from './picture-uses.server.ts';

export type Removal = { kind: 'removed' } | { kind: 'missing' } | { kind: 'used'; uses: PictureUse[] };

/**
 * Removes a picture that nothing uses from the library; from then on its files are not served. They are deleted within
 * two hours by `sweepFiles`, so that the same picture can be uploaded at the same moment.
 */
export async function removePicture(db: WriteDb, id: string, now: number): Promise<Removal> {
  await settleUses(db, now);
  return inTransaction(db, async (transaction) => {
    if (!(await findPicture(transaction, id))) return { kind: 'missing' };
    const uses = await listUses(transaction, [id]);
    if (uses.length > 0) return { kind: 'used', uses };
    return (await removePictureRow(transaction, id)) ? { kind: 'removed' } : { kind: 'missing' };
  });
}

const DAY_MS = 24 * 60 * 60 * 1000;

/** After this long without use, a picture may be cleaned up. */
const IDLE_MS = 30 * DAY_MS;

const MOST_CLEANED = 1000;

/** The ids of up to a thousand pictures that nothing has used for 30 days. */
export async function listCleanable(db: ReadDb, now: number): Promise<string[]> {
  return listIdle(db, now - IDLE_MS, MOST_CLEANED);
}

/** Removes the pictures that nothing has used for 30 days, and returns how many. */
export async function cleanUpPictures(db: WriteDb, now: number): Promise<number> {
  await settleUses(db, now);
  let count = 0;
  for (const id of await listCleanable(db, now))
    if ((await removePicture(db, id, now)).kind === 'removed') count++;
  return count;
}

/** Younger files may belong to an upload that is not in the library yet. */
const SETTLED_MS = 60 * 60 * 1000;

/** Deletes the files that belong to no picture of the library. */
export async function sweepFiles(
  db: ReadDb,
  files: MediaFiles,
  now: number,
  signal?: AbortSignal,
): Promise<void> {
  const isSettled = (file: StoredFile | undefined) =>
    file !== undefined && file.changedAt <= now - SETTLED_MS;
  for await (const difference of compareFiles(db, files)) {
    if (signal?.aborted) return;
    if (difference.kind !== 'orphaned' || !isSettled(difference.file)) continue;
    // The same picture may have been uploaded since.
    const { name } = difference;
    if (isSettled(await files.find(name)) && !(await isPictureFile(db, name))) await files.remove(name);
  }
}
