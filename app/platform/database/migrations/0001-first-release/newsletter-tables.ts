import type { ColumnTypes } from './column-types.ts';

/** Subscribers, issues, their recipients, and bounces. */
export const newsletterTables = ({ key, bigint }: ColumnTypes) => `
create table "newsletter_subscriber" (
  "id" ${key} not null primary key,
  "address" ${key},
  "addressHash" ${key} not null unique,
  "state" ${key} not null check ("state" in ('waiting', 'active', 'unsubscribed', 'bounced')),
  "reason" ${key},
  "stateAt" ${bigint} not null,
  "topics" ${key} not null,
  "frequency" ${key} not null check ("frequency" in ('weekly', 'daily')),
  "userId" ${key},
  "flag" ${key},
  "consentSource" text not null,
  "consentAt" ${bigint} not null,
  "createdAt" ${bigint} not null,
  "softBounces" integer not null default 0,
  "bouncedAt" ${bigint},
  "bounceReply" text);
create index "newsletter_subscriber_address" on "newsletter_subscriber" ("address");
create index "newsletter_subscriber_state" on "newsletter_subscriber" ("state", "stateAt", "id");
create index "newsletter_subscriber_newest" on "newsletter_subscriber" ("createdAt", "id");
create index "newsletter_subscriber_user" on "newsletter_subscriber" ("userId");
create index "newsletter_subscriber_flag" on "newsletter_subscriber" ("flag", "createdAt", "id") where "flag" is not null;

create table "newsletter_link" (
  "token" ${key} not null primary key,
  "subscriber" ${key} not null references "newsletter_subscriber" ("id") on delete cascade,
  "createdAt" ${bigint} not null,
  "revokedAt" ${bigint});
create index "newsletter_link_of" on "newsletter_link" ("subscriber", "createdAt");

create table "newsletter_confirmation" (
  "tokenHash" ${key} not null primary key,
  "subscriber" ${key} not null references "newsletter_subscriber" ("id") on delete cascade,
  "address" ${key} not null,
  "createdAt" ${bigint} not null,
  "expiresAt" ${bigint} not null,
  "usedAt" ${bigint});
create index "newsletter_confirmation_of" on "newsletter_confirmation" ("subscriber");
create index "newsletter_confirmation_expires" on "newsletter_confirmation" ("expiresAt");

create table "newsletter_member_stale" ("userId" ${key} not null primary key);

create table "newsletter_issue" (
  "id" ${key} not null primary key,
  "number" integer unique,
  "occasion" ${key} unique,
  "slug" ${key} unique,
  "audience" ${key} not null check ("audience" in ('weekly', 'daily', 'everyone')),
  "state" ${key} not null check ("state" in ('draft', 'scheduled', 'sending', 'sent', 'expired')),
  "subject" text not null,
  "ownSubject" integer not null default 0,
  "preview" text not null default '',
  "note" text not null default '',
  "choices" text not null,
  "edition" text,
  "sinceAt" ${bigint} not null,
  "builtAt" ${bigint} not null,
  "unreviewed" ${key} check ("unreviewed" in ('send', 'skip')),
  "approvedAt" ${bigint},
  "sendAt" ${bigint},
  "startedAt" ${bigint},
  "finishedAt" ${bigint},
  "heldAt" ${bigint},
  "heldFor" ${key},
  "endedFor" ${key},
  "createdAt" ${bigint} not null,
  "createdBy" ${key},
  "version" integer not null);
create index "newsletter_issue_state" on "newsletter_issue" ("state", "sendAt");
create index "newsletter_issue_newest" on "newsletter_issue" ("createdAt", "id");
create index "newsletter_issue_sent" on "newsletter_issue" ("number", "id");
create index "newsletter_issue_started" on "newsletter_issue" ("startedAt", "id");

create table "newsletter_recipient" (
  "issue" ${key} not null references "newsletter_issue" ("id") on delete cascade,
  "address" ${key} not null,
  "subscriber" ${key} not null,
  "topics" ${key} not null,
  "domain" ${key} not null,
  "tag" ${key} not null unique,
  "state" ${key} not null check ("state" in ('queued', 'sending', 'sent', 'refused', 'unknown', 'bounced', 'withdrawn')),
  "attempts" integer not null default 0,
  "nextAttemptAt" ${bigint} not null default 0,
  "settledAt" ${bigint},
  "trouble" ${key},
  "reply" text,
  "unsubscribedAt" ${bigint},
  primary key ("issue", "address"));
create index "newsletter_recipient_next" on "newsletter_recipient" ("issue", "state", "nextAttemptAt", "address");
create index "newsletter_recipient_domain" on "newsletter_recipient" ("issue", "state", "domain", "nextAttemptAt", "address");
create index "newsletter_recipient_unsubscribed" on "newsletter_recipient" ("issue", "unsubscribedAt", "address") where "unsubscribedAt" is not null;
create index "newsletter_recipient_of" on "newsletter_recipient" ("subscriber", "issue");

create table "newsletter_bounce" (
  "id" ${key} not null primary key,
  "at" ${bigint} not null,
  "kind" ${key} not null check ("kind" in ('hard', 'soft', 'complaint')),
  "subscriber" ${key} not null,
  "issue" ${key},
  "via" ${key} not null,
  "status" ${key},
  "reply" text);
create index "newsletter_bounce_newest" on "newsletter_bounce" ("at", "id");
create index "newsletter_bounce_of" on "newsletter_bounce" ("subscriber", "at");

create table "newsletter_setting" ("name" ${key} not null primary key, "value" text not null)`;
