import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Drafts are listed with the last changed first, however many earlier versions there are. */
export function listDrafts(): Migration {
  return {
    async up(db) {
      await sql
        .raw('create index "item_version_state" on "item_version" ("collection", "state", "updatedAt", "id")')
        .execute(db);
    },
  };
}
