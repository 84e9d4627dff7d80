import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import type { Dialect } from '#app/platform/database/capabilities.ts';
import { createContentTables } from '#app/platform/database/migrations/0001-town/content-tables.ts';
import { createLists } from '#app/platform/database/migrations/0001-town/lists.ts';
import { createPeopleTables } from '#app/platform/database/migrations/0001-town/people-tables.ts';
import { keepRecords } from '#app/platform/database/migrations/0001-town/records.ts';
import { createRevisions } from '#app/platform/database/migrations/0001-town/revisions.ts';
import { createSearch } from '#app/platform/database/migrations/0001-town/search.ts';

/** Everything the first release has. */
export function createTown(dialect: Dialect): Migration {
  const statements = [
    createPeopleTables,
    createContentTables,
    createRevisions,
    createLists,
    keepRecords,
    createSearch,
  ].flatMap((part) => part(dialect));
  return {
    async up(db) {
      for (const statement of statements) await sql.raw(statement).execute(db);
    },
  };
}
