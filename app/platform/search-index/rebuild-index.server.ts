/** Checks the full-text index against its sources, and rebuilds it. */
import type { ReadDb, WriteDb } from '#app/platform/database/handles.ts';
import { liftTimeLimits } from '#app/platform/database/postgres-adapter.ts';
import { inTransaction } from '#app/platform/database/transaction.ts';
import { type Indexing, indexStaleItems } from './index-items.server.ts';
import { selectFound, type TextSource } from './text-sources.ts';

/**
 * How many public items are neither in the index nor waiting for it, and how many entries belong to no public item.
 * Reads both completely.
 */
export async function countIndexFaults(db: ReadDb, sources: TextSource[]): Promise<number> {
  let faults = 0;
  for (const source of sources) {
    const { count: missing } = await selectFound(db, source)
      .leftJoin('search_document', (join) =>
        join.onRef('search_document.itemId', '=', 'item.id').on('search_document.kind', '=', source.kind),
      )
      .leftJoin('search_stale', (join) =>
        join.onRef('search_stale.itemId', '=', 'item.id').on('search_stale.kind', '=', source.kind),
      )
      .where('number', 'is', null)
      .where('search_stale.itemId', 'is', null)
      .select(({ fn }) => fn.countAll().as('count'))
      .executeTakeFirstOrThrow();
    const { count: orphaned } = await selectOrphans(db, source)
      .select(({ fn }) => fn.countAll().as('count'))
      .executeTakeFirstOrThrow();
    faults += Number(missing) + Number(orphaned);
  }
  return faults;
}

/**
 * Indexes every item again, the oldest first. The site may run, and old entries are found meanwhile. When `signal` is
 * aborted, it stops between two steps and returns false: the site does the rest.
 */
export async function rebuildIndex(
  db: WriteDb,
  sources: TextSource[],
  indexing: Indexing = {},
): Promise<boolean> {
  for (const source of sources) {
    if (indexing.signal?.aborted) return false;
    await inTransaction(db, async (step) => {
      await liftTimeLimits(step);
      await listAll(step, source);
      const orphans = await selectOrphans(step, source).select('number').execute();
      for (const { number } of orphans)
        await step.deleteFrom('search_document').where('number', '=', number).execute();
    });
  }
  return indexStaleItems(db, sources, indexing);
}

async function listAll(db: WriteDb, source: TextSource): Promise<void> {
  await db
    .insertInto('search_stale')
    .columns(['kind', 'itemId', 'date'])
    .expression(
      selectFound(db, source)
        .select(({ val, ref }) => [
          val(source.kind).as('kind'),
          'item.id',
          ref(`item.${source.date}`).as('date'),
        ])
        // Otherwise SQLite parses ON CONFLICT as a join's condition.
        .where(({ lit }) => lit(true)),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

function selectOrphans(db: ReadDb, source: TextSource) {
  return db
    .selectFrom('search_document')
    .where('search_document.kind', '=', source.kind)
    .where(({ not, exists }) =>
      not(
        exists(selectFound(db, source).whereRef('item.id', '=', 'search_document.itemId').select('item.id')),
      ),
    );
}
