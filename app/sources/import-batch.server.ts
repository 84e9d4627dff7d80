import { randomUUID } from 'node:crypto';
import type { Insertable } from 'kysely';
import type { Collection } from '#app/collection/collection.ts';
import type { WriteDb } from '#app/database/handles.ts';
import { lockName } from '#app/database/held-row.ts';
import type { InboxEntryRow, SourceItemRow, SourceRow } from '#app/database/tables.ts';
import { liftTimeLimits } from '#app/database/time-limits.server.ts';
import { revised } from '#app/drafts/revise.server.ts';
import type { ImportContext } from './import-context.ts';
import { withoutTrifles } from './item-changes.server.ts';
import type { Fields, ReadItem } from './item-fields.server.ts';
import { settleItems, stackOf } from './settle-items.server.ts';
import { findKnown, type StoredSourceItem, updateSourceItem } from './source-item-store.server.ts';

export type BatchOutcome = { added: ReadItem[]; changed: number };

/** Imports some items of a source; all or nothing, in the caller's transaction. */
export async function importBatch(
  db: WriteDb,
  context: ImportContext,
  source: SourceRow,
  read: ReadItem[],
): Promise<BatchOutcome> {
  await liftTimeLimits(db);
  // Sources that are imported at the same time must see each other's items.
  await lockName(db, 'source items');
  const known = await findKnown(
    db,
    source.id,
    read.map(({ key }) => key),
  );
  const changed = await noteChanges(db, context, source, read, known);
  const now = context.now();
  const added = read.filter(({ key, endsAt }) => !known.has(key) && (endsAt === null || endsAt > now));
  await addAll(db, context, source, added);
  return { added, changed };
}

/** What the source says differently of items that it has listed before, or lists again. Returns how many changed. */
async function noteChanges(
  db: WriteDb,
  context: ImportContext,
  source: SourceRow,
  read: ReadItem[],
  known: Map<string, StoredSourceItem>,
): Promise<number> {
  const touched: string[] = [];
  let changed = 0;
  for (const item of read) {
    const row = known.get(item.key);
    // A source whose items went to another collection before.
    if (!row || row.collection !== source.feeds) continue;
    const change = changeOf(row, item);
    if (Object.keys(change).length === 0) continue;
    await updateSourceItem(db, row, change);
    if (row.decision === 'discarded' || row.decision === 'expired') continue;
    if (change.fields) changed++;
    touched.push(row.itemId);
  }
  await settleItems(db, context, source.feeds, touched);
  return changed;
}

function changeOf(row: StoredSourceItem, item: ReadItem): Partial<StoredSourceItem> {
  const before: Fields = JSON.parse(row.fields);
  const fields = JSON.stringify(withoutTrifles(before, item.fields));
  const { startAt, titleKey, venueKey } = item;
  return {
    ...(row.absentSince === null ? {} : { absentSince: null, unconfirmed: 0 }),
    ...(fields === JSON.stringify(before)
      ? {}
      : // The day of a story is that of its first publication.
        { fields, titleKey, venueKey, ...(startAt === null ? {} : { startAt, day: item.day }) }),
  };
}

async function addAll(
  db: WriteDb,
  context: ImportContext,
  source: SourceRow,
  added: ReadItem[],
): Promise<void> {
  if (added.length === 0) return;
  const now = context.now();
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
    stack: stackOf('new', { source: source.id, series: item.series }),
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
