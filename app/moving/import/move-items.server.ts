/** Imports items in batches: decides about each what becomes of it. */
import { collections } from '#app/collections.server.ts';
import type { Collection } from '#app/items/collection/collection.ts';
import { doubtful, type FoundItem, type ItemKind, refused } from '#app/moving/formats/format.ts';
import { choiceOf } from './choices.ts';
import { findMoved, findTags, keyOf, type MovedItem, REPLACED } from './moved-items.server.ts';
import { hashOfFound, isLeftOut, type PlanContext, planItem } from './plan-item.server.ts';
import type { Run } from './run.server.ts';
import { countMoved, pathsOf, type Ready, refuse, saveItems, skip } from './save-items.server.ts';

/** Imports a batch of items, or finds out what an import would do with them. */
export async function moveItems(run: Run, batch: FoundItem[]): Promise<void> {
  for (const [kind, all] of Map.groupBy(batch, (found) => found.kind)) {
    run.tally.count('found', kind, all.length);
    for (const found of all) run.tally.count('found', 'redirects', pathsOf(found).length);
    const first = (await withoutFormerArticles(run, kind, all))
      .map((found) => ({ found, hash: hashOfFound(found) }))
      .filter((one) => isFirst(run, one));
    const ready = await choose(run, kind, first);
    if (run.isDry) for (const one of ready) countMoved(run.tally, one.found);
    else await saveItems(run, kind, ready);
  }
}

/** Version 1.0 imported pages as articles: those stay what they are here, and are skipped. */
async function withoutFormerArticles(run: Run, kind: ItemKind, all: FoundItem[]): Promise<FoundItem[]> {
  if (kind !== 'pages') return all;
  const known = await findMoved(run.db, 'articles', all);
  return all.filter((found) => {
    const isArticle = known.has(keyOf(found));
    if (isArticle) skip(run.tally, found);
    return !isArticle;
  });
}

type Hashed = { found: FoundItem; hash: string };

/** Whether no record with its key was read before; a second one is skipped, and refused if it says something else. */
function isFirst({ scratch, tally }: Run, { found, hash }: Hashed): boolean {
  const earlier = scratch.note(found, hash);
  if (earlier === undefined) return true;
  if (earlier === hash) skip(tally, found);
  else refuse(tally, found, [TWICE]);
  return false;
}

const TWICE = refused('same-record', 'id', 'This ID appears twice. The first one is kept');

/** Those of the records that are to be saved; the others are counted. */
async function choose(run: Run, kind: ItemKind, records: Hashed[]): Promise<Ready[]> {
  const collection = collections[kind];
  const known = await findMoved(
    run.db,
    kind,
    records.map(({ found }) => found),
  );
  const tags = await findTags(
    run.db,
    collection,
    [...known.values()].flatMap(({ itemId }) => itemId ?? []),
  );
  const fresh: Hashed[] = [];
  const same: { record: Hashed; moved: MovedItem }[] = [];
  const ready: Ready[] = [];
  for (const record of records) {
    const moved = known.get(keyOf(record.found));
    if (!moved) fresh.push(record);
    else if (isUpdate(run, record, moved, tags.get(moved.itemId ?? '')))
      ready.push(...(await planAll(run, collection, [record], moved)));
    else if (moved.takenHash === record.hash && moved.tag === tags.get(moved.itemId ?? ''))
      same.push({ record, moved });
    else run.copier.skip(collection, record.found);
  }
  ready.push(...(await pictureAgain(run, collection, same)));
  return [...ready, ...(await withFreeIds(run, collection, await planAll(run, collection, fresh)))];
}

/**
 * Items that were imported before, have changed neither there nor here, and show a picture that could not be copied
 * then and is now.
 */
async function pictureAgain(
  run: Run,
  collection: Collection,
  same: { record: Hashed; moved: MovedItem }[],
): Promise<Ready[]> {
  const copies = await run.copier.copyMissing(
    collection,
    same.map(({ record }) => record.found),
  );
  return same.flatMap(({ record, moved: { itemId, tag } }, at) => {
    const given = copies[at];
    if (!given || tag === null) return [];
    const plan = planItem(collection, { ...given, input: { ...given.input, id: itemId } }, contextOf(run));
    return plan.kind === 'item' ? [{ ...record, plan, over: tag, isKnown: true, isCounted: true }] : [];
  });
}

function contextOf({ options, settings, town, now }: Run): PlanContext {
  return { town, siteUrl: settings.url, now, choices: options.choices };
}

/** Whether a record that was imported before is to replace its item; otherwise it is skipped. */
function isUpdate(run: Run, { found, hash }: Hashed, moved: MovedItem, tag: string | undefined): boolean {
  const { tally, options } = run;
  const note = (name: string, problem: string) => {
    skip(tally, found);
    tally.note({ ...doubtful(name, '', problem), place: found.place, title: found.title });
    return false;
  };
  if (tag === undefined)
    return note('deleted-here', 'It was imported and then deleted here. It stays deleted');
  if (moved.takenHash?.replace(REPLACED, '') === hash) {
    skip(tally, found);
    return false;
  }
  if (choiceOf(options.choices, 'changed-there') !== 'replace')
    return note(
      'changed-there',
      'It has changed on the old site since it was imported. It stays as it is here',
    );
  if (tag !== moved.tag) return note('edited-here', 'It was edited here. It stays as it is');
  return true;
}

/** The items that these records become; those that can't become one are counted. Copies their pictures. */
async function planAll(
  run: Run,
  collection: Collection,
  records: Hashed[],
  moved?: MovedItem,
): Promise<Ready[]> {
  const { tally, options } = run;
  const wanted = records.filter(({ found }) => !isLeftOut(found, options.choices));
  const copies = await run.copier.copyAll(
    collection,
    wanted.map(({ found }) => found),
  );
  const pictured = new Map(wanted.map((record, at) => [record, copies[at] as FoundItem]));
  return records.flatMap((record) => {
    const given = pictured.get(record) ?? record.found;
    const input = moved?.itemId ? { ...given.input, id: moved.itemId } : given.input;
    const plan = planItem(collection, { ...given, input }, contextOf(run));
    const { found } = record;
    if (plan.kind === 'refused') refuse(tally, found, plan.doubts);
    else for (const doubt of plan.doubts) tally.note({ ...doubt, place: found.place, title: found.title });
    if (plan.kind === 'skipped') skip(tally, found);
    return plan.kind === 'item'
      ? [{ ...record, plan, over: moved?.tag ?? undefined, isKnown: moved !== undefined }]
      : [];
  });
}

/** Those whose ids are free, or replace an item because that was chosen. */
async function withFreeIds(run: Run, collection: Collection, ready: Ready[]): Promise<Ready[]> {
  const { db, tally, scratch, options } = run;
  const ids = ready.map(({ plan }) => plan.input.id);
  const tags = await findTags(db, collection, ids);
  return ready.flatMap((one) => {
    const { id } = one.plan.input;
    const isTwice = !scratch.use(collection.name, id);
    const over = tags.get(id);
    if (over === undefined && !isTwice) return [one];
    const isReplaced = choiceOf(options.choices, 'same-id') === 'replace' && !isTwice;
    const problem = isReplaced
      ? `It replaces the item with the ID ${id}, which is kept as a version`
      : `There is already an item with the ID ${id}. It stays as it is`;
    tally.note({ ...doubtful('same-id', 'id', problem), place: one.found.place, title: one.found.title });
    if (!isReplaced) skip(tally, one.found);
    return isReplaced ? [{ ...one, over }] : [];
  });
}
