import { recordFindings } from '#app/items/accessibility/record-findings.server.ts';
import type {
  Collection,
  DraftOptions,
  Problem,
  SaveOptions,
  StoredItem,
} from '#app/items/collection/collection.ts';
import type { SeenItem } from '#app/items/collection/item-tag.ts';
import { recordBefore, recordPublication } from '#app/items/proof/publication-record.server.ts';
import { lockFiles } from '#app/items/text/library-files.server.ts';
import type { WriteDb } from '#app/platform/database/handles.ts';
import type { ItemVersionRow } from '#app/platform/database/tables/tables.ts';
import { endReview } from './inbox-entries.server.ts';
import {
  aloneWith,
  conflictOf,
  createdAtOf,
  currentOf,
  discardChanges,
  findHeld,
  findStates,
  type Input,
  type ItemStates,
  type Outcome,
  preparedKeyOf,
  saveChanges,
  saveUnpublished,
  tryToPublish,
  unpublish,
} from './item-states.server.ts';
import {
  draftOf,
  editedItemOf,
  inputOfVersion,
  itemOf,
  parseStored,
  versionJson,
} from './item-version.server.ts';
import {
  countUnpublished,
  findDraftAndScheduled,
  listDrafted,
  listPrepared,
  listUnpublished,
  putPrepared,
  removePrepared,
} from './item-version-store.server.ts';
import { revokePreviewLink } from './previews.server.ts';

type Json = Record<string, unknown>;

/**
 * The collection with drafts and scheduling. Its table contains only what is published; the rest is in `item_version`,
 * which nothing public reads. An item is published, scheduled or only a draft; a published or scheduled one can have a
 * draft of changes as well. An item keeps its version and tag when its time comes, so that a form that is open at that
 * moment can still be saved.
 */
export function withDrafts<Item extends StoredItem, Checked extends Input>(
  published: Collection<Item, Checked>,
): Collection<Item, Checked> {
  const { store } = published;
  return {
    ...published,
    store: {
      ...store,
      save: (db, input, options) =>
        aloneWith(db, published, input.id, async (transaction) => {
          const outcome = await save(transaction, published, input, options);
          return options.isFresh ? outcome : reviewed(transaction, published, input, outcome);
        }),
      ...(published.store.saveNew && {
        saveNew: (db, inputs, options) => saveNew(db, published, inputs, options),
      }),
      remove: (db, id, seen) =>
        aloneWith(db, published, id, (transaction) => remove(transaction, published, id, seen)),
      unpublished: {
        find: async (db, id) => {
          const { scheduled, draft } = await findDraftAndScheduled(db, published.name, id);
          const row = scheduled ?? draft;
          return row && editedItemOf(published, row);
        },
        findDraft: async (db, id) => {
          const { draft } = await findDraftAndScheduled(db, published.name, id);
          return draft && draftOf(draft);
        },
        list: async (db, publication, request, isWanted = () => true) => {
          const page = await listUnpublished(db, published, publication, request);
          const wanted = page.items.filter(({ item }) => isWanted(item));
          return { ...page, items: wanted.map((row) => editedItemOf(published, row)) };
        },
        listDrafted: (db, ids) => listDrafted(db, published.name, ids),
        count: async (db) => ({
          draft: await countUnpublished(db, published, 'draft'),
          scheduled: await countUnpublished(db, published, 'scheduled'),
        }),
        saveDraft: (db, input, options) =>
          aloneWith(db, published, input.id, async (transaction) =>
            reviewed(
              transaction,
              published,
              input,
              permanentRefusalOf(published, input) ??
                (await refusalOf(transaction, published, input)) ??
                (await saveDraft(transaction, published, input, options)),
            ),
          ),
        saveChanges: (db, input, options) =>
          aloneWith(db, published, input.id, async (transaction) => {
            const outcome =
              (await refusalOf(transaction, published, input)) ??
              (await saveChanges(transaction, published, input, options));
            return reviewed(transaction, published, input, outcome, 'new');
          }),
        discardChanges: (db, id, seen) =>
          aloneWith(db, published, id, (transaction) => discardChanges(transaction, published, id, seen)),
        publish: (db, id, now) =>
          aloneWith(db, published, id, async (transaction) => {
            const before = await recordBefore(transaction, published, id);
            const isPublic = await publishIfDue(transaction, published, id, now);
            if (!isPublic) return false;
            await recordPublication(transaction, published, id, now, before);
            await recordFindings(transaction, published, [id]);
            return true;
          }),
      },
    },
  };
}

/** A draft keeps nothing that could never be published. */
async function refusalOf(
  db: WriteDb,
  { store: { listFrozen } }: Pick<Collection, 'store'>,
  input: { id: string } & Json,
): Promise<{ kind: 'refused'; problems: Problem[] } | undefined> {
  const problems = (await listFrozen?.(db, input)) ?? [];
  return problems.length > 0 ? { kind: 'refused', problems } : undefined;
}

/** A permanent item stays published. */
function permanentRefusalOf(
  { store: { permanentIds = [] }, singular }: Pick<Collection, 'store' | 'singular'>,
  { id }: { id: string },
): { kind: 'refused'; problems: Problem[] } | undefined {
  if (!permanentIds.includes(id)) return undefined;
  return {
    kind: 'refused',
    problems: [{ field: 'publication', message: `This ${singular} is always public` }],
  };
}

/**
 * Ends the review of an item that was saved. An automatic save of the form of a published item decides nothing about
 * its sources: with `new`, only an item that waits to be added leaves the inbox.
 */
async function reviewed<Outcome extends { kind: string }>(
  db: WriteDb,
  { name }: { name: string },
  { id }: { id: string },
  outcome: Outcome,
  kinds: 'new' | 'any' = 'any',
): Promise<Outcome> {
  if (outcome.kind === 'saved') await endReview(db, name, id, { decision: 'published', kinds });
  return outcome;
}

async function save(
  db: WriteDb,
  published: Collection,
  input: Input,
  { publishAt, draft: seenDraft, ...options }: SaveOptions,
): Promise<Outcome> {
  const { now } = options;
  const prepared = await findHeld(db, published, input.id);
  const at = timeOf(published, input, publishAt, prepared.scheduled);
  const dated = at === undefined ? input : datedBy(published, input, at);
  const isDue = at === undefined || at <= now;
  const refusal = isDue ? undefined : permanentRefusalOf(published, input);
  if (refusal) return refusal;
  // Most items have neither a draft nor a schedule.
  if (isDue && !prepared.scheduled && !prepared.draft && !isSome(seenDraft))
    return published.store.save(db, dated, options);
  const places = { ...prepared, published: await published.store.find(db, input.id) };
  const conflict = conflictOf(published, places, options, seenDraft);
  if (conflict) return conflict;
  const outcome = isDue
    ? await publish(db, published, dated, { ...options, places })
    : await schedule(db, published, dated, { now, at, places });
  const isOnlyDraft = !places.published && !places.scheduled;
  if (outcome.kind === 'saved' && places.draft && (seenDraft || isOnlyDraft))
    await removePrepared(db, preparedKeyOf(published, input.id, 'draft'));
  return outcome;
}

async function saveNew(
  db: WriteDb,
  published: Collection,
  inputs: Input[],
  options: { now: number },
): Promise<Set<string>> {
  const ids = inputs.map(({ id }) => id);
  const isDue = (input: Input) => !((dateOf(published, input) ?? 0) > options.now);
  return aloneWith(db, published, ids, async (transaction) => {
    const prepared = await listPrepared(transaction, published.name, ids);
    const free = inputs.filter((input) => isDue(input) && !prepared.has(input.id));
    return published.store.saveNew?.(transaction, free, options) ?? new Set();
  });
}

/** When the item becomes public; undefined for now. A schedule that its date set follows the date. */
function timeOf(
  published: Collection,
  input: Input,
  publishAt: number | undefined,
  scheduled: ItemVersionRow | undefined,
): number | undefined {
  const date = dateOf(published, input);
  if (publishAt === undefined || date === undefined || Number(scheduled?.publishAt) !== publishAt)
    return publishAt ?? date;
  const was = scheduled && parseStored(published, draftOf(scheduled).input).data;
  const wasDate = was && dateOf(published, was);
  return wasDate === publishAt ? date : publishAt;
}

function dateOf({ json: { dateField } }: Pick<Collection, 'json'>, input: Input): number | undefined {
  return dateField === undefined ? undefined : Number((input as Json)[dateField]);
}

/** An item is never public before its date: if it is published earlier, it is dated by that time. */
function datedBy(published: Collection, input: Input, at: number): Input {
  const date = dateOf(published, input);
  if (published.json.dateField === undefined || date === undefined || date <= at) return input;
  return { ...input, [published.json.dateField]: at };
}

type Move = { now: number; places: ItemStates };

async function publish(
  db: WriteDb,
  published: Collection,
  input: Input,
  { places, ...options }: SaveOptions & Move,
): Promise<Outcome> {
  const from = places.scheduled ?? places.draft;
  if (places.published || !from) return published.store.save(db, input, options);
  const { now, indexesLater } = options;
  const carried = { version: from.version + 1, createdAt: Number(from.createdAt), updatedAt: now };
  const outcome = await saveUnpublished(db, published, input, {
    now,
    carried,
    ...(indexesLater ? { indexesLater } : {}),
  });
  if (outcome.kind === 'saved') await removePrepared(db, preparedKeyOf(published, input.id, 'scheduled'));
  return outcome;
}

async function schedule(
  db: WriteDb,
  published: Collection,
  input: Input,
  { now, at, places }: Move & { at: number },
): Promise<Outcome> {
  const problems = await lockFiles(db, input);
  if (problems) return { kind: 'refused', problems };
  const { id } = input;
  const { isPublic, refusal } = await tryToPublish(db, published, input, {
    now,
    isPublic: !!places.published,
  });
  if (refusal) return refusal;
  const version = (currentOf(published, places)?.version ?? 0) + 1;
  const row = { version, createdAt: await createdAtOf(db, published, places, now), updatedAt: now };
  const json = versionJson(published, input);
  await putPrepared(db, { ...preparedKeyOf(published, id, 'scheduled'), publishAt: at, item: json, ...row });
  if (isPublic) await unpublish(db, published, { id, now });
  if (places.published) await revokePreviewLink(db, { collection: published.name, itemId: id });
  return { kind: 'saved', item: itemOf(published, { ...input, version, updatedAt: now }) };
}

async function saveDraft(
  db: WriteDb,
  published: Collection,
  input: { id: string } & Json,
  { now, draft: seenDraft, ...seen }: DraftOptions,
): Promise<Outcome> {
  const { id } = input;
  const places = await findStates(db, published, id);
  const conflict = conflictOf(published, places, seen, seenDraft);
  if (conflict) return conflict;
  const current = currentOf(published, places);
  const version = Math.max(current?.version ?? 0, places.draft?.version ?? 0) + 1;
  await putPrepared(db, {
    ...preparedKeyOf(published, id, 'draft'),
    publishAt: null,
    item: JSON.stringify(input),
    version,
    createdAt: await createdAtOf(db, published, places, now),
    updatedAt: now,
  });
  await removePrepared(db, preparedKeyOf(published, id, 'scheduled'));
  if (places.published) {
    await unpublish(db, published, { id, now });
    await revokePreviewLink(db, { collection: published.name, itemId: id });
  }
  return { kind: 'saved', item: { id, version, updatedAt: now } };
}

async function remove(
  db: WriteDb,
  published: Collection,
  id: string,
  seen: SeenItem | undefined,
): Promise<boolean> {
  const places = await findStates(db, published, id);
  if (!currentOf(published, places) || conflictOf(published, places, seen ?? {}, undefined)) return false;
  await removePrepared(db, preparedKeyOf(published, id, 'draft'));
  await removePrepared(db, preparedKeyOf(published, id, 'scheduled'));
  return places.published ? published.store.remove(db, id, seen) : true;
}

async function publishIfDue(db: WriteDb, published: Collection, id: string, now: number): Promise<boolean> {
  // As it is stored: its links to the site itself stay paths.
  const { scheduled } = await findHeld(db.withoutPlugins(), published, id);
  if (!scheduled || Number(scheduled.publishAt) > now) return false;
  const { version, updatedAt, ...input } = inputOfVersion(published, scheduled);
  const carried = { version, createdAt: Number(scheduled.createdAt), updatedAt };
  const outcome = await saveUnpublished(db, published, input as unknown as Input, { now, carried });
  if (outcome.kind !== 'saved') return false;
  await removePrepared(db, preparedKeyOf(published, id, 'scheduled'));
  return true;
}

function isSome(seen: SeenItem | undefined): boolean {
  return seen !== undefined && seen.version > 0;
}
