/** Where documents are used. */
import type { ReadDb, WriteDb } from '#app/platform/database/handles.ts';
import { inTransaction } from '#app/platform/database/transaction.ts';
import { countRevised, TRASH } from '#app/platform/media/picture-uses.server.ts';
import type { AnyDb, TextSource } from '#app/platform/search-index/text-sources.ts';

/** An item that uses a document. `state` is 'published', that of the version that uses it, or `TRASH`. */
export type DocumentUse = {
  document: string;
  collection: string;
  itemId: string;
  state: string;
  title: string;
};

/** Whether readers may have the document: a published item uses it. */
export async function isDocumentPublic(db: ReadDb, id: string): Promise<boolean> {
  return (await listPublicDocuments(db, [id])).has(id);
}

/** Which of these documents a published item uses. */
export async function listPublicDocuments(db: ReadDb, ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const rows = await db
    .selectFrom('document_use')
    .select('document')
    .distinct()
    .where('document', 'in', ids)
    .where('state', '=', 'published')
    .execute();
  return new Set(rows.map(({ document }) => document));
}

/** How many items use each of these documents; one that nothing uses is absent. The trash does not count. */
export async function countDocumentUses(db: ReadDb, ids: readonly string[]): Promise<Map<string, number>> {
  if (ids.length === 0) return new Map();
  const uses = db
    .selectFrom('document_use')
    .select(['document', 'collection', 'itemId'])
    .distinct()
    .where('document', 'in', ids);
  const rows = await db
    .selectFrom(uses.as('use'))
    .select(['document', ({ fn }) => fn.countAll().as('uses')])
    .groupBy('document')
    .execute();
  return new Map(rows.map(({ document, uses }) => [document, Number(uses)]));
}

/** The uses of these documents, the trash included, by title. */
export async function listDocumentUses(
  db: ReadDb,
  sources: TextSource[],
  ids: readonly string[],
): Promise<DocumentUse[]> {
  if (ids.length === 0) return [];
  const rows = await db
    .selectFrom('document_use')
    .select(['document', 'collection', 'itemId', 'state'])
    .where('document', 'in', ids)
    .execute();
  const published = rows.filter(({ state }) => state === 'published');
  const titles = await titlesOf(db, sources, published);
  const versions = await versionTitlesOf(
    db,
    rows.filter(({ state }) => state !== 'published'),
  );
  const found = rows.map((row) => ({
    ...row,
    title: (row.state === 'published' ? titles : versions).get(keyOf(row)) ?? '',
  }));
  return [...found, ...(await listTrashUses(db, sources, ids))].sort(
    (one, other) => one.title.localeCompare(other.title, 'en') || (keyOf(one) < keyOf(other) ? -1 : 1),
  );
}

type Item = { collection: string; itemId: string; state: string };

function keyOf({ collection, itemId, state }: Item): string {
  return `${collection}/${itemId} ${state}`;
}

async function titlesOf(db: ReadDb, sources: TextSource[], items: Item[]): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  for (const { kind, table, title } of sources) {
    const ids = items.filter(({ collection }) => collection === kind).map(({ itemId }) => itemId);
    if (ids.length === 0) continue;
    const rows = await (db as unknown as AnyDb)
      .selectFrom(table)
      .select(['id', `${title} as title`])
      .where('id', 'in', ids)
      .execute();
    for (const { id, title: text } of rows)
      found.set(keyOf({ collection: kind, itemId: String(id), state: 'published' }), String(text));
  }
  return found;
}

async function versionTitlesOf(db: ReadDb, items: Item[]): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  if (items.length === 0) return found;
  const rows = await db
    .selectFrom('item_version')
    .select(['collection', 'id', 'state', 'item'])
    .where(
      'id',
      'in',
      items.map(({ itemId }) => itemId),
    )
    .execute();
  for (const { collection, id, state, item } of rows)
    found.set(keyOf({ collection, itemId: id, state }), titleIn(JSON.parse(item)));
  return found;
}

function titleIn({ title, name }: { title?: unknown; name?: unknown }): string {
  return String(title ?? name ?? '').slice(0, 500);
}

/** Items in the trash, from which they can be restored. */
async function listTrashUses(
  db: ReadDb,
  sources: TextSource[],
  ids: readonly string[],
): Promise<DocumentUse[]> {
  const parts = await db
    .selectFrom('trash_item')
    .innerJoin('trash_row', 'trash_row.trashId', 'trash_item.id')
    .select(['collection', 'itemId', 'title', 'rows'])
    .where('batch', '<>', 'unpublished')
    .where('tableName', 'in', [...sources.map(({ table }) => table), 'item_version'])
    .where((eb) => eb.or(ids.map((id) => eb('rows', 'like', `%${id}%`))))
    .execute();
  const uses = parts.flatMap(({ collection, itemId, title, rows }) =>
    ids
      .filter((id) => rows.includes(id))
      .map((document) => ({ document, collection, itemId, state: TRASH, title })),
  );
  return [...new Map(uses.map((use) => [`${use.document} ${keyOf(use)}`, use])).values()];
}

/**
 * Notes which documents nothing uses any more, and which are used again: after 30 days without use, a document may be
 * cleaned up.
 */
export function recordIdleDocuments(db: WriteDb, now: number): Promise<void> {
  return inTransaction(db, async (transaction) => {
    await transaction
      .deleteFrom('document_idle')
      .where('document', 'in', (eb) => eb.selectFrom('document_use').select('document'))
      .execute();
    const idle = await transaction
      .selectFrom('document')
      .select('id')
      .where('id', 'not in', (eb) => eb.selectFrom('document_use').select('document'))
      .where('id', 'not in', (eb) => eb.selectFrom('document_idle').select('document'))
      .execute();
    for (const { id } of idle)
      await transaction
        .insertInto('document_idle')
        .values({ document: id, since: now })
        .onConflict((conflict) => conflict.column('document').doNothing())
        .execute();
  });
}

/**
 * The documents that nothing has used since before the instant, not even an earlier version of an item or one in the
 * trash, the longest unused first. Call `recordIdleDocuments` before.
 */
export async function listIdleDocuments(
  db: ReadDb,
  sources: TextSource[],
  before: number,
): Promise<string[]> {
  const rows = await db
    .selectFrom('document_idle')
    .select('document')
    .where('since', '<', before)
    .orderBy('since')
    .orderBy('document')
    .execute();
  const ids = rows.map(({ document }) => document);
  const trashed = new Set((await listTrashUses(db, sources, ids)).map(({ document }) => document));
  const idle: string[] = [];
  for (const id of ids) if (!trashed.has(id) && (await countRevised(db, id)) === 0) idle.push(id);
  return idle;
}
