import type { ListRequest, Problem, SaveOptions, SaveOutcome } from '#app/items/collection/collection.ts';
import { isOutdated, type SeenItem } from '#app/items/collection/item-tag.ts';
import { removeRow, saveRow, sortKeyOf } from '#app/items/content/item-store.server.ts';
import { lockFiles, withDocumentIds } from '#app/items/text/library-files.server.ts';
import type { ReadDb, WriteDb } from '#app/platform/database/handles.ts';
import { type CountedOrder, paginateCounted } from '#app/platform/database/lists/counted-list.server.ts';
import type { Page } from '#app/platform/database/lists/paginate.server.ts';
import { liftTimeLimits } from '#app/platform/database/postgres-adapter.ts';
import { heldFor, inSnapshot, inTransaction } from '#app/platform/database/transaction.ts';
import { shorten } from '#app/platform/html/extract.server.ts';
import { indexItems } from '#app/platform/search-index/index-items.server.ts';
import type { TextSource } from '#app/platform/search-index/text-sources.ts';
import { hasVotes } from '#app/polls/votes/voter-store.server.ts';
import { type Poll, type PollInput, pollDefaults } from './poll.ts';
import { listCorrections, listForbidden } from './poll-freeze.ts';
import { correctOptions, listOptions, saveOptions } from './poll-options.server.ts';

export const pollSource: TextSource = {
  kind: 'polls',
  table: 'poll',
  place: 4,
  title: 'title',
  date: 'createdAt',
  isFound: { column: 'archived', value: 0 },
  counters: {
    poll_option: 'polls',
    poll_closing: 'polls',
    poll_note: 'polls',
    poll_ballot: 'votes',
    poll_voter: 'votes',
    poll_key: 'votes',
  },
  columns: ['title', 'description'],
  parts: { table: 'poll_option', of: 'pollId', column: 'text', order: 'position' },
  fieldsOf: ({ title = '', description = '', parts = '' }) => ({ title, texts: [description, parts] }),
};

/**
 * The tables whose rows belong to a poll, in the order they are written, each with the column that identifies a row.
 */
export const pollTables = {
  poll_option: 'id',
  poll_voter: 'voter',
  poll_key: 'pollId',
  poll_network: 'network',
  poll_ballot: 'receipt',
  poll_closing: 'round',
  poll_sealing: 'pollId',
  poll_note: 'number',
} as const;

/** While a poll is open its votes can be changed. */
export function pollLinkedUntil({ closedAt, closesAt }: Record<string, unknown>): number | null {
  if (closedAt !== null && closedAt !== undefined) return Number(closedAt);
  return closesAt === null || closesAt === undefined ? null : Number(closesAt);
}

/** By name, which is the title, case-insensitively (spec section 9, product contract section 2). */
export const pollOrder: CountedOrder = {
  table: pollSource.table,
  column: 'titleKey',
  direction: 'asc',
  kind: 'string',
};

/** The largest instant: the closing time of a poll without one. */
const NEVER = Number.MAX_SAFE_INTEGER;

const pollColumns = [
  'id',
  'title',
  'description',
  'voters',
  'resultsShown',
  'maxChoices',
  'noneOfThese',
  'opensAt',
  'closesAt',
  'picture',
  'documents',
  'closedAt',
  'archivedAt',
  'archived',
  'round',
  'version',
  'updatedAt',
] as const;

/** Polls by title, whole; the page's options in one query. */
export function listPolls(db: ReadDb, request: ListRequest): Promise<Page<Poll>> {
  return inSnapshot(db, async (read) => {
    const query = read.selectFrom('poll').select([...pollColumns, 'titleKey']);
    const page = await paginateCounted(read, query, pollOrder, request);
    const rows = page.items.map(({ titleKey, ...row }) => row);
    return { ...page, items: await withOptions(read, rows) };
  });
}

export function findPoll(db: ReadDb, id: string): Promise<Poll | undefined> {
  return inSnapshot(db, async (read) => {
    const row = await read.selectFrom('poll').select(pollColumns).where('id', '=', id).executeTakeFirst();
    return row && (await withOptions(read, [row]))[0];
  });
}

/**
 * Saves the poll with its options and reads it back (spec section 7), all or nothing. An option with the same text
 * keeps its id, whatever its position. After the first vote the rules can't change, and a corrected text gets a public
 * note; other changes are refused.
 */
export function savePoll(db: WriteDb, input: PollInput, options: SaveOptions): Promise<SaveOutcome<Poll>> {
  return inTransaction(db, async (transaction) => {
    const stored = await findHeldPoll(transaction, input.id);
    // Checked before anything is written: within a larger transaction it could not be undone.
    if (isOutdated(stored, options)) return { kind: 'conflict', current: stored };
    const poll = { ...pollDefaults, ...input };
    const isFrozen = stored !== undefined && (await isBegun(transaction, stored));
    if (isFrozen) {
      const problems = listForbidden(stored, poll);
      if (problems.length > 0) return { kind: 'refused', problems };
    }
    const problems = await lockFiles(transaction, poll);
    if (problems) return { kind: 'refused', problems };
    const saved = await saveRow(transaction, pollSource.table, pollRowOf(poll, stored), options);
    if (saved && isFrozen) {
      await addNotes(transaction, poll.id, listCorrections(stored, poll), options.now);
      await correctOptions(transaction, stored.options, poll.options);
    } else if (saved) await saveOptions(transaction, poll);
    if (saved && !options.indexesLater) await indexItems(transaction, pollSource, [poll.id]);
    const current = await findPoll(transaction, poll.id);
    return saved && current ? { kind: 'saved', item: current } : { kind: 'conflict', current };
  });
}

/** The poll, locked against changes and votes until the transaction ends. */
export async function findHeldPoll(db: WriteDb, id: string): Promise<Poll | undefined> {
  const row = await db
    .selectFrom('poll')
    .select(pollColumns)
    .where('id', '=', id)
    .modifyEnd(heldFor(db, 'update', 'poll'))
    .executeTakeFirst();
  return row && (await withOptions(db, [row]))[0];
}

/** Removes the poll with its options, votes and ballots, however many there are. */
export function removePoll(db: WriteDb, id: string, seen?: SeenItem): Promise<boolean> {
  return inTransaction(db, async (transaction) => {
    await liftTimeLimits(transaction);
    return removeRow(transaction, pollSource, id, seen);
  });
}

/** Why a draft of the published poll can't have these options: it is begun. Empty when it can. */
export async function listFrozenOptions(
  db: ReadDb,
  { id, options }: { id: string; options?: unknown },
): Promise<Problem[]> {
  const stored = await findPoll(db, id);
  if (!stored || !Array.isArray(options) || !(await isBegun(db, stored))) return [];
  return listForbidden(stored, { ...stored, options: options.map(String) });
}

/** Whether it has votes, or was closed: then its options and rules can't change. */
export async function isBegun(db: ReadDb, { id, closedAt, round }: Poll): Promise<boolean> {
  if (closedAt !== null || round > 1) return true;
  return hasVotes(db, id);
}

function pollRowOf({ options, noneOfThese, ...poll }: Required<PollInput>, stored: Poll | undefined) {
  return {
    ...poll,
    noneOfThese: noneOfThese ? 1 : 0,
    titleKey: sortKeyOf(poll.title),
    deck: shorten(poll.description.replace(/\s+/g, ' ')),
    endsAt: stored?.closedAt ?? poll.closesAt ?? NEVER,
  };
}

type StoredRow = Omit<Poll, 'options' | 'noneOfThese' | 'archived' | 'documents'> & {
  documents: string | null;
  noneOfThese: number;
  archived: number;
};

async function withOptions(db: ReadDb, rows: StoredRow[]): Promise<Poll[]> {
  if (rows.length === 0) return [];
  const options = await listOptions(
    db,
    rows.map((row) => row.id),
  );
  return rows.map((row) => ({
    ...withDocumentIds(row),
    noneOfThese: row.noneOfThese === 1,
    archived: row.archived === 1,
    options: options.get(row.id) ?? [],
  }));
}

/** Public notes about what was done to a poll after the first vote. `at` is UTC epoch milliseconds. */
export type PollNote = { at: number; text: string };

/** The notes of a poll, oldest first, and when it was archived (UTC epoch milliseconds); null unless it is. One query. */
export async function findPollHistory(
  db: ReadDb,
  pollId: string,
): Promise<{ notes: PollNote[]; archivedAt: number | null }> {
  const rows = await db
    .selectFrom('poll')
    .leftJoin('poll_note', 'poll_note.pollId', 'poll.id')
    .leftJoin('archived_item', (join) =>
      join.onRef('archived_item.itemId', '=', 'poll.id').on('archived_item.collection', '=', 'polls'),
    )
    .select(['poll_note.at', 'poll_note.text', 'archived_item.archivedAt'])
    .where('poll.id', '=', pollId)
    .orderBy('poll_note.number')
    .execute();
  const notes = rows.flatMap(({ at, text }) => (at === null || text === null ? [] : { at, text }));
  const archivedAt = rows[0]?.archivedAt ?? null;
  return { notes, archivedAt: archivedAt === null ? null : Number(archivedAt) };
}

/** Adds notes within the transaction of their actions, which has locked the poll. */
export async function addNotes(db: WriteDb, pollId: string, texts: string[], now: number): Promise<void> {
  if (texts.length === 0) return;
  const { last } = await db
    .selectFrom('poll_note')
    .where('pollId', '=', pollId)
    .select(({ fn }) => fn.max('number').as('last'))
    .executeTakeFirstOrThrow();
  const first = Number(last ?? 0) + 1;
  const rows = texts.map((text, index) => ({ pollId, at: now, number: first + index, text }));
  await db.insertInto('poll_note').values(rows).execute();
}
