import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Lists of scheduled items and counts of the trash, without reading what the items contain. */
export function indexDeskLists(): Migration {
  const statements = [
    'create index "item_version_by_time" on "item_version" ("collection", "state", "publishAt", "id")',
    'create index "trash_item_counts" on "trash_item" ("collection", "batch", "expiresAt")',
  ];
  return {
    async up(db) {
      for (const statement of statements) await sql.raw(statement).execute(db);
    },
  };
}
