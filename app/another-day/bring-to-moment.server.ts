/** Brings a copy of a town to another moment, with the functions that the site itself uses. */
import type { Collection, Collections } from '#app/collection/collection.ts';
import { parseItem } from '#app/content/parse-item.server.ts';
import type { WriteDb } from '#app/database/handles.ts';
import { inTransaction } from '#app/database/transaction.ts';
import { publishDueItems } from '#app/drafts/publish-due-items.server.ts';
import { restoreEntry } from '#app/drafts/restore-trash.server.ts';
import { restoreRevision } from '#app/drafts/revise.server.ts';
import { listEntries } from '#app/drafts/trash-store.server.ts';
import { startSending } from '#app/newsletter-sending/start-sending.server.ts';
import { closeDuePolls } from '#app/polls/close-poll.server.ts';
import { type AnyDb, selectFound } from '#app/search-index/text-sources.ts';
import type { Town } from '#app/town/town.ts';
import { finishSealing } from '#app/votes/ballot-sealing.server.ts';
import { reopenPolls } from './reopen-polls.server.ts';

export type Journey = {
  collections: Collections;
  town: Town;
  siteUrl: string;
  /** The present and the moment to show, UTC epoch milliseconds. */
  now: number;
  moment: number;
  signal: AbortSignal;
};

const AT_ONCE = 100;
const nobody = { userId: null, token: null };

/** Changes the copy so that it is as the town is at the moment. Throws the signal's reason when it fires. */
export async function bringToMoment(db: WriteDb, journey: Journey): Promise<void> {
  const { moment, now, collections, signal } = journey;
  if (moment < now) await goBack(db, journey);
  signal.throwIfAborted();
  await publishDueItems(db, collections, moment, signal);
  await closeDuePolls(db, moment, signal);
  await finishSealing(db, signal);
  await sendDueIssues(db, journey);
  signal.throwIfAborted();
}

/** Issues that are scheduled are in the archive from their time on. Nobody sends them: a copy has no jobs. */
async function sendDueIssues(db: WriteDb, { moment, town }: Journey): Promise<void> {
  const due = await db
    .selectFrom('newsletter_issue')
    .select(['id', 'sendAt'])
    .where('state', '=', 'scheduled')
    .where('sendAt', '<=', moment)
    .where(({ eb, or }) =>
      or([eb('unreviewed', 'is', null), eb('unreviewed', '=', 'send'), eb('approvedAt', 'is not', null)]),
    )
    .orderBy('sendAt')
    .execute();
  for (const { id, sendAt } of due) await startSending(db, { town, now: sendAt ?? moment }, id);
}

async function goBack(db: WriteDb, journey: Journey): Promise<void> {
  const { moment } = journey;
  await bringBackDeleted(db, journey);
  await reopenPolls(db, moment);
  for (const collection of Object.values(journey.collections)) {
    await takeOutLater(db, collection, journey);
    await publishAgain(db, collection, journey);
    await revertEdits(db, collection, journey);
  }
  await db
    .updateTable('newsletter_issue')
    .set({ number: null, slug: null })
    .where('number', 'is not', null)
    .where(({ fn, ref }) => fn.coalesce(ref('startedAt'), ref('sendAt'), ref('builtAt')), '>', moment)
    .execute();
}

/** What was public and is in the trash since then. The last to be deleted comes first: it may have taken an id. */
async function bringBackDeleted(db: WriteDb, { moment, now, collections, signal }: Journey): Promise<void> {
  const rows = await db
    .selectFrom('trash_item')
    .select('id')
    .where('removedAt', '>', moment)
    .where('state', '=', 'published')
    .where('expiresAt', '>', now)
    .orderBy('removedAt', 'desc')
    .execute();
  for (const { id } of rows) {
    signal.throwIfAborted();
    const [entry] = await listEntries(db, [id], now);
    if (entry) await restoreEntry(db, collections, entry, { now });
  }
}

/** What became public only after the moment. */
async function takeOutLater(db: WriteDb, collection: Collection, journey: Journey): Promise<void> {
  const { moment, signal } = journey;
  const { source, dateField } = collection;
  const later = selectFound(db as never, source)
    .select(['item.id as id', 'item.createdAt as createdAt', 'item.updatedAt as updatedAt'])
    .$if(dateField !== undefined, (query) => query.select(`item.${dateField} as date`))
    .where(({ eb, or, exists, selectFrom }) =>
      or([
        eb('item.createdAt', '>', moment),
        ...(dateField ? [eb(`item.${dateField}`, '>', moment)] : []),
        exists(
          selectFrom('item_revision')
            .select('item_revision.id')
            .where('item_revision.collection', '=', collection.name)
            .whereRef('item_revision.id', '=', 'item.id'),
        ),
      ]),
    );
  const rows = (await later.execute()) as Dated[];
  const gone: string[] = [];
  for (const row of rows)
    if (!wasPublic(row, await findState(db, collection, row.id, moment), moment)) gone.push(row.id);
  for (let from = 0; from < gone.length; from += AT_ONCE) {
    signal.throwIfAborted();
    await inTransaction(db, async (step) => {
      for (const id of gone.slice(from, from + AT_ONCE)) await collection.remove(step, id);
    });
  }
}

type Dated = { id: string; createdAt: number; updatedAt: number; date?: number };

/** By the state in its revisions then. Where no date says when a scheduled item was published, its last change does. */
function wasPublic(
  { createdAt, updatedAt, date }: Dated,
  state: string | undefined,
  moment: number,
): boolean {
  if (date !== undefined && Number(date) > moment) return false;
  if (state === undefined) return Number(createdAt) <= moment;
  return (
    state === 'published' || (state === 'scheduled' && (date !== undefined || Number(updatedAt) <= moment))
  );
}

/** What it was at the moment, as far as its revisions know: undefined when there is none so old. */
async function findState(
  db: WriteDb,
  { name }: Collection,
  id: string,
  moment: number,
): Promise<string | undefined> {
  const row = await db
    .selectFrom('item_revision')
    .select('publication')
    .where('collection', '=', name)
    .where('id', '=', id)
    .where('savedAt', '<=', moment)
    .orderBy('revision', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.publication;
}

/** What was public at the moment and has been unpublished since. */
async function publishAgain(db: WriteDb, collection: Collection, journey: Journey): Promise<void> {
  const { moment, siteUrl, signal } = journey;
  const prepared = await db
    .selectFrom('item_version')
    .select('id')
    .distinct()
    .where('collection', '=', collection.name)
    .where('updatedAt', '>', moment)
    .execute();
  for (const { id } of prepared) {
    signal.throwIfAborted();
    if (await collection.find(db, id)) continue;
    const row = await db
      .selectFrom('item_revision')
      .select(['item', 'publication'])
      .where('collection', '=', collection.name)
      .where('id', '=', id)
      .where('savedAt', '<=', moment)
      .orderBy('revision', 'desc')
      .limit(1)
      .executeTakeFirst();
    if (row?.publication !== 'published') continue;
    const parsed = parseItem(collection, { ...JSON.parse(row.item), id }, { siteUrl });
    if (!parsed.problems) await collection.save(db, parsed.input, { now: moment });
  }
}

/** Texts that were changed since are as they were, if a revision of then is still there. */
async function revertEdits(db: WriteDb, collection: Collection, journey: Journey): Promise<void> {
  const { moment, siteUrl, signal } = journey;
  const { name, source } = collection;
  const changed = (await selectFound(db as never, source)
    .select('item.id as id')
    .where('item.updatedAt', '>', moment)
    .execute()) as { id: string }[];
  for (const { id } of changed) {
    signal.throwIfAborted();
    const then = await (db as unknown as AnyDb)
      .selectFrom('item_revision')
      .select(['revision', 'savedAt'])
      .where('collection', '=', name)
      .where('id', '=', id)
      .where('savedAt', '<=', moment)
      .where('publication', '=', 'published')
      .orderBy('revision', 'desc')
      .limit(1)
      .executeTakeFirst();
    if (!then) continue;
    const place = { id, revision: Number(then.revision) };
    await restoreRevision(db, collection, place, {
      by: nobody,
      now: Number(then.savedAt),
      context: { siteUrl },
    });
  }
}
