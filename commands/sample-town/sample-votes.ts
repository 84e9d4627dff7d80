import { createHash } from 'node:crypto';
import type { WriteDb } from '#app/platform/database/handles.ts';
import { HOUR_MS } from '#app/platform/time/durations.ts';
import { townTimeInDays } from '#app/platform/time/town-time.ts';
import { sealPoll } from '#app/polls/votes/ballot-sealing.server.ts';
import type { SampleContext } from './lay-out-sample-town.ts';
import type { SamplePoll } from './sample-items.ts';

const BATCH_SIZE = 200;
/** The votes were cast in the hours before the end of the poll, or before now. */
const VOTING_HOURS = 9 * 24;

type Kind = 'member' | 'informal';

/**
 * Adds the votes of a sample poll that was just saved, and closes it if it should be closed. The votes depend only on
 * the poll's id. No one can change them, because no account or browser has cast them.
 */
export async function addSampleVotes(
  db: WriteDb,
  { id, votes, informalVotes = [], closedDaysAgo }: SamplePoll,
  { now, town }: Pick<SampleContext, 'now' | 'town'>,
): Promise<void> {
  const closedAt =
    closedDaysAgo === undefined ? undefined : townTimeInDays(now, -closedDaysAgo, '20:00', town.timeZone);
  const options = await db
    .selectFrom('poll_option')
    .select('id')
    .where('pollId', '=', id)
    .orderBy('position')
    .execute();
  const cast = [...choicesOf('member', votes), ...choicesOf('informal', informalVotes)];
  const rows = cast.map(({ kind, option }, number) => ({
    kind,
    name: `${kind} ${number} of ${id}`,
    choices: options[option]?.id ?? '',
    votedAt: hourBefore(closedAt ?? now, number),
  }));
  for (let at = 0; at < rows.length; at += BATCH_SIZE) await addRows(db, id, rows.slice(at, at + BATCH_SIZE));
  if (closedAt !== undefined) await close(db, id, closedAt);
}

function choicesOf(kind: Kind, counts: number[]): { kind: Kind; option: number }[] {
  return counts.flatMap((count, option) => Array.from({ length: count }, () => ({ kind, option })));
}

/** Spreads them over the days before the end: the step shares no factor with the number of hours. */
function hourBefore(end: number, number: number): number {
  const hour = Math.floor(end / HOUR_MS) - 1 - ((number * 37) % VOTING_HOURS);
  return hour * HOUR_MS;
}

type Row = { kind: Kind; name: string; choices: string; votedAt: number };

async function addRows(db: WriteDb, pollId: string, rows: Row[]): Promise<void> {
  const shared = { pollId, round: 1 };
  await db
    .insertInto('poll_voter')
    .values(
      rows.map(({ kind, name, votedAt }) => ({
        ...shared,
        kind,
        votedAt,
        voter: `sample-${hashOf(`voter ${name}`, 22)}`,
        userId: null,
        network: null,
      })),
    )
    .execute();
  await db
    .insertInto('poll_ballot')
    .values(
      rows.map(({ kind, name, choices }) => ({
        ...shared,
        kind,
        choices,
        receipt: receiptOf(name),
        ref: null,
        position: null,
        hash: null,
      })),
    )
    .execute();
}

function hashOf(text: string, length: number): string {
  return createHash('sha256').update(text).digest('hex').slice(0, length);
}

/** Looks like a random receipt. */
function receiptOf(name: string): string {
  return hashOf(`receipt ${name}`, 16)
    .toUpperCase()
    .replace(/(.{4})(?!$)/g, '$1-');
}

/** Like `closePoll`, but without the note that the administrator closed it early. */
async function close(db: WriteDb, id: string, closedAt: number): Promise<void> {
  await db
    .updateTable('poll')
    .set({ closedAt, closesAt: closedAt, endsAt: closedAt, version: 2 })
    .where('id', '=', id)
    .execute();
  await db.insertInto('poll_sealing').values({ pollId: id, phase: 'ballots' }).execute();
  await sealPoll(db, id);
  // These votes were never linked to voters, so there are no traces to remove.
  await db.deleteFrom('poll_sealing').where('pollId', '=', id).execute();
}
