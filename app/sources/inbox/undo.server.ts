/** Undoes decisions: what waited waits again, and what was published is taken off the site. */

import { type Collection, findForEditor } from '#app/items/collection/collection.ts';
import { parseDraft } from '#app/items/content/parse-draft.server.ts';
import { parseItem } from '#app/items/content/parse-item.server.ts';
import { saveAs } from '#app/items/drafts/change-items.server.ts';
import type { Contribution } from '#app/items/drafts/contribution-store.server.ts';
import { deleteItem } from '#app/items/trash/move-to-trash.server.ts';
import { recordActivity } from '#app/people/request/record-activity.server.ts';
import type { ReadDb, WriteDb } from '#app/platform/database/handles.ts';
import { inTransaction, lockName } from '#app/platform/database/transaction.ts';
import { SOURCE_ITEMS } from '#app/sources/import/import-batch.server.ts';
import { importContextOf } from '#app/sources/import/import-context.ts';
import { NOTICES } from '#app/sources/import/put-up-warning.server.ts';
import { updateItems } from '#app/sources/import/update-items.server.ts';
import { endOrRemove } from '#app/town/notices/notice-store.server.ts';
import type { DecideContext } from './decision.ts';
import {
  type Applied,
  type DecidedRow,
  decidedColumns,
  idsByCollection,
  isBy,
  type SuggestionState,
  suggestionOfBatch,
  type Unit,
} from './decision-record.server.ts';
import { contextOf } from './decisions.server.ts';
import { restoreState } from './restore-state.server.ts';

/** `entries` wait again; `refused` are items that stay as they are, with the reason as a sentence. */
export type Undone = {
  summary: string;
  entries: { id: string; title: string }[];
  refused: { title: string; problem: string }[];
};

const DECIDED_AGAIN = 'It was decided again since.';
const EDITED = 'It was edited, or removed, since.';
const SENT_AGAIN = 'Readers have written about it again since. Decide about that first.';
const EDITED_PUBLISHED = 'It was edited, or removed, since it was published.';

/** What is refused for these reasons can never be undone. Other reasons can end: a draft is discarded, for example. */
const FINAL = [DECIDED_AGAIN, EDITED, EDITED_PUBLISHED];

/** `undoLast` for a request, with a line in the activity log. */
export async function runUndo(
  args: Parameters<typeof contextOf>[0],
  batch?: string,
): Promise<Undone | undefined> {
  const undone = await undoLast(contextOf(args), batch);
  if (undone && undone.entries.length > 0) await recordActivity(args, 'inbox-undone', undone.summary);
  return undone;
}

/**
 * Undoes what was decided together as `batch`, or the editor's last decision. Any editor can undo what was published of a
 * trusted sender. An item that was edited since is not taken off the site. Undefined if there is nothing to undo; it may have been undone already.
 */
export async function undoLast(context: DecideContext, batch?: string): Promise<Undone | undefined> {
  const found = batch ?? (await findLastBatch(context));
  const undone: Undone = { summary: '', entries: [], refused: [] };
  for (let before: number | undefined; ; ) {
    const part = found === undefined ? undefined : await undoPart(context, found, before);
    if (!part) break;
    before = part.number;
    undone.summary = part.summary;
    undone.entries.push(...part.entries);
    undone.refused.push(...part.refused);
  }
  return undone.summary === '' ? undefined : undone;
}

async function findLastBatch({ write, by }: DecideContext): Promise<string | undefined> {
  const query = write.selectFrom('inbox_action').select('batch').where(isBy(by));
  return (await query.orderBy('number', 'desc').limit(1).executeTakeFirst())?.batch;
}

/**
 * Undoes the last transaction of the batch, or the last one before that number; undefined if none is left. What was
 * refused can be undone later.
 */
function undoPart(
  context: DecideContext,
  batch: string,
  before: number | undefined,
): Promise<(Undone & { number: number }) | undefined> {
  return inTransaction(context.write, async (db) => {
    await lockName(db, SOURCE_ITEMS);
    const published = suggestionOfBatch(batch);
    const action = await db
      .selectFrom('inbox_action')
      .select(['number', 'summary', 'undo'])
      .where('batch', '=', batch)
      .$if(published === undefined, (actions) => actions.where(isBy(context.by)))
      .$if(before !== undefined, (actions) => actions.where('number', '<', before ?? 0))
      .orderBy('number', 'desc')
      .limit(1)
      .executeTakeFirst();
    if (!action) return undefined;
    const { number, summary } = action;
    const undone = { number, summary, entries: [], refused: [] } as Undone & { number: number };
    const kept: Unit[] = [];
    for (const unit of (JSON.parse(action.undo) as Unit[]).toReversed()) {
      const problem = (await findObstacle(db, unit)) ?? (await withdraw({ ...context, write: db }, unit));
      if (problem !== undefined) {
        undone.refused.push({ title: unit.title, problem });
        // What was published of a trusted sender stays in the inbox's list.
        if (!FINAL.includes(problem) || published !== undefined) kept.unshift(unit);
      } else {
        await restoreState(db, unit);
        await settle({ ...context, write: db }, unit);
        if (published !== undefined) await endTrust(db, published, context.now);
        undone.entries.push(...decidedEntries(unit).map(({ id, title }) => ({ id, title })));
      }
    }
    await keepOnly(db, number, kept);
    return undone;
  });
}

/** Its sender's events wait again, until an editor publishes this one after all or it is long ago. */
async function endTrust(db: WriteDb, suggestion: string, now: number): Promise<void> {
  await db.updateTable('suggestion').set({ declinedAt: now }).where('id', '=', suggestion).execute();
}

/** What was decided: other reports about the same item waited all the time. */
function decidedEntries({ before, after }: Unit) {
  return before.entries.filter(
    ({ id, kind, snoozedUntil }) =>
      kind !== 'report' || !after.entries.some((one) => one.id === id && one.snoozedUntil === snoozedUntil),
  );
}

/** Leaves these to be undone later, when what prevents it is gone. */
async function keepOnly(db: WriteDb, number: number, units: Unit[]): Promise<void> {
  if (units.length === 0) await db.deleteFrom('inbox_action').where('number', '=', number).execute();
  else {
    const undo = JSON.stringify(units);
    await db.updateTable('inbox_action').set({ undo }).where('number', '=', number).execute();
  }
}

/** What the sources have said since counts. */
async function settle(context: DecideContext, { places }: Unit): Promise<void> {
  for (const [collection, ids] of idsByCollection(places))
    if (collection !== NOTICES) await updateItems(context.write, importContextOf(context), collection, ids);
}

async function findObstacle(db: ReadDb, unit: Unit): Promise<string | undefined> {
  if (!(await isUnchanged(db, unit))) return DECIDED_AGAIN;
  if (await isSentAgain(db, unit)) return SENT_AGAIN;
  const isReturned = !unit.published && !unit.applied?.length;
  for (const draft of isReturned ? (unit.before.contributions ?? []) : [])
    if (!(await hasDraft(db, draft))) return 'It was deleted. Restore it from the trash first.';
  const sources = unit.before.entries.flatMap(({ source }) => source ?? []);
  const removed = await db
    .selectFrom('source')
    .select('name')
    .where('id', 'in', [...sources, ''])
    .where('removedAt', 'is not', null)
    .executeTakeFirst();
  return removed && `Its source ${removed.name} was removed.`;
}

async function hasDraft(db: ReadDb, { collection, itemId }: Contribution): Promise<boolean> {
  const draft = db
    .selectFrom('item_version')
    .select('id')
    .where('collection', '=', collection)
    .where('id', '=', itemId);
  return (await draft.executeTakeFirst()) !== undefined;
}

/** Takes back what the decision did to the site, all or nothing; the reason if it can't. */
async function withdraw(
  context: DecideContext,
  { published, applied = [] }: Unit,
): Promise<string | undefined> {
  if (published) return unpublish(context, published);
  for (const one of applied) if (await isEdited(context, one)) return EDITED;
  for (const one of applied) if (!(await isValid(context, one))) return 'It can’t be saved as it was.';
  for (const one of applied) await saveAgain(context, one);
  return undefined;
}

async function unpublish(
  { write, collections, now }: DecideContext,
  published: NonNullable<Unit['published']>,
): Promise<string | undefined> {
  const { itemId } = published;
  if (published.collection === NOTICES) {
    const { kind } = await endOrRemove(write, itemId, now);
    return kind === 'ended' || kind === 'removed' ? undefined : 'Its notice has ended since.';
  }
  const collection = collections[published.collection] as Collection;
  const draft = await collection.store.unpublished?.findDraft(write, itemId);
  if (draft) return 'It has a draft of changes since. Discard the draft, or unpublish the item.';
  const { version, updatedAt } = published;
  const isTaken = await deleteItem(write, collection, itemId, { now, seen: { version, updatedAt } });
  return isTaken ? undefined : EDITED_PUBLISHED;
}

async function isEdited({ write, collections }: DecideContext, applied: Applied): Promise<boolean> {
  const collection = collections[applied.collection] as Collection;
  const item = await findForEditor(collection, write, applied.itemId);
  return item?.version !== applied.version || item.updatedAt !== applied.updatedAt;
}

/** Whether its collection still accepts what the item was. */
async function isValid(
  { write, now, town, siteUrl, collections }: DecideContext,
  { collection: name, itemId, input, wasDraft }: Applied,
): Promise<boolean> {
  const collection = collections[name] as Collection;
  const item = await findForEditor(collection, write, itemId);
  const parse = wasDraft || item?.publication === 'draft' ? parseDraft : parseItem;
  return item !== undefined && !parse(collection, input, { siteUrl, town, now }).problems;
}

/** Saves an item with its earlier input. Throws if someone else has saved it at this moment. */
async function saveAgain(
  context: DecideContext,
  { collection: name, itemId, input, wasDraft }: Applied,
): Promise<void> {
  const { write, now, by, town, siteUrl } = context;
  const collection = context.collections[name] as Collection;
  const item = await findForEditor(collection, write, itemId);
  if (!item) throw new Error('An item was removed while a decision about it was undone.');
  const { publication, publishAt } = item;
  const state = wasDraft ? { publication: 'draft' as const, publishAt: null } : { publication, publishAt };
  const options = { state, by, now, context: { siteUrl, town, now } };
  const { kind } = await saveAs(write, collection, { ...item, input }, options);
  if (kind !== 'saved') throw new Error('An item was saved while a decision about it was undone.');
}

/** Whether what was decided is still as the decision left it. */
async function isUnchanged(db: ReadDb, { before, after }: Unit): Promise<boolean> {
  const now = new Map<string, DecidedRow>();
  const nameOf = ({ collection, ownId }: DecidedRow) => JSON.stringify([collection, ownId]);
  for (const [collection, own] of Map.groupBy(before.rows, (row) => row.collection)) {
    const ids = own.map(({ ownId }) => ownId);
    const rows = await db
      .selectFrom('source_item')
      .select(decidedColumns)
      .where('collection', '=', collection)
      .where('ownId', 'in', ids)
      .execute();
    for (const row of rows) now.set(nameOf(row), row);
  }
  if (!(await areSuggestionsAsDecided(db, after.suggestions))) return false;
  return after.rows.every((row) => {
    const found = now.get(nameOf(row));
    return found?.itemId === row.itemId && found.decision === row.decision;
  });
}

/** Whether neither an editor nor its sender has done anything with them since. */
async function areSuggestionsAsDecided(db: ReadDb, decided: SuggestionState[] = []): Promise<boolean> {
  for (const { id, state, itemId } of decided) {
    const found = await db
      .selectFrom('suggestion')
      .select(['state', 'itemId'])
      .where('id', '=', id)
      .executeTakeFirst();
    if (found?.state !== state || found.itemId !== itemId) return false;
  }
  return true;
}

/** Whether another entry has taken the place of one that would wait again. */
async function isSentAgain(db: ReadDb, { before }: Unit): Promise<boolean> {
  for (const { id, kind, collection, itemId, topic } of before.entries) {
    if (kind === 'new' || kind === 'change') continue;
    const other = await db
      .selectFrom('inbox_entry')
      .select('id')
      .where('collection', '=', collection)
      .where('itemId', '=', itemId)
      .where('kind', '=', kind)
      .where('topic', '=', topic)
      .where('id', '<>', id)
      .executeTakeFirst();
    if (other) return true;
  }
  return false;
}
