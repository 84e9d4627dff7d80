/** Where pictures are used. */
import type { ReadDb } from '#app/platform/database/handles.ts';
import type { PictureUseRow } from '#app/platform/database/tables/tables.ts';

/** An item that uses a picture. `state` is 'published', that of the version that uses it, or `TRASH`. */
export type PictureUse = PictureUseRow;

/** The state of items that can be restored from the trash. */
export const TRASH = 'trash';

/** Settings count as items of this collection, whose ids are their names. */
export const SETTINGS = 'settings';

/** The pictures of the library in a text, or in an item as JSON, each once. */
export function pictureIdsIn(text: string): string[] {
  const found = text.matchAll(/(?:\/media\/|"picture":")([0-9a-f]{32})[-"]/g);
  return [...new Set([...found].map(([, id = '']) => id))];
}

/** The uses of these pictures, by title, at most `limit`. Call `updateUses` before. */
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

/** How many items use each of these pictures; one that nothing uses is absent. Call `updateUses` before. */
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
