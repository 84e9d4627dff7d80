/** The decisions about items on their own, and which function carries out which decision. */
import type { Collection, Problem } from '#app/items/collection/collection.ts';
import { parseItem } from '#app/items/content/parse-item.server.ts';
import { describeProblems } from '#app/items/drafts/obstacles.server.ts';
import { revised } from '#app/items/revisions/revise.server.ts';
import type { WriteDb } from '#app/platform/database/handles.ts';
import type { InboxEntryRow } from '#app/platform/database/tables/tables.ts';
import { readInput } from '#app/sources/import/entry-columns.ts';
import { importContextOf } from '#app/sources/import/import-context.ts';
import { NOTICES, putUpWarning, readWarning } from '#app/sources/import/put-up-warning.server.ts';
import { applyChanges, keepMine } from '#app/sources/import/update-items.server.ts';
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
import { merge, split } from './joint-verbs.server.ts';

/** What a decision does. */
export function planOf(context: DecideContext, entries: InboxEntryRow[], decision: Decision) {
  const isJoint = decision.action === 'merge' || decision.action === 'split';
  if (isJoint && entries.some(isWarning)) return refuseJoint(entries);
  const verb = verbs[decision.action] as Verb<Action>;
  return verb(context, entries, decision);
}

const verbs: { [A in Action]: Verb<A> } = { publish, discard, snooze, merge, split };

function isWarning({ collection }: DecidedItem): boolean {
  return collection === NOTICES;
}

function refuseJoint(entries: InboxEntryRow[]): Plan {
  const work = async () => entries.map((entry) => refusedWith(entry, 'A warning can’t be merged.'));
  return { places: decidedItems(entries), keepsItems: true, work };
}

/** Publishes new items, and applies the sources' changes to those that exist. */
function publish(context: DecideContext, entries: InboxEntryRow[]): Plan {
  return {
    places: decidedItems(entries),
    work: () =>
      Array.fromAsync(entries, (entry) =>
        isNew(entry) ? publishNew(context, entry) : applyChange(context, entry),
      ),
  };
}

const STARTED = 'You have started to edit this. Press Edit to continue.';
const CHANGED = 'Someone else has just changed this. Try again.';

async function publishNew(context: DecideContext, entry: InboxEntryRow): Promise<Outcome> {
  if (isWarning(entry)) return publishWarning(context, entry);
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

async function publishWarning({ write, now, by }: DecideContext, entry: InboxEntryRow): Promise<Outcome> {
  const warning = readWarning(entry);
  if (warning.endsAt <= now) return refusedWith(entry, 'The warning has expired.');
  const { itemId: id, source } = entry;
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

/** Discards new items, and keeps those that exist as they are, whatever their sources say now. */
function discard(context: DecideContext, entries: InboxEntryRow[]): Plan {
  const { write } = context;
  return {
    places: decidedItems(entries),
    keepsItems: true,
    work: async () => {
      const added = entries.filter(isNew);
      await setDecision(write, added, 'discarded');
      const changed = entries.filter((entry) => !isNew(entry));
      const kept = await Array.fromAsync(changed, async (entry) => {
        const { kind } = await keepMine(write, importContextOf(context), entry);
        return kind === 'missing' ? dropGone(write, entry) : doneWith(entry);
      });
      return [...added.map(doneWith), ...kept];
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

function isNew({ kind }: InboxEntryRow): boolean {
  return kind === 'new';
}

function collectionOf({ collections }: DecideContext, entry: InboxEntryRow): Collection {
  return collections[entry.collection] as Collection;
}

/** Its collection does not accept the item. */
function invalid(entry: InboxEntryRow, collection: Collection, problems: Problem[]): Outcome {
  return refusedWith(entry, describeProblems(collection, problems), problems);
}
