import { insertEntry, SAMPLE_BATCH } from '#app/items/trash/trash-store.server.ts';
import type { WriteDb } from '#app/platform/database/handles.ts';
import { DAY_MS } from '#app/platform/time/durations.ts';
import { defaultTown } from '#app/town/default-town.ts';
import type { Town } from '#app/town/town.ts';
import { saveTown, withTown } from '#app/town/town-store.server.ts';

/** How long removing the sample town can be undone. */
export const UNDO_MS = DAY_MS;

/** The links are stored like an item, under this collection name. */
export const LINKS_OF = 'town';
const LINKS_ENTRY = 'town/links';

const linkNames = ['facebookUrl', 'instagramUrl'] as const;

/** The trash entry of something that was removed with the sample town. */
export function sampleEntryOf(id: string, removedAt: number) {
  return {
    id,
    itemId: id,
    state: 'published',
    title: '',
    item: '{}',
    batch: SAMPLE_BATCH,
    removedAt,
    removedBy: null,
    removedByToken: null,
    expiresAt: removedAt + UNDO_MS,
  };
}

/** Removes the sample town's links from the footer, and records which they were. */
export function takeSampleLinks(db: WriteDb, removedAt: number): Promise<void> {
  return withTown(db, (transaction, town) => take(transaction, town, removedAt));
}

async function take(db: WriteDb, town: Town, removedAt: number): Promise<void> {
  const taken = linkNames.filter((name) => town[name] !== '' && town[name] === defaultTown[name]);
  if (taken.length === 0) return;
  await saveTown(db, Object.fromEntries(taken.map((name) => [name, ''])));
  const rows = JSON.stringify(taken.map((name) => ({ name, value: town[name] })));
  const entry = sampleEntryOf(LINKS_ENTRY, removedAt);
  await insertEntry(db, { ...entry, collection: LINKS_OF, belongings: 0, linkedUntil: null });
  const kept = { trashId: LINKS_ENTRY, part: 0, tableName: 'town_setting', rows };
  await db.insertInto('trash_row').values(kept).execute();
}

/** Restores those links that were not replaced since. */
export function returnSampleLinks(db: WriteDb): Promise<void> {
  return withTown(db, giveBack);
}

async function giveBack(db: WriteDb, town: Town): Promise<void> {
  const kept = await db
    .selectFrom('trash_row')
    .select('rows')
    .where('trashId', '=', LINKS_ENTRY)
    .executeTakeFirst();
  if (!kept) return;
  const links = JSON.parse(kept.rows) as { name: (typeof linkNames)[number]; value: string }[];
  const empty = links.filter(({ name }) => town[name] === '');
  await saveTown(db, Object.fromEntries(empty.map(({ name, value }) => [name, value])));
}
