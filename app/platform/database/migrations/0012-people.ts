import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import type { Dialect } from '#app/platform/database/capabilities.ts';

/**
 * The people who work on the site: their role is a column of the account. `invitation` has one row for each invited
 * address, `contribution` the drafts of contributors, `waiting_email` the day's email to each person. A token without a
 * person is the administrator's.
 */
export function createPeople(dialect: Dialect): Migration {
  const [key, bigint] = dialect === 'postgres' ? ['text collate "C"', 'bigint'] : ['text', 'integer'];
  const role = `${key} check ("role" in ('editor', 'contributor'))`;
  const statements = [
    `alter table "site_user" add column "role" ${role}`,
    'alter table "site_user" add column "waitingEmail" integer not null default 0',
    `create index "site_user_by_role" on "site_user" ("role") where "role" is not null`,
    `alter table "api_token" add column "userId" ${key} references "site_user" ("id") on delete cascade`,
    `alter table "api_token" add column "role" ${key} not null default 'admin'`,
    `create table "invitation" (
      "id" ${key} not null primary key,
      "address" ${key} not null unique,
      "role" ${role} not null,
      "message" text not null,
      "tokenHash" ${key} not null unique,
      "invitedBy" ${key} references "site_user" ("id") on delete set null,
      "createdAt" ${bigint} not null,
      "expiresAt" ${bigint} not null)`,
    `create table "administrator_offer" (
      "id" integer not null primary key check ("id" = 1),
      "tokenHash" ${key} not null,
      "fromUser" ${key} not null references "site_user" ("id") on delete cascade,
      "toUser" ${key} not null references "site_user" ("id") on delete cascade,
      "expiresAt" ${bigint} not null)`,
    `create table "contribution" (
      "collection" ${key} not null,
      "itemId" ${key} not null,
      "userId" ${key} not null references "site_user" ("id") on delete cascade,
      "state" ${key} not null check ("state" in ('draft', 'handed-in', 'returned')),
      "title" text not null,
      "note" text,
      "changedAt" ${bigint} not null,
      constraint "contribution_key" primary key ("collection", "itemId"))`,
    'create index "contribution_of_user" on "contribution" ("userId", "changedAt", "itemId")',
    'create index "contribution_by_state" on "contribution" ("state", "changedAt", "itemId")',
    `create table "waiting_email" (
      "userId" ${key} not null references "site_user" ("id") on delete cascade,
      "day" ${key} not null,
      constraint "waiting_email_key" primary key ("userId", "day"))`,
  ];
  return {
    async up(db) {
      for (const statement of statements) await sql.raw(statement).execute(db);
    },
  };
}
