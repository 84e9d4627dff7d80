import type { ReadDb, WriteDb } from '#app/platform/database/handles.ts';
import type { FormerNames } from './name-change.ts';
import type { Town } from './town.ts';
import { withoutFallbacks } from './town-names.ts';
import { saveRows } from './town-store.server.ts';

const settings = { title: 'formerTitle', town: 'formerTown' } as const;
const fields = ['title', 'town'] as const;

/** The previous names of the site and the town, until an administrator decides about the texts that contain them. */
export async function findFormerNames(db: ReadDb): Promise<FormerNames> {
  const rows = await db
    .selectFrom('town_setting')
    .select(['name', 'value'])
    .where('name', 'in', Object.values(settings))
    .execute();
  const values = new Map(rows.map(({ name, value }) => [name, value]));
  return { title: values.get(settings.title), town: values.get(settings.town) };
}

/** Stores the names that `changes` replaces, except defaults. */
export async function keepFormerNames(db: WriteDb, town: Town, changes: Partial<Town>): Promise<void> {
  const named = withoutFallbacks(town);
  const replaced = fields.filter(
    (field) => named[field] && changes[field] && changes[field] !== named[field],
  );
  await saveRows(
    db,
    replaced.map((field) => ({ name: settings[field], value: named[field] })),
  );
}

export async function forgetFormerNames(db: WriteDb): Promise<void> {
  await db.deleteFrom('town_setting').where('name', 'in', Object.values(settings)).execute();
}
