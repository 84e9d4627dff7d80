import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import type { Dialect } from '#app/platform/database/capabilities.ts';
import { listTags } from '#app/platform/database/migrations/0001-first-release/article-tags.ts';
import { createChangeCounters } from '#app/platform/database/migrations/0001-first-release/change-counters.ts';
import { collectionTables } from '#app/platform/database/migrations/0001-first-release/collection-tables.ts';
import { columnTypes } from '#app/platform/database/migrations/0001-first-release/column-types.ts';
import { createLists } from '#app/platform/database/migrations/0001-first-release/lists.ts';
import { movingTables } from '#app/platform/database/migrations/0001-first-release/moving-tables.ts';
import { newsletterTables } from '#app/platform/database/migrations/0001-first-release/newsletter-tables.ts';
import { peopleTables } from '#app/platform/database/migrations/0001-first-release/people-tables.ts';
import { notePictureUses } from '#app/platform/database/migrations/0001-first-release/picture-uses.ts';
import { keepRecords } from '#app/platform/database/migrations/0001-first-release/records.ts';
import { savingTables } from '#app/platform/database/migrations/0001-first-release/saving-tables.ts';
import { createSearch } from '#app/platform/database/migrations/0001-first-release/search.ts';
import { sourceTables } from '#app/platform/database/migrations/0001-first-release/source-tables.ts';
import { followSubscribers } from '#app/platform/database/migrations/0001-first-release/subscribers.ts';

const tables = [peopleTables, collectionTables, savingTables, sourceTables, newsletterTables, movingTables];

const triggers = [
  createChangeCounters,
  createLists,
  keepRecords,
  createSearch,
  listTags,
  notePictureUses,
  followSubscribers,
];

/** Everything the first release has. */
export function createTown(dialect: Dialect): Migration {
  const types = columnTypes(dialect);
  const statements = [
    ...tables.flatMap((sqlFor) => sqlFor(types).split(';\n')),
    ...triggers.flatMap((statementsFor) => statementsFor(dialect)),
  ];
  return {
    async up(db) {
      for (const statement of statements) await sql.raw(statement).execute(db);
    },
  };
}
