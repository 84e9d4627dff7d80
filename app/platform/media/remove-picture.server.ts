import type { ReadDb, WriteDb } from '#app/platform/database/handles.ts';
import { inTransaction } from '#app/platform/database/transaction.ts';
import type { TextSource } from '#app/platform/search-index/text-sources.ts';
import { DAY_MS, HOUR_MS } from '#app/platform/time/durations.ts';
import type { MediaFiles, StoredFile } from './media-files.server.ts';
import { compareFiles, isPictureFile } from './picture-files.server.ts';
import { lockPicture, removePictureRow } from './picture-store.server.ts';
import { countIdle, listIdle, listUses, type PictureUse } from './picture-uses.server.ts';
import { updateUses } from './update-picture-uses.server.ts';

export type Removal = { kind: 'removed' } | { kind: 'missing' } | { kind: 'used'; uses: PictureUse[] };

/**
 * Removes a picture from the library; one that is in use only with `takeAway`, which takes it away from everything that
 * uses it, in the same transaction. From then on its files are not served. They are deleted within two hours by `sweepFiles`, so that the
 * same picture can be uploaded at the same moment.
 */
export async function removePicture(
  db: WriteDb,
  sources: TextSource[],
  id: string,
  now: number,
  takeAway?: (db: WriteDb) => Promise<void>,
): Promise<Removal> {
  await updateUses(db, sources, now);
  return inTransaction(db, async (transaction) => {
    if (!(await lockPicture(transaction, id, 'update'))) return { kind: 'missing' };
    // What was saved with it until now.
    await updateUses(transaction, sources, now);
    const uses = await listUses(transaction, [id]);
    if (uses.length > 0 && !takeAway) return { kind: 'used', uses };
    await takeAway?.(transaction);
    return (await removePictureRow(transaction, id)) ? { kind: 'removed' } : { kind: 'missing' };
  });
}

/** After this many days without use, a picture may be cleaned up. */
export const IDLE_DAYS = 30;

function idleSince(now: number): number {
  return now - IDLE_DAYS * DAY_MS;
}

/** The ids of pictures that nothing has used for 30 days, the longest unused first. Call `updateUses` before. */
export function listCleanable(db: ReadDb, now: number, limit: number): Promise<string[]> {
  return listIdle(db, idleSince(now), limit);
}

export function countCleanable(db: ReadDb, now: number): Promise<number> {
  return countIdle(db, idleSince(now));
}

/** Removes those of the pictures that nothing has used for 30 days, and returns their ids. */
export async function cleanUpPictures(
  db: WriteDb,
  sources: TextSource[],
  ids: string[],
  now: number,
): Promise<string[]> {
  await updateUses(db, sources, now);
  const cleanable = new Set(await listIdle(db, idleSince(now), Number.MAX_SAFE_INTEGER));
  const removed: string[] = [];
  for (const id of ids.filter((each) => cleanable.has(each)))
    if ((await removePicture(db, sources, id, now)).kind === 'removed') removed.push(id);
  return removed;
}

/** Younger files may belong to an upload that is not in the library yet. */
const SETTLED_MS = HOUR_MS;

/** Deletes the files that belong to no picture of the library. */
export async function sweepFiles(
  db: ReadDb,
  files: MediaFiles,
  now: number,
  signal?: AbortSignal,
): Promise<void> {
  const isVisibleToAll = (file: StoredFile | undefined) =>
    file !== undefined && file.changedAt <= now - SETTLED_MS;
  for await (const difference of compareFiles(db, files)) {
    if (signal?.aborted) return;
    if (difference.kind !== 'orphaned' || !isVisibleToAll(difference.file)) continue;
    // The same picture may have been uploaded since.
    const { name } = difference;
    if (isVisibleToAll(await files.find(name)) && !(await isPictureFile(db, name))) await files.remove(name);
  }
}
