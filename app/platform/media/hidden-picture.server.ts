/** Pictures that strangers sent: nobody but editors gets their files before something on the site uses them. */
import type { ReadDb, WriteDb } from '#app/platform/database/handles.ts';
import type { AnyDb, TextSource } from '#app/platform/search-index/text-sources.ts';

/** Hides a picture that is not in the library yet; call before it is added. `now` is UTC epoch milliseconds. */
export async function hidePicture(db: WriteDb, picture: string, now: number): Promise<void> {
  await db
    .insertInto('hidden_picture')
    .values({ picture, since: now })
    .onConflict((conflict) => conflict.column('picture').doNothing())
    .execute();
}

/** Whether only editors may have the files of the picture: nothing public uses it. */
export async function isHiddenPicture(db: ReadDb, sources: TextSource[], picture: string): Promise<boolean> {
  const hidden = await db
    .selectFrom('hidden_picture')
    .select('picture')
    .where('picture', '=', picture)
    .executeTakeFirst();
  if (!hidden || (await isOfPublicItem(db, sources, picture))) return false;
  const used = await db
    .selectFrom('picture_use')
    .select('itemId')
    .where('picture', '=', picture)
    .where('state', '=', 'published')
    .executeTakeFirst();
  return used === undefined;
}

/** The list of uses has what was just published only a moment later. */
async function isOfPublicItem(db: ReadDb, sources: TextSource[], picture: string): Promise<boolean> {
  const accepted = await db
    .selectFrom('suggestion')
    .select(['collection', 'itemId'])
    .where('picture', '=', picture)
    .where('state', '=', 'published')
    .execute();
  for (const { collection, itemId } of accepted) {
    const source = sources.find(({ kind }) => kind === collection);
    if (!source) continue;
    // Drafts and scheduled items are in another table.
    const item = await (db as unknown as AnyDb)
      .selectFrom(source.table)
      .select('id')
      .where('id', '=', itemId)
      .where('picture', '=', picture)
      .executeTakeFirst();
    if (item) return true;
  }
  return false;
}
