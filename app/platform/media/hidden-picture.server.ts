/** Pictures that strangers sent: nobody but editors gets their files before something on the site uses them. */
import type { ReadDb, WriteDb } from '#app/platform/database/handles.ts';

/** Hides a picture that is not in the library yet; call before it is added. `now` is UTC epoch milliseconds. */
export async function hidePicture(db: WriteDb, picture: string, now: number): Promise<void> {
  await db
    .insertInto('hidden_picture')
    .values({ picture, since: now })
    .onConflict((conflict) => conflict.column('picture').doNothing())
    .execute();
}

/** Whether only editors may have the files of the picture. */
export async function isHiddenPicture(db: ReadDb, picture: string): Promise<boolean> {
  const hidden = await db
    .selectFrom('hidden_picture')
    .select('picture')
    .where('picture', '=', picture)
    .executeTakeFirst();
  if (!hidden) return false;
  const published = await db
    .selectFrom('suggestion')
    .select('id')
    .where('picture', '=', picture)
    .where('state', '=', 'published')
    .executeTakeFirst();
  if (published) return false;
  const used = await db
    .selectFrom('picture_use')
    .select('itemId')
    .where('picture', '=', picture)
    .where('state', '=', 'published')
    .executeTakeFirst();
  return used === undefined;
}
