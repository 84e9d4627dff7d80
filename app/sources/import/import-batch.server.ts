/** Writes what a document lists, some items at a time. */
import { randomUUID } from 'node:crypto';
import type { Insertable } from 'kysely';
import type { Collection } from '#app/items/collection/collection.ts';
import { parseItem } from '#app/items/content/parse-item.server.ts';
import { withoutTrifles } from '#app/items/provenance/item-changes.server.ts';
import type { Fields } from '#app/items/provenance/said-fields.ts';
import {
  listCredits,
  putMatches,
  renameSourceItem,
  type StoredSourceItem,
  updateCredits,
  updateSourceItem,
} from '#app/items/provenance/source-item-store.server.ts';
import { revised } from '#app/items/revisions/revise.server.ts';
import type { WriteDb } from '#app/platform/database/handles.ts';
import { liftTimeLimits } from '#app/platform/database/postgres-adapter.ts';
import type { InboxEntryTable, SourceItemRow, SourceRow } from '#app/platform/database/tables/tables.ts';
import { heldFor, lockName } from '#app/platform/database/transaction.ts';
import { openPauses } from '#app/sources/checks/pause.ts';
import type { DocumentKeys } from '#app/sources/formats/document-keys.ts';
import type { ReadItem } from './feed-fields.server.ts';
import type { ImportContext } from './import-context.ts';
import { judgeItems, type NewItem } from './judge-items.server.ts';
import type { MatchRules } from './matching.server.ts';
import { namedItems } from './similar-items.server.ts';
import { stackOf, updateItems } from './update-items.server.ts';

/** Held by whatever changes which item the items of sources belong to, so that they see each other. */
export const SOURCE_ITEMS = 'source items';

export type Batch = {
  context: ImportContext;
  source: SourceRow;
  document: DocumentKeys;
  rules: MatchRules;
};

/** `changed` counts items that the source describes differently. `left` are the items that it had no time for. */
export type BatchOutcome = { added: NewItem[]; changed: number; left: ReadItem[] };

/** After this, a transaction ends: until then, an editor's save waits, and PostgreSQL ends that after a second. */
const LONGEST_MS = 100;
/** Items between two looks at the clock. */
const ITEMS_OF_STEP = 5;

/**
 * Imports the first of some items of a source, at least one: as many as a tenth of a second allows, in the caller's
 * transaction. Both databases grant locks in the order of requests, so a waiting save gets its turn next.
 */
export async function importBatch(db: WriteDb, batch: Batch, read: ReadItem[]): Promise<BatchOutcome> {
  await liftTimeLimits(db);
  await lockName(db, SOURCE_ITEMS);
  const end = performance.now() + LONGEST_MS;
  const { known, added } = await judgeItems(db, batch, read);
  await lockCounter(db, batch.source);
  const outcome: BatchOutcome = { added: [], changed: 0, left: read };
  do {
    const step = outcome.left.slice(0, ITEMS_OF_STEP);
    outcome.left = outcome.left.slice(ITEMS_OF_STEP);
    outcome.changed += await recordChanges(db, batch, step, known);
    const fresh = added.filter(({ item }) => step.some(({ key }) => key === item.key));
    await addAll(db, batch, fresh);
    outcome.added.push(...fresh);
  } while (outcome.left.length > 0 && performance.now() < end);
  return outcome;
}

/**
 * Before the first change of what sources say. On PostgreSQL every save waits for the change counter of its collection,
 * and then, if it ends a review, for that of the sources. Taken the other way round they would be a deadlock.
 */
export async function lockCounter(db: WriteDb, { feeds }: Pick<SourceRow, 'feeds'>): Promise<void> {
  await db
    .selectFrom('collection_revision')
    .select('revision')
    .where('collection', '=', feeds)
    .modifyEnd(heldFor(db, 'update', 'collection_revision'))
    .execute();
}

async function addAll(db: WriteDb, batch: Batch, added: NewItem[]): Promise<void> {
  const [joining, own] = [true, false].map((isJoining) =>
    added.filter(({ into }) => (into !== undefined) === isJoining),
  ) as [NewItem[], NewItem[]];
  await addItems(db, batch, own);
  await joinItems(db, batch, joining);
  const fresh = added.map(({ item }) => item.key);
  await putMatches(db, batch.source.id, fresh, batch.document.matches);
}

/** What the source says differently of items that it has listed before, or lists again. */
async function recordChanges(
  db: WriteDb,
  { context, source, document }: Batch,
  read: ReadItem[],
  known: Map<string, StoredSourceItem>,
): Promise<number> {
  const touched: string[] = [];
  const stale: string[] = [];
  let changed = 0;
  const pause = openPauses();
  for (const item of read) {
    await pause();
    const row = known.get(item.key);
    if (!row) continue;
    if (row.key !== item.key) {
      await renameSourceItem(db, row, item.key);
      stale.push(item.key);
    }
    const change = {
      ...changeOf(row, item, source),
      ...(row.key === item.key ? {} : { series: item.series }),
    };
    if (Object.keys(change).length === 0) continue;
    await updateSourceItem(db, { source: source.id, key: item.key }, change);
    if (change.fields) stale.push(item.key);
    const isRevived = row.decision === 'expired' && (item.endsAt ?? 0) > context.now();
    if (isRevived) await revive(db, context, source, { ...item, ownId: row.itemId });
    if (row.decision === 'discarded' || (row.decision === 'expired' && !isRevived)) continue;
    if (change.fields) changed++;
    touched.push(row.itemId);
  }
  await putMatches(db, source.id, stale, document.matches);
  await updateItems(db, context, source.feeds, touched);
  return changed;
}

/** An event that nobody decided about while it was to come waits again: its source has moved it. */
async function revive(db: WriteDb, { now }: ImportContext, source: SourceRow, item: ReadItem): Promise<void> {
  const place = { collection: source.feeds, itemId: item.ownId };
  await updateCredits(db, place, { decision: null, base: item.taken });
  const input = { ...item.input, id: item.ownId };
  const entry = entryOf(source, { item: { ...item, input }, similar: [] }, now(), new Map());
  await db
    .insertInto('inbox_entry')
    .values(entry)
    .onConflict((conflict) => conflict.columns(['collection', 'itemId', 'kind', 'topic']).doNothing())
    .execute();
}

function changeOf(
  row: StoredSourceItem,
  item: ReadItem,
  { feeds }: Pick<SourceRow, 'feeds'>,
): Partial<StoredSourceItem> {
  const listed = row.absentSince === null ? {} : { absentSince: null, unconfirmed: 0 };
  // The source's items went to another collection before.
  if (row.collection !== feeds) return listed;
  const before: Fields = JSON.parse(row.fields);
  const fields = JSON.stringify(withoutTrifles(before, item.fields));
  if (fields === JSON.stringify(before)) return listed;
  const { startAt, titleKey, venueKey } = item;
  // The day of a story is that of its first publication.
  const moved = startAt === null ? {} : { startAt, day: item.day };
  return { ...listed, fields, titleKey, venueKey, ...moved };
}

/** Items of their own: published if the source is trusted and nothing speaks against it, otherwise for review. */
async function addItems(db: WriteDb, { context, source }: Batch, added: NewItem[]): Promise<void> {
  if (added.length === 0) return;
  const now = context.now();
  const ids = added.flatMap(({ similar }) => similar);
  // What was discarded or deleted is no duplicate.
  const names = await namedItems(db, context, source.feeds, ids);
  const decisions = new Map<string, SourceItemRow['decision']>();
  for (const one of added) {
    const similar = one.similar.filter((id) => names.has(id));
    decisions.set(one.item.key, await decide(db, context, source, { ...one, similar }));
  }
  const rows = added.map(({ item }) =>
    sourceItemRowOf(source, item, now, { decision: decisions.get(item.key) ?? null }),
  );
  await db.insertInto('source_item').values(rows).execute();
  const waiting = added.filter(({ item }) => decisions.get(item.key) === null);
  if (waiting.length === 0) return;
  const entries = waiting.map((one) => entryOf(source, one, now, names));
  await db.insertInto('inbox_entry').values(entries).execute();
}

async function decide(
  db: WriteDb,
  context: ImportContext,
  source: SourceRow,
  { item, similar, follows }: NewItem,
): Promise<SourceItemRow['decision']> {
  if (follows === 'discarded') return 'discarded';
  const isTrusted = source.trust === 'publish' || follows === 'published';
  if (!isTrusted || similar.length > 0) return null;
  return (await publish(db, context, source, item)) ? 'published' : null;
}

/** Returns whether it is published now; an item that can't be saved waits in the inbox, where the editor sees why. */
async function publish(
  db: WriteDb,
  { collections, now }: ImportContext,
  source: SourceRow,
  { ownId, checked }: Pick<ReadItem, 'ownId' | 'checked'>,
): Promise<boolean> {
  const collection = collections[source.feeds] as Collection;
  const revising = { by: { userId: null, token: source.name }, now: now() };
  const outcome = await revised(db, collection, ownId, revising, (transaction) =>
    collection.store.save(transaction, checked, { now: revising.now, version: 0 }),
  );
  return outcome.kind === 'saved';
}

/** Further credits of items that other sources have listed, or an editor has typed. */
async function joinItems(db: WriteDb, { context, source }: Batch, joining: NewItem[]): Promise<void> {
  if (joining.length === 0) return;
  const now = context.now();
  const targets = joining.map(({ into }) => into?.itemId ?? '');
  const credits = await listCredits(db, source.feeds, targets);
  const rows = joining.map(({ item, into }) => {
    const [leader] = credits.get(into?.itemId ?? '') ?? [];
    return sourceItemRowOf(source, item, now, {
      itemId: into?.itemId ?? item.ownId,
      base: leader?.base ?? JSON.stringify(item.fields),
      // An item without a source was typed by hand.
      decision: leader ? leader.decision : 'published',
      mergedAt: now,
      mergedFor: into?.why ?? null,
    });
  });
  await db.insertInto('source_item').values(rows).execute();
  await updateItems(db, context, source.feeds, targets);
  if (source.trust === 'publish') await publishLed(db, context, source, targets);
}

/** What waited for review of another source is published when a trusted source leads from now on. */
async function publishLed(
  db: WriteDb,
  context: ImportContext,
  source: SourceRow,
  itemIds: string[],
): Promise<void> {
  const { collections, siteUrl, town, now } = context;
  const entries = await db
    .selectFrom('inbox_entry')
    .select(['itemId', 'item'])
    .where('collection', '=', source.feeds)
    .where('itemId', 'in', itemIds)
    .where('source', '=', source.id)
    .where('kind', '=', 'new')
    .where('similar', 'is', null)
    .execute();
  for (const { itemId, item } of entries) {
    const collection = collections[source.feeds] as Collection;
    const { input } = parseItem(collection, JSON.parse(item ?? '{}'), { siteUrl, town, now: now() });
    if (input) await publish(db, context, source, { ownId: itemId, checked: input });
  }
}

function sourceItemRowOf(
  source: SourceRow,
  item: ReadItem,
  now: number,
  more: Partial<Insertable<SourceItemRow>>,
): Insertable<SourceItemRow> {
  const { key, series, ownId, day, startAt, pubDate, titleKey, venueKey } = item;
  return {
    source: source.id,
    ...{ key, series, ownId, day, startAt, pubDate, titleKey, venueKey },
    ...{ collection: source.feeds, itemId: ownId, decision: null },
    ...{ fields: JSON.stringify(item.fields), base: JSON.stringify(item.taken) },
    ...{ firstSeenAt: now, absentSince: null, mergedAt: null, mergedBy: null, mergedFor: null },
    ...more,
  };
}

function entryOf(
  source: SourceRow,
  { item, similar }: Pick<NewItem, 'item' | 'similar'>,
  now: number,
  names: Map<string, string>,
): Insertable<InboxEntryTable> {
  const alike = similar.flatMap((id) => {
    const title = names.get(id);
    return title === undefined ? [] : [{ collection: source.feeds, id, title }];
  });
  return {
    id: randomUUID(),
    kind: 'new',
    collection: source.feeds,
    itemId: item.ownId,
    source: source.id,
    stack: stackOf('new', { source: source.id, series: item.series }),
    title: item.title,
    link: item.link,
    item: JSON.stringify(item.input),
    changes: null,
    similar: alike.length > 0 ? JSON.stringify(alike) : null,
    startAt: item.startAt,
    receivedAt: now,
    snoozedUntil: null,
  };
}
