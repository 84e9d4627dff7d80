import type { Collections } from '#app/items/collection/collection.ts';
import type { WriteDb } from '#app/platform/database/handles.ts';
import type { Town } from '#app/town/town.ts';

/** What an import works with. `now` returns UTC epoch milliseconds, `siteUrl` is the site's origin. */
export type ImportContext = {
  write: WriteDb;
  collections: Collections;
  town: Town;
  siteUrl: string;
  now: () => number;
};

/** What an import works with inside a transaction that has a moment of its own. */
export function importContextOf({
  write,
  collections,
  town,
  siteUrl,
  now,
}: Omit<ImportContext, 'now'> & { now: number }): ImportContext {
  return { write, collections, town, siteUrl, now: () => now };
}
