import type { Collection } from '#app/items/collection/collection.ts';
import type { ReadDb } from '#app/platform/database/handles.ts';

/** How many dates of a series an action on one of them applies to, where it applies to more: '4 dates'. */
export type ScopeCounts = { following: string; all: string };

/** Null for an item that is the only date, or does not repeat. */
export async function countScopes(
  db: ReadDb,
  { store: { listSeriesIds } }: Pick<Collection, 'store'>,
  id: string,
): Promise<ScopeCounts | null> {
  const all = (await listSeriesIds?.(db, id, 'all'))?.length ?? 0;
  if (all < 2) return null;
  const following = (await listSeriesIds?.(db, id, 'following'))?.length ?? 1;
  return { following: sayDates(following), all: sayDates(all) };
}

function sayDates(count: number): string {
  return count === 1 ? '1 date' : `${count} dates`;
}
