/** The decisions about items on their own, and which function carries out which decision. */
import type { Collection, Problem } from '#app/items/collection/collection.ts';
import { parseItem } from '#app/items/content/parse-item.server.ts';
import { describeProblems } from '#app/items/drafts/obstacles.server.ts';
import { revised } from '#app/items/revisions/revise.server.ts';
import type { WriteDb } from '#app/platform/database/handles.ts';
import type { EntryKind, InboxEntryRow } from '#app/platform/database/tables/tables.ts';
import { readInput } from '#app/sources/import/entry-columns.ts';
import { importContextOf } from '#app/sources/import/import-context.ts';
import { NOTICES, putUpWarning, readWarning } from '#app/sources/import/put-up-warning.server.ts';
import { applyChanges, keepMine } from '#app/sources/import/update-items.server.ts';
import { applyReport, keepAsIs } from '#app/sources/reports/report-verbs.server.ts';
import {
  applySuggestedChange,
  declineMerged,
  declineSuggestions,
  mergeSuggestion,
} from '#app/sources/suggestions/suggestion-verbs.server.ts';
import {
  type Action,
  type DecideContext,
  type DecidedItem,
  type Decision,
  type DecisionOf,
  decidedItems,
  doneWith,
  type Outcome,
  type Plan,
  refusedWith,
  type Verb,
} from './decision.ts';
import { idsByCollection } from './decision-record.server.ts';
import { publishDraft, returnDrafts } from './draft-verbs.server.ts';
import { merge, split } from './joint-verbs.server.ts';

/** What a decision does. */
export function planOf(context: DecideContext, entries: InboxEntryRow[], decision: Decision) {
  const isJoint = decision.action === 'merge' || decision.action === 'split';
  if (isJoint && entries.some(isWarning)) return refuseJoint(entries, 'A warning can’t be merged.');
  if (isJoint && entries.some(({ kind }) => kind !== 'new'))
    return joinSuggestions(context, entries, decision);
  const verb = verbs[decision.action] as Verb<Action>;
  return verb(context, entries, decision);
}

const verbs: { [A in Action]: Verb<A> } = { publish, discard, snooze, merge, split };

function isWarning({ collection }: DecidedItem): boolean {
  return collection === NOTICES;
}

function refuseJoint(entries: InboxEntryRow[], problem: string): Plan {
  const work = async () => entries.map((entry) => refusedWith(entry, problem));
  return { places: decidedItems(entries), keepsItems: true, work };
}

/** Merges suggestions of readers; other entries without a source are about one item only. */
function joinSuggestions(
  context: DecideContext,
  entries: InboxEntryRow[],
  decision: Decision,
): Plan | Promise<Plan> {
  const [entry] = entries;
  if (
    decision.action === 'merge' &&
    entries.length === 1 &&
    entry?.kind === 'suggestion' &&
    entry.item !== null
  )
    return mergeSuggestion(context, entry, decision);
  return refuseJoint(entries, 'This can’t be merged.');
}

/** What publishing an entry of each kind does, one entry after the other. */
const publishers: Record<EntryKind, (context: DecideContext, entry: InboxEntryRow) => Promise<Outcome>> = {
  new: publishNew,
  change: applyChange,
  suggestion: (context, entry) =>
    entry.changes === null ? publishNew(context, entry) : applySuggestedChange(context, entry),
  report: applyReport,
  draft: publishDraft,
};

/** Publishes new items, and applies the changes of sources and readers to those that exist. */
function publish(context: DecideContext, entries: InboxEntryRow[]): Plan {
  return {
    places: decidedItems(entries),
    work: () => Array.fromAsync(entries, (entry) => publishers[entry.kind](context, entry)),
  };
}

const STARTED = 'You have started to edit this. Press Edit to continue.';
const CHANGED = 'Someone else has just changed this. Try again.';

async function publishNew(context: DecideContext, entry: InboxEntryRow): Promise<Outcome> {
  const { source } = entry;
  if (isWarning(entry) && source !== null) return publishWarning(context, entry, source);
  const { write, town, siteUrl, now, by } = context;
  const collection = collectionOf(context, entry);
  const { itemId } = entry;
  const parsed = parseItem(collection, { ...readInput(entry), id: itemId }, { siteUrl, town, now });
  if (parsed.problems) return invalid(entry, collection, parsed.problems);
  const outcome = await revised(write, collection, itemId, { by, now }, (db) =>
    collection.store.save(db, parsed.input, { now, version: 0 }),
  );
  if (outcome.kind === 'refused') return invalid(entry, collection, outcome.problems);
  if (outcome.kind === 'conflict') return refusedWith(entry, STARTED);
  await setDecision(write, [entry], 'published');
  return doneWith(entry);
}

async function publishWarning(
  { write, now, by }: DecideContext,
  entry: InboxEntryRow,
  source: string,
): Promise<Outcome> {
  const warning = readWarning(entry);
  if (warning.endsAt <= now) return refusedWith(entry, 'The warning has expired.');
  const { itemId: id } = entry;
  await putUpWarning(write, { id, source, warning, by: by.userId, now });
  await setDecision(write, [entry], 'published');
  return doneWith(entry);
}

async function applyChange(context: DecideContext, entry: InboxEntryRow): Promise<Outcome> {
  const { write, by } = context;
  const outcome = await applyChanges(write, importContextOf(context), entry, { by });
  if (outcome.kind === 'refused') return invalid(entry, collectionOf(context, entry), outcome.problems);
  if (outcome.kind === 'conflict') return refusedWith(entry, CHANGED);
  return outcome.kind === 'missing' ? dropGone(write, entry) : doneWith(entry);
}

type Discard = DecisionOf<'discard'>;

/** What discarding entries of each kind does. */
const discarders: Record<
  EntryKind,
  (context: DecideContext, entries: InboxEntryRow[], decision: Discard) => Promise<Outcome[]>
> = {
  new: async (context, entries, decision) => {
    await setDecision(context.write, entries, 'discarded');
    await declineMerged(context, entries, decision);
    return entries.map(doneWith);
  },
  change: (context, entries) =>
    Array.fromAsync(entries, async (entry) => {
      const { kind } = await keepMine(context.write, importContextOf(context), entry);
      return kind === 'missing' ? dropGone(context.write, entry) : doneWith(entry);
    }),
  suggestion: declineSuggestions,
  report: keepAsIs,
  draft: returnDrafts,
};

/** Discards new items, and keeps those that exist as they are, whatever their sources or readers say now. */
function discard(context: DecideContext, entries: InboxEntryRow[], decision: Discard): Plan {
  return {
    places: decidedItems(entries),
    keepsItems: true,
    work: async () => {
      const outcomes: Outcome[] = [];
      for (const [kind, own] of Map.groupBy(entries, (entry) => entry.kind))
        outcomes.push(...(await discarders[kind](context, own, decision)));
      return outcomes;
    },
  };
}

function snooze({ write }: DecideContext, entries: InboxEntryRow[], { until }: DecisionOf<'snooze'>): Plan {
  return {
    places: decidedItems(entries),
    keepsItems: true,
    work: async () => {
      const ids = entries.map(({ id }) => id);
      await write.updateTable('inbox_entry').set({ snoozedUntil: until }).where('id', 'in', ids).execute();
      return entries.map(doneWith);
    },
  };
}

/** Records what became of the items for all their sources. */
async function setDecision(
  db: WriteDb,
  places: DecidedItem[],
  decision: 'published' | 'discarded',
): Promise<void> {
  for (const [collection, ids] of idsByCollection(places)) {
    await db
      .deleteFrom('inbox_entry')
      .where('collection', '=', collection)
      .where('itemId', 'in', ids)
      .execute();
    await db
      .updateTable('source_item')
      .set({ decision })
      .where('collection', '=', collection)
      .where('itemId', 'in', ids)
      .execute();
  }
}

/** The item is gone, or is as its source says by now. */
async function dropGone(db: WriteDb, { id }: InboxEntryRow): Promise<Outcome> {
  await db.deleteFrom('inbox_entry').where('id', '=', id).execute();
  return { id, status: 'gone' };
}

function collectionOf({ collections }: DecideContext, entry: InboxEntryRow): Collection {
  return collections[entry.collection] as Collection;
}

/** Its collection does not accept the item. */
function invalid(entry: InboxEntryRow, collection: Collection, problems: Problem[]): Outcome {
  return refusedWith(entry, describeProblems(collection, problems), problems);
}
