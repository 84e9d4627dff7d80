/** Brings items and the inbox in line with what their sources say. */
import { randomUUID } from 'node:crypto';
import {
  type Collection,
  type EditedItem,
  findForEditor,
  type SaveOutcome,
  type StoredItem,
} from '#app/items/collection/collection.ts';
import type { Editor } from '#app/items/drafts/editor.ts';
import {
  baseOf,
  type FieldChange,
  hasVanished,
  listChanges,
  presentFields,
  statementOf,
} from '#app/items/provenance/item-changes.server.ts';
import type { Fields } from '#app/items/provenance/said-fields.ts';
import {
  type Credit,
  listCredits,
  updateSourceItem,
} from '#app/items/provenance/source-item-store.server.ts';
import type { ReadDb, WriteDb } from '#app/platform/database/handles.ts';
import type { InboxEntryRow } from '#app/platform/database/tables/tables.ts';
import { derivedId } from './derived-id.ts';
import { entryColumns } from './entry-columns.ts';
import { endsAtOf, siteOf, withWholeLinks } from './feed-fields.server.ts';
import type { ImportContext } from './import-context.ts';
import { takeFields } from './take-fields.server.ts';

type Credits = [Credit, ...Credit[]];
export type ItemAddress = { collection: string; itemId: string };

/**
 * After what sources say about these items has changed, or which of them lead: an item that waits takes it; a published
 * or scheduled one takes what no editor wrote if the leading source is trusted, and the rest becomes a question in the
 * inbox. Items that an editor has deleted or made a draft are left alone. In the caller's transaction.
 */
export async function updateItems(
  db: WriteDb,
  context: ImportContext,
  collection: string,
  itemIds: string[],
): Promise<void> {
  const ids = [...new Set(itemIds)].sort();
  const credits = await listCredits(db, collection, ids);
  const entries = await listEntries(db, collection, ids);
  for (const itemId of ids) {
    const [leader, ...others] = credits.get(itemId) ?? [];
    const entry = entries.get(itemId);
    // No source has said anything about it.
    if (!leader) await dropEntry(db, entry);
    else if (entry?.kind === 'new') await updateWaiting(db, context, entry, [leader, ...others]);
    else await updateStored(db, context, { collection, itemId }, [leader, ...others], entry);
  }
}

async function listEntries(
  db: ReadDb,
  collection: string,
  itemIds: string[],
): Promise<Map<string, InboxEntryRow>> {
  if (itemIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('inbox_entry')
    .select(entryColumns)
    .where('collection', '=', collection)
    .where('itemId', 'in', itemIds)
    .where('kind', 'in', ['new', 'change'])
    .execute();
  return new Map(rows.map((row) => [row.itemId, row]));
}

async function updateWaiting(
  db: WriteDb,
  { siteUrl }: ImportContext,
  entry: InboxEntryRow,
  credits: Credits,
): Promise<void> {
  const [leader] = credits;
  const fields: Fields = JSON.parse(leader.fields);
  const input = inputOfLeader(JSON.parse(entry.item ?? '{}'), leader, fields, siteUrl);
  const item = JSON.stringify(input);
  const change = {
    source: leader.source,
    stack: stackOf('new', leader),
    title: String(fields.title),
    link: String(input.link),
    item,
    startAt: leader.startAt,
  };
  const isSame = Object.entries(change).every(
    ([name, value]) => entry[name as keyof typeof change] === value,
  );
  if (!isSame) await db.updateTable('inbox_entry').set(change).where('id', '=', entry.id).execute();
  await keepBase(db, credits, fields);
}

/** The input of an item as its leading source describes it. */
export function inputOfLeader(
  input: Record<string, unknown>,
  leader: Pick<Credit, 'key' | 'name' | 'site' | 'address'>,
  fields: Fields,
  siteUrl: string,
): Record<string, unknown> {
  const source = 'sourceName' in input ? { sourceName: leader.name, sourceUrl: siteOf(leader) } : {};
  return { ...input, ...withWholeLinks(fields, siteUrl), sourceId: leader.key, ...source };
}

/** Entries with the same stack are decided together. */
export function stackOf(kind: InboxEntryRow['kind'], { source, series }: Pick<Credit, 'source' | 'series'>) {
  return derivedId(kind, source, series);
}

async function updateStored(
  db: WriteDb,
  context: ImportContext,
  place: ItemAddress,
  credits: Credits,
  entry: InboxEntryRow | undefined,
): Promise<void> {
  const collection = context.collections[place.collection] as Collection;
  const item = await findForEditor(collection, db, place.itemId);
  const [leader] = credits;
  const isOver =
    Number(endsAtOf(JSON.parse(leader.fields), context.town.timeZone) ?? Infinity) <= context.now();
  if (!item || item.publication === 'draft' || isOver) return dropEntry(db, entry);
  let { changes, taken, said } = compare(item, credits, context.siteUrl);
  const ready = leader.trust === 'publish' ? changes.filter((change) => isReady(change, credits)) : [];
  if (ready.length > 0) {
    const by = { userId: null, token: leader.name };
    const outcome = await takeFields(db, context, place, item, ready, by);
    if (outcome.kind === 'saved') {
      changes = changes.filter((change) => !ready.includes(change));
      taken = { ...taken, ...pick(said, ready) };
    }
  }
  await keepBase(db, credits, taken);
  if (changes.length === 0) return dropEntry(db, entry);
  await putChange(db, context, { ...place, title: titleOf(collection, item), credits, changes, entry });
}

/** Whether a trusted source changes it without asking. That an event has vanished is always a question. */
function isReady({ field, locked }: FieldChange, credits: Credits): boolean {
  return !locked && !(field === 'status' && hasVanished(credits));
}

/** The changes, and what the item has in common with its source by now. */
function compare(item: EditedItem, credits: Credits, siteUrl: string) {
  const present = presentFields(credits[0].collection, item.input, siteUrl);
  const was = baseOf(credits[0]);
  const said = statementOf(credits);
  const changes = listChanges(present, credits);
  const isAsked = (field: string) => changes.some((change) => change.field === field);
  const agreed = Object.keys(said).filter(
    (field) => !isAsked(field) && said[field] !== was[field] && said[field] === present[field],
  );
  return {
    said,
    changes,
    taken: Object.fromEntries(agreed.map((field) => [field, said[field] ?? null])),
  };
}

function pick(fields: Fields, changes: FieldChange[]): Fields {
  return Object.fromEntries(changes.map(({ field }) => [field, fields[field] ?? null]));
}

type Change = ItemAddress & {
  title: string;
  credits: Credits;
  changes: FieldChange[];
  entry: InboxEntryRow | undefined;
};

async function putChange(
  db: WriteDb,
  { siteUrl, now }: ImportContext,
  { collection, itemId, title, credits, changes, entry }: Change,
): Promise<void> {
  const [leader] = credits;
  const content = {
    source: leader.source,
    stack: stackOf('change', leader),
    title,
    link: String(withWholeLinks({ link: siteOf(leader), ...JSON.parse(leader.fields) }, siteUrl).link),
    changes: JSON.stringify(changes),
    startAt: leader.startAt,
  };
  // Saving the item has ended its review.
  await db
    .insertInto('inbox_entry')
    .values({
      id: entry?.id ?? randomUUID(),
      kind: 'change',
      ...{ collection, itemId, ...content, item: null, similar: null },
      receivedAt: entry?.receivedAt ?? now(),
      snoozedUntil: entry?.snoozedUntil ?? null,
    })
    .onConflict((conflict) =>
      conflict.columns(['collection', 'itemId', 'kind', 'topic']).doUpdateSet(content),
    )
    .execute();
}

async function dropEntry(db: WriteDb, entry: InboxEntryRow | undefined): Promise<void> {
  if (entry) await db.deleteFrom('inbox_entry').where('id', '=', entry.id).execute();
}

/** Remembers for all sources of an item what it took from one. */
async function keepBase(db: WriteDb, credits: Credits, taken: Fields): Promise<void> {
  for (const credit of credits) {
    const base = JSON.stringify({ ...baseOf(credit), ...taken });
    if (credit.base !== base) await updateSourceItem(db, credit, { base });
  }
}

function titleOf({ source }: Pick<Collection, 'source'>, { input }: EditedItem): string {
  return String(input[source.title] ?? '');
}

/** `missing`: the question is gone. */
export type ChangeOutcome = SaveOutcome<StoredItem> | { kind: 'missing' };

/**
 * Gives an item the values that its source now has, those that an editor wrote included; only in the given fields, or in
 * all that differ. The question leaves the inbox when nothing is left of it.
 */
export function applyChanges(
  db: WriteDb,
  context: ImportContext,
  place: ItemAddress,
  { by, fields }: { by: Editor; fields?: string[] },
): Promise<ChangeOutcome> {
  return decideChanges(db, context, place, fields, (item, changes) =>
    takeFields(db, context, place, item, changes, by),
  );
}

/** Keeps an item as it is. It is not asked about again until the source changes once more. */
export function keepMine(
  db: WriteDb,
  context: ImportContext,
  place: ItemAddress,
  { fields }: { fields?: string[] } = {},
): Promise<ChangeOutcome> {
  return decideChanges(db, context, place, fields, async (item) => ({ kind: 'saved', item }));
}

async function decideChanges(
  db: WriteDb,
  context: ImportContext,
  place: ItemAddress,
  fields: string[] | undefined,
  act: (item: EditedItem, changes: FieldChange[]) => Promise<SaveOutcome<StoredItem>>,
): Promise<ChangeOutcome> {
  const collection = context.collections[place.collection] as Collection;
  const [leader, ...others] =
    (await listCredits(db, place.collection, [place.itemId])).get(place.itemId) ?? [];
  const item = await findForEditor(collection, db, place.itemId);
  if (!leader || !item) return { kind: 'missing' };
  const credits: Credits = [leader, ...others];
  const { changes, taken, said } = compare(item, credits, context.siteUrl);
  const meant = changes.filter(({ field }) => !fields || fields.includes(field));
  if (meant.length === 0) return { kind: 'missing' };
  const outcome = await act(item, meant);
  if (outcome.kind !== 'saved') return outcome;
  await keepBase(db, credits, { ...taken, ...pick(said, meant) });
  await updateItems(db, context, place.collection, [place.itemId]);
  return outcome;
}
