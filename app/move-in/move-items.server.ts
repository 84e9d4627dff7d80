/** Imports items in batches: each with its redirects and the note that it was imported, in one transaction. */
import type { Collection } from '#app/collection/collection.ts';
import { itemTagOf, readItemTag } from '#app/collection/item-tag.ts';
import { collections } from '#app/collections.server.ts';
import { saveWished } from '#app/content/import-records.server.ts';
import { lockName } from '#app/database/held-row.ts';
import { inTransaction } from '#app/database/transaction.ts';
import { revised } from '#app/drafts/revise.server.ts';
import type { Doubt, FoundItem, ItemKind } from '#app/other-systems/found.ts';
import { saveMovedRedirects } from '#app/redirects/save-moved-redirects.server.ts';
import { indexItems } from '#app/search-index/index-items.server.ts';
import { choiceOf } from './choices.ts';
import { countMoved, pathsOf, refuse, skip } from './count-items.ts';
import {
  findMoved,
  findTags,
  keyOf,
  type MovedItem,
  type NewMovedItem,
  noteMoved,
  REPLACED,
} from './moved-items.server.ts';
import { hashOfFound, type Plan, planItem } from './plan-item.server.ts';
import { HOLD_MS, MOVE_IN_LOCK, type Run } from './run.ts';

type Planned = Extract<Plan, { kind: 'item' }>;

/** An item that is ready to be saved. `over` is the tag of the item that it replaces; `isKnown`: it was imported before. */
type Ready = { found: FoundItem; hash: string; plan: Planned; over?: string | undefined; isKnown: boolean };

/** Imports a batch of items, or finds out what an import would do with them. */
export async function moveItems(run: Run, batch: FoundItem[]): Promise<void> {
  for (const [kind, all] of Map.groupBy(batch, (found) => found.kind)) {
    run.tally.count('found', kind, all.length);
    for (const found of all) run.tally.count('found', 'redirects', pathsOf(found).length);
    const first = all
      .map((found) => ({ found, hash: hashOfFound(found) }))
      .filter((one) => isFirst(run, one));
    const ready = await choose(run, kind, first);
    if (run.isDry) for (const one of ready) countMoved(run.tally, one.found);
    else await saveAll(run, kind, ready);
  }
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

const TWICE: Doubt = {
  verdict: 'refused',
  class: 'same-record',
  field: 'id',
  problem: 'This ID appears twice. The first one is kept',
};

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
  const ready: Ready[] = [];
  for (const record of records) {
    const moved = known.get(keyOf(record.found));
    if (!moved) fresh.push(record);
    else if (isUpdate(run, record, moved, tags.get(moved.itemId ?? '')))
      ready.push(...(await planAll(run, collection, [record], moved)));
    else run.copier.skip(collection, record.found);
  }
  return [...ready, ...(await withFreeIds(run, collection, await planAll(run, collection, fresh)))];
}

/** Whether a record that was imported before is to replace its item; otherwise it is skipped. */
function isUpdate(run: Run, { found, hash }: Hashed, moved: MovedItem, tag: string | undefined): boolean {
  const { tally, options } = run;
  const note = (name: string, problem: string) => {
    skip(tally, found);
    const doubt = { verdict: 'doubtful' as const, class: name, field: '', problem };
    tally.note({ ...doubt, place: found.place, title: found.title });
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
  const { tally, options, settings, town, now } = run;
  const context = { town, siteUrl: settings.url, now, choices: options.choices };
  const pictured = await run.copier.copyAll(
    collection,
    records.map(({ found }) => found),
  );
  return records.flatMap((record, at) => {
    const given = pictured[at] as FoundItem;
    const input = moved?.itemId ? { ...given.input, id: moved.itemId } : given.input;
    const plan = planItem(collection, { ...given, input }, context);
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
    const doubt = { verdict: 'doubtful' as const, class: 'same-id', field: 'id', problem };
    tally.note({ ...doubt, place: one.found.place, title: one.found.title });
    if (!isReplaced) skip(tally, one.found);
    return isReplaced ? [{ ...one, over }] : [];
  });
}

/** Saves in transactions that keep other writers waiting for a moment only. */
async function saveAll(run: Run, kind: ItemKind, ready: Ready[]): Promise<void> {
  for (let rest = ready; rest.length > 0; ) {
    const { done, settle } = await inTransaction(run.db, (transaction) =>
      saveSome({ ...run, db: transaction }, collections[kind], rest),
    );
    settle();
    rest = rest.slice(done);
  }
}

type Saved = { one: Ready; tag: string };

/** `settle` counts what was saved, once the transaction has ended well. */
async function saveSome(
  run: Run,
  collection: Collection,
  ready: Ready[],
): Promise<{ done: number; settle: () => void }> {
  const { db, tally } = run;
  await lockName(db, MOVE_IN_LOCK);
  const known = await findMoved(
    db,
    collection.name,
    ready.map(({ found }) => found),
  );
  const saved: Saved[] = [];
  const others: (() => void)[] = [];
  const start = performance.now();
  let done = 0;
  for (const one of ready) {
    if (done > 0 && performance.now() - start > HOLD_MS) break;
    done++;
    // Another process has imported it meanwhile.
    if (!one.isKnown && known.has(keyOf(one.found))) {
      others.push(() => skip(tally, one.found));
      continue;
    }
    const outcome = await saveOne(run, collection, one);
    if ('doubts' in outcome) others.push(() => refuse(tally, one.found, outcome.doubts));
    else saved.push({ one, ...outcome });
  }
  await indexItems(
    db,
    collection.source,
    saved.map(({ one }) => one.plan.input.id),
  );
  await noteAll(run, saved);
  const redirects = await redirectAll(run, saved);
  return {
    done,
    settle() {
      for (const { one } of saved) countMoved(run.tally, one.found);
      // Some were there before.
      tally.count('moved', 'redirects', redirects.saved - redirects.all);
      tally.count('skipped', 'redirects', redirects.all - redirects.saved);
      for (const settle of others) settle();
    },
  };
}

async function saveOne(
  run: Run,
  collection: Collection,
  { plan, over }: Ready,
): Promise<{ tag: string } | { doubts: Doubt[] }> {
  const { db, now } = run;
  const { input, wish } = plan;
  const outcome =
    over === undefined
      ? await saveWished(db, collection, input, wish, { now, version: 0, isFresh: true })
      : await revised(db, collection, input.id, { by: NOBODY, now }, (transaction) =>
          saveWished(transaction, collection, input, wish, { now, ...readItemTag(over) }),
        );
  if (outcome.kind === 'refused')
    return {
      doubts: outcome.problems.map(({ field, message }) => ({
        ...{ verdict: 'refused', class: 'invalid', field, problem: message },
      })),
    };
  if (outcome.kind === 'conflict') return { doubts: [CHANGED] };
  return { tag: itemTagOf(outcome.item) };
}

/** An item of the town itself that was replaced comes back with an undo. */
function takenHashOf({ hash, over, isKnown }: Ready): string {
  return over !== undefined && !isKnown ? REPLACED + hash : hash;
}

/**
 * Lets the old paths of the items lead to their pages, without their titles, which are not public yet for all of them;
 * those that are their own pages need nothing.
 */
async function redirectAll(
  { db, now, moveIn, settings }: Run,
  saved: Saved[],
): Promise<{ all: number; saved: number }> {
  const entries = saved.flatMap(({ one: { found, plan } }) => {
    const { id } = plan.input;
    const to = `/${found.kind}/${id}`;
    return pathsOf(found)
      .filter((from) => from !== to && !from.startsWith(`${to}/`))
      .map((from) => ({ from, to }));
  });
  const all = saved.reduce((sum, { one }) => sum + pathsOf(one.found).length, 0);
  const options = { now, moveIn, siteUrl: settings.url };
  return { all, saved: await saveMovedRedirects(db, entries, options) };
}

const NOBODY = { userId: null, token: null };

const CHANGED: Doubt = {
  verdict: 'refused',
  class: 'edited-here',
  field: '',
  problem: 'It was edited here at the same moment. Import again',
};

async function noteAll({ db, moveIn, now }: Run, saved: Saved[]): Promise<void> {
  const rows = saved.map(({ one, tag }): NewMovedItem => {
    const { origin, key, kind } = one.found;
    return { origin, kind, key, itemId: one.plan.input.id, tag, takenHash: takenHashOf(one), moveIn };
  });
  const replaced = new Set(saved.filter(({ one }) => one.isKnown).map(({ one }) => keyOf(one.found)));
  for (const { origin, kind, key, tag, takenHash } of rows.filter((row) => replaced.has(keyOf(row))))
    await db
      .updateTable('moved_item')
      .set({ tag, takenHash })
      .where('origin', '=', origin)
      .where('kind', '=', kind)
      .where('key', '=', key)
      .execute();
  await noteMoved(db, rows, now);
}
