/** What readers report about public items. All reports of one item and topic are one entry of the inbox. */
import { randomUUID } from 'node:crypto';
import { findArchivedAt } from '#app/items/archive/archive-store.server.ts';
import type { Collection } from '#app/items/collection/collection.ts';
import { publishedItem, titleOfInput } from '#app/items/collection/collection.ts';
import { syncCheck } from '#app/items/reported/checked-item-store.server.ts';
import { readTopic, type Topic } from '#app/items/reported/report-topics.ts';
import { createToken, hashOfToken } from '#app/people/random-token.server.ts';
import type { ReadDb, WriteDb } from '#app/platform/database/handles.ts';
import type { InboxEntryRow } from '#app/platform/database/tables/tables.ts';
import { inTransaction, lockName } from '#app/platform/database/transaction.ts';
import { DAY_MS } from '#app/platform/time/durations.ts';
import type { TownClock } from '#app/platform/time/town-time.ts';
import { derivedId } from '#app/sources/import/derived-id.ts';
import { SOURCE_ITEMS } from '#app/sources/import/import-batch.server.ts';
import { editOf } from './report-edit.server.ts';
import { listReportFacts } from './report-facts.server.ts';
import type { Said } from './said-values.ts';

/** An item that readers can report about, with its input and its title. */
export type ReportedItem = { id: string; title: string; input: Record<string, unknown> };

/** The public item; undefined if there is none with this id, or it is archived and does not change. */
export async function findReportable(
  db: ReadDb,
  collection: Collection,
  id: string,
): Promise<ReportedItem | undefined> {
  const item = await collection.store.find(db, id);
  if (!item || (await findArchivedAt(db, collection.name, id)) !== undefined) return undefined;
  const { input } = publishedItem(collection, item);
  return { id, title: titleOfInput(collection, input), input };
}

type Sent = { id: string; topic: Topic; note: string; said: Said; network: string };

type StoreContext = { now: number; clock: TownClock };

/**
 * Stores a report and returns the secret of the page that shows it; undefined if the item is not public. `network` is a
 * pseudonym. In one transaction with its entry in the inbox and, if it is the third, the mark for readers.
 */
export function addReport(
  db: WriteDb,
  collection: Collection,
  { id, topic, note, said, network }: Sent,
  context: StoreContext,
): Promise<string | undefined> {
  return inTransaction(db, async (transaction) => {
    await lockName(transaction, SOURCE_ITEMS);
    const item = await findReportable(transaction, collection, id);
    if (!item) return undefined;
    const place = { collection: collection.name, itemId: id, topic };
    const entry = (await findEntryId(transaction, place)) ?? randomUUID();
    const token = createToken();
    const report = { entry, network, note, said: JSON.stringify(said), outcome: null, reason: null };
    await transaction
      .insertInto('reader_report')
      .values({ tokenHash: hashOfToken(token), ...place, ...report, sentAt: context.now })
      .execute();
    await syncEntry(transaction, collection, { entry, topic, item }, context);
    await forgetDecided(transaction, context.now);
    return token;
  });
}

/** A decided report is stored for this long. */
export const KEPT_MS = 90 * DAY_MS;

/** Deletes old reports that nobody waits for any longer. */
async function forgetDecided(db: WriteDb, now: number): Promise<void> {
  await db
    .deleteFrom('reader_report')
    .where('sentAt', '<', now - KEPT_MS)
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('inbox_entry').select('id').whereRef('id', '=', 'reader_report.entry'))),
    )
    .execute();
}

/**
 * A report as its reader sees it. `isOpen`: nobody has decided about it. `outcome` is what an editor decided, null if the
 * item is gone; `reason` is what the editor wrote.
 */
export type OwnReport = {
  entry: string;
  topic: Topic;
  note: string;
  said: Said;
  isOpen: boolean;
  outcome: 'applied' | 'edited' | 'kept' | null;
  reason: string | null;
};

/** The report with this secret, of this item. */
export async function findOwnReport(
  db: ReadDb,
  { collection, id, token }: { collection: string; id: string; token: string },
): Promise<OwnReport | undefined> {
  const row = await db
    .selectFrom('reader_report')
    .leftJoin('inbox_entry', 'inbox_entry.id', 'reader_report.entry')
    .select([
      'entry',
      'reader_report.topic',
      'note',
      'said',
      'outcome',
      'reason',
      'inbox_entry.id as waiting',
    ])
    .where('tokenHash', '=', hashOfToken(token))
    .where('reader_report.collection', '=', collection)
    .where('reader_report.itemId', '=', id)
    .executeTakeFirst();
  const topic = row && readTopic(row.topic);
  if (!row || !topic) return undefined;
  const { entry, note, outcome, reason, waiting } = row;
  return { entry, topic, note, said: JSON.parse(row.said), isOpen: waiting !== null, outcome, reason };
}

type Own = { id: string; token: string };

/** Adds what the reader knows to a report; returns whether it was still open. */
export function completeReport(
  db: WriteDb,
  collection: Collection,
  { id, token, note, said }: Own & { note: string; said: Said },
  context: StoreContext,
): Promise<boolean> {
  return changeOpen(db, collection, { id, token }, context, (transaction) =>
    transaction
      .updateTable('reader_report')
      .set({ note, said: JSON.stringify(said) })
      .where('tokenHash', '=', hashOfToken(token))
      .execute(),
  );
}

/** Withdraws a report, as if it had not been sent; returns whether it was still open. */
export function withdrawReport(
  db: WriteDb,
  collection: Collection,
  own: Own,
  context: StoreContext,
): Promise<boolean> {
  return changeOpen(db, collection, own, context, (transaction) =>
    transaction.deleteFrom('reader_report').where('tokenHash', '=', hashOfToken(own.token)).execute(),
  );
}

function changeOpen(
  db: WriteDb,
  collection: Collection,
  { id, token }: Own,
  context: StoreContext,
  change: (db: WriteDb) => Promise<unknown>,
): Promise<boolean> {
  return inTransaction(db, async (transaction) => {
    await lockName(transaction, SOURCE_ITEMS);
    const report = await findOwnReport(transaction, { collection: collection.name, id, token });
    const item = await findReportable(transaction, collection, id);
    if (!report?.isOpen || !item) return false;
    await change(transaction);
    await syncEntry(transaction, collection, { ...report, item }, context);
    return true;
  });
}

type Place = Pick<InboxEntryRow, 'collection' | 'itemId' | 'topic'>;

async function findEntryId(db: ReadDb, { collection, itemId, topic }: Place): Promise<string | undefined> {
  const row = await db
    .selectFrom('inbox_entry')
    .select('id')
    .where('collection', '=', collection)
    .where('itemId', '=', itemId)
    .where('kind', '=', 'report')
    .where('topic', '=', topic)
    .executeTakeFirst();
  return row?.id;
}

/** Brings the entry in line with its reports, and the mark for readers with the item's entries. */
async function syncEntry(
  db: WriteDb,
  { name: collection }: Collection,
  { entry, topic, item }: { entry: string; topic: Topic; item: ReportedItem },
  { clock }: StoreContext,
): Promise<void> {
  const facts = (await listReportFacts(db, [entry])).get(entry);
  const itemId = item.id;
  if (!facts) await db.deleteFrom('inbox_entry').where('id', '=', entry).execute();
  else {
    const edit = editOf(collection, topic, { input: item.input, said: facts.said, clock });
    const content = { title: item.title, changes: JSON.stringify(edit) };
    await db
      .insertInto('inbox_entry')
      .values({
        ...{ id: entry, kind: 'report', collection, itemId, topic, source: null, ...content },
        stack: derivedId('report', collection, itemId, topic),
        receivedAt: facts.firstAt,
        ...{ link: null, item: null, similar: null, startAt: null, snoozedUntil: null },
      })
      .onConflict((conflict) => conflict.column('id').doUpdateSet(content))
      .execute();
  }
  await syncCheck(db, { collection, itemId });
}
