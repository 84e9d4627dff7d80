import { articleSource } from '#app/articles/article-store.server.ts';
import type { WriteDb } from '#app/platform/database/handles.ts';
import { inTransaction } from '#app/platform/database/transaction.ts';
import { indexItems } from '#app/platform/search-index/index-items.server.ts';
import { type Archive, archiveArticle, archiveId, archiveNumber } from './archive-article.ts';

/** Rows per statement, far below the number of parameters that either database accepts. */
const ROWS_OF_STATEMENT = 500;
/** Rows per transaction, which is how long other writers wait. */
const ROWS_OF_TRANSACTION = 5000;

/** The maximum size of the archive, because its numbers have eight digits. */
export const MAX_ARCHIVE = 10_000_000;

type Stepping = {
  signal?: AbortSignal;
  /** Called with the number of articles done, and the total. */
  onProgress?: (done: number, total: number) => void;
};

/**
 * Writes the articles of the archive that don't exist yet, and returns how many. When `signal` is aborted, it stops
 * between two transactions; calling it again continues. Articles that a user edited are left unchanged.
 */
export async function loadArchive(db: WriteDb, archive: Archive, stepping: Stepping = {}): Promise<number> {
  let added = 0;
  for (const [first, last] of spansOf(archive.articles, stepping)) {
    const there = await countSpan(db, first, last);
    if (there === last - first + 1) continue;
    added += await inTransaction(db, (transaction) => insertSpan(transaction, archive, first, last));
  }
  return added;
}

/**
 * Removes the articles of the archive that no user has edited, a few thousand per transaction, and returns how many.
 */
export async function removeArchive(db: WriteDb, stepping: Stepping = {}): Promise<number> {
  const highest = await findHighest(db);
  let removed = 0;
  for (const [first, last] of spansOf(highest, stepping)) {
    const result = await db
      .deleteFrom('article')
      .where('id', '>=', archiveId(first))
      .where('id', '<=', archiveId(last))
      .where('version', '=', 1)
      .executeTakeFirst();
    removed += Number(result.numDeletedRows);
  }
  return removed;
}

/** The numbers from 1, in one range per transaction, until all are done or the signal fires. */
function* spansOf(total: number, { signal, onProgress }: Stepping): Generator<[first: number, last: number]> {
  for (let first = 1; first <= total && !signal?.aborted; first += ROWS_OF_TRANSACTION) {
    const last = Math.min(first + ROWS_OF_TRANSACTION - 1, total);
    yield [first, last];
    onProgress?.(last, total);
  }
}

async function countSpan(db: WriteDb, first: number, last: number): Promise<number> {
  const { count } = await db
    .selectFrom('article')
    .select((eb) => eb.fn.countAll().as('count'))
    .where('id', '>=', archiveId(first))
    .where('id', '<=', archiveId(last))
    .executeTakeFirstOrThrow();
  return Number(count);
}

async function insertSpan(db: WriteDb, archive: Archive, first: number, last: number): Promise<number> {
  let added = 0;
  for (let from = first; from <= last; from += ROWS_OF_STATEMENT) {
    const rows = Math.min(ROWS_OF_STATEMENT, last - from + 1);
    const inserted = await db
      .insertInto('article')
      .values(Array.from({ length: rows }, (_, at) => archiveArticle(from + at, archive)))
      .onConflict((conflict) => conflict.column('id').doNothing())
      .returning('id')
      .execute();
    const ids = inserted.map(({ id }) => id);
    await indexItems(db, articleSource, ids);
    added += ids.length;
  }
  return added;
}

async function findHighest(db: WriteDb): Promise<number> {
  const row = await db
    .selectFrom('article')
    .select('id')
    .where('id', '>=', archiveId(1))
    .where('id', '<=', archiveId(MAX_ARCHIVE))
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row ? archiveNumber(row.id) : 0;
}
