/** Saves items: each with its redirects and the note that it was imported, in one transaction. */
import { collections } from '#app/collections.server.ts';
import type { Collection } from '#app/items/collection/collection.ts';
import { itemTagOf, readItemTag } from '#app/items/collection/item-tag.ts';
import { saveWished } from '#app/items/content/import-records.server.ts';
import { revised } from '#app/items/revisions/revise.server.ts';
import { type Doubt, type FoundItem, type ItemKind, refused } from '#app/moving/formats/format.ts';
import { oldPathOf } from '#app/moving/redirects/old-path.ts';
import { saveMovedRedirects } from '#app/moving/redirects/redirect-store.server.ts';
import { inTransaction, lockName } from '#app/platform/database/transaction.ts';
import { indexItems } from '#app/platform/search-index/index-items.server.ts';
import { findMoved, keyOf, type NewMovedItem, REPLACED, recordMoved } from './moved-items.server.ts';
import type { Plan } from './plan-item.server.ts';
import { HOLD_MS, MOVE_IN_LOCK, type Run } from './run.server.ts';
import type { Tally } from './tally.server.ts';

type Planned = Extract<Plan, { kind: 'item' }>;

/**
 * An item that is ready to be saved. `over` is the tag of the item that it replaces; `isKnown`: it was imported before.
 * `isCounted`: only its pictures are new.
 */
export type Ready = {
  found: FoundItem;
  hash: string;
  plan: Planned;
  over?: string | undefined;
  isKnown: boolean;
  isCounted?: boolean;
};

/** Saves in transactions that keep other writers waiting for a moment only. */
export async function saveItems(run: Run, kind: ItemKind, ready: Ready[]): Promise<void> {
  for (let rest = ready; rest.length > 0; ) {
    const { done, settle } = await inTransaction(run.db, (transaction) =>
      saveSome({ ...run, db: transaction }, collections[kind], rest),
    );
    settle();
    rest = rest.filter((one) => !done.has(one));
  }
}

type Saved = { one: Ready; tag: string };

/** `settle` counts what was saved, once the transaction has ended well. */
async function saveSome(
  run: Run,
  collection: Collection,
  ready: Ready[],
): Promise<{ done: Set<Ready>; settle: () => void }> {
  const { db, tally } = run;
  const start = performance.now();
  await lockName(db, MOVE_IN_LOCK);
  const known = await findMoved(
    db,
    collection.name,
    ready.map(({ found }) => found),
  );
  // Another process has imported it meanwhile.
  const isLate = ({ isKnown, found }: Ready) => !isKnown && known.has(keyOf(found));
  const saved = await saveTogether(
    run,
    collection,
    ready.filter((one) => !isLate(one)),
  );
  const others: (() => void)[] = [];
  const done = new Set(saved.map(({ one }) => one));
  for (const one of ready.filter((each) => !done.has(each))) {
    if (done.size > 0 && performance.now() - start > HOLD_MS) break;
    done.add(one);
    if (isLate(one)) {
      others.push(() => skip(tally, one.found));
      continue;
    }
    const outcome = await saveOne(run, collection, one);
    if ('doubts' in outcome) others.push(() => one.isCounted || refuse(tally, one.found, outcome.doubts));
    else saved.push({ one, ...outcome });
  }
  await indexItems(
    db,
    collection.source,
    saved.map(({ one }) => one.plan.input.id),
  );
  await noteAll(run, saved);
  const counted = saved.filter(({ one }) => !one.isCounted);
  const redirects = await redirectAll(run, counted);
  return {
    done,
    settle() {
      for (const { one } of counted) countMoved(run.tally, one.found);
      // Some were there before.
      tally.count('moved', 'redirects', redirects.saved - redirects.all);
      tally.count('skipped', 'redirects', redirects.all - redirects.saved);
      for (const settle of others) settle();
    },
  };
}

/** Longer texts are saved one by one, so that no statement takes long. */
const MOST_CHARACTERS = 10_000;

/** Publishes those that are new and need nothing else, in one statement. */
async function saveTogether({ db, now }: Run, collection: Collection, ready: Ready[]): Promise<Saved[]> {
  const { saveNew } = collection.store;
  const { htmlFields } = collection.json;
  const isShort = ({ input }: Planned) =>
    htmlFields.reduce((sum, field) => sum + String(input[field] ?? '').length, 0) <= MOST_CHARACTERS;
  const plain = ready.filter(
    ({ plan, over }) =>
      over === undefined &&
      (plan.wish.publication ?? 'published') === 'published' &&
      !plan.wish.archived &&
      isShort(plan),
  );
  if (!saveNew || plain.length === 0) return [];
  const inputs = plain.map(({ plan }) => plan.input);
  const ids = await saveNew(db, inputs, { now });
  const tag = itemTagOf({ version: 1, updatedAt: now });
  return plain.filter(({ plan }) => ids.has(plan.input.id)).map((one) => ({ one, tag }));
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
    return { doubts: outcome.problems.map(({ field, message }) => refused('invalid', field, message)) };
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
  { db, now, moveIn, settings, isOwnAddress }: Run,
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
  const options = { now, moveIn, siteUrl: settings.url, isOwnAddress };
  return { all, saved: await saveMovedRedirects(db, entries, options) };
}

const NOBODY = { userId: null, token: null };

const CHANGED = refused('edited-here', '', 'It was edited here at the same moment. Import again');

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
  await recordMoved(db, rows, now);
}

/** The old paths of an item, each once. */
export function pathsOf({ oldPaths }: FoundItem): string[] {
  return [...new Set(oldPaths.flatMap((path) => oldPathOf(path) ?? []))];
}

export function countMoved(tally: Tally, found: FoundItem): void {
  tally.count('moved', found.kind);
  tally.count('moved', 'redirects', pathsOf(found).length);
}

export function skip(tally: Tally, found: FoundItem): void {
  tally.count('skipped', found.kind);
  tally.count('skipped', 'redirects', pathsOf(found).length);
}

export function refuse(tally: Tally, found: FoundItem, doubts: Doubt[]): void {
  tally.count('refused', found.kind);
  tally.count('skipped', 'redirects', pathsOf(found).length);
  // What an import would change in it is of no interest.
  for (const doubt of doubts.filter(({ verdict }) => verdict === 'refused'))
    tally.note({ ...doubt, place: found.place, title: found.title });
}
