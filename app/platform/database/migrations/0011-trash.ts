import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import type { Dialect } from '#app/platform/database/capabilities.ts';

/**
 * Deleted items, with the rows that they and what belongs to them had in their tables. Rows that no backup may contain
 * have a table of their own. What was removed with the sample town moves here.
 */
export function createTrash(dialect: Dialect): Migration {
  const key = dialect === 'sqlite' ? 'text' : 'text collate "C"';
  const bigint = dialect === 'sqlite' ? 'integer' : 'bigint';
  const rows = (table: string) => `create table "${table}" (
      "trashId" ${key} not null references "trash_item" ("id") on delete cascade,
      "part" integer not null,
      "tableName" ${key} not null,
      "rows" text not null,
      constraint "${table}_key" primary key ("trashId", "part"))`;
  const statements = [
    `create table "trash_item" (
      "id" ${key} not null constraint "trash_item_key" primary key,
      "collection" ${key} not null,
      "itemId" ${key} not null,
      "state" ${key} not null,
      "title" text not null,
      "item" text not null,
      "belongings" integer not null,
      "batch" ${key} not null,
      "removedAt" ${bigint} not null,
      "removedBy" ${key} references "site_user" ("id") on delete set null,
      "removedByToken" text,
      "expiresAt" ${bigint} not null,
      "linkedUntil" ${bigint})`,
    'create index "trash_item_newest" on "trash_item" ("removedAt", "id")',
    'create index "trash_item_of_collection" on "trash_item" ("collection", "removedAt", "id")',
    'create index "trash_item_of_item" on "trash_item" ("collection", "itemId", "removedAt")',
    'create index "trash_item_of_batch" on "trash_item" ("batch")',
    'create index "trash_item_due" on "trash_item" ("expiresAt")',
    'create index "trash_item_linked" on "trash_item" ("linkedUntil") where "linkedUntil" is not null',
    'create index "trash_item_of_user" on "trash_item" ("removedBy") where "removedBy" is not null',
    rows('trash_row'),
    'create index "trash_row_of_table" on "trash_row" ("tableName")',
    rows('trash_secret'),
    `insert into "trash_item" ("id", "collection", "itemId", "state", "title", "item", "belongings", "batch",
        "removedAt", "expiresAt")
      select "collection" || '/' || "id", "collection", "id", 'published', '', '{}', 0, 'sample-town',
        "removedAt", "removedAt" + 86400000
      from "removed_item" where "part" = 0`,
    ...['trash_row', 'trash_secret'].map(
      (table) => `insert into "${table}" ("trashId", "part", "tableName", "rows")
        select "collection" || '/' || "id", "part", "tableName", "rows" from "removed_item"
        where "tableName" ${table === 'trash_secret' ? '=' : '<>'} 'poll_key'`,
    ),
    `insert into "trash_row" ("trashId", "part", "tableName", "rows")
      select "id", 1000000, 'sample_item',
        '[{"collection":"' || "collection" || '","id":"' || "itemId" || '"}]'
      from "trash_item" where "collection" <> 'town'`,
    'drop table "removed_item"',
  ];
  return {
    async up(db) {
      for (const statement of statements) await sql.raw(statement).execute(db);
    },
  };
}
