import { type Counts, movedKinds } from '#app/moving/import/import-run.ts';
import type { ReadDb } from '#app/platform/database/handles.ts';

/** The records that an import has brought in so far, also in several runs, by kind; not the consents of its accounts. */
export async function countBrought(db: ReadDb, id: string): Promise<Counts> {
  const rows = await db
    .selectFrom('moved_item')
    .select(['kind', (eb) => eb.fn.countAll().as('count')])
    .where('moveIn', '=', id)
    .where('kind', 'in', [...movedKinds])
    .where('itemId', 'is not', null)
    .groupBy('kind')
    .execute();
  const { count } = await db
    .selectFrom('redirect')
    .select((eb) => eb.fn.countAll().as('count'))
    .where('moveIn', '=', id)
    .executeTakeFirstOrThrow();
  const counts = rows.map(({ kind, count }) => [kind, Number(count)]);
  return { ...Object.fromEntries(counts), redirects: Number(count) };
}
