/** The five decisions, as functions of one shape: each plans what it does with entries, in the caller's transaction. */
import type { Collection, CollectionName, Collections, Problem } from '#app/items/collection/collection.ts';
import { parseItem } from '#app/items/content/parse-item.server.ts';
import type { Editor } from '#app/items/drafts/editor.ts';
import { describeProblems } from '#app/items/drafts/obstacles.server.ts';
import { revised } from '#app/items/revisions/revise.server.ts';
import type { ReadDb, WriteDb } from '#app/platform/database/handles.ts';
import type { InboxEntryRow } from '#app/platform/database/tables/tables.ts';
import { townDayOf } from '#app/platform/time/town-time.ts';
import { entryColumns, readInput, readSimilar } from '#app/sources/import/entry-columns.ts';
import type { ImportContext } from '#app/sources/import/import-context.ts';
import { mergeItems, splitItem } from '#app/sources/import/merge-items.server.ts';
import { applyChanges, keepMine } from '#app/sources/import/update-items.server.ts';
import type { Town } from '#app/town/town.ts';
import type { Action, Decision } from './decision.ts';

/** `now` is an instant (UTC epoch milliseconds), `siteUrl` the site's origin. */
export type DecideContext = {
  write: WriteDb;
  collections: Collections;
  town: Town;
  siteUrl: string;
  now: number;
  by: Editor;
};

/** An item of the site, whether it exists already or only waits. */
export type DecidedItem = { collection: CollectionName; itemId: string };

type About = {
  id: string;
  title: string;
  kind: 'new' | 'change';
  collection: CollectionName;
  itemId: string;
  stack: string;
};

export type Done = About & { status: 'done' };

/**
 * What became of an entry. `refused` ones still wait: `problem` is a sentence, `errors` name the fields. `gone`: no such
 * entry waits; it may have been decided already.
 */
export type Outcome =
  | Done
  | (About & { status: 'refused'; problem: string; errors: Problem[] })
  | { id: string; status: 'gone' };

/**
 * `places` are the items that `work` may change, or with `keepsItems` only what is known about them. What a joint plan
 * did can only be undone together, otherwise each item on its own.
 */
export type Plan = {
  places: DecidedItem[];
  work: () => Promise<Outcome[]>;
  isJoint?: true;
  keepsItems?: true;
};

type Verb<A extends Action> = (
  context: DecideContext,
  entries: InboxEntryRow[],
  decision: Extract<Decision, { action: A }>,
) => Plan | Promise<Plan>;

/** What a decision does. */
export function planOf(context: DecideContext, entries: InboxEntryRow[], decision: Decision) {
  const verb = verbs[decision.action] as Verb<Action>;
  return verb(context, entries, decision);
}

const verbs: { [A in Action]: Verb<A> } = { publish, discard, snooze, merge, split };

/** Publishes new items, and applies the sources' changes to those that exist. */
function publish(context: DecideContext, entries: InboxEntryRow[]): Plan {
  return {
    places: placesOf(entries),
    work: () =>
      eachOf(entries, (entry) => (isNew(entry) ? publishNew(context, entry) : applyChange(context, entry))),
  };
}

const STARTED = 'You have started to edit this. Press Edit to continue.';
const CHANGED = 'Someone else has just changed this. Try again.';

async function publishNew(context: DecideContext, entry: InboxEntryRow): Promise<Outcome> {
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
    places: placesOf(entries),
    keepsItems: true,
    work: async () => {
      const added = entries.filter(isNew);
      await setDecision(write, added, 'discarded');
      const changed = entries.filter((entry) => !isNew(entry));
      const kept = await eachOf(changed, async (entry) => {
        const { kind } = await keepMine(write, importContextOf(context), entry);
        return kind === 'missing' ? dropGone(write, entry) : doneWith(entry);
      });
      return [...added.map(doneWith), ...kept];
    },
  };
}

function snooze(
  { write }: DecideContext,
  entries: InboxEntryRow[],
  { until }: Extract<Decision, { action: 'snooze' }>,
): Plan {
  return {
    places: placesOf(entries),
    keepsItems: true,
    work: async () => {
      const ids = entries.map(({ id }) => id);
      await write.updateTable('inbox_entry').set({ snoozedUntil: until }).where('id', 'in', ids).execute();
      return entries.map(doneWith);
    },
  };
}

/**
 * Merges entries into an item: `into` names it, or its entry in the inbox. Of several entries, such as the dates of one
 * event, each goes to the date of the same day; those without one are left out.
 */
async function merge(
  context: DecideContext,
  entries: InboxEntryRow[],
  { into }: Extract<Decision, { action: 'merge' }>,
): Promise<Plan> {
  const { write, by } = context;
  const merges = await pairUp(context, entries, into);
  const targets = merges.map(({ entry, target }) => ({ collection: entry.collection, itemId: target }));
  return {
    places: [...placesOf(entries), ...targets],
    isJoint: true,
    work: () =>
      eachOf(merges, async ({ entry, target }) => {
        const items = { collection: entry.collection, from: entry.itemId, into: target };
        const outcome = await mergeItems(write, importContextOf(context), items, { by: by.userId });
        if (outcome.kind === 'merged') return doneWith(entry);
        return refusedWith(entry, `${outcome.problem}.`, [{ field: 'into', message: outcome.problem }]);
      }),
  };
}

type Pair = { entry: InboxEntryRow; target: string };

async function pairUp(
  { write, town }: DecideContext,
  entries: InboxEntryRow[],
  into: string,
): Promise<Pair[]> {
  const waiting = await findWaiting(write, entries[0]?.collection ?? '', into);
  const itemId = waiting?.itemId ?? into;
  if (entries.length === 1) return entries.map((entry) => ({ entry, target: itemId }));
  const title = entries.flatMap(readSimilar).find(({ id }) => id === itemId)?.title;
  const dayOf = ({ startAt }: InboxEntryRow) => (startAt === null ? null : townDayOf(startAt, town.timeZone));
  const dates = waiting ? await listStack(write, waiting) : [];
  return entries.flatMap((entry) => {
    const similar = readSimilar(entry);
    const target =
      similar.find(({ id }) => id === itemId)?.id ??
      dates.find((date) => dayOf(date) === dayOf(entry))?.itemId ??
      similar.find((one) => one.title === title)?.id;
    return target === undefined ? [] : [{ entry, target }];
  });
}

/** The entry with this id, or of the item with this id. */
function findWaiting(db: ReadDb, collection: string, id: string): Promise<InboxEntryRow | undefined> {
  return db
    .selectFrom('inbox_entry')
    .select(entryColumns)
    .where('collection', '=', collection)
    .where((where) => where.or([where('id', '=', id), where('itemId', '=', id)]))
    .executeTakeFirst();
}

function listStack(db: ReadDb, { stack, kind }: InboxEntryRow): Promise<InboxEntryRow[]> {
  return db
    .selectFrom('inbox_entry')
    .select(entryColumns)
    .where('stack', '=', stack)
    .where('kind', '=', kind)
    .execute();
}

/** Makes the duplicates of entries items of their own again. */
async function split(
  context: DecideContext,
  entries: InboxEntryRow[],
  { duplicate }: Extract<Decision, { action: 'split' }>,
): Promise<Plan> {
  const { write, by } = context;
  const leaving = await listLeaving(write, entries, duplicate);
  const duplicates = [...leaving.values()].flat();
  return {
    places: [
      ...placesOf(entries),
      ...duplicates.map(({ collection, ownId }) => ({ collection, itemId: ownId })),
    ],
    isJoint: true,
    work: () =>
      eachOf(entries, async (entry) => {
        let isSplit = false;
        for (const { collection, ownId } of leaving.get(entry.id) ?? []) {
          const place = { collection, ownId };
          const { kind } = await splitItem(write, importContextOf(context), place, { by: by.userId });
          isSplit ||= kind === 'split';
        }
        if (isSplit) return doneWith(entry);
        const errors = [{ field: 'into', message: 'No such duplicate' }];
        return refusedWith(entry, 'It has no such duplicate.', errors);
      }),
  };
}

/** A duplicate of an item, by its own id. */
type Duplicate = DecidedItem & { ownId: string; source: string };

/**
 * The duplicates of these entries that a split concerns: all of them, or those of the source that has the one named. If
 * that is the item that the others joined, it is they who leave it.
 */
async function listLeaving(
  db: ReadDb,
  entries: InboxEntryRow[],
  named: string | undefined,
): Promise<Map<string, Duplicate[]>> {
  const rows = await db
    .selectFrom('source_item')
    .select(['collection', 'itemId', 'ownId', 'source'])
    .where('collection', 'in', [...new Set(entries.map(({ collection }) => collection)), ''])
    .where('itemId', 'in', [...entries.map(({ itemId }) => itemId), ''])
    .execute();
  const source = rows.find(({ ownId }) => ownId === named)?.source;
  const isOwn = ({ ownId, itemId }: Duplicate) => ownId === itemId;
  return new Map(
    entries.map(({ id, itemId }) => {
      const all = rows.filter((row) => row.itemId === itemId);
      const chosen = all.filter((row) => named === undefined || row.source === source);
      const leaving = named !== undefined && chosen.some(isOwn) ? all : chosen;
      return [id, leaving.filter((row) => !isOwn(row))];
    }),
  );
}

/** What imports do in the same transaction. */
export function importContextOf({ write, collections, town, siteUrl, now }: DecideContext): ImportContext {
  return { write, collections, town, siteUrl, now: () => now };
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

export function idsByCollection(places: DecidedItem[]): Map<CollectionName, string[]> {
  const ids = new Map<CollectionName, string[]>();
  for (const { collection, itemId } of places) ids.set(collection, [...(ids.get(collection) ?? []), itemId]);
  return ids;
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

function placesOf(entries: DecidedItem[]): DecidedItem[] {
  return entries.map(({ collection, itemId }) => ({ collection, itemId }));
}

function doneWith(entry: InboxEntryRow): Done {
  return { ...aboutOf(entry), status: 'done' };
}

function refusedWith(entry: InboxEntryRow, problem: string, errors: Problem[] = []): Outcome {
  return { ...aboutOf(entry), status: 'refused', problem, errors };
}

/** Its collection does not accept the item. */
function invalid(entry: InboxEntryRow, collection: Collection, problems: Problem[]): Outcome {
  return refusedWith(entry, describeProblems(collection, problems), problems);
}

function aboutOf({ id, title, kind, collection, itemId, stack }: InboxEntryRow): About {
  return { id, title, kind, collection, itemId, stack };
}

/** Works one after the other, as a transaction requires. */
async function eachOf<One>(list: One[], work: (one: One) => Promise<Outcome>): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  for (const one of list) outcomes.push(await work(one));
  return outcomes;
}
