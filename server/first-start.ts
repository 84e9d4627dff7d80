import type { WriteDb } from '#app/database/handles.ts';

const MARK = 'firstStart';
const tables = ['article', 'news_item', 'event', 'poll', 'business'] as const;

/**
 * Runs `work` at the first start on a database, and says whether that is still empty. All or nothing, so an interrupted
 * first start is completed by the next; a town that was emptied on purpose stays empty.
 */
export async function onFirstStart(
  db: WriteDb,
  work: (transaction: WriteDb, isEmpty: boolean) => Promise<void>,
): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    // Of several nodes that start at once, one inserts the mark; the others wait for it here and find it.
    const { numInsertedOrUpdatedRows } = await transaction
      .insertInto('town_setting')
      .values({ name: MARK, value: 'done' })
      .onConflict((conflict) => conflict.column('name').doNothing())
      .executeTakeFirstOrThrow();
    if (numInsertedOrUpdatedRows === 1n) await work(transaction, await isEmpty(transaction));
  });
}

async function isEmpty(db: WriteDb): Promise<boolean> {
  for (const table of tables) {
    if (await db.selectFrom(table).select('id').limit(1).executeTakeFirst()) return false;
  }
  return true;
}
