import type { SourceRow } from '#app/platform/database/tables/tables.ts';
import { inTransaction } from '#app/platform/database/transaction.ts';
import { markMissing } from '#app/sources/checks/missing-items.server.ts';
import { openPauses } from '#app/sources/checks/pause.ts';
import { readDocumentKeys } from '#app/sources/formats/document-keys.ts';
import { type ReadItem, type RefusedItem, readItem } from './feed-fields.server.ts';
import { importBatch } from './import-batch.server.ts';
import type { ImportContext } from './import-context.ts';
import { type ListedItem, listItems } from './listed-item.ts';
import { loadRules } from './matching.server.ts';
import type { ParsedSource } from './source-item.ts';

export { expireWaiting } from '#app/sources/checks/expire-waiting.server.ts';
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

/** Items that are read and judged together, and at most those of a transaction. */
const MOST_TOGETHER = 50;
/** Their texts, unless a single one is longer: what a query sends or returns is copied at one go. */
const MOST_TEXT = 256 * 1024;

/**
 * Imports what a document of a source lists. What is new waits in the inbox, or is published if the source is trusted. A
 * key that the source has listed before never adds anything again, whatever became of its item. Running it again with
 * the same document changes nothing, and neither does a crash: an item and what belongs to it are written in one
 * transaction. Throws the signal's reason between two transactions when it fires, and errors of the database.
 */
export async function importSource(
  context: ImportContext,
  given: SourceRow,
  parsed: ParsedSource,
  signal?: AbortSignal,
): Promise<ImportOutcome> {
  // Its site is recorded after its first check.
  const source = { ...given, site: given.site ?? parsed.link };
  const listed = listItems(source.feeds, parsed);
  const outcome: ImportOutcome = {
    found: listed.length,
    added: 0,
    changed: 0,
    missing: 0,
    refused: [],
    emptied: false,
  };
  const document = await readDocumentKeys(listed, context.town.timeZone);
  const rules = await loadRules(context.write);
  const keys = new Set<string>();
  for (const part of inParts(listed)) {
    let left = await readAll(context, source, part, outcome.refused);
    const batch = { context, source, document, rules };
    while (left.length > 0) {
      signal?.throwIfAborted();
      const done = await inTransaction(context.write, (db) => importBatch(db, batch, left));
      left = done.left;
      outcome.added += done.added.length;
      for (const { item } of done.added) keys.add(item.key);
      outcome.changed += done.changed;
      const first = done.added.find(({ into }) => !into)?.item;
      if (first) outcome.first ??= { title: first.title, collection: source.feeds, itemId: first.ownId };
    }
  }
  return { ...outcome, ...(await markMissing(context, source, { parsed, listed, added: keys }, signal)) };
}

function inParts(listed: ListedItem[]): ListedItem[][] {
  const parts: ListedItem[][] = [];
  let length = 0;
  for (const one of listed) {
    const part = parts.at(-1);
    length += one.item.description.length;
    if (part && part.length < MOST_TOGETHER && length <= MOST_TEXT) part.push(one);
    else {
      parts.push([one]);
      length = one.item.description.length;
    }
  }
  return parts;
}

/** Reads the items, and lets others run every few milliseconds. */
async function readAll(
  context: ImportContext,
  source: SourceRow,
  listed: ListedItem[],
  refused: RefusedItem[],
): Promise<ReadItem[]> {
  const read: ReadItem[] = [];
  const pause = openPauses();
  for (const one of listed) {
    const outcome = readItem(context, source, one);
    if (outcome.item) read.push(outcome.item);
    else refused.push(outcome.refused);
    await pause();
  }
  return read;
}
