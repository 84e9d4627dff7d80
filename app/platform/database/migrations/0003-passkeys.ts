import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import type { Dialect } from '#app/platform/database/capabilities.ts';

/**
 * Passkeys, recovery codes, used WebAuthn challenges, and what an account answered when it was asked to add a passkey.
 * Sessions get an id that may be shown, and the words for their browser; those that exist stay.
 */
export function createPasskeys(dialect: Dialect): Migration {
  return {
    async up(db) {
      for (const statement of statements[dialect]) await sql.raw(statement).execute(db);
    },
  };
}

const statements: Record<Dialect, string[]> = {
  sqlite: [
    `create table "passkey" (
      "id" text not null primary key,
      "credentialId" text not null unique,
      "userId" text not null references "site_user" ("id") on delete cascade,
      "rpId" text not null,
      "publicKey" text not null,
      "counter" integer not null,
      "transports" text not null,
      "name" text not null,
      "createdAt" integer not null,
      "lastUsedAt" integer)`,
    `create index "passkey_by_user" on "passkey" ("userId")`,
    `create table "recovery_code" (
      "codeHash" text not null primary key,
      "userId" text not null references "site_user" ("id") on delete cascade,
      "createdAt" integer not null)`,
    `create index "recovery_code_by_user" on "recovery_code" ("userId")`,
    `create table "passkey_challenge" ("challengeHash" text not null primary key, "expiresAt" integer not null)`,
    `create table "passkey_offer" (
      "userId" text not null primary key references "site_user" ("id") on delete cascade,
      "answer" text not null)`,
    `alter table "session" add column "id" text not null default ''`,
    `update "session" set "id" = lower(hex(randomblob(16)))`,
    `create unique index "session_by_id" on "session" ("id")`,
    `alter table "session" add column "device" text`,
  ],
  postgres: [
    `create table "passkey" (
      "id" text collate "C" not null primary key,
      "credentialId" text collate "C" not null unique,
      "userId" text collate "C" not null references "site_user" ("id") on delete cascade,
      "rpId" text not null,
      "publicKey" text not null,
      "counter" bigint not null,
      "transports" text not null,
      "name" text not null,
      "createdAt" bigint not null,
      "lastUsedAt" bigint)`,
    `create index "passkey_by_user" on "passkey" ("userId")`,
    `create table "recovery_code" (
      "codeHash" text collate "C" not null primary key,
      "userId" text collate "C" not null references "site_user" ("id") on delete cascade,
      "createdAt" bigint not null)`,
    `create index "recovery_code_by_user" on "recovery_code" ("userId")`,
    `create table "passkey_challenge" (
      "challengeHash" text collate "C" not null primary key, "expiresAt" bigint not null)`,
    `create table "passkey_offer" (
      "userId" text collate "C" not null primary key references "site_user" ("id") on delete cascade,
      "answer" text not null)`,
    `alter table "session" add column "id" text collate "C" not null default ''`,
    `update "session" set "id" = md5("tokenHash" || random()::text)`,
    `create unique index "session_by_id" on "session" ("id")`,
    `alter table "session" add column "device" text`,
  ],
};
