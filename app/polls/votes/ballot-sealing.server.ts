/**
 * Finalizes the ballots of a closed poll: they are put into a chain in the order of their receipts, which are random;
 * the key that linked them to their voters is destroyed, and its traces are removed from the disk. In batches of one
 * transaction each, so that others are served in between; after a crash another process continues.
 */
import {
  forgetDeleted,
  isVisibleToAll,
  renewStatistics,
} from '#app/platform/database/forget-deleted.server.ts';
import type { ReadDb, WriteDb } from '#app/platform/database/handles.ts';
import { liftTimeLimits } from '#app/platform/database/postgres-adapter.ts';
import { heldFor, inTransaction } from '#app/platform/database/transaction.ts';
import { ballotLine, closingLine, extendChain, startChain } from './ballot-chain.server.ts';
import { addGroup, countRound, emptyTally, type Tally } from './vote-count.server.ts';

/** The facts about a poll for finalizing it. `closedAt` is UTC epoch milliseconds. */
type VotedPoll = { id: string; round: number; closedAt: number | null };

const BATCH_SIZE = 200;
const SLICE_BATCHES = 5;

/** Whether ballots of a closed poll are not finalized yet, or their traces are still on the disk. */
export async function hasSealing(db: ReadDb): Promise<boolean> {
  return (await db.selectFrom('poll_sealing').select('pollId').limit(1).executeTakeFirst()) !== undefined;
}

/** Finalizes what is pending and removes its traces, until the signal fires. */
export async function finishSealing(db: WriteDb, signal?: AbortSignal): Promise<void> {
  const rows = await db.selectFrom('poll_sealing').select(['pollId', 'phase']).orderBy('pollId').execute();
  if (rows.some(({ phase }) => phase === 'ballots')) await renewStatistics(db, ['poll_ballot', 'poll_voter']);
  for (const { pollId, phase } of rows) {
    if (signal?.aborted) return;
    if (phase === 'ballots') await sealPoll(db, pollId, { signal });
  }
  await removeTraces(db);
}

/**
 * The closing that finalized the current round of a poll; undefined while it is open, and until its ballots are
 * finalized.
 */
export async function findSeal(db: ReadDb, { id, round, closedAt }: VotedPoll) {
  return closedAt === null ? undefined : findClosing(db, id, round);
}

function findClosing(db: ReadDb, pollId: string, round: number) {
  return db
    .selectFrom('poll_closing')
    .select(['pollId', 'round', 'closedAt', 'ballots', 'counts', 'line', 'head'])
    .where('pollId', '=', pollId)
    .where('round', '=', round)
    .executeTakeFirst();
}

/** How many ballots a closed poll has, and the head of their chain. */
export type Seal = { ballots: number; head: string };

/** The closings of those polls whose current round is finalized, by the poll's id. */
export async function listSeals(db: ReadDb, polls: VotedPoll[]): Promise<Map<string, Seal>> {
  const rounds = new Map(polls.filter((poll) => poll.closedAt !== null).map(({ id, round }) => [id, round]));
  if (rounds.size === 0) return new Map();
  const rows = await db
    .selectFrom('poll_closing')
    .select(['pollId', 'round', 'ballots', 'head'])
    .where('pollId', 'in', [...rounds.keys()])
    .execute();
  const seals = rows.filter(({ pollId, round }) => rounds.get(pollId) === round);
  return new Map(seals.map(({ pollId, ballots, head }) => [pollId, { ballots, head }]));
}

/**
 * Marks the ballots of a poll, closed in the same transaction, as pending: `sealPoll` or a job finalizes them
 * afterwards.
 */
export async function requestSealing(db: WriteDb, pollId: string): Promise<void> {
  await db
    .insertInto('poll_sealing')
    .values({ pollId, phase: 'ballots' })
    .onConflict((conflict) => conflict.column('pollId').doUpdateSet({ phase: 'ballots' }))
    .execute();
}

/** Finalizes the ballots of a closed poll; each of its steps processes at most `mostSlices`. */
export async function sealPoll(
  db: WriteDb,
  id: string,
  {
    mostSlices = Number.POSITIVE_INFINITY,
    signal,
  }: { mostSlices?: number; signal?: AbortSignal | undefined } = {},
): Promise<void> {
  for (const step of [sealSlice, forgetNetworks, finish]) {
    let isWhole = false;
    for (let slices = 0; !isWhole; slices++) {
      if (slices === mostSlices || signal?.aborted) return;
      isWhole = await inTransaction(db, (transaction) => inPhase(transaction, id, step));
    }
  }
}

type Step = (db: WriteDb, poll: VotedPoll) => Promise<boolean>;

/** Runs a step with the poll locked; true if nothing of it is left to do. */
async function inPhase(db: WriteDb, id: string, step: Step): Promise<boolean> {
  const poll = await lockPoll(db, id);
  if (!poll) return true;
  const sealing = await db
    .selectFrom('poll_sealing')
    .select('phase')
    .where('pollId', '=', id)
    .executeTakeFirst();
  return sealing?.phase === 'ballots' ? step(db, poll) : true;
}

function lockPoll(db: WriteDb, id: string): Promise<VotedPoll | undefined> {
  return db
    .selectFrom('poll')
    .select(['id', 'round', 'closedAt'])
    .where('id', '=', id)
    .modifyEnd(heldFor(db, 'update', 'poll'))
    .executeTakeFirst();
}

/** In their displayed order. */
function listOptions(db: ReadDb, pollId: string): Promise<{ id: string; text: string }[]> {
  return db
    .selectFrom('poll_option')
    .select(['id', 'text'])
    .where('pollId', '=', pollId)
    .orderBy('isNone')
    .orderBy('position')
    .execute();
}

/** Adds the next ballots to the chain and deletes their references to voters. */
async function sealSlice(db: WriteDb, poll: VotedPoll): Promise<boolean> {
  const end = await findEnd(db, poll);
  for (let batch = 0; batch < SLICE_BATCHES; batch++) {
    const rows = await db
      .selectFrom('poll_ballot')
      .select(['pollId', 'receipt', 'round', 'kind', 'choices'])
      .where('pollId', '=', poll.id)
      .where('receipt', '>', end.receipt)
      // Not by the index of rounds: the whole round would be sorted for each batch.
      .where((eb) => eb(eb('round', '+', 0), '=', poll.round))
      .orderBy('receipt')
      .limit(BATCH_SIZE)
      .execute();
    if (rows.length > 0)
      await saveSealed(
        db,
        rows.map((row) => ({ ...row, ref: null, ...advance(end, row) })),
      );
    if (rows.length < BATCH_SIZE) return true;
  }
  return false;
}

/** How far the chain has got: after the last ballot, or after the previous round's closing. */
type ChainEnd = { receipt: string; position: number; hash: string };

async function findEnd(db: ReadDb, { id, round }: Pick<VotedPoll, 'id' | 'round'>): Promise<ChainEnd> {
  const last = await db
    .selectFrom('poll_ballot')
    .select(['receipt', 'position', 'hash'])
    .where('pollId', '=', id)
    // Not by the index of rounds: the whole round would be sorted.
    .where((eb) => eb(eb('round', '+', 0), '=', round))
    .where('position', 'is not', null)
    .orderBy('position', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (last) return { receipt: last.receipt, position: Number(last.position), hash: String(last.hash) };
  const before = await findClosing(db, id, round - 1);
  return { receipt: '', position: before?.ballots ?? 0, hash: before?.head ?? startChain(id) };
}

type OpenRow = {
  pollId: string;
  receipt: string;
  round: number;
  kind: 'member' | 'informal';
  choices: string;
};

function advance(end: ChainEnd, row: OpenRow): { position: number; hash: string } {
  end.receipt = row.receipt;
  end.position++;
  end.hash = extendChain(end.hash, ballotLine(row));
  return { position: end.position, hash: end.hash };
}

async function saveSealed(
  db: WriteDb,
  rows: (OpenRow & { ref: null; position: number; hash: string })[],
): Promise<void> {
  await db
    .insertInto('poll_ballot')
    .values(rows)
    .onConflict((conflict) =>
      conflict.columns(['pollId', 'receipt']).doUpdateSet(({ ref }) => ({
        ref: null,
        position: ref('excluded.position'),
        hash: ref('excluded.hash'),
      })),
    )
    .execute();
}

/** Voters' networks are only needed while the poll is open. */
async function forgetNetworks(db: WriteDb, { id }: VotedPoll): Promise<boolean> {
  const most = SLICE_BATCHES * BATCH_SIZE;
  const { numUpdatedRows } = await db
    .updateTable('poll_voter')
    .set({ network: null })
    .where('pollId', '=', id)
    .where('voter', 'in', (eb) =>
      eb
        .selectFrom('poll_voter')
        .select('voter')
        .where('pollId', '=', id)
        .where('network', 'is not', null)
        .limit(most),
    )
    .executeTakeFirst();
  return numUpdatedRows < most;
}

/** Publishes the head of the chain, and destroys the key: from now on no one can tell whose ballot is whose. */
async function finish(db: WriteDb, { id, round, closedAt }: VotedPoll): Promise<boolean> {
  await liftTimeLimits(db);
  const before = await findClosing(db, id, round - 1);
  const { hash, position } = await findEnd(db, { id, round });
  const tally = before ? (JSON.parse(before.counts) as Tally) : emptyTally();
  for (const group of await countRound(db, id, round)) addGroup(tally, group);
  const at = closedAt as number;
  const line = closingLine(round, at, await listOptions(db, id));
  await db
    .insertInto('poll_closing')
    .values({
      pollId: id,
      round,
      closedAt: at,
      ballots: position,
      counts: JSON.stringify(tally),
      line,
      head: extendChain(hash, line),
    })
    .execute();
  await db.deleteFrom('poll_key').where('pollId', '=', id).execute();
  await db.deleteFrom('poll_network').where('pollId', '=', id).execute();
  await db.updateTable('poll_sealing').set({ phase: 'disk' }).where('pollId', '=', id).execute();
  // It does not change, but pages that show it do.
  await db.updateTable('poll').set({ closedAt: at }).where('id', '=', id).execute();
  return true;
}

/** What may link voters to ballots, and the index in whose order PostgreSQL rewrites it: not that of the votes. */
export const BALLOT_TABLES = [
  { table: 'poll_voter', index: 'poll_voter_pkey' },
  { table: 'poll_ballot', index: 'poll_ballot_of_receipt' },
  { table: 'poll_key', index: 'poll_key_pkey' },
];

async function removeTraces(db: WriteDb): Promise<void> {
  const sealed = await db
    .selectFrom('poll_sealing')
    .select('pollId')
    .where('phase', '=', 'disk')
    .limit(100)
    .execute();
  if (sealed.length === 0 || !(await isVisibleToAll(db, 'poll_sealing'))) return;
  if (!(await forgetDeleted(db, BALLOT_TABLES))) return;
  const ids = sealed.map(({ pollId }) => pollId);
  await db.deleteFrom('poll_sealing').where('pollId', 'in', ids).where('phase', '=', 'disk').execute();
}
