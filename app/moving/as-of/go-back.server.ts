/** Brings a copy of a town to a moment in the past: what was public then, as it was then. */
import type { Collection, Collections } from '#app/items/collection/collection.ts';
import { parseItem } from '#app/items/content/parse-item.server.ts';
import { publishDueItems } from '#app/items/drafts/publish-due-items.server.ts';
import { restoreRevision } from '#app/items/revisions/revise.server.ts';
import { restoreEntry } from '#app/items/trash/restore-trash.server.ts';
import { listEntries } from '#app/items/trash/trash-store.server.ts';
import { startSending } from '#app/newsletter/sending/issue-actions.server.ts';
import type { OnDayProgress } from '#app/people/request/services.server.ts';
import type { WriteDb } from '#app/platform/database/handles.ts';
import { inTransaction } from '#app/platform/database/transaction.ts';
import { type AnyDb, selectFound } from '#app/platform/search-index/text-sources.ts';
import { closeDuePolls } from '#app/polls/close-poll.server.ts';
import { finishSealing } from '#app/polls/votes/ballot-sealing.server.ts';
import type { Town } from '#app/town/town.ts';

type Journey = {
  collections: Collections;
  town: Town;
  siteUrl: string;
  /** The present and the moment to show, UTC epoch milliseconds. */
  now: number;
  moment: number;
  signal: AbortSignal;
  onProgress: OnDayProgress;
};

const AT_ONCE = 100;
const nobody = { userId: null, token: null };

/** Throws the signal's reason when it fires. */
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
  const { moment } = journey;
  const { name } = collection;
  const { dateField } = collection.json;
  const changed = selectFound(db as never, collection.source).where(({ eb, or, exists, selectFrom }) =>
    or([
      eb('item.createdAt', '>', moment),
      eb('item.updatedAt', '>', moment),
      ...(dateField ? [eb(`item.${dateField}`, '>', moment)] : []),
      exists(
        selectFrom('item_revision')
          .select('item_revision.id')
          .where('item_revision.collection', '=', name)
          .whereRef('item_revision.id', '=', 'item.id')
          .where('item_revision.savedAt', '>', moment),
      ),
    ]),
  );
  const columns = ['createdAt', 'updatedAt', ...(dateField ? [dateField] : [])];
  for await (const rows of readInBatches(changed, columns, journey)) {
    const ids = rows.map(({ id }) => id);
    const states = await findStates(db, collection, ids, moment);
    const gone = rows.filter((row) => !wasPublic(row, states.get(row.id), moment, dateField));
    await inTransaction(db, async (step) => {
      for (const { id } of gone) await collection.store.remove(step, id);
    });
  }
}

type Row = { id: string } & Record<string, unknown>;

/** Rows of items, by id: a batch may be changed before the next one is read. */
async function* readInBatches(
  items: ReturnType<typeof selectFound>,
  columns: string[],
  { signal, onProgress }: Journey,
): AsyncGenerator<Row[]> {
  const { total } = await items
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  let done = 0;
  for (let after = ''; ; ) {
    signal.throwIfAborted();
    const rows = (await items
      .select(['item.id as id', ...columns.map((column) => `item.${column} as ${column}`)])
      .where('item.id', '>', after)
      .orderBy('item.id')
      .limit(AT_ONCE)
      .execute()) as Row[];
    const last = rows.at(-1);
    if (!last) return;
    yield rows;
    done += rows.length;
    onProgress({ step: 'changing', done, total: Number(total) });
    after = last.id;
  }
}

/** By the state in its revisions then. Where no date says when a scheduled item was published, its last change does. */
function wasPublic(row: Row, state: string | undefined, moment: number, dateField?: string): boolean {
  if (dateField && Number(row[dateField]) > moment) return false;
  if (state === undefined) return Number(row.createdAt) <= moment;
  return (
    state === 'published' ||
    (state === 'scheduled' && (dateField !== undefined || Number(row.updatedAt) <= moment))
  );
}

/** What they were at the moment, as far as their revisions know: those that have none so old are missing. */
async function findStates(
  db: WriteDb,
  { name }: Collection,
  ids: string[],
  moment: number,
): Promise<Map<string, string>> {
  const rows = await db
    .selectFrom('item_revision')
    .select(['id', 'publication'])
    .where('collection', '=', name)
    .where('id', 'in', ids)
    .where('savedAt', '<=', moment)
    .orderBy('revision')
    .execute();
  return new Map(rows.map(({ id, publication }) => [id, publication]));
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
    if (await collection.store.find(db, id)) continue;
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
    if (!parsed.problems) await collection.store.save(db, parsed.input, { now: moment });
  }
}

/** Texts that were changed since are as they were, if a revision of then is still there. */
async function revertEdits(db: WriteDb, collection: Collection, journey: Journey): Promise<void> {
  const { moment, siteUrl } = journey;
  const { name, source } = collection;
  const changed = selectFound(db as never, source).where('item.updatedAt', '>', moment);
  for await (const rows of readInBatches(changed, [], journey)) {
    for (const { id } of rows) {
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
}

/** What a poll without an end has in its column `endsAt`. */
const NO_END = Number.MAX_SAFE_INTEGER;

/**
 * Polls that were closed or archived after the moment are as before. Which ballots had been cast by then is not stored, to
 * keep votes secret, so a poll that was open then has none; it has those who had voted by then, to the hour.
 */
function reopenPolls(db: WriteDb, moment: number): Promise<void> {
  return inTransaction(db, async (step) => {
    await step
      .updateTable('poll')
      .set({ archived: 0, archivedAt: null })
      .where('archivedAt', '>', moment)
      .execute();
    await step
      .updateTable('poll')
      .set(({ fn, ref, val }) => ({ closedAt: null, endsAt: fn.coalesce(ref('closesAt'), val(NO_END)) }))
      .where('closedAt', '>', moment)
      .execute();
    await step.deleteFrom('poll_closing').where('closedAt', '>', moment).execute();
    await step.deleteFrom('poll_note').where('at', '>', moment).execute();
    const open = step.selectFrom('poll').select('id').where('closedAt', 'is', null);
    for (const table of ['poll_ballot', 'poll_sealing'] as const)
      await step.deleteFrom(table).where('pollId', 'in', open).execute();
    await step.deleteFrom('poll_voter').where('pollId', 'in', open).where('votedAt', '>', moment).execute();
  });
}

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
