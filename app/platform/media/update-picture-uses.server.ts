/** Keeps the list of where pictures are used up to date. */
import type { ReadDb, WriteDb } from '#app/platform/database/handles.ts';
import { inTransaction } from '#app/platform/database/transaction.ts';
import type { AnyDb, TextSource } from '#app/platform/search-index/text-sources.ts';
import { isPictureId, pictureIdOf } from './picture-sizes.ts';
import { type PictureUse, pictureIdsIn, SETTINGS, TRASH } from './picture-uses.server.ts';

const ITEMS_OF_SLICE = 100;

/** Whether there are changed items whose pictures are not known yet. */
export async function hasStaleUses(db: ReadDb): Promise<boolean> {
  return (
    (await db.selectFrom('picture_use_stale').select('itemId').limit(1).executeTakeFirst()) !== undefined
  );
}

/**
 * Brings the list of uses up to date with all items that have changed, a hundred per transaction. When `signal` is
 * aborted, it stops between two transactions.
 */
export async function updateUses(
  db: WriteDb,
  sources: TextSource[],
  now: number,
  signal?: AbortSignal,
): Promise<void> {
  for (let isMore = await hasStaleUses(db); isMore && !signal?.aborted; )
    isMore = (await inTransaction(db, (step) => updateSlice(step, sources, now))) === ITEMS_OF_SLICE;
}

type Item = { collection: string; itemId: string };

async function updateSlice(db: WriteDb, sources: TextSource[], now: number): Promise<number> {
  const stale = await db
    .selectFrom('picture_use_stale')
    .select(['collection', 'itemId'])
    .orderBy('collection')
    .orderBy('itemId')
    .limit(ITEMS_OF_SLICE)
    .execute();
  for (const item of stale) {
    // First, so that an item that is changed meanwhile becomes stale again.
    await db
      .deleteFrom('picture_use_stale')
      .where('collection', '=', item.collection)
      .where('itemId', '=', item.itemId)
      .execute();
    const source = sources.find(({ kind }) => kind === item.collection);
    await updateItem(db, source, item, now);
  }
  return stale.length;
}

async function updateItem(
  db: WriteDb,
  source: TextSource | undefined,
  item: Item,
  now: number,
): Promise<void> {
  const before = await db
    .deleteFrom('picture_use')
    .where('collection', '=', item.collection)
    .where('itemId', '=', item.itemId)
    .returning('picture')
    .execute();
  const found = [
    ...(item.collection === SETTINGS ? await usesOfSetting(db, item) : []),
    ...(source ? await usesOfPublished(db, source, item) : []),
    ...(await usesOfVersions(db, item)),
    ...(source ? await usesInTrash(db, source, item) : []),
  ];
  const uses = [...new Map(found.map((use) => [keyOf(use), use])).values()];
  if (uses.length > 0) await db.insertInto('picture_use').values(uses).execute();
  const used = new Set(uses.map(({ picture }) => picture));
  if (used.size > 0)
    await db
      .deleteFrom('picture_idle')
      .where('picture', 'in', [...used])
      .execute();
  const left = [...new Set(before.map(({ picture }) => picture))].filter((id) => !used.has(id));
  if (left.length > 0) await noteIdle(db, left, now);
}

/** Pictures of the library that an item no longer uses are unused from now on, unless another one uses them. */
async function noteIdle(db: WriteDb, ids: string[], now: number): Promise<void> {
  const idle = await db
    .selectFrom('picture')
    .select('id')
    .where('id', 'in', ids)
    .where('id', 'not in', (eb) => eb.selectFrom('picture_use').select('picture').where('picture', 'in', ids))
    .execute();
  if (idle.length === 0) return;
  await db
    .insertInto('picture_idle')
    .values(idle.map(({ id }) => ({ picture: id, since: now })))
    .onConflict((conflict) => conflict.column('picture').doNothing())
    .execute();
}

/** Notes that these settings may use other pictures than before. */
export async function recordChangedSettings(db: WriteDb, names: string[]): Promise<void> {
  if (names.length === 0) return;
  await db
    .insertInto('picture_use_stale')
    .values(names.map((itemId) => ({ collection: SETTINGS, itemId })))
    .onConflict((conflict) => conflict.columns(['collection', 'itemId']).doNothing())
    .execute();
}

/** A setting is a text, or the id of a picture. */
async function usesOfSetting(db: ReadDb, { collection, itemId }: Item): Promise<PictureUse[]> {
  const row = await db
    .selectFrom('town_setting')
    .select('value')
    .where('name', '=', itemId)
    .executeTakeFirst();
  const content = { title: itemId, picture: row?.value, description: row?.value };
  return row ? usesIn({ collection, itemId, state: 'published' }, content) : [];
}

async function usesOfPublished(
  db: ReadDb,
  { table, title, address, json }: TextSource,
  { collection, itemId }: Item,
): Promise<PictureUse[]> {
  const row = await (db as unknown as AnyDb)
    .selectFrom(table)
    .select(['picture', 'description', `${title} as title`])
    .$if(address !== undefined, (query) => query.select(`${address} as enclosureUrl`))
    .$if(json !== undefined, (query) => query.select(json ?? []))
    .where('id', '=', itemId)
    .executeTakeFirst();
  return row ? usesIn({ collection, itemId, state: 'published' }, row) : [];
}

async function usesOfVersions(db: ReadDb, { collection, itemId }: Item): Promise<PictureUse[]> {
  const rows = await db
    .selectFrom('item_version')
    .select(['state', 'item'])
    .where('collection', '=', collection)
    .where('id', '=', itemId)
    .orderBy('version', 'desc')
    .execute();
  return rows.flatMap(({ state, item }) => usesIn({ collection, itemId, state }, JSON.parse(item)));
}

/** Of the item's own row and its versions in the trash, whence it can be restored. */
async function usesInTrash(
  db: ReadDb,
  { table }: TextSource,
  { collection, itemId }: Item,
): Promise<PictureUse[]> {
  const parts = await db
    .selectFrom('trash_item')
    .innerJoin('trash_row', 'trash_row.trashId', 'trash_item.id')
    .select(['tableName', 'rows'])
    .where('collection', '=', collection)
    .where('itemId', '=', itemId)
    .where('batch', '<>', 'unpublished')
    .where('tableName', 'in', [table, 'item_version'])
    .execute();
  return parts.flatMap(({ tableName, rows }) =>
    (JSON.parse(rows) as { item: string }[]).flatMap((row) =>
      usesIn({ collection, itemId, state: TRASH }, tableName === 'item_version' ? JSON.parse(row.item) : row),
    ),
  );
}

function keyOf({ state, picture, place }: PictureUse): string {
  return `${state} ${picture} ${place}`;
}

type Content = {
  picture?: unknown;
  enclosureUrl?: unknown;
  description?: unknown;
  /** Its texts can have pictures. An object, or its JSON. */
  meeting?: unknown;
  title?: unknown;
  name?: unknown;
};

function usesIn(
  item: Pick<PictureUse, 'collection' | 'itemId' | 'state'>,
  { picture, enclosureUrl, description, meeting, title, name }: Content,
): PictureUse[] {
  const lead = isPictureId(picture) ? picture : pictureIdOf(String(enclosureUrl ?? ''));
  const named = { ...item, title: String(title ?? name ?? '').slice(0, 500) };
  const texts = [description, typeof meeting === 'object' ? JSON.stringify(meeting) : meeting];
  const inText = pictureIdsIn(texts.map((text) => String(text ?? '')).join(' '));
  return [
    ...(lead ? [{ ...named, picture: lead, place: 'lead' as const }] : []),
    ...inText.map((id) => ({ ...named, picture: id, place: 'text' as const })),
  ];
}
