import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import type { Dialect } from '#app/platform/database/capabilities.ts';

/**
 * In addition to scheduled items, the table stores drafts, items waiting for review, earlier versions and deleted
 * items. An item has at most one of each of the first three.
 */
export function addItemStates(dialect: Dialect): Migration {
  const key = dialect === 'sqlite' ? 'text' : 'text collate "C"';
  const bigint = dialect === 'sqlite' ? 'integer' : 'bigint';
  const statements = [
    `create table "item_version_next" (
      "collection" ${key} not null,
      "id" ${key} not null,
      "state" ${key} not null check ("state" in ('draft', 'scheduled', 'review', 'earlier', 'deleted')),
      "publishAt" ${bigint},
      "item" text not null,
      "version" integer not null,
      "createdAt" ${bigint} not null,
      "updatedAt" ${bigint} not null,
      constraint "item_version_key" primary key ("collection", "id", "state", "version", "updatedAt"),
      check (("state" = 'scheduled') = ("publishAt" is not null)))`,
    `insert into "item_version_next"
      ("collection", "id", "state", "publishAt", "item", "version", "createdAt", "updatedAt")
      select "collection", "id", 'scheduled', "publishAt", "item", "version", "createdAt", "updatedAt"
      from "item_version"`,
    'drop table "item_version"',
    'alter table "item_version_next" rename to "item_version"',
    'create index "item_version_due" on "item_version" ("publishAt", "id")',
    `create unique index "item_version_prepared" on "item_version" ("collection", "id", "state")
      where "state" in ('draft', 'scheduled', 'review')`,
  ];
  return {
    async up(db) {
      for (const statement of statements) await sql.raw(statement).execute(db);
    },
  };
}
