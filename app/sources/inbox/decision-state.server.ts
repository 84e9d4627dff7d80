/** What a decision changes in the inbox and in what is known of sources, recorded so that it can be undone. */
import type { CollectionName } from '#app/items/collection/collection.ts';
import type { ReadDb, WriteDb } from '#app/platform/database/handles.ts';
import type { InboxEntryRow, SourceItemRow } from '#app/platform/database/tables/tables.ts';
import { entryColumns } from '#app/sources/import/entry-columns.ts';
import { type RuleChange, restoreRules } from './decision-rules.server.ts';

/** An item of the site, whether it exists already or only waits. */
export type DecidedItem = { collection: CollectionName; itemId: string };

const decided = ['collection', 'ownId', 'itemId', 'decision', 'base', 'unconfirmed'] as const;
const merged = ['mergedAt', 'mergedBy', 'mergedFor'] as const;

/** What decisions change of a row. Its key at the source can change in the meantime, its own id can't. */
type DecidedRow = Pick<SourceItemRow, 'collection' | 'ownId' | 'itemId' | 'decision' | 'base'> &
  Pick<SourceItemRow, 'mergedAt' | 'mergedBy' | 'mergedFor'> & { unconfirmed: number };

export type State = { entries: InboxEntryRow[]; rows: DecidedRow[] };

/** The saved item: undoing refuses if someone has saved it since. */
type Saved = DecidedItem & { version: number; updatedAt: number };

/** An item that existed before, with this input, and that a decision changed. */
export type Applied = Saved & { input: Record<string, unknown> };

/**
 * Items that a decision changed together. `published` was added to the site by it, `applied` were there before. `rules`
 * are those that it wrote and removed.
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

/** The present state of these items. */
export async function readState(db: ReadDb, places: DecidedItem[]): Promise<State> {
  const state: State = { entries: [], rows: [] };
  for (const [collection, ids] of byCollection(places)) {
    const entries = db
      .selectFrom('inbox_entry')
      .select(entryColumns)
      .where('collection', '=', collection)
      .where('itemId', 'in', ids);
    const rows = db
      .selectFrom('source_item')
      .select([...decided, ...merged])
      .where('collection', '=', collection)
      .where('itemId', 'in', ids);
    state.entries.push(...(await entries.execute()));
    state.rows.push(...(await rows.orderBy('ownId').execute()));
  }
  return state;
}

/** The part of a state that is about one item. */
export function stateOf(state: State, { collection, itemId }: DecidedItem): State {
  const isOwn = (row: DecidedItem) => row.collection === collection && row.itemId === itemId;
  return { entries: state.entries.filter(isOwn), rows: state.rows.filter(isOwn) };
}

/** Whether what was decided is still as the decision left it. */
export async function isUnchanged(db: ReadDb, { before, after }: Unit): Promise<boolean> {
  const now = new Map<string, DecidedRow>();
  for (const [collection, own] of Map.groupBy(before.rows, (row) => row.collection)) {
    const rows = await db
      .selectFrom('source_item')
      .select([...decided, ...merged])
      .where('collection', '=', collection)
      .where(
        'ownId',
        'in',
        own.map(({ ownId }) => ownId),
      )
      .execute();
    for (const row of rows) now.set(nameOf(row), row);
  }
  return after.rows.every((row) => {
    const found = now.get(nameOf(row));
    return found?.itemId === row.itemId && found.decision === row.decision;
  });
}

/** Brings back the entries, rows and rules as they were before. */
export async function restoreState(db: WriteDb, { places, before, rules }: Unit): Promise<void> {
  for (const [collection, ids] of byCollection(places))
    await db
      .deleteFrom('inbox_entry')
      .where('collection', '=', collection)
      .where('itemId', 'in', ids)
      .execute();
  for (const entry of before.entries) await db.insertInto('inbox_entry').values(entry).execute();
  for (const { collection, ownId, ...row } of before.rows)
    await db
      .updateTable('source_item')
      .set(row)
      .where('collection', '=', collection)
      .where('ownId', '=', ownId)
      .execute();
  if (rules) await restoreRules(db, rules);
}

/** Records what became of the items for all their sources. */
export async function setDecision(
  db: WriteDb,
  places: DecidedItem[],
  decision: 'published' | 'discarded',
): Promise<void> {
  for (const [collection, ids] of byCollection(places)) {
    await db
      .deleteFrom('inbox_entry')
      .where('collection', '=', collection)
      .where('itemId', 'in', ids)
      .execute();
    await db
      .updateTable('source_item')
      .set({ decision })
      .where('collection', '=', collection)
      .where('itemId', 'in', ids)
      .execute();
  }
}

function byCollection(places: DecidedItem[]): Map<CollectionName, string[]> {
  const ids = new Map<CollectionName, string[]>();
  for (const { collection, itemId } of places) ids.set(collection, [...(ids.get(collection) ?? []), itemId]);
  return ids;
}

function nameOf({ collection, ownId }: Pick<DecidedRow, 'collection' | 'ownId'>): string {
  return JSON.stringify([collection, ownId]);
}
