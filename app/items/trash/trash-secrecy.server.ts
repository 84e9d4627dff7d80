/** Keeps polls in the trash secret: once a poll has closed, nothing links a person to a ballot. */
import type { Collection, Collections } from '#app/items/collection/collection.ts';
import { forgetDeleted, isVisibleToAll } from '#app/platform/database/forget-deleted.server.ts';
import type { ReadDb, WriteDb } from '#app/platform/database/handles.ts';
import { liftTimeLimits } from '#app/platform/database/postgres-adapter.ts';
import { findTaskRequest, finishTask, requestTask } from '#app/platform/database/task-request.server.ts';
import { inTransaction } from '#app/platform/database/transaction.ts';
import { unlinkRows } from './kept-rows.server.ts';
import { listLinked, updateEntry } from './trash-store.server.ts';

const REMOVE_TRACES = 'remove-trash-traces';

const TABLES = [
  { table: 'trash_row', index: 'trash_row_key' },
  { table: 'trash_secret', index: 'trash_secret_key' },
];

/** Requests the job that removes from the disk what the caller's transaction deleted. */
export function requestTraceRemoval(db: WriteDb, now: number): Promise<void> {
  return requestTask(db, REMOVE_TRACES, now);
}

/** Whether closed polls in the trash still have links, or traces of deleted links are on the disk. */
export async function hasTrashSecrets(db: ReadDb, now: number): Promise<boolean> {
  return (
    (await findTaskRequest(db, REMOVE_TRACES)) !== undefined || (await listLinked(db, now, 1)).length > 0
  );
}

/** Removes the links of closed polls and then their traces, until the signal fires. */
export async function removeTrashSecrets(
  db: WriteDb,
  collections: Collections,
  now: number,
  signal?: AbortSignal,
): Promise<void> {
  for (let linked = await listLinked(db, now, 1); linked[0]; linked = await listLinked(db, now, 1)) {
    if (signal?.aborted) return;
    const { id, collection } = linked[0];
    await inTransaction(db, async (transaction) => {
      await liftTimeLimits(transaction);
      await unlinkEntry(transaction, collections[collection], id);
      await requestTraceRemoval(transaction, now);
    });
  }
  const at = await findTaskRequest(db, REMOVE_TRACES);
  if (at === undefined || signal?.aborted || !(await isVisibleToAll(db, 'job_request'))) return;
  const traced = Object.values(collections).flatMap(({ store: { belongings } }) => belongings?.traced ?? []);
  if (await forgetDeleted(db, [...TABLES, ...traced])) await finishTask(db, REMOVE_TRACES, at);
}

/** Removes from a trash entry what links people to their ballots; in the caller's transaction. */
export async function unlinkEntry(
  db: WriteDb,
  collection: Collection | undefined,
  trashId: string,
): Promise<void> {
  await unlinkRows(db, collection, trashId);
  await updateEntry(db, trashId, { linkedUntil: null });
}
