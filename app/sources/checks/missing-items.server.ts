/** What a source no longer lists. */

import { baseOf } from '#app/items/provenance/item-changes.server.ts';
import {
  type Credit,
  listCredits,
  updateSourceItem,
} from '#app/items/provenance/source-item-store.server.ts';
import type { ReadDb, WriteDb } from '#app/platform/database/handles.ts';
import { liftTimeLimits } from '#app/platform/database/postgres-adapter.ts';
import type { SourceRow } from '#app/platform/database/tables/tables.ts';
import { inTransaction, lockName } from '#app/platform/database/transaction.ts';
import { lockCounter, SOURCE_ITEMS } from '#app/sources/import/import-batch.server.ts';
import type { ImportContext } from '#app/sources/import/import-context.ts';
import type { ListedItem } from '#app/sources/import/listed-item.ts';
import type { ParsedSource } from '#app/sources/import/source-item.ts';
import { updateItems } from '#app/sources/import/update-items.server.ts';
import { openPauses } from './pause.ts';

/** `missing` counts events to come. With `emptied`, most are missing, which says more about the source. */
export type MissingOutcome = { missing: number; emptied: boolean };

/** A document, what it lists, and the keys of what was new of that. */
export type Imported = { parsed: ParsedSource; listed: ListedItem[]; added: Set<string> };

type Present = { key: string; itemId: string; startAt: number | null; pubDate: number };

const ITEMS_OF_BATCH = 50;
/** So that no single query blocks the event loop for long: SQLite reads on the thread that serves. */
const ROWS_OF_READ = 500;
/** Of fewer, half can be a normal change. */
const FEWEST_EMPTIED = 3;

/**
 * Marks what the source listed before and does not list now. An event to come that none of its sources lists is
 * unconfirmed; of a published one, the editor is asked. Stories, and items that have fallen off the end of a feed of the
 * newest items, are only noted. When all events to come are missing, or half of them and at least three, nothing is
 * marked: the source has a problem. A document that is not whole marks nothing, either.
 */
export async function markMissing(
  context: ImportContext,
  source: SourceRow,
  { parsed, listed, added }: Imported,
  signal?: AbortSignal,
): Promise<MissingOutcome> {
  if (parsed.losses.length > 0) return { missing: 0, emptied: false };
  const keys = new Set(listed.map(({ key }) => key));
  const present = (await listPresent(context.write, source, context.now())).filter(
    ({ key }) => !added.has(key),
  );
  const gone = present.filter(({ key }) => !keys.has(key));
  const isBeyond = openWindow(parsed, { listed, added, gone });
  const isVanished = (row: Present) => row.startAt !== null && !isBeyond(row);
  const vanished = gone.filter(isVanished);
  const expected = present.filter((row) => row.startAt !== null && (keys.has(row.key) || !isBeyond(row)));
  if (isEmptied(vanished.length, expected.length) || (keys.size === 0 && gone.length > 0))
    return { missing: vanished.length, emptied: true };
  const fallen = gone.filter((row) => !isVanished(row));
  await mark(context, source, fallen, { unconfirmed: 0 }, signal);
  await mark(context, source, vanished, { unconfirmed: 1 }, signal);
  return { missing: vanished.length, emptied: false };
}

function isEmptied(vanished: number, expected: number): boolean {
  if (vanished === 0) return false;
  return vanished === expected || (vanished >= FEWEST_EMPTIED && 2 * vanished >= expected);
}

/** What the source listed last time: its stories, and its events to come. */
async function listPresent(db: ReadDb, source: SourceRow, now: number): Promise<Present[]> {
  const present: Present[] = [];
  const pause = openPauses();
  while (true) {
    const rows = await listPresentAfter(db, source, { key: present.at(-1)?.key ?? '', now });
    present.push(...rows);
    if (rows.length < ROWS_OF_READ) return present;
    await pause();
  }
}

function listPresentAfter(
  db: ReadDb,
  { id, feeds }: SourceRow,
  { key, now }: { key: string; now: number },
): Promise<Present[]> {
  return db
    .selectFrom('source_item')
    .select(['key', 'itemId', 'startAt', 'pubDate'])
    .where('source', '=', id)
    .where('key', '>', key)
    .where('absentSince', 'is', null)
    .where('startAt', feeds === 'events' ? '>' : 'is', feeds === 'events' ? now : null)
    .where('collection', '=', feeds)
    .orderBy('key')
    .limit(ROWS_OF_READ)
    .execute();
}

type Listing = { listed: ListedItem[]; added: Set<string>; gone: Present[] };

/** Whether an item is beyond what the document lists: older than all of a feed, or later than all of a page. */
function openWindow({ format, items }: ParsedSource, listing: Listing): (row: Present) => boolean {
  const { listed } = listing;
  if (format === 'ics') return openCalendarWindow(listing);
  if (format === 'html') {
    const last = lastStartOf(listed);
    return ({ startAt }) => Number(startAt) > last;
  }
  const dates = items.map(({ pubDate }) => Date.parse(pubDate ?? '')).filter((date) => !Number.isNaN(date));
  const oldest = dates.reduce((one, other) => Math.min(one, other), Number.POSITIVE_INFINITY);
  // Without dates, nothing is known about their order.
  return ({ pubDate }) => dates.length === 0 || pubDate <= oldest;
}

/**
 * Some calendars list all events, and some only the next thirty or so, such as exports of The Events Calendar: there,
 * each event that is added pushes out the last one. A calendar doesn't say which kind it is. Events at its end were
 * pushed out if at least as many events were added as are gone, all of them before an event that was listed last time
 * and still is. A cancellation in a calendar of all events makes it shorter. When its last event is moved under another
 * identifier, the new one is usually the last again, and so doesn't count as added.
 */
function openCalendarWindow({ listed, added, gone }: Listing): (row: Present) => boolean {
  const lastKept = lastStartOf(listed.filter(({ key }) => !added.has(key)));
  const pushing = listed.filter((one) => added.has(one.key) && startOf(one) < lastKept);
  if (pushing.length < gone.length) return () => false;
  const last = lastStartOf(listed);
  // Of events at the same time, the last may be any.
  return ({ startAt }) => Number(startAt) >= last;
}

function startOf({ date }: ListedItem): number {
  return Date.parse(date?.start ?? '');
}

function lastStartOf(listed: ListedItem[]): number {
  return listed.reduce((last, one) => Math.max(last, startOf(one)), Number.NEGATIVE_INFINITY);
}

async function mark(
  context: ImportContext,
  source: SourceRow,
  rows: Present[],
  { unconfirmed }: { unconfirmed: number },
  signal: AbortSignal | undefined,
): Promise<void> {
  for (let at = 0; at < rows.length; at += ITEMS_OF_BATCH) {
    signal?.throwIfAborted();
    const batch = rows.slice(at, at + ITEMS_OF_BATCH);
    await inTransaction(context.write, async (db) => {
      await liftTimeLimits(db);
      await lockName(db, SOURCE_ITEMS);
      await lockCounter(db, source);
      const ids = batch.map(({ itemId }) => itemId);
      const before = await listCredits(db, source.feeds, ids);
      const absentSince = await findLastSuccess(db, source.id, context.now());
      await db
        .updateTable('source_item')
        .set({ absentSince, unconfirmed })
        .where('source', '=', source.id)
        .where(
          'key',
          'in',
          batch.map(({ key }) => key),
        )
        .execute();
      await acceptLeaders(db, source.feeds, before);
      await updateItems(db, context, source.feeds, ids);
    });
  }
}

/** Another source that leads from now on has not changed anything by that: its other values are no question. */
async function acceptLeaders(db: WriteDb, collection: string, before: Map<string, Credit[]>): Promise<void> {
  const after = await listCredits(db, collection, [...before.keys()]);
  for (const [itemId, [was]] of before) {
    const [leader] = after.get(itemId) ?? [];
    if (!leader || leader.ownId === was?.ownId) continue;
    const base = JSON.stringify({ ...baseOf(leader), ...JSON.parse(leader.fields) });
    await updateSourceItem(db, leader, { base });
  }
}

/** When the document was read last, and listed them. */
async function findLastSuccess(db: WriteDb, source: string, now: number): Promise<number> {
  const state = await db
    .selectFrom('source_state')
    .select('succeededAt')
    .where('source', '=', source)
    .executeTakeFirst();
  return state?.succeededAt ?? now;
}
