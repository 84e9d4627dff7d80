/** The record of decisions. */
import type { Expression, ExpressionBuilder, SqlBool } from 'kysely';
import type { Editor } from '#app/items/drafts/editor.ts';
import type { ReadDb, WriteDb } from '#app/platform/database/handles.ts';
import type { Tables } from '#app/platform/database/tables/tables.ts';
import { formatDate, formatTime } from '#app/platform/time/town-time.ts';
import { type Action, type Decision, describeDone } from './decision.ts';
import type { Unit } from './decision-state.server.ts';
import type { DecideContext, Outcome } from './outcome.server.ts';

/** How many transactions with decisions can be undone. */
const MOST_KEPT = 500;

type Note = { context: DecideContext; action: Action; batch: string; summary: string; units: Unit[] };

/** Records what a transaction has decided, in that transaction. */
export async function recordAction(
  db: WriteDb,
  { context: { now, by }, action, batch, summary, units }: Note,
): Promise<void> {
  const { last } = await db
    .selectFrom('inbox_action')
    .select(({ fn }) => fn.max('number').as('last'))
    .executeTakeFirstOrThrow();
  const number = Number(last ?? 0) + 1;
  await db
    .insertInto('inbox_action')
    .values({ number, batch, at: now, by: nameOf(by), action, summary, undo: JSON.stringify(units) })
    .execute();
  await db
    .deleteFrom('inbox_action')
    .where('number', '<=', number - MOST_KEPT)
    .execute();
}

/** Gives everything that was decided together one sentence. */
export async function summarize(db: WriteDb, batch: string, summary: string): Promise<void> {
  await db.updateTable('inbox_action').set({ summary }).where('batch', '=', batch).execute();
}

/** What was decided together, as a sentence; undefined if it is not this editor's, or can no longer be undone. */
export async function findSummary(db: ReadDb, batch: string, by: Editor): Promise<string | undefined> {
  const query = db.selectFrom('inbox_action').select('summary').where('batch', '=', batch).where(isBy(by));
  return (await query.limit(1).executeTakeFirst())?.summary;
}

/** Decisions of this editor. */
export function isBy(editor: Editor) {
  const name = nameOf(editor);
  return (action: ExpressionBuilder<Tables, 'inbox_action'>): Expression<SqlBool> =>
    name === null ? action('by', 'is', null) : action('by', '=', name);
}

function nameOf({ userId, token }: Editor): string | null {
  return token === null ? userId : `token:${token}`;
}

/** What a decision did, as a sentence: 'Published “Ferry schedule changes”.' '' if it did nothing. */
export function sumUp(outcomes: Outcome[], decision: Decision, { town }: DecideContext): string {
  const done = outcomes.filter((one) => one.status === 'done');
  const [first] = done;
  if (!first) return '';
  const stacks = new Set(done.map(({ kind, stack }) => `${kind} ${stack}`)).size;
  const dates = stacks === 1 && done.length > 1 ? ` (${done.length} dates)` : '';
  const what = stacks === 1 ? `“${first.title}”${dates}` : `${stacks} items`;
  const until = decision.action === 'snooze' ? decision.until : undefined;
  const isChange = done.every(({ kind }) => kind === 'change');
  return describeDone(
    { action: decision.action, kind: isChange ? 'change' : 'new' },
    what,
    until === undefined ? '' : `${formatDate(until, town)}, ${formatTime(until, town)}`,
  );
}
