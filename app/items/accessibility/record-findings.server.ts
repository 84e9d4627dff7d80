/** Keeps the findings of public items and documents: after each save, and once a night of all. */

import { setImmediate } from 'node:timers/promises';
import type { Collection, Collections } from '#app/items/collection/collection.ts';
import { columnsOfHtml, textInRow } from '#app/items/content/html-path.ts';
import { checkText } from '#app/platform/accessibility/check-text.ts';
import type { Finding } from '#app/platform/accessibility/finding-kinds.ts';
import type { ReadDb, WriteDb } from '#app/platform/database/handles.ts';
import type { FindingRow } from '#app/platform/database/tables/operation-tables.ts';
import { findTaskRequest, finishTask } from '#app/platform/database/task-request.server.ts';
import { inTransaction } from '#app/platform/database/transaction.ts';
import { pictureIdOf } from '#app/platform/media/picture-sizes.ts';
import { pictureIdsIn } from '#app/platform/media/picture-uses.server.ts';
import { type AnyDb, selectFound } from '#app/platform/search-index/text-sources.ts';
import { listDocumentFindings } from './document-findings.server.ts';
import { type Checked, DOCUMENTS, findingRowsOf } from './finding-rows.ts';

export const CHECK_ACCESSIBILITY = 'check-accessibility';

/** Texts that are in memory at once. */
const ITEMS_OF_SLICE = 10;

const MOST_USES = 200;

/** The longest the event loop is blocked, unless a single text takes longer. */
const HOLD_MS = 4;

/**
 * Checks these items and their documents as they are now, in the caller's transaction. Items that are not public have no
 * findings.
 */
export async function recordFindings(db: WriteDb, collection: Collection, ids: string[]): Promise<void> {
  const items = await checkItems(db, collection, (query) => query.where('item.id', 'in', ids));
  await replaceFindings(db, await storedOf(db, collection.name, ids), items);
  const documents = await db
    .selectFrom('document_use')
    .select('document')
    .distinct()
    .where('collection', '=', collection.name)
    .where('itemId', 'in', ids)
    .execute();
  if (documents.length > 0)
    await recordDocumentFindings(
      db,
      documents.map(({ document }) => document),
    );
}

/** Checks the public items that use a picture, about which something was said: at most 200 of them. */
export async function recordFindingsWith(
  db: WriteDb,
  collections: Collections,
  picture: string,
): Promise<void> {
  const uses = await db
    .selectFrom('picture_use')
    .select(['collection', 'itemId'])
    .where('picture', '=', picture)
    .where('state', '=', 'published')
    .limit(MOST_USES)
    .execute();
  for (const [name, items] of Map.groupBy(uses, (use) => use.collection)) {
    const collection = collections[name];
    const ids = items.map(({ itemId }) => itemId);
    if (collection) await inTransaction(db, (step) => recordFindings(step, collection, ids));
  }
}

/** The same of documents. */
export async function recordDocumentFindings(db: WriteDb, ids: string[]): Promise<void> {
  const items = await listDocumentFindings(db, { ids });
  await replaceFindings(db, await storedOf(db, DOCUMENTS, ids), items);
}

/** An item that is no longer public has no findings. */
export async function forgetFindings(db: WriteDb, collection: string, id: string): Promise<void> {
  await db
    .deleteFrom('accessibility_finding')
    .where('collection', '=', collection)
    .where('itemId', '=', id)
    .execute();
}

/** Whether someone wants everything to be checked, or a collection was never checked. */
export async function hasUnchecked(db: ReadDb, collections: Collections): Promise<boolean> {
  if ((await findTaskRequest(db, CHECK_ACCESSIBILITY)) !== undefined) return true;
  const rows = await db.selectFrom('accessibility_check').select('collection').execute();
  const checked = new Set(rows.map(({ collection }) => collection));
  return [...Object.keys(collections), DOCUMENTS].some((name) => !checked.has(name));
}

/**
 * Checks all public items and documents, 10 per transaction, and writes only what has changed. When `signal` is aborted,
 * it stops between two transactions; the next check starts from the beginning.
 */
export async function checkEverything(
  db: WriteDb,
  collections: Collections,
  now: () => number,
  signal?: AbortSignal,
): Promise<void> {
  const asked = await findTaskRequest(db, CHECK_ACCESSIBILITY);
  for (const collection of Object.values(collections)) {
    const check: Slice = (read, after) =>
      checkItems(read, collection, (query) =>
        query.where('item.id', '>', after).orderBy('item.id').limit(ITEMS_OF_SLICE),
      );
    if (!(await checkAll(db, { name: collection.name, check, now, signal }))) return;
  }
  const check: Slice = (read, after) => listDocumentFindings(read, { after, limit: ITEMS_OF_SLICE });
  if (!(await checkAll(db, { name: DOCUMENTS, check, now, signal }))) return;
  if (asked !== undefined) await finishTask(db, CHECK_ACCESSIBILITY, asked);
}

/** The items after an id, in the order of their ids. */
type Slice = (read: ReadDb, after: string) => Promise<Checked[]>;

type Pass = { name: string; check: Slice; now: () => number; signal: AbortSignal | undefined };

/** Returns whether it went through all of them. */
async function checkAll(db: WriteDb, { name, check, now, signal }: Pass): Promise<boolean> {
  let items = 0;
  for (let after = '', isMore = true; isMore; ) {
    if (signal?.aborted) return false;
    const slice = await inTransaction(db, async (step) => {
      const found = await check(step, after);
      isMore = found.length === ITEMS_OF_SLICE;
      await replaceFindings(
        step,
        await storedBetween(step, name, after, isMore ? found.at(-1)?.id : undefined),
        found,
      );
      return found;
    });
    items += slice.length;
    after = slice.at(-1)?.id ?? after;
  }
  const checked = { items, checkedAt: now() };
  await db
    .insertInto('accessibility_check')
    .values({ collection: name, ...checked })
    .onConflict((conflict) => conflict.column('collection').doUpdateSet(checked))
    .execute();
  return true;
}

// biome-ignore lint/suspicious/noExplicitAny: each collection has its own table
type Narrow = (query: any) => any;

async function checkItems(db: ReadDb, collection: Collection, narrow: Narrow): Promise<Checked[]> {
  const { source, name, json } = collection;
  const rows: Record<string, unknown>[] = await narrow(
    selectFound(db as unknown as AnyDb, source)
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom('archived_item')
              .select('itemId')
              .where('archived_item.collection', '=', name)
              .whereRef('archived_item.itemId', '=', 'item.id'),
          ),
        ),
      )
      .select([
        'item.id',
        'item.updatedAt',
        'item.picture',
        `item.${source.title} as title`,
        ...columnsOfHtml(json.htmlFields).map((column) => `item.${column}`),
      ]),
  ).execute();
  const texts = rows.map((row) => json.htmlFields.map((field) => textInRow(row, field)).join('\n'));
  const pictures = await findPictures(db, [
    ...rows.map(({ picture }) => picture),
    ...texts.flatMap(pictureIdsIn),
  ]);
  const checked: Checked[] = [];
  let heldSince = performance.now();
  for (const [at, row] of rows.entries()) {
    const lead = pictures.get(String(row.picture));
    const findings = [
      ...(lead && !lead.alt && !lead.decorative ? [leadWithoutAlt(lead.name)] : []),
      ...checkText(texts[at] ?? '', {
        isDecorative: (address) => pictures.get(pictureIdOf(address) ?? '')?.decorative === 1,
      }),
    ];
    const id = String(row.id);
    checked.push({
      id,
      rows: findingRowsOf(
        name,
        { id, title: String(row.title ?? ''), sort: Number(row.updatedAt) },
        findings,
      ),
    });
    if (performance.now() - heldSince < HOLD_MS) continue;
    await setImmediate();
    heldSince = performance.now();
  }
  return checked;
}

function leadWithoutAlt(name: string): Finding {
  const message =
    'The lead picture has no alternative text. Unless it is only decoration, describe what it shows.';
  return { code: 'missing-alt', message, place: name };
}

async function findPictures(db: ReadDb, ids: unknown[]) {
  const known = [...new Set(ids.filter((id) => typeof id === 'string'))];
  const rows =
    known.length === 0
      ? []
      : await db
          .selectFrom('picture')
          .select(['id', 'name', 'alt', 'decorative'])
          .where('id', 'in', known)
          .execute();
  return new Map(rows.map((row) => [row.id, row]));
}

function storedOf(db: ReadDb, collection: string, ids: string[]): Promise<FindingRow[]> {
  return selectStored(db, collection).where('itemId', 'in', ids).execute();
}

/** Those of items after one, up to and with another; without that, all that follow. */
function storedBetween(db: ReadDb, collection: string, after: string, last?: string): Promise<FindingRow[]> {
  return selectStored(db, collection)
    .where('itemId', '>', after)
    .$if(last !== undefined, (query) => query.where('itemId', '<=', last ?? ''))
    .execute();
}

function selectStored(db: ReadDb, collection: string) {
  return db
    .selectFrom('accessibility_finding')
    .select(['id', 'collection', 'itemId', 'title', 'code', 'message', 'place', 'sort'])
    .where('collection', '=', collection);
}

/** Writes what differs, so that pages about findings stay cached where nothing has changed. */
async function replaceFindings(db: WriteDb, stored: FindingRow[], items: Checked[]): Promise<void> {
  const wanted = items.flatMap(({ rows }) => rows);
  const keys = new Set(wanted.map(keyOf));
  const known = new Set(stored.map(keyOf));
  const gone = stored.filter((row) => !keys.has(keyOf(row))).map(({ id }) => id);
  const added = wanted.filter((row) => !known.has(keyOf(row)));
  if (gone.length > 0) await db.deleteFrom('accessibility_finding').where('id', 'in', gone).execute();
  if (added.length === 0) return;
  await db
    .insertInto('accessibility_finding')
    .values(added)
    .onConflict((conflict) =>
      conflict.column('id').doUpdateSet(({ ref }) => ({
        title: ref('excluded.title'),
        code: ref('excluded.code'),
        message: ref('excluded.message'),
        place: ref('excluded.place'),
        sort: ref('excluded.sort'),
      })),
    )
    .execute();
}

function keyOf({ id, title, code, message, place, sort }: FindingRow): string {
  return JSON.stringify([id, title, code, message, place, Number(sort)]);
}
