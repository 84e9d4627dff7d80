import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import type { Dialect } from '#app/platform/database/capabilities.ts';

/** What was removed with the sample town, for a day; and jobs that somebody asked for. */
export function createRemovedItems(dialect: Dialect): Migration {
  const key = dialect === 'sqlite' ? 'text' : 'text collate "C"';
  const bigint = dialect === 'sqlite' ? 'integer' : 'bigint';
  const statements = [
    `create table "removed_item" (
      "collection" ${key} not null,
      "id" ${key} not null,
      "part" integer not null,
      "tableName" text not null,
      "rows" text not null,
      "removedAt" ${bigint} not null,
      primary key ("collection", "id", "part"))`,
    `create table "job_request" (
      "job" ${key} not null primary key,
      "at" ${bigint} not null)`,
  ];
  return {
    async up(db) {
      for (const statement of statements) await sql.raw(statement).execute(db);
    },
  };
}
