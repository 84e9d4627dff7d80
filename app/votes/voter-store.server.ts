/** Who has voted in which poll. */
import type { ReadDb, WriteDb } from '#app/database/handles.ts';
import { findBallotKey, refOf } from './ballot-key.server.ts';

/** Whether the poll has any votes. */
export async function hasVotes(db: ReadDb, pollId: string): Promise<boolean> {
  const query = db.selectFrom('poll_voter').select('voter').where('pollId', '=', pollId).limit(1);
  return (await query.executeTakeFirst()) !== undefined;
}

/** Those of the polls in which the voter has voted. */
export async function listVoted(db: ReadDb, pollIds: string[], voter: string): Promise<Set<string>> {
  if (pollIds.length === 0) return new Set();
  const rows = await db
    .selectFrom('poll_voter')
    .select('pollId')
    .where('pollId', 'in', pollIds)
    .where('voter', '=', voter)
    .execute();
  return new Set(rows.map((row) => row.pollId));
}

/** Removes these voters' ballots in an open poll. */
export async function removeBallots(db: WriteDb, pollId: string, voters: string[]): Promise<void> {
  const key = voters.length > 0 ? await findBallotKey(db, pollId) : undefined;
  if (!key) return;
  await db
    .deleteFrom('poll_ballot')
    .where('pollId', '=', pollId)
    .where(
      'ref',
      'in',
      voters.map((voter) => refOf(key, voter)),
    )
    .execute();
}
