/** What decisions change, recorded so that it can be undone. */

import type { Expression, ExpressionBuilder, SqlBool } from 'kysely';
import {
  type Collection,
  type CollectionName,
  type EditedItem,
  findForEditor,
} from '#app/items/collection/collection.ts';
import { type Contribution, listContributionsOf } from '#app/items/drafts/contribution-store.server.ts';
import type { Editor } from '#app/items/drafts/editor.ts';
import type { ReadDb, WriteDb } from '#app/platform/database/handles.ts';
import type { BlockedSenderRow, SuggestionRow } from '#app/platform/database/tables/suggestion-tables.ts';
import type {
  InboxEntryRow,
  MatchRuleRow,
  SourceItemRow,
  Tables,
} from '#app/platform/database/tables/tables.ts';
import { entryColumns } from '#app/sources/import/entry-columns.ts';
import { NOTICES } from '#app/sources/import/put-up-warning.server.ts';
import { findNotice } from '#app/town/notices/notice-store.server.ts';
import type { Action, DecideContext, DecidedItem, Plan } from './decision.ts';

/** What decisions change of a row. Its key at the source can change in the meantime, its own id can't. */
export const decidedColumns = [
  'collection',
  'ownId',
  'itemId',
  'decision',
  'base',
  'unconfirmed',
  'mergedAt',
  'mergedBy',
  'mergedFor',
] as const;

export type DecidedRow = Pick<SourceItemRow, Exclude<(typeof decidedColumns)[number], 'unconfirmed'>> & {
  unconfirmed: number;
};

/** What became of a suggestion of a reader. */
export type SuggestionState = Pick<
  SuggestionRow,
  'id' | 'collection' | 'itemId' | 'state' | 'reason' | 'note' | 'decidedAt' | 'declinedAt'
>;

/** What the sender of a suggestion is blocked until. */
export type SenderBlock = BlockedSenderRow & { suggestion: string };

/** `suggestions`, `blocks` and `contributions` are absent in decisions that were recorded before there could be any. */
type State = {
  entries: InboxEntryRow[];
  rows: DecidedRow[];
  suggestions?: SuggestionState[];
  blocks?: SenderBlock[];
  contributions?: Contribution[];
};

/** The saved item: undoing refuses if someone has saved it since. */
type Saved = DecidedItem & { version: number; updatedAt: number };

/** An item that existed before, with this input, and that a decision changed. `wasDraft`: and published. */
export type Applied = Saved & { input: Record<string, unknown>; wasDraft?: true };

export type RuleChange = { written: MatchRuleRow[]; removed: MatchRuleRow[] };

/**
 * What can only be undone together. `published` was added to the site by the decision, `applied` were there before.
 * `rules` are those about duplicates that it wrote and removed.
 */
export type Unit = {
  title: string;
  places: DecidedItem[];
  before: State;
  after: State;
  published?: Saved | undefined;
  applied?: Applied[];
  rules?: RuleChange;
};

/** Everything that a decision may change, at one moment. */
type Everything = State & { items: (DecidedItem & EditedItem)[]; rules: MatchRuleRow[] | undefined };

export async function readAll(context: DecideContext, plan: Plan): Promise<Everything> {
  const { write } = context;
  const { places, isJoint, keepsItems } = plan;
  return {
    ...(await readState(write, places)),
    items: keepsItems ? [] : await readItems(context, places),
    rules: isJoint ? await listRules(write) : undefined,
  };
}

/** What a decision changed of these items. */
export function unitOf(title: string, places: DecidedItem[], before: Everything, after: Everything): Unit {
  const isOwn = (row: DecidedItem) =>
    places.some(({ collection, itemId }) => row.collection === collection && row.itemId === itemId);
  const stateOf = ({ entries, rows, suggestions = [], blocks = [], contributions = [] }: State) => ({
    entries: entries.filter(isOwn),
    rows: rows.filter(isOwn),
    suggestions: suggestions.filter(isOwn),
    blocks: blocks.filter(({ suggestion }) => suggestions.some((one) => one.id === suggestion && isOwn(one))),
    contributions: contributions.filter(({ collection, itemId }) =>
      places.some((place) => place.collection === collection && place.itemId === itemId),
    ),
  });
  const unit: Unit = { title, places, before: stateOf(before), after: stateOf(after), applied: [] };
  for (const { collection, itemId, version, updatedAt, publication } of after.items.filter(isOwn)) {
    const saved = { collection, itemId, version, updatedAt };
    const old = before.items.find((one) => one.collection === collection && one.itemId === itemId);
    if (!old) unit.published = saved;
    else if (old.version !== version || old.updatedAt !== updatedAt)
      unit.applied?.push({
        ...saved,
        input: old.input,
        ...(old.publication === 'draft' && publication !== 'draft' ? { wasDraft: true as const } : {}),
      });
  }
  if (before.rules && after.rules) unit.rules = compareRules(before.rules, after.rules);
  return unit;
}

async function readState(db: ReadDb, places: DecidedItem[]): Promise<State> {
  const state: Required<State> = { entries: [], rows: [], suggestions: [], blocks: [], contributions: [] };
  for (const [collection, ids] of idsByCollection(places)) {
    const entries = db
      .selectFrom('inbox_entry')
      .select(entryColumns)
      .where('collection', '=', collection)
      .where('itemId', 'in', ids);
    const rows = db
      .selectFrom('source_item')
      .select(decidedColumns)
      .where('collection', '=', collection)
      .where('itemId', 'in', ids);
    state.entries.push(...(await entries.execute()));
    state.rows.push(...(await rows.orderBy('ownId').execute()));
    state.suggestions.push(...(await listSuggestionStates(db, collection, ids)));
    state.blocks.push(...(await listBlocks(db, collection, ids)));
    state.contributions.push(...(await listContributionsOf(db, collection, ids)));
  }
  return state;
}

function listSuggestionStates(db: ReadDb, collection: string, ids: string[]): Promise<SuggestionState[]> {
  return db
    .selectFrom('suggestion')
    .select(['id', 'collection', 'itemId', 'state', 'reason', 'note', 'decidedAt', 'declinedAt'])
    .where('collection', '=', collection as SuggestionRow['collection'])
    .where('itemId', 'in', ids)
    .orderBy('id')
    .execute();
}

function listBlocks(db: ReadDb, collection: string, ids: string[]): Promise<SenderBlock[]> {
  return db
    .selectFrom('suggestion')
    .innerJoin('blocked_sender', 'blocked_sender.sender', 'suggestion.sender')
    .select(['suggestion.id as suggestion', 'blocked_sender.sender', 'until', 'blockedAt', 'blockedBy'])
    .where('collection', '=', collection as SuggestionRow['collection'])
    .where('itemId', 'in', ids)
    .execute();
}

/** The ids of these items, by collection. */
export function idsByCollection(places: DecidedItem[]): Map<CollectionName, string[]> {
  const ids = new Map<CollectionName, string[]>();
  for (const { collection, itemId } of places) ids.set(collection, [...(ids.get(collection) ?? []), itemId]);
  return ids;
}

/** Those of the items that exist. */
async function readItems(
  { write, collections, now }: DecideContext,
  places: DecidedItem[],
): Promise<Everything['items']> {
  const items: Everything['items'] = [];
  for (const { collection, itemId } of places) {
    const item =
      collection === NOTICES
        ? await findShown(write, itemId, now)
        : await findForEditor(collections[collection] as Collection, write, itemId);
    if (item) items.push({ ...item, collection, itemId });
  }
  return items;
}

/** The notice of a warning, if it has not ended. */
async function findShown(db: ReadDb, id: string, now: number): Promise<EditedItem | undefined> {
  const notice = await findNotice(db, id);
  if (!notice || notice.endsAt <= now) return undefined;
  return { id, input: {}, version: 1, updatedAt: notice.endsAt, publication: 'published', publishAt: null };
}

function listRules(db: ReadDb): Promise<MatchRuleRow[]> {
  return db.selectFrom('match_rule').select(['kind', 'one', 'other', 'createdAt', 'createdBy']).execute();
}

function compareRules(before: MatchRuleRow[], after: MatchRuleRow[]): RuleChange {
  const nameOf = ({ kind, one, other }: MatchRuleRow) => JSON.stringify([kind, one, other]);
  const [old, present] = [new Set(before.map(nameOf)), new Set(after.map(nameOf))];
  return {
    written: after.filter((rule) => !old.has(nameOf(rule))),
    removed: before.filter((rule) => !present.has(nameOf(rule))),
  };
}

/** How many transactions with decisions can be undone. */
const MOST_KEPT = 500;

type Note = { action: Action; batch: string; summary: string; units: Unit[] };

const TRUSTED = 'trusted ';

/** The batch of what is published without a decision, because the suggestion's sender is trusted. */
export function batchOfTrusted(suggestion: string): string {
  return `${TRUSTED}${suggestion}`;
}

/** Which decisions those were. */
export function isOfTrusted({ and, eb }: ExpressionBuilder<Tables, 'inbox_action'>): Expression<SqlBool> {
  // The next character after the space ends the range.
  return and([eb('batch', '>=', TRUSTED), eb('batch', '<', `${TRUSTED.trimEnd()}!`)]);
}

/** The suggestion that was published without a decision; undefined if an editor decided. */
export function suggestionOfBatch(batch: string): string | undefined {
  return batch.startsWith(TRUSTED) ? batch.slice(TRUSTED.length) : undefined;
}

/** Records what a transaction has decided, in that transaction. */
export async function recordAction(
  { write, now, by }: DecideContext,
  { action, batch, summary, units }: Note,
): Promise<void> {
  const { last } = await write
    .selectFrom('inbox_action')
    .select(({ fn }) => fn.max('number').as('last'))
    .executeTakeFirstOrThrow();
  const number = Number(last ?? 0) + 1;
  await write
    .insertInto('inbox_action')
    .values({ number, batch, at: now, by: authorOf(by), action, summary, undo: JSON.stringify(units) })
    .execute();
  await write
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
  const name = authorOf(editor);
  return (action: ExpressionBuilder<Tables, 'inbox_action'>): Expression<SqlBool> =>
    name === null ? action('by', 'is', null) : action('by', '=', name);
}

function authorOf({ userId, token }: Editor): string | null {
  return token === null ? userId : `token:${token}`;
}
