import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import type { Dialect } from '#app/platform/database/capabilities.ts';

/** What readers report as wrong, and the items that are being checked because several readers did. */
export function createReports(dialect: Dialect): Migration {
  const [key, bigint] = dialect === 'postgres' ? ['text collate "C"', 'bigint'] : ['text', 'integer'];
  const statements = [
    `create table "reader_report" (
      "tokenHash" ${key} not null primary key,
      "entry" ${key} not null,
      "network" ${key} not null,
      "collection" ${key} not null,
      "itemId" ${key} not null,
      "topic" ${key} not null,
      "note" text not null,
      "said" text not null,
      "outcome" ${key},
      "reason" text,
      "sentAt" ${bigint} not null)`,
    'create index "reader_report_entry" on "reader_report" ("entry", "network")',
    'create index "reader_report_sent" on "reader_report" ("sentAt")',
    `create table "checked_item" (
      "collection" ${key} not null,
      "itemId" ${key} not null,
      "topic" ${key},
      "readers" integer not null,
      constraint "checked_item_key" primary key ("collection", "itemId"))`,
    `insert into collection_revision ("collection", "revision") values ('checks', 1)`,
    ...(dialect === 'postgres' ? raiseInPostgres() : raiseInSqlite()),
  ];
  return {
    async up(db) {
      for (const statement of statements) await sql.raw(statement).execute(db);
    },
  };
}

const raise = `update collection_revision set revision = revision + 1 where collection = 'checks'`;

/** Pages that show the mark become outdated in the transaction that sets or ends it. */
function raiseInSqlite(): string[] {
  return ['insert', 'update', 'delete'].map(
    (change) =>
      `create trigger "checked_item_${change}_raises" after ${change} on "checked_item" begin ${raise}; end`,
  );
}

function raiseInPostgres(): string[] {
  return [
    `create function "raise_checked_item"() returns trigger language plpgsql as $$ begin
      ${raise};
      return null;
    end $$`,
    `create trigger "checked_item_raises" after insert or update or delete or truncate on "checked_item"
      for each statement execute function "raise_checked_item"()`,
  ];
}
