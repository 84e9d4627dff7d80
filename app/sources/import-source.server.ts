import { randomUUID } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import type { Insertable } from 'kysely';
import type { Collection } from '#app/collection/collection.ts';
import type { WriteDb } from '#app/database/handles.ts';
import { lockName } from '#app/database/held-row.ts';
import type { InboxEntryRow, SourceItemRow, SourceRow } from '#app/database/tables.ts';
import { liftTimeLimits } from '#app/database/time-limits.server.ts';
import { inTransaction } from '#app/database/transaction.ts';
import { revised } from '#app/drafts/revise.server.ts';
import { derivedId } from './derived-id.ts';
import type { ImportContext } from './import-context.ts';
import { type ReadItem, type RefusedItem, readItem } from './item-fields.server.ts';
import { type ListedItem, listItems } from './listed-item.ts';
import type { ParsedSource } from './source-item.ts';
import { findKnown } from './source-item-store.server.ts';

export type { ImportContext } from './import-context.ts';

/**
 * What an import did. `found` counts what the document lists, `added` what is new of it, `changed` what differs from
 * before, `missing` what is no longer listed. `first` is the first that was added. With `emptied`, the source no longer
 * lists most of what it listed, and nothing was marked.
 */
export type ImportOutcome = {
  found: number;
  added: number;
  changed: number;
  missing: number;
  first?: { title: string; collection: string; itemId: string };
  refused: RefusedItem[];
  emptied: boolean;
};

/** Items per transaction, which is how long other writers wait. */
const ITEMS_OF_BATCH = 50;

/** The longest the event loop is blocked, unless a single item takes longer. */
const HOLD_MS = 8;

/**
 * Imports what a document of a source lists. What is new waits in the inbox, or is published if the source is trusted. A
 * key that the source has listed before never adds anything again, whatever became of its item. Running it again with
 * the same document changes nothing, and neither does a crash: an item and what belongs to it are written in one
 * transaction. Throws the signal's reason between two transactions when it fires, and errors of the database.
 */
export async function importSource(
  context: ImportContext,
  source: SourceRow,
  parsed: ParsedSource,
  signal?: AbortSignal,
): Promise<ImportOutcome> {
  const listed = listItems(source.feeds, parsed);
  const outcome: ImportOutcome = {
    found: listed.length,
    added: 0,
    changed: 0,
    missing: 0,
    refused: [],
    emptied: false,
  };
  for (let at = 0; at < listed.length; at += ITEMS_OF_BATCH) {
    const read = await readAll(context, source, listed.slice(at, at + ITEMS_OF_BATCH), outcome.refused);
    signal?.throwIfAborted();
    const added = await inTransaction(context.write, (db) => importBatch(db, context, source, read));
    outcome.added += added.length;
    const [first] = added;
    if (first) outcome.first ??= { title: first.title, collection: source.feeds, itemId: first.ownId };
  }
  return outcome;
}

/** Reads the items, and lets others run every few milliseconds. */
async function readAll(
  context: ImportContext,
  source: SourceRow,
  listed: ListedItem[],
  refused: RefusedItem[],
): Promise<ReadItem[]> {
  const read: ReadItem[] = [];
  let heldSince = performance.now();
  for (const one of listed) {
    const outcome = readItem(context, source, one);
    if (outcome.item) read.push(outcome.item);
    else refused.push(outcome.refused);
    if (performance.now() - heldSince < HOLD_MS) continue;
    await setImmediate();
    heldSince = performance.now();
  }
  return read;
}

/** Returns what was added. */
async function importBatch(
  db: WriteDb,
  context: ImportContext,
  source: SourceRow,
  read: ReadItem[],
): Promise<ReadItem[]> {
  await liftTimeLimits(db);
  // Sources that are imported at the same time must see each other's items.
  await lockName(db, 'source items');
  const known = await findKnown(
    db,
    source.id,
    read.map(({ key }) => key),
  );
  const now = context.now();
  const added = read.filter(({ key, endsAt }) => !known.has(key) && (endsAt === null || endsAt > now));
  if (added.length === 0) return [];
  const published = new Set<string>();
  if (source.trust === 'publish')
    for (const item of added) if (await publish(db, context, source, item)) published.add(item.key);
  const waiting = added.filter(({ key }) => !published.has(key));
  await db
    .insertInto('source_item')
    .values(added.map((item) => rowOf(source, item, published.has(item.key), now)))
    .execute();
  if (waiting.length > 0)
    await db
      .insertInto('inbox_entry')
      .values(waiting.map((item) => entryOf(source, item, now)))
      .execute();
  return added;
}

/** Returns whether it is published now; an item that can't be saved waits in the inbox, where the editor sees why. */
async function publish(
  db: WriteDb,
  { collections, now }: ImportContext,
  source: SourceRow,
  { ownId, checked }: ReadItem,
): Promise<boolean> {
  const collection = collections[source.feeds] as Collection;
  const revising = { by: { userId: null, token: source.name }, now: now() };
  const outcome = await revised(db, collection, ownId, revising, (transaction) =>
    collection.save(transaction, checked, { now: revising.now, version: 0 }),
  );
  return outcome.kind === 'saved';
}

function rowOf(
  source: SourceRow,
  item: ReadItem,
  isPublished: boolean,
  now: number,
): Insertable<SourceItemRow> {
  const { key, series, ownId, day, startAt, pubDate, titleKey, venueKey } = item;
  const fields = JSON.stringify(item.fields);
  return {
    source: source.id,
    ...{ key, series, ownId, day, startAt, pubDate, titleKey, venueKey },
    collection: source.feeds,
    itemId: ownId,
    fields,
    base: fields,
    decision: isPublished ? 'published' : null,
    firstSeenAt: now,
    absentSince: null,
    mergedAt: null,
    mergedBy: null,
    mergedFor: null,
  };
}

function entryOf(source: SourceRow, item: ReadItem, now: number): Insertable<InboxEntryRow> {
  return {
    id: randomUUID(),
    kind: 'new',
    collection: source.feeds,
    itemId: item.ownId,
    source: source.id,
    stack: derivedId('new', source.id, item.series),
    title: item.title,
    link: item.link,
    item: JSON.stringify(item.input),
    changes: null,
    similar: null,
    startAt: item.startAt,
    receivedAt: now,
    snoozedUntil: null,
  };
}
