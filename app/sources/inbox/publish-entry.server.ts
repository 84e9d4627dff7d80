import { type Collection, findForEditor } from '#app/items/collection/collection.ts';
import { parseItem } from '#app/items/content/parse-item.server.ts';
import { revised } from '#app/items/revisions/revise.server.ts';
import type { WriteDb } from '#app/platform/database/handles.ts';
import type { InboxEntryRow } from '#app/platform/database/tables/tables.ts';
import { applyChanges, keepMine } from '#app/sources/import/update-items.server.ts';
import { type DecidedItem, setDecision } from './decision-state.server.ts';
import {
  type DecideContext,
  doneWith,
  importContextOf,
  invalid,
  type Outcome,
  refusedWith,
} from './outcome.server.ts';

const STARTED = 'You have started to edit this. Press Edit to continue.';
const CHANGED = 'Someone else has just changed this. Try again.';

/** Publishes a new item, or applies the source's changes to one that exists; in the caller's transaction. */
export function publishEntry(context: DecideContext, entry: InboxEntryRow): Promise<Outcome> {
  const collection = context.collections[entry.collection] as Collection;
  return entry.kind === 'new'
    ? publishNew(context, collection, entry)
    : applyChange(context, collection, entry);
}

async function publishNew(
  { write, town, siteUrl, now, by }: DecideContext,
  collection: Collection,
  entry: InboxEntryRow,
): Promise<Outcome> {
  const { itemId } = entry;
  const parsed = parseItem(collection, { ...readInput(entry), id: itemId }, { siteUrl, town, now });
  if (parsed.problems) return invalid(entry, collection, parsed.problems);
  const outcome = await revised(write, collection, itemId, { by, now }, (db) =>
    collection.store.save(db, parsed.input, { now, version: 0 }),
  );
  if (outcome.kind === 'refused') return invalid(entry, collection, outcome.problems);
  if (outcome.kind === 'conflict') return refusedWith(entry, STARTED);
  await setDecision(write, [entry], 'published');
  const { version, updatedAt } = outcome.item;
  return { ...doneWith(entry), published: { ...itemAddressOf(entry), version, updatedAt } };
}

/** The input of a new item, as its collection's schema accepts it. */
export function readInput({ item }: Pick<InboxEntryRow, 'item'>): Record<string, unknown> {
  return JSON.parse(item ?? '{}');
}

export type Change = { field: string; from: unknown; to: unknown; locked?: boolean };

/** The changes at the source of an item that exists. */
export function readChanges({ changes }: Pick<InboxEntryRow, 'changes'>): Change[] {
  return JSON.parse(changes ?? '[]');
}

async function applyChange(
  context: DecideContext,
  collection: Collection,
  entry: InboxEntryRow,
): Promise<Outcome> {
  const { write, by } = context;
  const item = await findForEditor(collection, write, entry.itemId);
  const outcome = await applyChanges(write, importContextOf(context), entry, { by });
  if (outcome.kind === 'refused') return invalid(entry, collection, outcome.problems);
  if (outcome.kind === 'conflict') return refusedWith(entry, CHANGED);
  if (outcome.kind === 'missing' || !item) return dropGone(write, entry);
  const { version, updatedAt } = outcome.item;
  return { ...doneWith(entry), applied: { ...itemAddressOf(entry), version, updatedAt, input: item.input } };
}

/** Keeps an item as it is, whatever its source says now; in the caller's transaction. */
export async function keepItem(context: DecideContext, entry: InboxEntryRow): Promise<Outcome> {
  const { kind } = await keepMine(context.write, importContextOf(context), entry);
  return kind === 'missing' ? dropGone(context.write, entry) : doneWith(entry);
}

/** The item is gone, or is as its source says by now. */
async function dropGone(db: WriteDb, { id }: InboxEntryRow): Promise<Outcome> {
  await db.deleteFrom('inbox_entry').where('id', '=', id).execute();
  return { id, status: 'gone' };
}

function itemAddressOf({ collection, itemId }: InboxEntryRow): DecidedItem {
  return { collection, itemId };
}
