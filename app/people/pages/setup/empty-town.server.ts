import type { Kysely } from 'kysely';
import { findAdministrator } from '#app/people/administrator/administrator-address.server.ts';
import type { RequestParts } from '#app/people/request/request-parts.ts';
import type { ReadDb } from '#app/platform/database/handles.ts';
import type { Settings } from '#app/platform/settings/settings.server.ts';
import { fixedTexts } from '#app/town/fixed-texts.ts';

/** The tables of the collections' items. */
export function tablesOf(collections: RequestParts['collections']): string[] {
  return Object.values(collections).map(({ source }) => source.table);
}

/** `tables` are those of the collections. */
type Asking = { settings: Settings; tables: string[] };

/** Whether a town has no administrator, no account and no content besides the sample town's. */
export async function isEmptyTown(db: ReadDb, { settings, tables }: Asking): Promise<boolean> {
  if (await findAdministrator(db, settings)) return false;
  if (await db.selectFrom('site_user').select('id').limit(1).executeTakeFirst()) return false;
  for (const table of tables) {
    const own = await (db as unknown as Kysely<Record<string, { id: string }>>)
      .selectFrom(table)
      .select('id')
      .where('id', 'not in', db.selectFrom('sample_item').select('sample_item.id'))
      // Every town has them.
      .where('id', 'not in', Object.keys(fixedTexts))
      .limit(1)
      .executeTakeFirst();
    if (own) return false;
  }
  return true;
}
