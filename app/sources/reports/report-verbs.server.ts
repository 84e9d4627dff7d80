/** What becomes of reports of readers in the inbox. All reports of one item and topic are decided at once. */
import { type Collection, findForEditor } from '#app/items/collection/collection.ts';
import { describeProblems } from '#app/items/drafts/obstacles.server.ts';
import { syncCheck } from '#app/items/reported/checked-item-store.server.ts';
import { readTopic } from '#app/items/reported/report-topics.ts';
import type { WriteDb } from '#app/platform/database/handles.ts';
import type { ReaderReportRow } from '#app/platform/database/tables/report-tables.ts';
import type { InboxEntryRow } from '#app/platform/database/tables/tables.ts';
import { importContextOf } from '#app/sources/import/import-context.ts';
import { takeFields } from '#app/sources/import/take-fields.server.ts';
import {
  type DecideContext,
  type DecisionOf,
  doneWith,
  type Outcome,
  refusedWith,
} from '#app/sources/inbox/decision.ts';
import { editOf } from './report-edit.server.ts';
import { listReportFacts } from './report-facts.server.ts';

const NO_VALUE = 'No reader said what is right. Edit it instead.';

/** Gives the item the values that readers say are right, or cancels it. Without a value it is refused. */
export async function applyReport(context: DecideContext, entry: InboxEntryRow): Promise<Outcome> {
  const { write, by, town } = context;
  const collection = context.collections[entry.collection] as Collection;
  const item = await findForEditor(collection, write, entry.itemId);
  const topic = readTopic(entry.topic);
  if (!item || !topic) return refusedWith(entry, 'The item was deleted.');
  const said = (await listReportFacts(write, [entry.id])).get(entry.id)?.said ?? {};
  const edit = editOf(collection.name, topic, { input: item.input, said, clock: town });
  // What readers say may have become true since.
  const hasEdit = JSON.parse(entry.changes ?? '[]').length > 0;
  if (edit.length === 0 && !hasEdit)
    return refusedWith(entry, NO_VALUE, [{ field: 'action', message: NO_VALUE }]);
  if (edit.length > 0) {
    const changes = edit.map(({ field, from, to }) => ({ field, from, to, locked: false }));
    const outcome = await takeFields(write, importContextOf(context), entry, item, changes as never, by);
    if (outcome.kind === 'refused')
      return refusedWith(entry, describeProblems(collection, outcome.problems), outcome.problems);
    if (outcome.kind === 'conflict')
      return refusedWith(entry, 'Someone else has just changed this. Try again.');
  }
  await end(write, entry, { outcome: 'applied', reason: null });
  return doneWith(entry);
}

/** Leaves items as they are; the readers can see why. */
export async function keepAsIs(
  { write }: DecideContext,
  entries: InboxEntryRow[],
  { reason, note }: DecisionOf<'discard'>,
): Promise<Outcome[]> {
  const words = [reason, note].filter(Boolean).join(' ');
  for (const entry of entries) await end(write, entry, { outcome: 'kept', reason: words || null });
  return entries.map(doneWith);
}

async function end(
  db: WriteDb,
  { id, collection, itemId }: InboxEntryRow,
  decided: Pick<ReaderReportRow, 'outcome' | 'reason'>,
): Promise<void> {
  await db.deleteFrom('inbox_entry').where('id', '=', id).execute();
  await db.updateTable('reader_report').set(decided).where('entry', '=', id).execute();
  await syncCheck(db, { collection, itemId });
}
