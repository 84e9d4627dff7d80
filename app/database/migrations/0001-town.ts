import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import type { Dialect } from '../capabilities.ts';
import { createContentTables } from './0001-town/content-tables.ts';
import { createLists } from './0001-town/lists.ts';
import { createPeopleTables } from './0001-town/people-tables.ts';
import { keepRecords } from './0001-town/records.ts';
import { createRevisions } from './0001-town/revisions.ts';
import { createSearch } from './0001-town/search.ts';

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
