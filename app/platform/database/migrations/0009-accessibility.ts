import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import type { Dialect } from '#app/platform/database/capabilities.ts';

/**
 * What readers with a disability would meet in public texts and documents, when each collection was last checked, and
 * which public items are archived. `sort` is when the item changed.
 */
export function createAccessibility(dialect: Dialect): Migration {
  const [key, bigint] = dialect === 'postgres' ? ['text collate "C"', 'bigint'] : ['text', 'integer'];
  const statements = [
    `create table "accessibility_finding" (
      "id" ${key} not null primary key,
      "collection" ${key} not null,
      "itemId" ${key} not null,
      "title" text not null,
      "code" ${key} not null,
      "message" text not null,
      "place" text not null,
      "sort" ${bigint} not null)`,
    'create index "accessibility_finding_item" on "accessibility_finding" ("collection", "itemId")',
    'create index "accessibility_finding_kind" on "accessibility_finding" ("code", "sort", "id")',
    `create table "accessibility_check" (
      "collection" ${key} not null primary key,
      "items" integer not null,
      "checkedAt" ${bigint} not null)`,
    `create table "archived_item" (
      "collection" ${key} not null,
      "itemId" ${key} not null,
      "archivedAt" ${bigint} not null,
      constraint "archived_item_key" primary key ("collection", "itemId"))`,
    `insert into collection_revision ("collection", "revision") values ('accessibility', 1), ('archive', 1)`,
    ...(dialect === 'postgres' ? raiseInPostgres() : raiseInSqlite()),
  ];
  return {
    async up(db) {
      for (const statement of statements) await sql.raw(statement).execute(db);
    },
  };
}

const counters = [
  ['accessibility_finding', 'accessibility'],
  ['accessibility_check', 'accessibility'],
  ['archived_item', 'archive'],
] as const;

const raise = (counter: string) =>
  `update collection_revision set revision = revision + 1 where collection = '${counter}'`;

/** Changes of rows make pages that read them outdated. */
function raiseInSqlite(): string[] {
  return counters.flatMap(([table, counter]) =>
    ['insert', 'update', 'delete'].map(
      (change) =>
        `create trigger "${table}_${change}_raises" after ${change} on "${table}" begin ${raise(counter)}; end`,
    ),
  );
}

function raiseInPostgres(): string[] {
  return counters.flatMap(([table, counter]) => [
    `create function "raise_${table}"() returns trigger language plpgsql as $$ begin
      ${raise(counter)};
      return null;
    end $$`,
    `create trigger "${table}_raises" after insert or update or delete or truncate on "${table}"
      for each statement execute function "raise_${table}"()`,
  ]);
}
