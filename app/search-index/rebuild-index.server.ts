/** Checks the full-text index against its sources, and rebuilds it. */
import type { ReadDb, WriteDb } from '#app/database/handles.ts';
import { liftTimeLimits } from '#app/database/time-limits.server.ts';
import { inTransaction } from '#app/database/transaction.ts';
import { type Indexing, indexStaleItems } from './index-items.server.ts';
import type { TextKind } from './search-text.ts';
import { selectFound, textKinds, textSources } from './text-sources.ts';

/**
 * How many public items are neither in the index nor waiting for it, and how many entries belong to no public item.
 * Reads both completely.
 */
export async function countIndexFaults(db: ReadDb): Promise<number> {
  let faults = 0;
  for (const kind of textKinds) {
    const { count: missing } = await selectFound(db, kind)
      .leftJoin('search_document', (join) =>
        join.onRef('search_document.itemId', '=', 'item.id').on('search_document.kind', '=', kind),
      )
      .leftJoin('search_stale', (join) =>
        join.onRef('search_stale.itemId', '=', 'item.id').on('search_stale.kind', '=', kind),
      )
      .where('number', 'is', null)
      .where('search_stale.itemId', 'is', null)
      .select(({ fn }) => fn.countAll().as('count'))
      .executeTakeFirstOrThrow();
    const { count: orphaned } = await selectOrphans(db, kind)
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
export async function rebuildIndex(db: WriteDb, indexing: Indexing = {}): Promise<boolean> {
  for (const kind of textKinds) {
    if (indexing.signal?.aborted) return false;
    await inTransaction(db, async (step) => {
      await liftTimeLimits(step);
      await listAll(step, kind);
      const orphans = await selectOrphans(step, kind).select('number').execute();
      for (const { number } of orphans)
        await step.deleteFrom('search_document').where('number', '=', number).execute();
    });
  }
  return indexStaleItems(db, indexing);
}

async function listAll(db: WriteDb, kind: TextKind): Promise<void> {
  await db
    .insertInto('search_stale')
    .columns(['kind', 'itemId', 'date'])
    .expression(
      selectFound(db, kind)
        .select(({ val, ref }) => [
          val(kind).as('kind'),
          'item.id',
          ref(`item.${textSources[kind].date}`).as('date'),
        ])
        // SQLite otherwise takes the conflict for a join's condition.
        .where(({ lit }) => lit(true)),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

function selectOrphans(db: ReadDb, kind: TextKind) {
  return db
    .selectFrom('search_document')
    .where('search_document.kind', '=', kind)
    .where(({ not, exists }) =>
      not(exists(selectFound(db, kind).whereRef('item.id', '=', 'search_document.itemId').select('item.id'))),
    );
}
