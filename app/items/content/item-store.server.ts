/** What the stores of all collections share: saving a row with a version check, removing it. */
import type { Kysely } from 'kysely';
import type { SaveOptions, SaveOutcome } from '#app/items/collection/collection.ts';
import type { SeenItem } from '#app/items/collection/item-tag.ts';
import { lockLeadPicture } from '#app/items/text/lead-picture.server.ts';
import type { ReadDb, WriteDb } from '#app/platform/database/handles.ts';
import { inTransaction } from '#app/platform/database/transaction.ts';
import { indexItems } from '#app/platform/search-index/index-items.server.ts';
import type { TextSource } from '#app/platform/search-index/text-sources.ts';

type Row = { id: string; picture?: unknown } & Record<string, unknown>;

// biome-ignore lint/suspicious/noExplicitAny: one function for all tables; each store types what goes in and comes out
type AnyDb = Kysely<any>;

/** Saves and indexes the row, and reads the item again with `find` (spec section 7), all or nothing. */
export function saveItem<Item>(
  db: WriteDb,
  source: TextSource,
  row: Row,
  { find, ...options }: SaveOptions & { find: (db: ReadDb, id: string) => Promise<Item | undefined> },
): Promise<SaveOutcome<Item>> {
  return inTransaction(db, async (transaction) => {
    const problems = await lockLeadPicture(transaction, row);
    if (problems) return { kind: 'refused', problems };
    const saved = await saveRow(transaction, source.table, row, options);
    if (saved && !options.indexesLater) await indexItems(transaction, source, [row.id]);
    const current = await find(transaction, row.id);
    return saved && current ? { kind: 'saved', item: current } : { kind: 'conflict', current };
  });
}

/**
 * Writes the row and returns whether it was written. With version 0 the row must be new; with a higher one it must not
 * have changed since; without one it is created or overwritten.
 */
export async function saveRow(db: WriteDb, table: string, row: Row, options: SaveOptions): Promise<boolean> {
  const { now, version, updatedAt } = options;
  if (version === undefined) return overwriteRow(db, table, row, now);
  if (version === 0) return createRow(db, table, row, options);
  const { id, ...columns } = row;
  const result = await (db as AnyDb)
    .updateTable(table)
    .set({ ...columns, updatedAt: now, version: version + 1 })
    .where('id', '=', id)
    .where('version', '=', version)
    .$if(updatedAt !== undefined, (query) => query.where('updatedAt', '=', updatedAt))
    .executeTakeFirst();
  return result.numUpdatedRows === 1n;
}

/**
 * Removes the row and returns whether it did; with `seen`, only if it has not changed since. A later item with its id
 * does not count as a sample.
 */
export function removeRow(
  db: WriteDb,
  { kind, table }: Pick<TextSource, 'kind' | 'table'>,
  id: string,
  seen?: SeenItem,
): Promise<boolean> {
  return inTransaction(db, async (transaction) => {
    const result = await (transaction as AnyDb)
      .deleteFrom(table)
      .where('id', '=', id)
      .$if(seen !== undefined, (query) => query.where('version', '=', seen?.version))
      .$if(seen?.updatedAt !== undefined, (query) => query.where('updatedAt', '=', seen?.updatedAt))
      .executeTakeFirst();
    if (result.numDeletedRows === 0n) return false;
    await transaction.deleteFrom('sample_item').where('collection', '=', kind).where('id', '=', id).execute();
    return true;
  });
}

/** Writes rows that are new, in one statement, and returns the ids of those that were written. */
export async function createRows(db: WriteDb, table: string, rows: Row[], now: number): Promise<Set<string>> {
  if (rows.length === 0) return new Set();
  const created: { id: string }[] = await (db as AnyDb)
    .insertInto(table)
    .values(rows.map((row) => ({ ...row, createdAt: now, updatedAt: now, version: 1 })))
    .onConflict((conflict) => conflict.column('id').doNothing())
    .returning('id')
    .execute();
  return new Set(created.map(({ id }) => id));
}

async function createRow(
  db: WriteDb,
  table: string,
  row: Row,
  { now, carried }: SaveOptions,
): Promise<boolean> {
  const result = await (db as AnyDb)
    .insertInto(table)
    .values({ ...row, createdAt: now, updatedAt: now, version: 1, ...carried })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .executeTakeFirst();
  return result.numInsertedOrUpdatedRows === 1n;
}

async function overwriteRow(db: WriteDb, table: string, row: Row, now: number): Promise<boolean> {
  const { id, ...columns } = row;
  await (db as AnyDb)
    .insertInto(table)
    .values({ ...row, createdAt: now, updatedAt: now, version: 1 })
    .onConflict((conflict) =>
      conflict
        .column('id')
        .doUpdateSet((eb) => ({ ...columns, updatedAt: now, version: eb(`${table}.version`, '+', 1) })),
    )
    .execute();
  return true;
}

const KEY_LENGTH = 200;

/**
 * The key for sorting a list case-insensitively: compared byte by byte it gives the same order in every database. From
 * the first 200 characters, so that cursors stay short.
 */
export function sortKeyOf(text: string): string {
  const key = text.normalize('NFC').toLocaleLowerCase('en').normalize('NFC');
  return Array.from(key).slice(0, KEY_LENGTH).join('');
}
