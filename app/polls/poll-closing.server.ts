import { setImmediate } from 'node:timers/promises';
import type { ReadDb, WriteDb } from '#app/database/handles.ts';
import { inTransaction } from '#app/database/transaction.ts';
import type { Ballot } from './ballot-chain.server.ts';
import { ballotLine, closingLine, extendChain, startChain } from './ballot-chain.server.ts';
import type { Poll } from './poll.ts';
import { addNotes } from './poll-notes.server.ts';
import { findHeldPoll } from './poll-store.server.ts';
import { addGroup, emptyTally, type Tally } from './vote-count.server.ts';

const HOUR_MS = 60 * 60 * 1000;
const BATCH_SIZE = 200;

/** Whether there are polls whose time is over and whose ballots are not sealed yet. */
export async function hasDuePolls(db: ReadDb, now: number): Promise<boolean> {
  return (await findDuePoll(db, now)) !== undefined;
}

/** Closes every poll whose time is over at `now`, one after the other, until the signal fires. */
export async function closeDuePolls(db: WriteDb, now: number, signal?: AbortSignal): Promise<void> {
  for (
    let id = await findDuePoll(db, now);
    id !== undefined && !signal?.aborted;
    id = await findDuePoll(db, now)
  )
    await closePoll(db, id, now);
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

/**
 * Closes the poll and seals its ballots, once: they are listed without their voters, in the order of their receipts,
 * which are chance, and what everybody chose is gone from the list of who has voted. Before its time it is noted that it
 * was closed early. Answers whether it was open.
 */
export function closePoll(db: WriteDb, id: string, now: number): Promise<boolean> {
  return inTransaction(db, async (transaction) => {
    const poll = await findHeldPoll(transaction, id);
    if (!poll || poll.closedAt !== null) return false;
    const isDue = poll.closesAt !== null && poll.closesAt <= now;
    const closedAt = isDue ? (poll.closesAt as number) : now;
    // The revision of polls is raised before that of votes, as a removal does: otherwise the two would deadlock.
    await transaction
      .updateTable('poll')
      .set(({ eb }) => ({ closedAt, endsAt: closedAt, updatedAt: now, version: eb('version', '+', 1) }))
      .where('id', '=', id)
      .execute();
    await seal(transaction, poll, closedAt);
    if (!isDue) await addNotes(transaction, id, ['The poll was closed early by the administrator.'], now);
    return true;
  });
}

async function seal(db: WriteDb, poll: Poll, closedAt: number): Promise<void> {
  const { id: pollId, round } = poll;
  const before = await findClosing(db, pollId);
  const ballots = await listRunning(db, pollId);
  const head = await writeBallots(db, poll, ballots, before);
  const line = closingLine(round, closedAt, poll.options);
  const tally = before ? (JSON.parse(before.counts) as Tally) : emptyTally();
  for (const group of await countRunning(db, pollId)) addGroup(tally, group);
  await db
    .insertInto('poll_closing')
    .values({
      pollId,
      round,
      closedAt,
      ballots: (before?.ballots ?? 0) + ballots.length,
      counts: JSON.stringify(tally),
      line,
      head: extendChain(head, line),
    })
    .execute();
  await forgetChoices(db, pollId);
}

/** The latest closing of a poll; undefined when it never was closed. */
export function findClosing(db: ReadDb, pollId: string) {
  return db
    .selectFrom('poll_closing')
    .select(['pollId', 'round', 'closedAt', 'ballots', 'counts', 'line', 'head'])
    .where('pollId', '=', pollId)
    .orderBy('round', 'desc')
    .limit(1)
    .executeTakeFirst();
}

/** All running ballots in the order of their receipts; read and sorted in parts, so that nobody waits who reads a page. */
async function listRunning(db: WriteDb, pollId: string): Promise<Ballot[]> {
  const parts = new Map<string, Ballot[]>();
  for await (const { kind, receipt, choices } of readRunning(db, pollId)) {
    const ballot = { kind, receipt: receipt ?? '', choices: choices ?? '' };
    const [first = ''] = ballot.receipt;
    const part = parts.get(first);
    if (part) part.push(ballot);
    else parts.set(first, [ballot]);
  }
  const ballots: Ballot[] = [];
  for (const first of [...parts.keys()].sort()) {
    const part = parts.get(first) ?? [];
    ballots.push(...part.sort((one, other) => (one.receipt < other.receipt ? -1 : 1)));
    await setImmediate();
  }
  return ballots;
}

async function* readRunning(db: WriteDb, pollId: string) {
  for (let after = ''; ; ) {
    const rows = await db
      .selectFrom('poll_vote')
      .select(['voter', 'kind', 'receipt', 'choices'])
      .where('pollId', '=', pollId)
      .where('voter', '>', after)
      .where('choices', 'is not', null)
      .orderBy('voter')
      .limit(BATCH_SIZE)
      .execute();
    yield* rows;
    if (rows.length < BATCH_SIZE) return;
    after = rows.at(-1)?.voter ?? after;
  }
}

function countRunning(db: ReadDb, pollId: string) {
  return db
    .selectFrom('poll_vote')
    .select(({ fn }) => ['kind', 'choices', fn.countAll().as('count')])
    .where('pollId', '=', pollId)
    .where('choices', 'is not', null)
    .groupBy(['kind', 'choices'])
    .execute();
}

/** Answers the head of the chain after the last ballot. */
async function writeBallots(
  db: WriteDb,
  { id: pollId, round }: Poll,
  ballots: Ballot[],
  before: { ballots: number; head: string } | undefined,
): Promise<string> {
  let hash = before?.head ?? startChain(pollId);
  let position = before?.ballots ?? 0;
  for (let at = 0; at < ballots.length; at += BATCH_SIZE) {
    const rows = ballots.slice(at, at + BATCH_SIZE).map((ballot) => {
      hash = extendChain(hash, ballotLine(ballot));
      position++;
      return { pollId, position, round, ...ballot, hash };
    });
    await db.insertInto('poll_ballot').values(rows).execute();
  }
  return hash;
}

/** Who has voted stays known, so that nobody votes twice when it is opened again; when, only to the hour. */
async function forgetChoices(db: WriteDb, pollId: string): Promise<void> {
  await db
    .updateTable('poll_vote')
    .set(({ eb, ref }) => ({
      choices: null,
      receipt: null,
      network: null,
      firstAt: eb(ref('firstAt'), '-', eb(ref('firstAt'), '%', HOUR_MS)),
      castAt: eb(ref('firstAt'), '-', eb(ref('firstAt'), '%', HOUR_MS)),
    }))
    .where('pollId', '=', pollId)
    .where('choices', 'is not', null)
    .execute();
  await db.deleteFrom('poll_network').where('pollId', '=', pollId).execute();
}
