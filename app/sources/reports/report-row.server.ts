/** What the inbox shows of reports. */
import { findChecked } from '#app/items/reported/checked-item-store.server.ts';
import { readTopic, type Topic, topicWords } from '#app/items/reported/report-topics.ts';
import type { ReadDb } from '#app/platform/database/handles.ts';
import { rememberNothing } from '#app/platform/database/memory.server.ts';
import type { InboxEntryRow } from '#app/platform/database/tables/tables.ts';
import { readChanges } from '#app/sources/import/entry-columns.ts';
import { listReportFacts } from './report-facts.server.ts';

/**
 * `topic` is what is wrong, in a word or two, `readers` how many independent ones say so, `text` what they wrote, a line
 * each, and whether the item's page says that it is being checked. `verb` is what applying the edit is called; '' without
 * one, because no reader said what is right.
 */
export type ShownReport = { topic: string; readers: string; text: string; verb: string };

type Entry = Pick<InboxEntryRow, 'id' | 'kind' | 'collection' | 'itemId' | 'topic' | 'changes'>;

/** Those of the entries that are reports, by their ids. */
export async function listShownReports(
  db: ReadDb,
  entries: readonly Entry[],
): Promise<Map<string, ShownReport>> {
  const own = entries.filter(({ kind }) => kind === 'report');
  const facts = await listReportFacts(
    db,
    own.map(({ id }) => id),
  );
  const shown = new Map<string, ShownReport>();
  for (const [collection, ofOne] of Map.groupBy(own, (entry) => entry.collection)) {
    const isChecked = await findChecked(rememberNothing(db), collection);
    for (const { id, itemId, topic, changes } of ofOne) {
      const { readers = 0, notes = [] } = facts.get(id) ?? {};
      const known = readTopic(topic) ?? 'other';
      shown.set(id, {
        topic: topicWords(collection, known).short,
        readers: readers === 1 ? '1 reader' : `${readers} readers`,
        verb: verbOf(known, readChanges({ changes })),
        text: [
          ...notes.map((note) => `“${note}”`),
          ...(isChecked(itemId) ? ['Its page says that it is being checked.'] : []),
        ].join('\n'),
      });
    }
  }
  return shown;
}

function verbOf(topic: Topic, edit: unknown[]): string {
  if (edit.length === 0) return '';
  return topic === 'cancelled' ? 'Mark as canceled' : 'Apply change';
}
