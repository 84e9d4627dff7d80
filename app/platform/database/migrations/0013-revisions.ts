import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import type { Dialect } from '#app/platform/database/capabilities.ts';

/** What was saved of each item, when and by whom. */
export function createRevisions(dialect: Dialect): Migration {
  const key = dialect === 'sqlite' ? 'text' : 'text collate "C"';
  const bigint = dialect === 'sqlite' ? 'integer' : 'bigint';
  const statements = [
    `create table "item_revision" (
      "collection" ${key} not null,
      "id" ${key} not null,
      "revision" integer not null,
      "savedAt" ${bigint} not null,
      "savedBy" ${key} references "site_user" ("id") on delete set null,
      "savedByToken" text,
      "kind" ${key} not null,
      "publication" ${key} not null,
      "item" text not null,
      "session" text,
      constraint "item_revision_key" primary key ("collection", "id", "revision"))`,
    'create index "item_revision_of_user" on "item_revision" ("savedBy") where "savedBy" is not null',
    'create index "item_revision_by_time" on "item_revision" ("savedAt")',
  ];
  return {
    async up(db) {
      for (const statement of statements) await sql.raw(statement).execute(db);
    },
  };
}
