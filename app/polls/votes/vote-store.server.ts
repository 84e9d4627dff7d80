import { randomBytes } from 'node:crypto';
import { findBallotKey, openBallotKey, refOf } from '#app/people/voters/ballot-key.server.ts';
import type { OwnVote, Voter, VoterRule, VoteStatus } from '#app/people/voters/voter.ts';
import type { ReadDb, WriteDb } from '#app/platform/database/handles.ts';
import { heldFor, inSnapshot, inTransaction } from '#app/platform/database/transaction.ts';
import { HOUR_MS } from '#app/platform/time/durations.ts';

export type CastOutcome =
  /** `isChange` if the voter had voted before. */
  | { kind: 'cast'; vote: OwnVote; isChange: boolean }
  /** The poll is not open, an option is not its own, the voter may not vote, or has a vote that can't be changed. */
  | { kind: 'refused' }
  /** Too many browsers of this network have voted. */
  | { kind: 'crowded' };

/** The poll as the voter saw it: a change since then refuses the vote. */
type SeenPoll = { id: string; version: number };

type Casting = { poll: SeenPoll; voter: Voter; choices: string[]; now: number };

class CrowdedError extends Error {
  readonly network: string;

  constructor(network: string) {
    super('the network has no place left');
    this.network = network;
  }
}

/**
 * Casts or changes the vote of one voter, who has one, whatever happens at the same time. One statement, which locks
 * the poll until the vote is saved, checks whether the poll is open at `now` (UTC epoch milliseconds), whether the
 * choices are its options as of the poll's version, and who may vote.
 */
export async function castVote(
  db: WriteDb,
  poll: SeenPoll,
  voter: Voter,
  choices: string[],
  now: number,
): Promise<CastOutcome> {
  if (choices.length === 0) return { kind: 'refused' };
  const casting = { poll, voter, choices: [...new Set(choices)].sort(), now };
  try {
    return await inTransaction(db, (transaction) => cast(transaction, casting));
  } catch (error) {
    if (!(error instanceof CrowdedError)) throw error;
    await countRefused(db, poll.id, error.network);
    return { kind: 'crowded' };
  }
}

async function cast(db: WriteDb, casting: Casting): Promise<CastOutcome> {
  const { poll, voter, choices } = casting;
  const round = await admit(db, casting);
  if (round === undefined) return { kind: 'refused' };
  const ballot = { pollId: poll.id, round, ref: refOf(await openBallotKey(db, poll.id), voter.id) };
  const isNew = await addVoter(db, casting, round);
  const receipt = isNew
    ? await addBallot(db, { ...ballot, kind: voter.kind, choices: choices.join(' ') })
    : await changeBallot(db, ballot, choices.join(' '));
  if (!receipt) return { kind: 'refused' };
  // Thrown, so that the vote is rolled back.
  if (isNew && voter.kind === 'informal') await takePlaces(db, poll.id, voter);
  return { kind: 'cast', vote: { kind: voter.kind, choices, receipt }, isChange: !isNew };
}

/** The current round of the locked poll, if this vote may be cast in it. */
async function admit(db: WriteDb, { poll, voter, choices, now }: Casting): Promise<number | undefined> {
  const former = voter.kind === 'member' ? (voter.former ?? []) : [];
  const row = await db
    .selectFrom('poll')
    .select('round')
    .where('id', '=', poll.id)
    .where('version', '=', poll.version)
    .where('closedAt', 'is', null)
    .where((eb) => eb.or([eb('opensAt', 'is', null), eb('opensAt', '<=', now)]))
    .where((eb) => eb.or([eb('closesAt', 'is', null), eb('closesAt', '>', now)]))
    .where('maxChoices', '>=', choices.length)
    .where('voters', 'in', rulesFor(voter))
    .where(
      (eb) =>
        eb
          .selectFrom('poll_option')
          .whereRef('poll_option.pollId', '=', 'poll.id')
          .where('poll_option.id', 'in', choices)
          .select(({ fn }) => fn.countAll<number>().as('count')),
      '=',
      choices.length,
    )
    .$if(former.length > 0, (query) =>
      query.where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom('poll_voter')
              .select('poll_voter.voter')
              .whereRef('poll_voter.pollId', '=', 'poll.id')
              .where('poll_voter.voter', 'in', former),
          ),
        ),
      ),
    )
    .modifyEnd(heldFor(db, 'share', 'poll'))
    .executeTakeFirst();
  return row?.round;
}

function rulesFor(voter: Voter): VoterRule[] {
  if (voter.kind === 'informal') return ['anyone'];
  return voter.isVerified ? ['anyone', 'members', 'verified'] : ['anyone', 'members'];
}

/** Returns whether the voter is new in this poll. */
async function addVoter(db: WriteDb, { poll, voter, now }: Casting, round: number): Promise<boolean> {
  const added = await db
    .insertInto('poll_voter')
    .values({
      pollId: poll.id,
      voter: voter.id,
      userId: voter.kind === 'member' ? voter.id : null,
      kind: voter.kind,
      round,
      network: voter.kind === 'informal' ? voter.networks.map(({ key }) => key).join(' ') : null,
      votedAt: now - (now % HOUR_MS),
    })
    .onConflict((conflict) => conflict.columns(['pollId', 'voter']).doNothing())
    .returning('voter')
    .executeTakeFirst();
  return added !== undefined;
}

type OpenBallot = { pollId: string; round: number; ref: string };

async function addBallot(
  db: WriteDb,
  ballot: OpenBallot & { kind: Voter['kind']; choices: string },
): Promise<string> {
  const receipt = createReceipt();
  await db
    .insertInto('poll_ballot')
    .values({ ...ballot, receipt, position: null, hash: null })
    .execute();
  return receipt;
}

/** Undefined when the voter has no vote that could be changed. */
async function changeBallot(
  db: WriteDb,
  { pollId, round, ref }: OpenBallot,
  choices: string,
): Promise<string | undefined> {
  const changed = await db
    .updateTable('poll_ballot')
    .set({ choices })
    .where('pollId', '=', pollId)
    .where('ref', '=', ref)
    .where('round', '=', round)
    .returning('receipt')
    .executeTakeFirst();
  return changed?.receipt;
}

type Informal = Extract<Voter, { kind: 'informal' }>;

/** Takes a slot for one more browser in each of its networks. Throws CrowdedError when one of them has none left. */
async function takePlaces(
  db: WriteDb,
  pollId: string,
  { networks, votersPerNetwork }: Informal,
): Promise<void> {
  for (const { key, share } of networks)
    if (!(await takePlace(db, pollId, key, Math.floor(votersPerNetwork * share))))
      throw new CrowdedError(key);
}

async function takePlace(db: WriteDb, pollId: string, network: string, most: number): Promise<boolean> {
  const taken = await db
    .insertInto('poll_network')
    .values({ pollId, network, voters: 1 })
    .onConflict((conflict) =>
      conflict
        .columns(['pollId', 'network'])
        .doUpdateSet(({ eb }) => ({ voters: eb('poll_network.voters', '+', 1) }))
        .where('poll_network.voters', '<', most),
    )
    .returning('voters')
    .executeTakeFirst();
  return taken !== undefined;
}

/** Separately, in a fixed order, so that no deadlock occurs. */
async function freePlaces(db: WriteDb, pollId: string, networks: string[]): Promise<void> {
  for (const network of networks)
    await db
      .updateTable('poll_network')
      .set(({ eb }) => ({ voters: eb('voters', '-', 1) }))
      .where('pollId', '=', pollId)
      .where('network', '=', network)
      .where('voters', '>', 0)
      .execute();
}

async function countRefused(db: WriteDb, pollId: string, network: string): Promise<void> {
  await db
    .updateTable('poll_network')
    .set(({ eb }) => ({ refused: eb('refused', '+', 1) }))
    .where('pollId', '=', pollId)
    .where('network', '=', network)
    .execute();
}

/** Withdraws the vote while the poll is open at `now`, and frees its networks' slots; returns whether there was one. */
export function withdrawVote(db: WriteDb, pollId: string, voter: string, now: number): Promise<boolean> {
  return inTransaction(db, async (transaction) => {
    const open = await transaction
      .selectFrom('poll')
      .select('round')
      .where('id', '=', pollId)
      .where('closedAt', 'is', null)
      .where((eb) => eb.or([eb('closesAt', 'is', null), eb('closesAt', '>', now)]))
      .modifyEnd(heldFor(transaction, 'share', 'poll'))
      .executeTakeFirst();
    const key = open && (await findBallotKey(transaction, pollId));
    if (!key) return false;
    const { numDeletedRows } = await transaction
      .deleteFrom('poll_ballot')
      .where('pollId', '=', pollId)
      .where('ref', '=', refOf(key, voter))
      .where('round', '=', open.round)
      .executeTakeFirst();
    if (numDeletedRows === 0n) return false;
    const gone = await transaction
      .deleteFrom('poll_voter')
      .where('pollId', '=', pollId)
      .where('voter', '=', voter)
      .returning('network')
      .executeTakeFirst();
    if (gone?.network) await freePlaces(transaction, pollId, gone.network.split(' '));
    return true;
  });
}

/** The voter's current relation to the poll. */
export function findVoteStatus(db: ReadDb, pollId: string, voter: string): Promise<VoteStatus> {
  return inSnapshot(db, async (read) => {
    const row = await read
      .selectFrom('poll_voter')
      .innerJoin('poll', 'poll.id', 'poll_voter.pollId')
      .leftJoin('poll_key', 'poll_key.pollId', 'poll_voter.pollId')
      .select(['poll_voter.kind', 'poll_voter.round', 'poll.round as pollRound', 'closedAt', 'key'])
      .where('poll_voter.pollId', '=', pollId)
      .where('voter', '=', voter)
      .executeTakeFirst();
    if (!row) return { kind: 'none' };
    if (row.closedAt !== null || row.round < row.pollRound) return { kind: 'sealed' };
    const ballot = row.key === null ? undefined : await findBallot(read, pollId, refOf(row.key, voter));
    if (!ballot) return { kind: 'restored' };
    const vote = { kind: row.kind, choices: ballot.choices.split(' '), receipt: ballot.receipt };
    return { kind: 'voted', vote };
  });
}

function findBallot(db: ReadDb, pollId: string, ref: string) {
  return db
    .selectFrom('poll_ballot')
    .select(['choices', 'receipt'])
    .where('pollId', '=', pollId)
    .where('ref', '=', ref)
    .executeTakeFirst();
}

// Crockford's base 32: no letter that looks like a digit.
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** 80 random bits as 16 letters and digits in groups of four. */
function createReceipt(): string {
  const letters = [...randomBytes(16)].map((byte) => ALPHABET[byte % 32]).join('');
  return letters.replace(/(.{4})(?!$)/g, '$1-');
}
