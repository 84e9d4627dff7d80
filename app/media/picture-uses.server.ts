/** Where pictures are used. */
import type { ReadDb, WriteDb } from '#app/database/handles.ts';
import type { PictureUseRow } from '#app/database/tables.ts';
import { inTransaction } from '#app/database/transaction.ts';
import { isPictureId, pictureIdOf } from './picture-sizes.ts';

/** An item that uses a picture. `state` is 'published', that of the version that uses it, or `TRASH`. */
export type PictureUse = PictureUseRow;

/** The state of items that can be restored from the trash. */
export const TRASH = 'trash';

/**
 * The tables of the collections whose items can have pictures, the columns of their titles, which have `image`, and the
 * column with the address of a picture that may be of the library.
 */
export const pictureNouns: Record<
  string,
  {
    table: 'article' | 'news_item' | 'event' | 'poll' | 'business';
    title: string;
    hasTeaser?: true;
    address?: string;
  }
> = {
  articles: { table: 'article', title: 'title', hasTeaser: true },
  news: { table: 'news_item', title: 'title', hasTeaser: true },
  events: { table: 'event', title: 'title', address: 'enclosureUrl' },
  polls: { table: 'poll', title: 'title' },
  businesses: { table: 'business', title: 'name' },
};

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
export async function settleUses(db: WriteDb, now: number, signal?: AbortSignal): Promise<void> {
  for (let isMore = await hasStaleUses(db); isMore && !signal?.aborted; )
    isMore = (await inTransaction(db, (step) => settleSlice(step, now))) === ITEMS_OF_SLICE;
}

type Item = { collection: string; itemId: string };

async function settleSlice(db: WriteDb, now: number): Promise<number> {
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
    await settleItem(db, item, now);
  }
  return stale.length;
}

async function settleItem(db: WriteDb, item: Item, now: number): Promise<void> {
  const before = await db
    .deleteFrom('picture_use')
    .where('collection', '=', item.collection)
    .where('itemId', '=', item.itemId)
    .returning('picture')
    .execute();
  const found = [
    ...(await usesOfPublished(db, item)),
    ...(await usesOfVersions(db, item)),
    ...(await usesInTrash(db, item)),
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

/** Settings count as items of this collection, whose ids are their names. */
export const SETTINGS = 'settings';

/** Notes that these settings may use other pictures than before. */
export async function noteChangedSettings(db: WriteDb, names: string[]): Promise<void> {
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

async function usesOfPublished(db: ReadDb, { collection, itemId }: Item): Promise<PictureUse[]> {
  if (collection === SETTINGS) return usesOfSetting(db, { collection, itemId });
  const noun = pictureNouns[collection];
  if (!noun) return [];
  const row = await db
    .selectFrom(noun.table)
    .select(['picture', 'description'])
    .select(({ ref }) =>
      ref(noun.title as never)
        .$castTo<string>()
        .as('title'),
    )
    .$if(noun.address !== undefined, (query) =>
      query.select(({ ref }) =>
        ref(noun.address as never)
          .$castTo<string>()
          .as('enclosureUrl'),
      ),
    )
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
async function usesInTrash(db: ReadDb, { collection, itemId }: Item): Promise<PictureUse[]> {
  const noun = pictureNouns[collection];
  if (!noun) return [];
  const parts = await db
    .selectFrom('trash_item')
    .innerJoin('trash_row', 'trash_row.trashId', 'trash_item.id')
    .select(['tableName', 'rows'])
    .where('collection', '=', collection)
    .where('itemId', '=', itemId)
    .where('batch', '<>', 'unpublished')
    .where('tableName', 'in', [noun.table, 'item_version'])
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
  title?: unknown;
  name?: unknown;
};

function usesIn(
  item: Pick<PictureUse, 'collection' | 'itemId' | 'state'>,
  { picture, enclosureUrl, description, title, name }: Content,
): PictureUse[] {
  const lead = isPictureId(picture) ? picture : pictureIdOf(String(enclosureUrl ?? ''));
  const named = { ...item, title: String(title ?? name ?? '').slice(0, 500) };
  const inText = pictureIdsIn(String(description ?? ''));
  return [
    ...(lead ? [{ ...named, picture: lead, place: 'lead' as const }] : []),
    ...inText.map((id) => ({ ...named, picture: id, place: 'text' as const })),
  ];
}

/** The pictures of the library in a text, or in an item as JSON, each once. */
export function pictureIdsIn(text: string): string[] {
  const found = text.matchAll(/(?:\/media\/|"picture":")([0-9a-f]{32})[-"]/g);
  return [...new Set([...found].map(([, id = '']) => id))];
}

/** The uses of these pictures, by title, at most `limit`. Call `settleUses` before. */
export async function listUses(
  db: ReadDb,
  pictures: string[],
  limit = Number.MAX_SAFE_INTEGER,
): Promise<PictureUse[]> {
  if (pictures.length === 0) return [];
  return db
    .selectFrom('picture_use')
    .select(['collection', 'itemId', 'state', 'picture', 'place', 'title'])
    .where('picture', 'in', pictures)
    .orderBy('title')
    .orderBy('itemId')
    .orderBy('state')
    .limit(limit)
    .execute();
}

/** How many items use each of these pictures; one that nothing uses is absent. Call `settleUses` before. */
export async function countUses(db: ReadDb, pictures: string[]): Promise<Map<string, number>> {
  if (pictures.length === 0) return new Map();
  const rows = await db
    .selectFrom((eb) =>
      eb
        .selectFrom('picture_use')
        .select(['picture', 'collection', 'itemId'])
        .distinct()
        .where('picture', 'in', pictures)
        .as('use'),
    )
    .select(['picture', ({ fn }) => fn.countAll().as('uses')])
    .groupBy('picture')
    .execute();
  return new Map(rows.map(({ picture, uses }) => [picture, Number(uses)]));
}

/** How many items have earlier versions with this picture. */
export async function countRevised(db: ReadDb, picture: string): Promise<number> {
  const items = db
    .selectFrom('revision_picture')
    .select(['collection', 'id'])
    .distinct()
    .where('picture', '=', picture);
  const row = await db
    .selectFrom(items.as('item'))
    .select(({ fn }) => fn.countAll().as('count'))
    .executeTakeFirstOrThrow();
  return Number(row.count);
}

/** Pictures that nothing has used since before the instant, not even an earlier version of an item. */
function idle(db: ReadDb, before: number) {
  return db
    .selectFrom('picture_idle')
    .where('since', '<', before)
    .where(({ exists, selectFrom, not }) =>
      not(
        exists(
          selectFrom('revision_picture')
            .select('revision')
            .whereRef('revision_picture.picture', '=', 'picture_idle.picture'),
        ),
      ),
    );
}

/** The ids of pictures that nothing has used since before the instant, the longest unused first. */
export async function listIdle(db: ReadDb, before: number, limit: number): Promise<string[]> {
  const rows = await idle(db, before)
    .select('picture')
    .orderBy('since')
    .orderBy('picture')
    .limit(limit)
    .execute();
  return rows.map(({ picture }) => picture);
}

/** How many pictures nothing has used since before the instant. */
export async function countIdle(db: ReadDb, before: number): Promise<number> {
  const row = await idle(db, before)
    .select(({ fn }) => fn.countAll().as('count'))
    .executeTakeFirstOrThrow();
  return Number(row.count);
}
