import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import type { Dialect } from '#app/platform/database/capabilities.ts';

/** Urgent notices, with a change counter of their own: every page depends on it. */
export function createNotices(dialect: Dialect): Migration {
  const [key, bigint] = dialect === 'postgres' ? ['text collate "C"', 'bigint'] : ['text', 'integer'];
  const statements = [
    `create table "notice" (
      "id" ${key} not null primary key,
      "text" text not null,
      "kind" ${key} not null check ("kind" in ('danger', 'warning', 'closed', 'information')),
      "link" text,
      "startsAt" ${bigint} not null,
      "endsAt" ${bigint} not null,
      "plannedEnd" ${bigint},
      "email" integer not null default 0,
      "source" ${key},
      "createdAt" ${bigint} not null,
      "createdBy" ${key})`,
    'create index "notice_ends" on "notice" ("endsAt")',
    'create index "notice_starts" on "notice" ("startsAt", "id")',
    `insert into collection_revision ("collection", "revision") values ('notices', 1)`,
    ...(dialect === 'postgres' ? raiseInPostgres : raiseInSqlite),
  ];
  return {
    async up(db) {
      for (const statement of statements) await sql.raw(statement).execute(db);
    },
  };
}

const raise = `update collection_revision set revision = revision + 1 where collection = 'notices'`;

const raiseInSqlite = ['insert', 'update', 'delete'].map(
  (change) => `create trigger "notice_${change}_raises" after ${change} on "notice" begin ${raise}; end`,
);

const raiseInPostgres = [
  `create function "raise_notice"() returns trigger language plpgsql as $$ begin
    ${raise};
    return null;
  end $$`,
  `create trigger "notice_raises" after insert or update or delete or truncate on "notice"
    for each statement execute function "raise_notice"()`,
];
