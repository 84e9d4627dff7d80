import type { ReadDb, WriteDb } from '#app/platform/database/handles.ts';
import { inTransaction } from '#app/platform/database/transaction.ts';
import { requestSealing, sealPoll } from '#app/polls/votes/ballot-sealing.server.ts';
import { addNotes, findHeldPoll } from './poll-store.server.ts';

/**
 * Closes the poll, once, and begins to finalize its ballots, which continues afterwards for a large poll. An early
 * closing is noted. Returns whether it was open.
 */
export async function closePoll(db: WriteDb, id: string, now: number): Promise<boolean> {
  const isClosed = await inTransaction(db, (transaction) => close(transaction, id, now));
  if (isClosed) await sealPoll(db, id, { mostSlices: 1 });
  return isClosed;
}

/** From here on no vote is accepted: each locks the poll, so earlier ones are saved. */
async function close(db: WriteDb, id: string, now: number): Promise<boolean> {
  const poll = await findHeldPoll(db, id);
  if (!poll || poll.closedAt !== null) return false;
  const isDue = poll.closesAt !== null && poll.closesAt <= now;
  const closedAt = isDue ? (poll.closesAt as number) : now;
  await db
    .updateTable('poll')
    .set(({ eb }) => ({ closedAt, endsAt: closedAt, updatedAt: now, version: eb('version', '+', 1) }))
    .where('id', '=', id)
    .execute();
  await requestSealing(db, id);
  if (!isDue) await addNotes(db, id, ['The poll was closed early by the administrator.'], now);
  return true;
}

/** Closes a poll that was unpublished at its closing time, in the caller's transaction; a job finalizes its ballots. */
export async function closeDuePoll(db: WriteDb, id: string, now: number): Promise<void> {
  const poll = await findHeldPoll(db, id);
  if (poll && poll.closesAt !== null && poll.closesAt <= now) await close(db, id, now);
}

/** Closes every poll whose closing time has passed at `now`, one after the other, until the signal fires. */
export async function closeDuePolls(db: WriteDb, now: number, signal?: AbortSignal): Promise<void> {
  for (
    let id = await findDuePoll(db, now);
    id !== undefined && !signal?.aborted;
    id = await findDuePoll(db, now)
  )
    await closePoll(db, id, now);
}

/** Whether there are open polls whose closing time has passed. */
export async function hasDuePolls(db: ReadDb, now: number): Promise<boolean> {
  return (await findDuePoll(db, now)) !== undefined;
}

async function findDuePoll(db: ReadDb, now: number): Promise<string | undefined> {
  const row = await db
    .selectFrom('poll')
    .select('id')
    .where('closedAt', 'is', null)
    .where('closesAt', '<=', now)
    .orderBy('closesAt')
    .limit(1)
    .executeTakeFirst();
  return row?.id;
}
