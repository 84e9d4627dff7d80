import type { ReadDb, WriteDb } from '#app/platform/database/handles.ts';
import { saveRows } from './town-store.server.ts';

const NAME = 'firstSteps';

/** `open`: the checklist of a new site is shown without the sample town, too. `dismissed`: never again. */
export type FirstStepsState = 'open' | 'dismissed';

/** Undefined on a site that was neither set up in the browser nor has removed its sample town. */
export async function findFirstStepsState(db: ReadDb): Promise<FirstStepsState | undefined> {
  const row = await db.selectFrom('town_setting').select('value').where('name', '=', NAME).executeTakeFirst();
  return row?.value as FirstStepsState | undefined;
}

/** Keeps the checklist until it is done or dismissed. Does nothing once it was dismissed. */
export async function openFirstSteps(db: WriteDb): Promise<void> {
  const row = { name: NAME, value: 'open' };
  await db
    .insertInto('town_setting')
    .values(row)
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute();
}

export function dismissFirstSteps(db: WriteDb): Promise<void> {
  return saveRows(db, [{ name: NAME, value: 'dismissed' }]);
}
