/** The administrator's other actions on a poll: reopening, copying, archiving. */
import { randomUUID } from 'node:crypto';
import { forgetFormerVoters } from '#app/people/voters/votes-of-account.server.ts';
import type { WriteDb } from '#app/platform/database/handles.ts';
import { inTransaction } from '#app/platform/database/transaction.ts';
import { indexItems } from '#app/platform/search-index/index-items.server.ts';
import { YEAR_MS } from '#app/platform/time/durations.ts';
import { findSeal } from '#app/polls/votes/ballot-sealing.server.ts';
import { optionKeyOf, type Poll } from './poll.ts';
import { addOptions } from './poll-options.server.ts';
import { addNotes, findHeldPoll, findPoll, pollSource, savePoll } from './poll-store.server.ts';

/** `reason` is public; `options` are added; `closesAt` is null for no end. */
export type Reopening = { reason: string; options: string[]; closesAt: number | null };

/**
 * Reopens a closed poll, publicly. Counted votes stay, and those who voted before can't vote again, because no one
 * knows which ballot is theirs. Returns the new options that already exist, or undefined when the poll is not closed
 * and finalized, or was archived.
 */
export function reopenPoll(
  db: WriteDb,
  id: string,
  { reason, options, closesAt }: Reopening,
  now: number,
): Promise<{ repeated: string[] } | undefined> {
  return inTransaction(db, async (transaction) => {
    const poll = await findHeldPoll(transaction, id);
    // Archiving deleted the keyed hashes of voters with deleted accounts.
    if (!poll || poll.archivedAt !== null || !(await findSeal(transaction, poll))) return undefined;
    const repeated = listRepeated(poll, options);
    if (repeated.length > 0) return { repeated };
    await addOptions(transaction, id, options);
    await transaction
      .updateTable('poll')
      .set(({ eb }) => ({
        closedAt: null,
        closesAt,
        endsAt: closesAt ?? Number.MAX_SAFE_INTEGER,
        round: eb('round', '+', 1),
        updatedAt: now,
        version: eb('version', '+', 1),
      }))
      .where('id', '=', id)
      .execute();
    await indexItems(transaction, pollSource, [id]);
    await addNotes(transaction, id, [reopeningNote(reason, options)], now);
    return { repeated: [] };
  });
}

function listRepeated({ options }: Poll, added: string[]): string[] {
  const known = new Set(options.map(({ text }) => optionKeyOf(text)));
  return added.filter((text) => {
    const key = optionKeyOf(text);
    if (known.has(key)) return true;
    known.add(key);
    return false;
  });
}

function reopeningNote(reason: string, options: string[]): string {
  const added = options.map((text) => `“${text}”`).join(', ');
  const answers = added ? ` New options: ${added}.` : '';
  return `The poll was reopened: ${reason}${answers} Ballots already counted stay as they are.`;
}

/** A new poll with the same words and rules, without votes and times. Returns its id; undefined when there is no such poll. */
export function copyPoll(db: WriteDb, id: string, now: number): Promise<string | undefined> {
  return inTransaction(db, (transaction) => copy(transaction, id, now));
}

async function copy(db: WriteDb, id: string, now: number): Promise<string | undefined> {
  const poll = await findPoll(db, id);
  if (!poll) return undefined;
  const { title, description, voters, resultsShown, maxChoices, noneOfThese } = poll;
  const copied = {
    id: randomUUID(),
    title: `${title} (copy)`.slice(0, 500),
    description,
    options: poll.options.filter((option) => !option.isNone).map((option) => option.text),
    voters,
    resultsShown,
    maxChoices,
    noneOfThese,
  };
  // No one can vote in it before the administrator has checked it.
  const opensAt = now + YEAR_MS;
  await savePoll(db, { ...copied, opensAt, closesAt: null }, { now, version: 0 });
  return copied.id;
}

/**
 * Removes a closed poll from the public list and the search, or restores it. Once archived, it stays closed, so the
 * keyed hashes of voters with deleted accounts are deleted. Returns whether it was possible.
 */
export function archivePoll(db: WriteDb, id: string, isArchived: boolean, now: number): Promise<boolean> {
  return inTransaction(db, async (transaction) => {
    const { numUpdatedRows } = await transaction
      .updateTable('poll')
      .set(({ eb }) => ({
        archived: isArchived ? 1 : 0,
        ...(isArchived ? { archivedAt: now } : {}),
        updatedAt: now,
        version: eb('version', '+', 1),
      }))
      .where('id', '=', id)
      .where('closedAt', 'is not', null)
      .executeTakeFirst();
    if (numUpdatedRows === 0n) return false;
    await indexItems(transaction, pollSource, [id]);
    if (isArchived) await forgetFormerVoters(transaction, id);
    return true;
  });
}
