/** All saves by editors and programs go through `revised`, which writes a revision in the same transaction. */
import { recordFindings } from '#app/items/accessibility/record-findings.server.ts';
import { archivedProblem, forgetArchived, listArchived } from '#app/items/archive/archive-store.server.ts';
import {
  type Collection,
  type CollectionName,
  type EditedItem,
  findForEditor,
  type Problem,
  type SaveOutcome,
  type SeriesScope,
  type StoredItem,
  titleOfInput,
} from '#app/items/collection/collection.ts';
import { parseDraft } from '#app/items/content/parse-draft.server.ts';
import { type ParseContext, parseItem } from '#app/items/content/parse-item.server.ts';
import { isByContributor, requireOwnDraft } from '#app/items/drafts/check-saver.server.ts';
import {
  findContribution,
  recordContribution,
  removeContribution,
} from '#app/items/drafts/contribution-store.server.ts';
import type { Editor } from '#app/items/drafts/editor.ts';
import { updateDraftEntry } from '#app/items/drafts/hand-in.server.ts';
import { aloneWith } from '#app/items/drafts/item-states.server.ts';
import { recordBefore, recordPublication } from '#app/items/proof/publication-record.server.ts';
import { endReports } from '#app/items/reported/end-reports.server.ts';
import { withoutMissingFiles } from '#app/items/text/library-files.server.ts';
import { moveToTrash, type Removed } from '#app/items/trash/move-to-trash.server.ts';
import { NotPermittedError } from '#app/people/request/not-permitted.ts';
import type { WriteDb } from '#app/platform/database/handles.ts';
import type { ItemRevisionRow } from '#app/platform/database/tables/tables.ts';
import { DAY_MS } from '#app/platform/time/durations.ts';
import {
  deleteRevisions,
  findNewest,
  findRevision,
  listRevisedItems,
  listSaves,
  putRevision,
  type RevisionKind,
} from './revision-store.server.ts';

const BATCH_SIZE = 200;

/**
 * Who saves, when and how. All automatic saves of one open form have the same `session` and share a revision. `series`
 * is what the save applies to: each date that it changes gets a revision.
 */
export type Revising = {
  by: Editor;
  now: number;
  kind?: RevisionKind;
  session?: string;
  series?: SeriesScope | undefined;
  /** Changes what an archived item looks like, not what it says: another picture in the place of one. */
  isUpkeep?: true;
};

/**
 * Runs a save and writes what it saved as a revision, in one transaction that has the item to itself. If the item has no
 * revision yet, its previous content becomes the first. Items that the save drops are moved to the trash.
 */
export function revised<Item>(
  db: WriteDb,
  collection: Collection,
  id: string,
  { by, now, kind = 'saved', session, series = 'this', isUpkeep }: Revising,
  save: (db: WriteDb) => Promise<SaveOutcome<Item>>,
): Promise<SaveOutcome<Item> & { removed?: Removed }> {
  return aloneWith(db, collection, id, async (transaction) => {
    const isContributed = await isByContributor(transaction, by);
    if (isContributed) await requireOwn(transaction, collection, id, by);
    const ids = (await collection.store.listSeriesIds?.(transaction, id, series)) ?? [id];
    const before = new Map<string, State[]>();
    const offered = new Map<string, string[]>();
    for (const one of ids) {
      before.set(one, await listStates(transaction, collection, one));
      offered.set(one, await recordBefore(transaction, collection, one));
    }
    for (const one of (await listArchived(transaction, collection.name, ids)).keys()) {
      // What has the id of a deleted item is a new one.
      if (before.get(one)?.length === 0) await forgetArchived(transaction, collection.name, one);
      else if (!isUpkeep) return { kind: 'refused', problems: [archivedProblem(collection)] };
    }
    for (const one of ids)
      if (!(await findNewest(transaction, { collection: collection.name, id: one })))
        for (const state of before.get(one) ?? []) await putState(transaction, collection, one, state, KEPT);
    const outcome = await save(transaction);
    if (outcome.kind !== 'saved') return outcome;
    await keepContribution(transaction, collection, id, { by, now, isContributed });
    for (const one of ids) await recordPublication(transaction, collection, one, now, offered.get(one));
    await recordFindings(transaction, collection, ids);
    const author = {
      savedAt: now,
      savedBy: by.userId,
      savedByToken: by.token,
      kind,
      session: session ?? null,
    };
    for (const one of ids) {
      const after = await listStates(transaction, collection, one);
      const written = after.filter((state) => !isKnown(state, before.get(one) ?? []));
      // A save that leaves the version as it is, such as that of another picture.
      if (written.length === 0 && one === id) written.push(...after.slice(0, 1));
      for (const state of written) await putState(transaction, collection, one, state, author);
      await endAnswered(transaction, collection, one, { before: before.get(one) ?? [], after });
    }
    const { dropped = [] } = outcome;
    if (dropped.length === 0) return outcome;
    return { ...outcome, removed: await moveToTrash(transaction, collection, dropped, { now, by }) };
  });
}

async function requireOwn(
  db: WriteDb,
  collection: Collection,
  id: string,
  { person }: Editor,
): Promise<void> {
  const publication = (await findForEditor(collection, db, id))?.publication;
  await requireOwnDraft(db, collection, { id, person: person ?? '', publication });
}

/** A contributor's item is a draft of theirs, until an editor saves it as anything else. */
async function keepContribution(
  db: WriteDb,
  collection: Collection,
  id: string,
  { by, now, isContributed }: { by: Editor; now: number; isContributed: boolean },
): Promise<void> {
  const place = { collection: collection.name, itemId: id };
  const stored = await findContribution(db, place);
  if (!isContributed && !stored) return;
  const item = await findForEditor(collection, db, id);
  if (item?.publication !== 'draft') {
    if (isContributed) throw new NotPermittedError('Only editors can publish and schedule.');
    return removeContribution(db, place);
  }
  const title = titleOfInput(collection, item.input);
  if (stored?.state === 'handed-in') await updateDraftEntry(db, place, { title, input: item.input });
  if (!isContributed) return;
  await recordContribution(db, { ...place, userId: by.person ?? '', title, changedAt: now });
}

/** Readers reported what the save has changed. */
async function endAnswered(
  db: WriteDb,
  { name }: Pick<Collection, 'name'>,
  itemId: string,
  states: { before: State[]; after: State[] },
): Promise<void> {
  const isPublic = ({ place, publication }: State) => place === 'item' && publication === 'published';
  const [before, after] = [states.before.find(isPublic), states.after.find(isPublic)];
  if (before && after)
    await endReports(db, { collection: name, itemId }, { before: before.input, after: after.input });
}

/** What an item is for editors, or its draft of changes. */
type State = Pick<EditedItem, 'input' | 'publication' | 'version' | 'updatedAt'> & {
  place: 'item' | 'draft';
};

type Author = Pick<ItemRevisionRow, 'savedBy' | 'savedByToken' | 'kind' | 'session'> & { savedAt?: number };

/** What was there before the first revision. */
const KEPT: Author = { savedBy: null, savedByToken: null, kind: 'kept', session: null };

/** The item, then its draft of changes, if there are any; links to the site itself as paths. */
async function listStates(db: WriteDb, collection: Collection, id: string): Promise<State[]> {
  const stored = db.withoutPlugins();
  const item = await findForEditor(collection, stored, id);
  const draft =
    item?.publication === 'draft' ? undefined : await collection.store.unpublished?.findDraft(stored, id);
  return [
    ...(item ? [{ ...item, place: 'item' as const }] : []),
    ...(draft ? [{ ...draft, publication: 'draft' as const, place: 'draft' as const }] : []),
  ];
}

/** Versions say what a save wrote. Times don't: clocks of several nodes differ, and clocks are set back. */
function isKnown(state: State, before: State[]): boolean {
  return before.some(
    ({ place, version, updatedAt, publication }) =>
      place === state.place &&
      publication === state.publication &&
      version === state.version &&
      updatedAt === state.updatedAt,
  );
}

function putState(
  db: WriteDb,
  { name }: Collection,
  id: string,
  { input, publication, updatedAt }: State,
  author: Author,
): Promise<void> {
  const item = JSON.stringify(input);
  return putRevision(db, { collection: name, id, item, publication, savedAt: updatedAt, ...author });
}

export type RevisionRestore = Revising & { context: ParseContext };

/** `refused` also if the item is published and the revision lacks a required field. */
export type RevisionOutcome = SaveOutcome<StoredItem> | { kind: 'missing' };

/**
 * Saves an earlier revision again, as the item's newest. The item stays published, scheduled or a draft, and its draft
 * of changes is removed; both are stored as revisions.
 */
export async function restoreRevision(
  db: WriteDb,
  collection: Collection,
  place: { id: string; revision: number },
  { context, ...revising }: RevisionRestore,
): Promise<RevisionOutcome> {
  const { id } = place;
  const found = await findRevision(db, { collection: collection.name, id }, place.revision);
  const current = await findForEditor(collection, db, id);
  if (!found || !current) return { kind: 'missing' };
  const isDraft = current.publication === 'draft';
  const parse = isDraft ? parseDraft : parseItem;
  const kept = (collection.form.keptOnRestore ?? []).map((field) => [field, current.input[field]]);
  const input = await withoutMissingFiles(db, { ...found.input, ...Object.fromEntries(kept), id });
  const parsed = parse(collection, input, context);
  if (parsed.problems) return { kind: 'refused', problems: parsed.problems as Problem[] };
  const draft = await collection.store.unpublished?.findDraft(db, id);
  const { version, updatedAt } = current;
  // The date of a version that was scheduled must not hide an item that is public.
  const publishAt = current.publishAt ?? revising.now;
  const options = { now: revising.now, version, updatedAt, ...(draft ? { draft } : {}) };
  return revised(db, collection, id, { ...revising, kind: 'restored' }, (transaction) =>
    isDraft && collection.store.unpublished
      ? collection.store.unpublished.saveDraft(transaction, parsed.input as never, options)
      : collection.store.save(transaction, parsed.input, { ...options, publishAt }),
  );
}

/** Thins out older revisions, until the signal fires. */
export async function thinRevisions(db: WriteDb, now: number, signal?: AbortSignal): Promise<void> {
  let after: { collection: CollectionName; id: string } | undefined;
  for (;;) {
    const items = await listRevisedItems(db, { before: now - DAY_MS, after, limit: BATCH_SIZE });
    for (const item of items) {
      if (signal?.aborted) return;
      const gone = listThinned(await listSaves(db, item), now);
      if (gone.length > 0) await deleteRevisions(db, item, gone);
    }
    if (items.length < BATCH_SIZE) return;
    after = items.at(-1);
  }
}

/** How many revisions stay, by age: all for a day, then the last of each period. */
const PERIODS = [
  { until: 30 * DAY_MS, length: DAY_MS },
  { until: 180 * DAY_MS, length: 7 * DAY_MS },
  { until: 365 * DAY_MS, length: 30 * DAY_MS },
];

/**
 * The revisions to delete at `now` (UTC epoch milliseconds). These stay: all of the last day, the last of each day for
 * 30 days, of each week for 180 days, of each month (30 days) for a year, and always the newest. Periods are fixed in
 * time, so running this more often deletes nothing more.
 */
export function listThinned(saves: readonly { revision: number; savedAt: number }[], now: number): number[] {
  const newestFirst = saves.toSorted((one, other) => other.revision - one.revision);
  const kept = new Set<string>();
  return newestFirst.slice(1).flatMap(({ revision, savedAt }) => {
    const age = now - savedAt;
    if (age <= DAY_MS) return [];
    const period = PERIODS.find(({ until }) => age <= until);
    if (!period) return [revision];
    const name = `${period.length} ${Math.floor(savedAt / period.length)}`;
    if (kept.has(name)) return [revision];
    kept.add(name);
    return [];
  });
}
