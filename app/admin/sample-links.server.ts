import type { WriteDb } from '#app/database/handles.ts';
import { defaultTown } from '#app/town/default-town.ts';
import type { Town } from '#app/town/town.ts';
import { saveTown, withTown } from '#app/town/town-store.server.ts';

const linkNames = ['facebookUrl', 'instagramUrl'] as const;

/** Removes the sample town's links from the footer, and records which they were. */
export function takeSampleLinks(db: WriteDb, removedAt: number): Promise<void> {
  return withTown(db, (transaction, town) => take(transaction, town, removedAt));
}

async function take(db: WriteDb, town: Town, removedAt: number): Promise<void> {
  const taken = linkNames.filter((name) => town[name] !== '' && town[name] === defaultTown[name]);
  if (taken.length === 0) return;
  await saveTown(db, Object.fromEntries(taken.map((name) => [name, ''])));
  const rows = JSON.stringify(taken.map((name) => ({ name, value: town[name] })));
  const kept = { collection: 'town', id: 'links', part: 0, tableName: 'town_setting', rows, removedAt };
  await db.insertInto('removed_item').values(kept).execute();
}

/** Restores those links that were not replaced since. */
export function returnSampleLinks(db: WriteDb): Promise<void> {
  return withTown(db, giveBack);
}

async function giveBack(db: WriteDb, town: Town): Promise<void> {
  const kept = await db
    .selectFrom('removed_item')
    .select('rows')
    .where('collection', '=', 'town')
    .where('id', '=', 'links')
    .executeTakeFirst();
  if (!kept) return;
  const links = JSON.parse(kept.rows) as { name: (typeof linkNames)[number]; value: string }[];
  const empty = links.filter(({ name }) => town[name] === '');
  await saveTown(db, Object.fromEntries(empty.map(({ name, value }) => [name, value])));
}
