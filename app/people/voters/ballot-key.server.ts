/** What links a voter and a ballot while a poll is open, so that the vote can be changed: a key for each poll. */
import { createHmac, randomBytes } from 'node:crypto';
import type { ReadDb, WriteDb } from '#app/platform/database/handles.ts';

/** The reference on a voter's ballot. Without the poll's key no one can tell whose it is. */
export function refOf(key: string, voter: string): string {
  return createHmac('sha256', key).update(voter).digest('base64url');
}

/** Undefined before the first vote, once the ballots are finalized, and after a restore: no backup contains it. */
export async function findBallotKey(db: ReadDb, pollId: string): Promise<string | undefined> {
  const row = await db.selectFrom('poll_key').select('key').where('pollId', '=', pollId).executeTakeFirst();
  return row?.key;
}

/** The poll's key, created if there is none. Call it in a transaction that has locked the open poll. */
export async function openBallotKey(db: WriteDb, pollId: string): Promise<string> {
  const known = await findBallotKey(db, pollId);
  if (known) return known;
  const key = randomBytes(32).toString('base64url');
  await db
    .insertInto('poll_key')
    .values({ pollId, key })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return (await findBallotKey(db, pollId)) ?? key;
}
