import type { ReadDb } from '#app/database/handles.ts';
import { type Counts, movedKinds } from '#app/move-in/move-in.ts';

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
