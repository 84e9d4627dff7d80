import type { ColumnTypes } from './column-types.ts';

/** Accounts and what verifies them, emails, jobs, the activity log and backups. Items refer to these tables. */
export const peopleTables = ({ key, bigint }: ColumnTypes) => `
create table "setup_link" (
  "id" integer not null primary key,
  "tokenHash" text not null,
  "expiresAt" ${bigint} not null);

create table "mail" (
  "id" ${key} not null primary key,
  "kind" text not null,
  "recipient" text,
  "letter" text,
  "state" ${key} not null,
  "attempts" integer not null,
  "nextAttemptAt" ${bigint} not null,
  "queuedAt" ${bigint} not null,
  "settledAt" ${bigint},
  "trouble" text,
  "reply" text);
create index "mail_by_state" on "mail" ("state", "nextAttemptAt", "id");
create index "mail_of_recipient" on "mail" ("recipient");

create table "job_lease" ("job" ${key} not null primary key, "holder" text, "beat" ${bigint} not null);

create table "site_user" (
  "id" ${key} not null primary key,
  "newsletterOptIn" integer not null,
  "createdAt" ${bigint} not null,
  "disabledAt" ${bigint},
  "name" text);

create table "verified_address" (
  "userId" ${key} not null references "site_user" ("id") on delete cascade,
  "address" ${key} not null primary key,
  "provedAt" ${bigint} not null,
  constraint "verified_address_of_user" unique ("userId"));

create table "address_claim" (
  "userId" ${key} not null references "site_user" ("id") on delete cascade,
  "address" ${key} not null,
  "createdAt" ${bigint} not null,
  constraint "address_claim_of_user" primary key ("userId"));
create index "address_claim_by_address" on "address_claim" ("address");

create table "password" (
  "userId" ${key} not null references "site_user" ("id") on delete cascade,
  "hash" ${key} not null,
  "createdAt" ${bigint} not null,
  constraint "password_of_user" primary key ("userId"));
create index "password_foreign" on "password" ("hash") where substr("hash", 1, 10) <> '$argon2id$';

create table "identity" (
  "userId" ${key} not null references "site_user" ("id") on delete cascade,
  "issuer" ${key} not null,
  "subject" ${key} not null,
  "createdAt" ${bigint} not null,
  constraint "identity_of_issuer" primary key ("issuer", "subject"));
create unique index "identity_of_user" on "identity" ("userId", "issuer");

create table "session" (
  "userId" ${key} not null references "site_user" ("id") on delete cascade,
  "tokenHash" ${key} not null primary key,
  "createdAt" ${bigint} not null,
  "lastSeenAt" ${bigint} not null,
  "provedAt" ${bigint} not null,
  "id" ${key} not null default '',
  "device" text);
create index "session_by_user" on "session" ("userId");
create unique index "session_by_id" on "session" ("id");

create table "address_proof" (
  "tokenHash" ${key} not null primary key,
  "kind" text not null,
  "address" ${key} not null,
  "userId" ${key} references "site_user" ("id") on delete cascade,
  "expiresAt" ${bigint} not null);
create index "address_proof_by_address" on "address_proof" ("address");
create index "address_proof_by_user" on "address_proof" ("userId");

create table "throttle" (
  "subject" ${key} not null primary key,
  "tries" integer not null,
  "blockedUntil" ${bigint} not null,
  "expiresAt" ${bigint} not null);

create table "api_token" (
  "id" ${key} not null primary key,
  "name" text not null,
  "tokenHash" ${key} not null unique,
  "scope" text not null,
  "createdAt" ${bigint} not null,
  "expiresAt" ${bigint} not null,
  "lastUsedAt" ${bigint},
  "revokedAt" ${bigint});

create table "audit_entry" (
  "id" ${key} not null primary key,
  "at" ${bigint} not null,
  "actor" text not null,
  "actorId" text,
  "action" text not null,
  "subject" text,
  "address" text,
  "count" integer not null default 1);
create index "audit_entry_by_time" on "audit_entry" ("at", "id");
create index "audit_entry_by_actor" on "audit_entry" ("actorId", "at");

create table "backup_run" (
  "id" ${key} not null primary key,
  "kind" ${key} not null,
  "at" ${bigint} not null,
  "tookMs" ${bigint} not null,
  "file" text,
  "bytes" ${bigint},
  "rows" ${bigint},
  "secondPlace" text,
  "trouble" text,
  "checked" text);
create index "backup_run_by_time" on "backup_run" ("at", "id");

create table "backup_setting" ("name" ${key} not null primary key, "value" text not null);

create table "suppression_entry" (
  "id" ${key} not null primary key,
  "at" ${bigint} not null,
  "userId" ${key} not null,
  "what" text not null);
create index "suppression_entry_by_time" on "suppression_entry" ("at", "id");

create table "passkey" (
  "id" ${key} not null primary key,
  "credentialId" ${key} not null unique,
  "userId" ${key} not null references "site_user" ("id") on delete cascade,
  "rpId" text not null,
  "publicKey" text not null,
  "counter" ${bigint} not null,
  "transports" text not null,
  "name" text not null,
  "createdAt" ${bigint} not null,
  "lastUsedAt" ${bigint});
create index "passkey_by_user" on "passkey" ("userId");

create table "recovery_code" (
  "codeHash" ${key} not null primary key,
  "userId" ${key} not null references "site_user" ("id") on delete cascade,
  "createdAt" ${bigint} not null);
create index "recovery_code_by_user" on "recovery_code" ("userId");

create table "passkey_challenge" (
  "challengeHash" ${key} not null primary key,
  "expiresAt" ${bigint} not null);

create table "passkey_offer" (
  "userId" ${key} not null primary key references "site_user" ("id") on delete cascade,
  "answer" text not null);

create table "job_request" ("job" ${key} not null primary key, "at" ${bigint} not null)`;
