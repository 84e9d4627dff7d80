import type { ReadDb, WriteDb } from './handles.ts';

/** The name of the town's setting. */
export const FROZEN = 'frozenAt';

/** Since when the town can only be read (UTC epoch milliseconds); undefined while it can be changed. */
export async function findFrozenAt(db: ReadDb): Promise<number | undefined> {
  const row = await db
    .selectFrom('town_setting')
    .select('value')
    .where('name', '=', FROZEN)
    .executeTakeFirst();
  return row && Number(row.value);
}

/** Makes the town readable only, for good; a town that is frozen already stays so since its first time. */
export async function freezeTown(db: WriteDb, now: number): Promise<void> {
  await db
    .insertInto('town_setting')
    .values({ name: FROZEN, value: String(now) })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute();
}

/** Lets the town be changed again. */
export async function unfreezeTown(db: WriteDb): Promise<void> {
  await db.deleteFrom('town_setting').where('name', '=', FROZEN).execute();
}
