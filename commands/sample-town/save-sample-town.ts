import { createHash } from 'node:crypto';
import { collections } from '#app/collections.server.ts';
import type { Collection } from '#app/items/collection/collection.ts';
import { parseItem } from '#app/items/content/parse-item.server.ts';
import { discardSampleItems } from '#app/items/sample-town/sample-town-store.server.ts';
import type { WriteDb } from '#app/platform/database/handles.ts';
import { inTransaction } from '#app/platform/database/transaction.ts';
import { indexItems } from '#app/platform/search-index/index-items.server.ts';
import { HOUR_MS } from '#app/platform/time/durations.ts';
import { townTimeInDays } from '#app/platform/time/town-time.ts';
import { sealPoll } from '#app/polls/votes/ballot-sealing.server.ts';
import {
  layOutSampleTown,
  type SampleContext,
  type SampleName,
  type SampleRecord,
} from './lay-out-sample-town.ts';
import { type SamplePoll, samplePolls } from './sample-items.ts';

/**
 * Loads the sample town of Maple Hollow, with dates relative to the town's day of `now`, and returns how many items it
 * wrote. Loading it again gives it new dates. Items that a user added or edited are never changed, even if they have
 * the id of a sample item. `onProgress` is called with the number of items done, and the total.
 */
export async function loadSampleTown(
  db: WriteDb,
  context: SampleContext,
  onProgress?: (done: number, total: number) => void,
): Promise<number> {
  const town = layOutSampleTown(context);
  const names = Object.keys(collections) as SampleName[];
  const total = names.reduce((sum, name) => sum + town[name].length, 0);
  return inTransaction(db, async (transaction) => {
    await discardSampleItems(transaction, collections);
    let done = 0;
    let written = 0;
    for (const name of names) {
      for (const record of town[name]) {
        if (await addSampleItem(transaction, name, record, context)) written++;
        onProgress?.(++done, total);
      }
      const ids = town[name].map(({ id }) => id);
      await indexItems(transaction, collections[name].source, ids);
    }
    return written;
  });
}

async function addSampleItem(
  db: WriteDb,
  name: SampleName,
  record: SampleRecord,
  context: SampleContext,
): Promise<boolean> {
  const { now, siteUrl } = context;
  const collection: Collection = collections[name];
  const { input, problems } = parseItem(collection, record, { siteUrl });
  if (!input) {
    const [problem] = problems;
    throw new Error(`Sample item ${record.id} of ${name}: ${problem?.field}: ${problem?.message}`);
  }
  const outcome = await collection.store.save(db, input, { now, version: 0, indexesLater: true });
  if (outcome.kind !== 'saved') return false;
  await db.insertInto('sample_item').values({ collection: name, id: record.id }).execute();
  const poll = name === 'polls' ? samplePolls.find(({ id }) => id === record.id) : undefined;
  if (poll) await addSampleVotes(db, poll, context);
  return true;
}

const BATCH_SIZE = 200;
/** The votes were cast in the hours before the end of the poll, or before now. */
const VOTING_HOURS = 9 * 24;

type Kind = 'member' | 'informal';

/**
 * Adds the votes of a sample poll that was just saved, and closes it if it should be closed. The votes depend only on
 * the poll's id. No one can change them, because no account or browser has cast them.
 */
async function addSampleVotes(
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
