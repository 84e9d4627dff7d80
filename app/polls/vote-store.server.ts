import { randomBytes } from 'node:crypto';
import type { VoterNetwork } from '#app/auth/informal-voter.server.ts';
import type { ReadDb, WriteDb } from '#app/database/handles.ts';
import { heldFor } from '#app/database/held-row.ts';
import { inTransaction } from '#app/database/transaction.ts';
import type { Poll } from './poll.ts';

/**
 * Who votes: a member by the account, or a browser by its opaque id from networks, of each of which `votersPerNetwork`
 * times its share may vote. `isVerified` says that the member has proved an address.
 */
export type Voter =
  | { kind: 'member'; id: string; isVerified: boolean }
  | { kind: 'informal'; id: string; networks: readonly VoterNetwork[]; votersPerNetwork: number };

/** A vote as the voter sees it while the poll is open. */
export type OwnVote = { choices: string[]; receipt: string; castAt: number };

export type CastOutcome =
  | { kind: 'cast'; vote: OwnVote }
  /** The poll is not open, the option not one of its own, the voter may not vote, or voted before it was closed. */
  | { kind: 'refused' }
  /** Too many browsers of this network have voted. */
  | { kind: 'crowded' };

/**
 * Casts or changes the vote of one voter; a voter has one, whatever happens at the same time. One statement decides
 * whether the poll is open at `now` (UTC epoch milliseconds), whether the choices are its options as of the poll's
 * version, and who may vote.
 */
export async function castVote(
  db: WriteDb,
  poll: Pick<Poll, 'id' | 'version'>,
  voter: Voter,
  choices: string[],
  now: number,
): Promise<CastOutcome> {
  if (choices.length === 0) return { kind: 'refused' };
  if (voter.kind === 'member') {
    const row = await upsertVote(db, poll, voter, choices, now);
    return row ? { kind: 'cast', vote: row.vote } : { kind: 'refused' };
  }
  return castInformally(db, poll, voter, choices, now);
}

type Informal = Extract<Voter, { kind: 'informal' }>;

class CrowdedError extends Error {
  readonly network: string;

  constructor(network: string) {
    super('the network has no place left');
    this.network = network;
  }
}

async function castInformally(
  db: WriteDb,
  poll: Pick<Poll, 'id' | 'version'>,
  voter: Informal,
  choices: string[],
  now: number,
): Promise<CastOutcome> {
  try {
    return await inTransaction(db, async (transaction) => {
      const row = await upsertVote(transaction, poll, voter, choices, now);
      if (!row) return { kind: 'refused' };
      // Thrown, so that the vote is taken back.
      if (row.isNew) await takePlaces(transaction, poll.id, voter);
      return { kind: 'cast', vote: row.vote };
    });
  } catch (error) {
    if (!(error instanceof CrowdedError)) throw error;
    await countRefused(db, poll.id, error.network);
    return { kind: 'crowded' };
  }
}

async function upsertVote(
  db: WriteDb,
  poll: Pick<Poll, 'id' | 'version'>,
  voter: Voter,
  choices: string[],
  now: number,
): Promise<{ vote: OwnVote; isNew: boolean } | undefined> {
  const receipt = createReceipt();
  const sorted = [...new Set(choices)].sort();
  const isMember = voter.kind === 'member';
  const network = voter.kind === 'informal' ? voter.networks.map(({ key }) => key).join(' ') : null;
  const row = await db
    .insertInto('poll_vote')
    .columns([
      'pollId',
      'voter',
      'userId',
      'kind',
      'round',
      'choices',
      'receipt',
      'network',
      'firstAt',
      'castAt',
    ])
    .expression(({ selectFrom, cast, val }) =>
      selectFrom('poll')
        .select([
          'poll.id',
          cast<string>(val(voter.id), 'text').as('voter'),
          cast<string>(val(isMember ? voter.id : null), 'text').as('userId'),
          cast<string>(val(voter.kind), 'text').as('kind'),
          'poll.round',
          cast<string>(val(sorted.join(' ')), 'text').as('choices'),
          cast<string>(val(receipt), 'text').as('receipt'),
          cast<string>(val(network), 'text').as('network'),
          cast<number>(val(now), 'bigint').as('firstAt'),
          cast<number>(val(now), 'bigint').as('castAt'),
        ])
        .where('poll.id', '=', poll.id)
        .where('poll.version', '=', poll.version)
        .where('poll.closedAt', 'is', null)
        .where((eb) => eb.or([eb('poll.opensAt', 'is', null), eb('poll.opensAt', '<=', now)]))
        .where((eb) => eb.or([eb('poll.closesAt', 'is', null), eb('poll.closesAt', '>', now)]))
        .where('poll.maxChoices', '>=', sorted.length)
        .where('poll.voters', 'in', rulesFor(voter))
        .where(
          (eb) =>
            eb
              .selectFrom('poll_option')
              .whereRef('poll_option.pollId', '=', 'poll.id')
              .where('poll_option.id', 'in', sorted)
              .select(({ fn }) => fn.countAll<number>().as('count')),
          '=',
          sorted.length,
        )
        .modifyEnd(heldFor(db, 'share', 'poll')),
    )
    .onConflict((conflict) =>
      conflict
        .columns(['pollId', 'voter'])
        .doUpdateSet(({ ref }) => ({ choices: ref('excluded.choices'), castAt: ref('excluded.castAt') }))
        .whereRef('poll_vote.round', '=', 'excluded.round'),
    )
    .returning('receipt')
    .executeTakeFirst();
  if (!row) return undefined;
  const kept = row.receipt ?? receipt;
  return { vote: { choices: sorted, receipt: kept, castAt: now }, isNew: kept === receipt };
}

function rulesFor(voter: Voter): Poll['voters'][] {
  if (voter.kind === 'informal') return ['anyone'];
  return voter.isVerified ? ['anyone', 'members', 'verified'] : ['anyone', 'members'];
}

/** Takes a place for one more browser in each of its networks. Throws CrowdedError when one of them has none left. */
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

async function countRefused(db: WriteDb, pollId: string, network: string): Promise<void> {
  await db
    .updateTable('poll_network')
    .set(({ eb }) => ({ refused: eb('refused', '+', 1) }))
    .where('pollId', '=', pollId)
    .where('network', '=', network)
    .execute();
}

/** Takes the vote back while the poll is open at `now`; answers whether there was one. */
export function withdrawVote(db: WriteDb, pollId: string, voter: string, now: number): Promise<boolean> {
  return inTransaction(db, async (transaction) => {
    const open = await transaction
      .selectFrom('poll')
      .select(['id', 'round'])
      .where('id', '=', pollId)
      .where('closedAt', 'is', null)
      .where((eb) => eb.or([eb('closesAt', 'is', null), eb('closesAt', '>', now)]))
      .modifyEnd(heldFor(transaction, 'share', 'poll'))
      .executeTakeFirst();
    if (!open) return false;
    const { numDeletedRows } = await transaction
      .deleteFrom('poll_vote')
      .where('pollId', '=', pollId)
      .where('voter', '=', voter)
      .where('round', '=', open.round)
      .executeTakeFirst();
    return numDeletedRows > 0n;
  });
}

/**
 * What the voter has to do with the poll: nothing, a vote that can be changed, or one that was counted when it was
 * closed, of which nobody knows any more what it says.
 */
export type Standing = { kind: 'none' } | { kind: 'voted'; vote: OwnVote } | { kind: 'sealed' };

export async function findStanding(db: ReadDb, pollId: string, voter: string): Promise<Standing> {
  const row = await db
    .selectFrom('poll_vote')
    .select(['choices', 'receipt', 'castAt'])
    .where('pollId', '=', pollId)
    .where('voter', '=', voter)
    .executeTakeFirst();
  if (!row) return { kind: 'none' };
  if (row.choices === null || row.receipt === null) return { kind: 'sealed' };
  return {
    kind: 'voted',
    vote: { choices: row.choices.split(' '), receipt: row.receipt, castAt: row.castAt },
  };
}

// Crockford's base 32: no letter that looks like a digit.
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** 80 random bits as 16 letters and digits in groups of four: made of nothing but chance. */
function createReceipt(): string {
  const letters = [...randomBytes(16)].map((byte) => ALPHABET[byte % 32]).join('');
  return letters.replace(/(.{4})(?!$)/g, '$1-');
}
