import { randomUUID } from 'node:crypto';
import type { Selectable } from 'kysely';
import type { ReadDb, WriteDb } from '#app/platform/database/handles.ts';
import {
  type ListOrder,
  type Page,
  type PageRequest,
  paginateWalking,
} from '#app/platform/database/lists/paginate.server.ts';
import type { NoticeRow } from '#app/platform/database/tables/operation-tables.ts';
import { heldFor, inTransaction } from '#app/platform/database/transaction.ts';
import { currentNotices, stateOf } from './current-notices.ts';
import type { Notice } from './notice.ts';
import { findUntimely, type NoticeChanges, type NoticeInput } from './notice-schema.server.ts';

const columns = [
  'id',
  'text',
  'kind',
  'link',
  'startsAt',
  'endsAt',
  'plannedEnd',
  'email',
  'source',
  'createdAt',
  'createdBy',
] as const;

function noticeOf({ email, ...row }: Selectable<NoticeRow>): Notice {
  return { ...row, email: email === 1 };
}

function selectNotices(db: ReadDb) {
  return db.selectFrom('notice').select(columns);
}

export async function findNotice(db: ReadDb, id: string): Promise<Notice | undefined> {
  const row = await selectNotices(db).where('id', '=', id).executeTakeFirst();
  return row && noticeOf(row);
}

/** The notices that have not ended at `now` (UTC epoch milliseconds), also those still to start, the next to start first. */
export async function listUnended(db: ReadDb, now: number): Promise<Notice[]> {
  const rows = await selectNotices(db).where('endsAt', '>', now).orderBy('startsAt').orderBy('id').execute();
  return rows.map(noticeOf);
}

/** The notices that are up at `now` (UTC epoch milliseconds), the worst first, and when that changes. */
export async function findCurrent(db: ReadDb, now: number): Promise<ReturnType<typeof currentNotices>> {
  return currentNotices(await listUnended(db, now), now);
}

/** How many notices of a source have not ended at `now`. */
export async function countUnended(db: ReadDb, source: string, now: number): Promise<number> {
  const { count } = await db
    .selectFrom('notice')
    .select(({ fn }) => fn.countAll().as('count'))
    .where('endsAt', '>', now)
    .where('source', '=', source)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Past notices are listed by when they started, the newest first. */
export const pastOrder: ListOrder = { column: 'startsAt', direction: 'desc', kind: 'number' };

/** The notices that have ended at `now` and were ever shown, and started in the span, if there is one. */
export async function listPast(
  db: ReadDb,
  { now, from, to }: { now: number; from?: number | undefined; to?: number | undefined },
  request: PageRequest,
): Promise<Page<Notice>> {
  const query = selectNotices(db)
    .where('endsAt', '<=', now)
    .$if(from !== undefined, (all) => all.where('startsAt', '>=', from ?? 0))
    .$if(to !== undefined, (all) => all.where('startsAt', '<', to ?? 0));
  const page = await paginateWalking(query, pastOrder, request);
  return { ...page, items: page.items.map(noticeOf) };
}

/** When the first past notice started; undefined without any. */
export async function findFirstStart(db: ReadDb): Promise<number | undefined> {
  const row = await db
    .selectFrom('notice')
    .select('startsAt')
    .orderBy('startsAt')
    .limit(1)
    .executeTakeFirst();
  return row && Number(row.startsAt);
}

/** What is wrong with a notice, at its field. */
export type NoticeProblem = NonNullable<ReturnType<typeof findUntimely>>;

export type NoticeOutcome =
  | { kind: 'saved'; notice: Notice }
  | { kind: 'refused'; problem: NoticeProblem }
  /** It has ended, so that only its end can be changed. */
  | { kind: 'ended'; notice: Notice }
  | { kind: 'missing' };

type PuttingUp = { now: number; by: string | null; source?: string | null; id?: string };

/**
 * Puts up a notice: at once, unless it starts later. `by` is an account, `source` the source that it comes from, whose
 * notices have `id`s of their own.
 */
export async function putUp(
  db: WriteDb,
  { startsAt, ...input }: NoticeInput,
  { now, by, source = null, id = randomUUID() }: PuttingUp,
): Promise<NoticeOutcome> {
  const notice = {
    ...input,
    id,
    startsAt: Math.max(startsAt ?? now, now),
    plannedEnd: null,
    source,
    createdAt: now,
    createdBy: by,
  };
  const problem = findUntimely(notice, now);
  if (problem) return { kind: 'refused', problem };
  await inTransaction(db, (transaction) =>
    transaction
      .insertInto('notice')
      .values({ ...notice, email: notice.email ? 1 : 0 })
      .execute(),
  );
  return { kind: 'saved', notice };
}

/** Stores a notice as it is, in the place of one with its id: of an import. */
export async function keepNotice(db: WriteDb, { email, ...notice }: Notice): Promise<void> {
  const row = { ...notice, email: email ? 1 : 0 };
  await db
    .insertInto('notice')
    .values(row)
    .onConflict((conflict) => conflict.column('id').doUpdateSet(row))
    .execute();
}

const BATCH = 100;

/** All notices by their ids, in batches. */
export async function* listAllNotices(db: ReadDb): AsyncGenerator<Notice[]> {
  for (let after = ''; ; ) {
    const rows = await selectNotices(db).where('id', '>', after).orderBy('id').limit(BATCH).execute();
    yield rows.map(noticeOf);
    const last = rows.at(-1);
    if (!last || rows.length < BATCH) return;
    after = last.id;
  }
}

/**
 * Changes a notice. An end at or before `now` ends it now; a past one can be put up again with an end that is still to
 * come, and is otherwise a record that doesn't change.
 */
export function changeNotice(
  db: WriteDb,
  id: string,
  changes: NoticeChanges,
  now: number,
): Promise<NoticeOutcome> {
  return inTransaction(db, async (transaction): Promise<NoticeOutcome> => {
    const old = await findLocked(transaction, id);
    if (!old) return { kind: 'missing' };
    const state = stateOf(old, now);
    const given = Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined));
    const changed: Notice = { ...old, ...given };
    // What readers have seen has begun, and nothing begins in the past.
    changed.startsAt = state === 'later' ? Math.max(changed.startsAt, now) : old.startsAt;
    const isEnded = changed.endsAt <= now;
    if (state === 'past' && isEnded) return { kind: 'ended', notice: old };
    if (state === 'current' && isEnded) {
      changed.endsAt = now;
      changed.plannedEnd = old.endsAt;
    } else {
      const problem = findUntimely(changed, now);
      if (problem) return { kind: 'refused', problem };
      changed.plannedEnd = null;
    }
    const { id: _, email, ...values } = changed;
    await transaction
      .updateTable('notice')
      .set({ ...values, email: email ? 1 : 0 })
      .where('id', '=', id)
      .execute();
    return { kind: 'saved', notice: changed };
  });
}

/** Ends a notice that is shown, which keeps it among the past ones; removes one that has not started. */
export function endOrRemove(
  db: WriteDb,
  id: string,
  now: number,
): Promise<{ kind: 'ended' | 'removed' | 'past'; notice: Notice } | { kind: 'missing' }> {
  return inTransaction(db, async (transaction) => {
    const notice = await findLocked(transaction, id);
    if (!notice) return { kind: 'missing' };
    const state = stateOf(notice, now);
    if (state === 'past') return { kind: 'past', notice };
    if (state === 'later') {
      await transaction.deleteFrom('notice').where('id', '=', id).execute();
      return { kind: 'removed', notice };
    }
    const ended = { endsAt: now, plannedEnd: notice.endsAt };
    await transaction.updateTable('notice').set(ended).where('id', '=', id).execute();
    return { kind: 'ended', notice: { ...notice, ...ended } };
  });
}

async function findLocked(db: WriteDb, id: string): Promise<Notice | undefined> {
  const query = selectNotices(db).where('id', '=', id);
  const row = await query.modifyEnd(heldFor(db, 'update', 'notice')).executeTakeFirst();
  return row && noticeOf(row);
}
