import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import type { Dialect } from '#app/platform/database/capabilities.ts';

/** Which forms are open in a browser right now, and whose. */
export function createPresence(dialect: Dialect): Migration {
  const key = dialect === 'sqlite' ? 'text' : 'text collate "C"';
  const bigint = dialect === 'sqlite' ? 'integer' : 'bigint';
  const statements = [
    `create table "open_form" (
      "form" ${key} not null constraint "open_form_key" primary key,
      "collection" ${key} not null,
      "itemId" ${key} not null,
      "userId" ${key} not null references "site_user" ("id") on delete cascade,
      "expiresAt" ${bigint} not null)`,
    'create index "open_form_of_item" on "open_form" ("collection", "itemId", "expiresAt")',
    'create index "open_form_expired" on "open_form" ("expiresAt")',
    'create index "open_form_of_user" on "open_form" ("userId")',
  ];
  return {
    async up(db) {
      for (const statement of statements) await sql.raw(statement).execute(db);
    },
  };
}
