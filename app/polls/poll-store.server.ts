import { randomUUID } from 'node:crypto';
import type { ListRequest, SaveOptions, SaveOutcome } from '#app/content/collection.server.ts';
import { removeRow, saveRow } from '#app/content/item-store.server.ts';
import { sortKeyOf } from '#app/content/sort-key.ts';
import { type CountedOrder, paginateCounted } from '#app/database/counted-list.server.ts';
import type { ReadDb, WriteDb } from '#app/database/handles.ts';
import type { Page, PageRequest } from '#app/database/paginate.server.ts';
import { inTransaction } from '#app/database/transaction.ts';
import { shorten } from '#app/html/extract.server.ts';
import { optionKeyOf, type Poll, type PollInput, type PollOption, type PollTeaser } from './poll.ts';

/** By name, which is the title, case-insensitively (spec section 9, product contract section 2). */
export const pollOrder: CountedOrder = {
  table: 'poll',
  column: 'titleKey',
  direction: 'asc',
  kind: 'string',
};

const pollColumns = ['id', 'title', 'description', 'version', 'updatedAt'] as const;

/** Polls by title, as the lists show them. */
export async function listPollTeasers(db: ReadDb, request: PageRequest): Promise<Page<PollTeaser>> {
  const query = db.selectFrom('poll').select(({ selectFrom }) => [
    'id',
    'title',
    'titleKey',
    'deck',
    selectFrom('poll_option')
      .whereRef('poll_option.pollId', '=', 'poll.id')
      .select(({ fn }) => fn.countAll().as('count'))
      .as('optionCount'),
  ]);
  const page = await paginateCounted(db, query, pollOrder, request);
  const items = page.items.map(({ titleKey, optionCount, ...poll }) => ({
    ...poll,
    optionCount: Number(optionCount),
  }));
  return { ...page, items };
}

/** Polls by title, whole; the options of the page in one query. */
export async function listPolls(db: ReadDb, request: ListRequest): Promise<Page<Poll>> {
  const query = db.selectFrom('poll').select([...pollColumns, 'titleKey']);
  const page = await paginateCounted(db, query, pollOrder, request);
  const rows = page.items.map(({ titleKey, ...row }) => row);
  return { ...page, items: await withOptions(db, rows) };
}

export async function findPoll(db: ReadDb, id: string): Promise<Poll | undefined> {
  const row = await db.selectFrom('poll').select(pollColumns).where('id', '=', id).executeTakeFirst();
  return row && (await withOptions(db, [row]))[0];
}

/** The poll created last, for the front page; undefined while there is none. */
export async function findNewestPoll(db: ReadDb): Promise<Pick<Poll, 'id' | 'title'> | undefined> {
  return db
    .selectFrom('poll')
    .select(['id', 'title'])
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
}

/**
 * Saves the poll with its options and re-reads it (spec section 7), all or nothing. An option whose text is still
 * there keeps its id, whatever its place.
 */
export function savePoll(db: WriteDb, input: PollInput, options: SaveOptions): Promise<SaveOutcome<Poll>> {
  return inTransaction(db, async (transaction) => {
    const { options: texts, ...poll } = input;
    const row = {
      ...poll,
      titleKey: sortKeyOf(poll.title),
      deck: shorten(poll.description.replace(/\s+/g, ' ')),
    };
    const saved = await saveRow(transaction, 'poll', row, options);
    if (saved) await saveOptions(transaction, poll.id, texts);
    const current = await findPoll(transaction, poll.id);
    return saved && current ? { kind: 'saved', item: current } : { kind: 'conflict', current };
  });
}

/** Removes the poll with its options. */
export function removePoll(db: WriteDb, id: string, version?: number): Promise<boolean> {
  return removeRow(db, 'poll', id, version);
}

async function withOptions(db: ReadDb, rows: Omit<Poll, 'options'>[]): Promise<Poll[]> {
  if (rows.length === 0) return [];
  const options = await listOptions(
    db,
    rows.map((row) => row.id),
  );
  const byPoll = Map.groupBy(options, (option) => option.pollId);
  return rows.map((row) => ({
    ...row,
    options: (byPoll.get(row.id) ?? []).map(({ id, text }) => ({ id, text })),
  }));
}

function listOptions(db: ReadDb, pollIds: string[]): Promise<(PollOption & { pollId: string })[]> {
  return db
    .selectFrom('poll_option')
    .select(['id', 'pollId', 'text'])
    .where('pollId', 'in', pollIds)
    .orderBy('pollId')
    .orderBy('position')
    .execute();
}

async function saveOptions(db: WriteDb, pollId: string, texts: string[]): Promise<void> {
  const known = new Map((await listOptions(db, [pollId])).map(({ id, text }) => [optionKeyOf(text), id]));
  const rows = texts.map((text, position) => ({
    id: known.get(optionKeyOf(text)) ?? randomUUID(),
    pollId,
    position,
    text,
  }));
  const kept = rows.map((row) => row.id);
  await db.deleteFrom('poll_option').where('pollId', '=', pollId).where('id', 'not in', kept).execute();
  await clearPlaces(db, pollId);
  await db
    .insertInto('poll_option')
    .values(rows)
    .onConflict((conflict) =>
      conflict
        .column('id')
        .doUpdateSet(({ ref }) => ({ position: ref('excluded.position'), text: ref('excluded.text') })),
    )
    .execute();
}

/** No two options may hold one place, not even while they change places. */
async function clearPlaces(db: WriteDb, pollId: string): Promise<void> {
  await db
    .updateTable('poll_option')
    .set(({ eb, neg, ref, parens }) => ({ position: eb(neg(parens(ref('position'))), '-', 1) }))
    .where('pollId', '=', pollId)
    .execute();
}
