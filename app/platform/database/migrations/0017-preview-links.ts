import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import type { Dialect } from '#app/platform/database/capabilities.ts';

/** The secret address of an item that is not public, of which only a hash is stored. */
export function createPreviewLinks(dialect: Dialect): Migration {
  const key = dialect === 'sqlite' ? 'text' : 'text collate "C"';
  const bigint = dialect === 'sqlite' ? 'integer' : 'bigint';
  const statements = [
    `create table "preview_link" (
      "collection" ${key} not null,
      "itemId" ${key} not null,
      "tokenHash" ${key} not null constraint "preview_link_secret" unique,
      "publicVersion" integer not null,
      "createdAt" ${bigint} not null,
      "expiresAt" ${bigint} not null,
      constraint "preview_link_key" primary key ("collection", "itemId"))`,
    'create index "preview_link_expired" on "preview_link" ("expiresAt")',
  ];
  return {
    async up(db) {
      for (const statement of statements) await sql.raw(statement).execute(db);
    },
  };
}
