/** The votes of an account: what its owner can see of them, and what happens to them when it is deleted. */
import { randomUUID } from 'node:crypto';
import type { ReadDb, WriteDb } from '#app/platform/database/handles.ts';
import { heldFor } from '#app/platform/database/transaction.ts';
import { keyedHash } from '#app/platform/throttle/keyed-hash.ts';
import { refOf } from './ballot-key.server.ts';
import { leaveTrashedVotes } from './trashed-votes.server.ts';

/** `votedAt` is UTC epoch milliseconds, rounded to the hour. In closed polls no one knows the choice. */
export type AccountVote = { pollId: string; votedAt: number; choices?: string; receipt?: string };

export async function listVotesOf(db: ReadDb, userId: string): Promise<AccountVote[]> {
  const rows = await db
    .selectFrom('poll_voter')
    .leftJoin('poll_key', 'poll_key.pollId', 'poll_voter.pollId')
    .select(['poll_voter.pollId', 'voter', 'votedAt', 'key'])
    .where('userId', '=', userId)
    .orderBy('poll_voter.pollId')
    .execute();
  const refs = rows.flatMap(({ key, voter }) => (key === null ? [] : refOf(key, voter)));
  const ballots = refs.length === 0 ? [] : await listBallots(db, refs);
  const byPoll = new Map(ballots.map(({ pollId, ...ballot }) => [pollId, ballot]));
  return rows.map(({ pollId, votedAt }) => ({ pollId, votedAt, ...byPoll.get(pollId) }));
}

function listBallots(db: ReadDb, refs: string[]) {
  return db
    .selectFrom('poll_ballot')
    .select(['pollId', 'choices', 'receipt'])
    .where('ref', 'in', refs)
    .execute();
}

/** The address of an account: verified, or only claimed. */
export type Holder = { email: string; isVerified: boolean };

/**
 * The voter id of a person whose account was deleted: a keyed hash of the poll and the address. Nothing can be read
 * from it, and it differs for each poll. A claim has a separate id, so that it never takes the vote of the holder.
 */
function formerVoterOf(secret: string, pollId: string, { email, isVerified }: Holder): string {
  return keyedHash(secret, `former ${isVerified ? 'holder' : 'claimant'} in poll ${pollId}`, email);
}

/** The ids under which the person may have voted before, with a deleted account. */
export function formerVotersOf(secret: string, pollId: string, { email, isVerified }: Holder): string[] {
  const asHolder = formerVoterOf(secret, pollId, { email, isVerified: true });
  return isVerified ? [asHolder] : [asHolder, formerVoterOf(secret, pollId, { email, isVerified: false })];
}

/**
 * Before the account is deleted, in the same transaction: withdraws its votes in open polls, also in the trash. If its ballot was
 * finalized, so that no one knows which one it is, it stays, and so does the voter's row: under a keyed hash of the
 * address, so that no one votes twice in a reopened poll; without `holder` under a random id.
 */
export async function leaveVotes(
  db: WriteDb,
  userId: string,
  former?: { secret: string; holder: Holder },
): Promise<void> {
  const votes = await db
    .selectFrom('poll_voter')
    .select(['pollId', 'voter', 'round'])
    .where('userId', '=', userId)
    .orderBy('pollId')
    .execute();
  const formerIn = (pollId: string) => former && formerVoterOf(former.secret, pollId, former.holder);
  await leaveTrashedVotes(db, userId, formerIn);
  for (const { pollId, voter, round } of votes) {
    if (await withdraw(db, { pollId, voter, round })) continue;
    const hash = formerIn(pollId);
    const isTaken = hash !== undefined && (await hasVoted(db, pollId, hash));
    await db
      .updateTable('poll_voter')
      .set({ voter: hash === undefined || isTaken ? randomUUID() : hash, userId: null })
      .where('pollId', '=', pollId)
      .where('voter', '=', voter)
      .execute();
  }
}

async function hasVoted(db: ReadDb, pollId: string, voter: string): Promise<boolean> {
  const row = await db
    .selectFrom('poll_voter')
    .select('voter')
    .where('pollId', '=', pollId)
    .where('voter', '=', voter)
    .executeTakeFirst();
  return row !== undefined;
}

/** Returns whether there was a vote in an open poll, which is now withdrawn. */
async function withdraw(
  db: WriteDb,
  { pollId, voter, round }: { pollId: string; voter: string; round: number },
): Promise<boolean> {
  const open = await db
    .selectFrom('poll')
    .leftJoin('poll_key', 'poll_key.pollId', 'poll.id')
    .select('key')
    .where('poll.id', '=', pollId)
    .where('round', '=', round)
    .where('closedAt', 'is', null)
    .modifyEnd(heldFor(db, 'share', 'poll'))
    .executeTakeFirst();
  if (!open?.key) return false;
  const { numDeletedRows } = await db
    .deleteFrom('poll_ballot')
    .where('pollId', '=', pollId)
    .where('ref', '=', refOf(open.key, voter))
    .executeTakeFirst();
  if (numDeletedRows === 0n) return false;
  await db.deleteFrom('poll_voter').where('pollId', '=', pollId).where('voter', '=', voter).execute();
  return true;
}

/** Deletes the hashes of voters with deleted accounts: nothing is left by which a person could be recognized. */
export async function forgetFormerVoters(db: WriteDb, pollId: string): Promise<void> {
  const former = await db
    .selectFrom('poll_voter')
    .select('voter')
    .where('pollId', '=', pollId)
    .where('kind', '=', 'member')
    .where('userId', 'is', null)
    .execute();
  for (const { voter } of former)
    await db
      .updateTable('poll_voter')
      .set({ voter: randomUUID() })
      .where('pollId', '=', pollId)
      .where('voter', '=', voter)
      .execute();
}
