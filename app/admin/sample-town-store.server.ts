import type { Kysely } from 'kysely';
import type { CollectionName } from '#app/content/item-schema.ts';
import type { ItemTable } from '#app/content/item-store.server.ts';
import type { ReadDb, WriteDb } from '#app/database/handles.ts';
import { inTransaction } from '#app/database/transaction.ts';

const tables: Record<CollectionName, ItemTable> = {
  articles: 'article',
  news: 'news_item',
  events: 'event',
  polls: 'poll',
  businesses: 'business',
};

/** How many items of the sample town were loaded and not removed since. */
export async function countSampleItems(db: ReadDb): Promise<number> {
  const row = await db
    .selectFrom('sample_item')
    .select((eb) => eb.fn.countAll().as('count'))
    .executeTakeFirstOrThrow();
  return Number(row.count);
}

/**
 * Removes the sample town in one transaction and answers how many items went. What a person added stays, and so does
 * every sample item that a person saved since: its version is above 1.
 */
export async function removeSampleItems(db: WriteDb): Promise<number> {
  return inTransaction(db, async (transaction) => {
    let removed = 0;
    for (const [collection, table] of Object.entries(tables)) {
      // biome-ignore lint/suspicious/noExplicitAny: one statement for five tables
      const result = await (transaction as Kysely<any>)
        .deleteFrom(table)
        .where('version', '=', 1)
        .where(
          'id',
          'in',
          transaction.selectFrom('sample_item').select('sample_item.id').where('collection', '=', collection),
        )
        .executeTakeFirst();
      removed += Number(result.numDeletedRows);
    }
    await transaction.deleteFrom('sample_item').execute();
    return removed;
  });
}
