import type { Dialect } from '#app/platform/database/capabilities.ts';

/** Accounts and what proves who somebody is, mail, jobs, the activity log, backups. Items refer to these tables. */
export function createPeopleTables(dialect: Dialect): string[] {
  const key = dialect === 'postgres' ? 'text collate "C"' : 'text';
  const bigint = dialect === 'postgres' ? 'bigint' : 'integer';
  return [
    `create table "setup_link" (
      "id" integer not null primary key,
      "tokenHash" text not null,
      "expiresAt" ${bigint} not null)`,
    `create table "mail" (
      "id" ${key} not null primary key,
      "kind" text not null,
      "recipient" text,
      "recipientHash" text not null,
      "letter" text,
      "state" ${key} not null,
      "attempts" integer not null,
      "nextAttemptAt" ${bigint} not null,
      "queuedAt" ${bigint} not null,
      "settledAt" ${bigint},
      "trouble" text,
      "reply" text)`,
    `create index "mail_by_state" on "mail" ("state", "nextAttemptAt", "id")`,
    `create index "mail_of_recipient" on "mail" ("recipientHash", "queuedAt")`,
    `create table "job_lease" (
      "job" ${key} not null primary key,
      "holder" text,
      "beat" ${bigint} not null)`,
    `create table "site_user" (
      "id" ${key} not null primary key,
      "newsletterOptIn" integer not null,
      "createdAt" ${bigint} not null)`,
    `create table "verified_address" (
      "userId" ${key} not null references "site_user" ("id") on delete cascade,
      "address" ${key} not null primary key,
      "provedAt" ${bigint} not null,
      constraint "verified_address_of_user" unique ("userId"))`,
    `create table "address_claim" (
      "userId" ${key} not null references "site_user" ("id") on delete cascade,
      "address" ${key} not null,
      "createdAt" ${bigint} not null,
      constraint "address_claim_of_user" primary key ("userId"))`,
    `create index "address_claim_by_address" on "address_claim" ("address")`,
    `create table "password" (
      "userId" ${key} not null references "site_user" ("id") on delete cascade,
      "hash" text not null,
      "createdAt" ${bigint} not null,
      constraint "password_of_user" primary key ("userId"))`,
    `create table "identity" (
      "userId" ${key} not null references "site_user" ("id") on delete cascade,
      "issuer" ${key} not null,
      "subject" ${key} not null,
      "createdAt" ${bigint} not null,
      constraint "identity_of_issuer" primary key ("issuer", "subject"))`,
    `create table "session" (
      "userId" ${key} not null references "site_user" ("id") on delete cascade,
      "tokenHash" ${key} not null primary key,
      "createdAt" ${bigint} not null,
      "lastSeenAt" ${bigint} not null,
      "provedAt" ${bigint} not null)`,
    `create index "session_by_user" on "session" ("userId")`,
    `create table "address_proof" (
      "tokenHash" ${key} not null primary key,
      "kind" text not null,
      "address" ${key} not null,
      "userId" ${key} references "site_user" ("id") on delete cascade,
      "expiresAt" ${bigint} not null)`,
    `create index "address_proof_by_address" on "address_proof" ("address")`,
    `create index "address_proof_by_user" on "address_proof" ("userId")`,
    `create table "throttle" (
      "subject" ${key} not null primary key,
      "tries" integer not null,
      "blockedUntil" ${bigint} not null,
      "expiresAt" ${bigint} not null)`,
    `create table "api_token" (
      "id" ${key} not null primary key,
      "name" text not null,
      "tokenHash" ${key} not null unique,
      "scope" text not null,
      "createdAt" ${bigint} not null,
      "expiresAt" ${bigint} not null,
      "lastUsedAt" ${bigint},
      "revokedAt" ${bigint})`,
    `create table "audit_entry" (
      "id" ${key} not null primary key,
      "at" ${bigint} not null,
      "actor" text not null,
      "actorId" text,
      "action" text not null,
      "subject" text,
      "address" text)`,
    `create index "audit_entry_by_time" on "audit_entry" ("at", "id")`,
    `create table "backup_run" (
      "id" ${key} not null primary key,
      "kind" ${key} not null,
      "at" ${bigint} not null,
      "tookMs" ${bigint} not null,
      "file" text,
      "bytes" ${bigint},
      "rows" ${bigint},
      "secondPlace" text,
      "trouble" text)`,
    `create index "backup_run_by_time" on "backup_run" ("at", "id")`,
    `create table "backup_setting" (
      "name" ${key} not null primary key,
      "value" text not null)`,
    `create table "suppression_entry" (
      "id" ${key} not null primary key,
      "at" ${bigint} not null,
      "userId" ${key} not null,
      "what" text not null)`,
    `create index "suppression_entry_by_time" on "suppression_entry" ("at", "id")`,
    `create unique index "identity_of_user" on "identity" ("userId", "issuer")`,
    `create index "audit_entry_by_actor" on "audit_entry" ("actorId", "at")`,
  ];
}
