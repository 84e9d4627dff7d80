import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import type { Dialect } from '#app/platform/database/capabilities.ts';

/**
 * The newsletter: subscribers and their links, issues, one row per issue and recipient, and what came back. Triggers
 * note which members the list of subscribers has to be compared with, record who unsubscribed, so that no restore
 * undoes it (R-68), and remove an address everywhere when it is erased or its account is deleted (R-31).
 */
export function createNewsletter(dialect: Dialect): Migration {
  const key = dialect === 'sqlite' ? 'text' : 'text collate "C"';
  const bigint = dialect === 'sqlite' ? 'integer' : 'bigint';
  const statements = [
    `create table "newsletter_subscriber" (
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
      "bounceReply" text)`,
    'create index "newsletter_subscriber_address" on "newsletter_subscriber" ("address")',
    'create index "newsletter_subscriber_state" on "newsletter_subscriber" ("state", "stateAt", "id")',
    'create index "newsletter_subscriber_newest" on "newsletter_subscriber" ("createdAt", "id")',
    'create index "newsletter_subscriber_user" on "newsletter_subscriber" ("userId")',
    'create index "newsletter_subscriber_flag" on "newsletter_subscriber" ("flag", "createdAt", "id") where "flag" is not null',
    `create table "newsletter_link" (
      "token" ${key} not null primary key,
      "subscriber" ${key} not null references "newsletter_subscriber" ("id") on delete cascade,
      "createdAt" ${bigint} not null,
      "revokedAt" ${bigint})`,
    'create index "newsletter_link_of" on "newsletter_link" ("subscriber", "createdAt")',
    `create table "newsletter_confirmation" (
      "tokenHash" ${key} not null primary key,
      "subscriber" ${key} not null references "newsletter_subscriber" ("id") on delete cascade,
      "address" ${key} not null,
      "createdAt" ${bigint} not null,
      "expiresAt" ${bigint} not null,
      "usedAt" ${bigint})`,
    'create index "newsletter_confirmation_of" on "newsletter_confirmation" ("subscriber")',
    'create index "newsletter_confirmation_expires" on "newsletter_confirmation" ("expiresAt")',
    `create table "newsletter_member_stale" ("userId" ${key} not null primary key)`,
    `create table "newsletter_issue" (
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
      "version" integer not null)`,
    'create index "newsletter_issue_state" on "newsletter_issue" ("state", "sendAt")',
    'create index "newsletter_issue_newest" on "newsletter_issue" ("createdAt", "id")',
    'create index "newsletter_issue_sent" on "newsletter_issue" ("number", "id")',
    'create index "newsletter_issue_started" on "newsletter_issue" ("startedAt", "id")',
    // An issue lists what was corrected since the last one.
    'create index "article_corrected" on "article" ("updatedAt", "id") where "corrections" is not null',
    `create table "newsletter_recipient" (
      "issue" ${key} not null references "newsletter_issue" ("id") on delete cascade,
      "address" ${key} not null,
      "subscriber" ${key} not null,
      "topics" ${key} not null,
      "domain" ${key} not null,
      "tag" ${key} not null unique,
      "state" ${key} not null
        check ("state" in ('queued', 'sending', 'sent', 'refused', 'unknown', 'bounced', 'withdrawn')),
      "attempts" integer not null default 0,
      "nextAttemptAt" ${bigint} not null default 0,
      "settledAt" ${bigint},
      "trouble" ${key},
      "reply" text,
      "unsubscribedAt" ${bigint},
      primary key ("issue", "address"))`,
    'create index "newsletter_recipient_next" on "newsletter_recipient" ("issue", "state", "nextAttemptAt", "address")',
    'create index "newsletter_recipient_domain" on "newsletter_recipient" ("issue", "state", "domain", "nextAttemptAt", "address")',
    'create index "newsletter_recipient_unsubscribed" on "newsletter_recipient" ("issue", "unsubscribedAt", "address") where "unsubscribedAt" is not null',
    'create index "newsletter_recipient_of" on "newsletter_recipient" ("subscriber", "issue")',
    `create table "newsletter_bounce" (
      "id" ${key} not null primary key,
      "at" ${bigint} not null,
      "kind" ${key} not null check ("kind" in ('hard', 'soft', 'complaint')),
      "subscriber" ${key} not null,
      "issue" ${key},
      "via" ${key} not null,
      "status" ${key},
      "reply" text)`,
    'create index "newsletter_bounce_newest" on "newsletter_bounce" ("at", "id")',
    'create index "newsletter_bounce_of" on "newsletter_bounce" ("subscriber", "at")',
    `create table "newsletter_setting" ("name" ${key} not null primary key, "value" text not null)`,
    `insert into collection_revision ("collection", "revision") values ('newsletter', 1)`,
    ...['newsletter_issue', 'newsletter_setting'].flatMap((table) => raise(dialect, table)),
    ...(dialect === 'sqlite' ? compareMembersInSqlite() : compareMembersInPostgres()),
    ...(dialect === 'sqlite' ? noteUnsubscribersInSqlite() : noteUnsubscribersInPostgres()),
    ...(dialect === 'sqlite' ? eraseInSqlite() : eraseInPostgres()),
    `insert into "newsletter_member_stale" ("userId") select "id" from "site_user" where "newsletterOptIn" = 1`,
  ];
  return {
    async up(db) {
      for (const statement of statements) await sql.raw(statement).execute(db);
    },
  };
}

function raise(dialect: Dialect, table: string): string[] {
  const raised = `update collection_revision set revision = revision + 1 where collection = 'newsletter'`;
  if (dialect === 'sqlite')
    return ['insert', 'update', 'delete'].map(
      (change) =>
        `create trigger "${table}_${change}_raises" after ${change} on "${table}" begin ${raised}; end`,
    );
  return [
    `create function "raise_${table}"() returns trigger language plpgsql as $$ begin
      ${raised};
      return null;
    end $$`,
    `create trigger "${table}_raises" after insert or update or delete or truncate on "${table}"
      for each statement execute function "raise_${table}"()`,
  ];
}

/** The tables whose rows decide whether a member gets the newsletter, and their columns with the user's id. */
const MEMBER_TABLES = [
  ['site_user', 'id'],
  ['verified_address', 'userId'],
] as const;

/** A deleted account leaves no id behind. */
const noteMember = (userId: string) =>
  `insert into "newsletter_member_stale" ("userId")
    select ${userId} where exists (select 1 from "site_user" where "id" = ${userId}) on conflict do nothing`;

function compareMembersInSqlite(): string[] {
  return MEMBER_TABLES.flatMap(([table, column]) => [
    `create trigger "${table}_insert_subscribes" after insert on "${table}"
      begin ${noteMember(`new."${column}"`)}; end`,
    `create trigger "${table}_update_subscribes" after update on "${table}"
      begin ${noteMember(`old."${column}"`)}; ${noteMember(`new."${column}"`)}; end`,
    `create trigger "${table}_delete_subscribes" after delete on "${table}"
      begin ${noteMember(`old."${column}"`)}; end`,
  ]);
}

function compareMembersInPostgres(): string[] {
  return MEMBER_TABLES.flatMap(([table, column]) => [
    `create function "subscribe_${table}"() returns trigger language plpgsql as $$ begin
      if tg_op <> 'INSERT' then ${noteMember(`old."${column}"`)}; end if;
      if tg_op <> 'DELETE' then ${noteMember(`new."${column}"`)}; end if;
      return null;
    end $$`,
    `create trigger "${table}_subscribes" after insert or update or delete on "${table}"
      for each row execute function "subscribe_${table}"()`,
  ]);
}

// What is recorded about a subscriber: only a hash of the address, after a word that no user's id begins with.
const WHO = `'newsletter:' || new."addressHash"`;
const WHAT = `case when new."address" is null then 'erased' when new."state" = 'active' then 'in' else 'out' end`;
const CHANGED = `(new."state" <> old."state" and new."state" <> 'waiting')
  or (new."address" is null and old."address" is not null)`;

/** Ids and instants never fall behind earlier ones, whatever the clock does: the last row about an address counts. */
function noteUnsubscribersInSqlite(): string[] {
  return [
    `create trigger "newsletter_subscriber_notes" after update on "newsletter_subscriber" when ${CHANGED} begin
      insert into "suppression_entry" ("id", "at", "userId", "what")
      select printf('%015d-%06d-%s', at, (select count(*) from "suppression_entry" j where j."at" = moment.at),
        lower(hex(randomblob(4)))), at, ${WHO}, ${WHAT}
      from (select max(cast(unixepoch('subsec') * 1000 as integer),
        coalesce((select max("at") from "suppression_entry"), 0)) as at) moment; end`,
  ];
}

function noteUnsubscribersInPostgres(): string[] {
  return [
    `create function "note_newsletter_subscriber"() returns trigger language plpgsql as $$ begin
      if ${CHANGED} then
        insert into "suppression_entry" ("id", "at", "userId", "what")
        select lpad(at::text, 15, '0') || '-' ||
          lpad((select count(*) from "suppression_entry" j where j."at" = moment.at)::text, 6, '0') || '-' ||
          substr(md5(random()::text), 1, 8), at, ${WHO}, ${WHAT}
        from (select greatest((extract(epoch from clock_timestamp()) * 1000)::bigint,
          (select max("at") from "suppression_entry")) as at) moment;
      end if;
      return null;
    end $$`,
    `create trigger "newsletter_subscriber_notes" after update on "newsletter_subscriber"
      for each row execute function "note_newsletter_subscriber"()`,
  ];
}

/** The deleted account's subscription ends, and its address is erased. `at` is the moment. */
const forgetMember = (at: string) => [
  `delete from "newsletter_member_stale" where "userId" = old."id"`,
  `update "newsletter_subscriber"
    set "stateAt" = case "state" when 'unsubscribed' then "stateAt" else ${at} end,
      "reason" = case "state" when 'unsubscribed' then "reason" else 'account' end,
      "state" = 'unsubscribed', "address" = null, "userId" = null
    where "userId" = old."id"`,
];

/** What else contains the erased address. A row of a sent issue keeps its outcome, under the address's hash. */
const ERASE = [
  `delete from "newsletter_confirmation" where "subscriber" = old."id"`,
  `update "newsletter_recipient" set "address" = new."addressHash", "reply" = null,
    "state" = case "state" when 'queued' then 'withdrawn' else "state" end where "subscriber" = old."id"`,
  `update "newsletter_bounce" set "reply" = null where "subscriber" = old."id"`,
  `update "newsletter_subscriber" set "flag" = null, "bounceReply" = null where "id" = old."id"`,
];

function eraseInSqlite(): string[] {
  return [
    `create trigger "site_user_leaves_newsletter" after delete on "site_user" begin
      ${forgetMember(`cast(unixepoch('subsec') * 1000 as integer)`).join(';')}; end`,
    `create trigger "newsletter_subscriber_erases" after update on "newsletter_subscriber"
      when old."address" is not null and new."address" is null begin ${ERASE.join(';')}; end`,
  ];
}

function eraseInPostgres(): string[] {
  return [
    `create function "leave_newsletter"() returns trigger language plpgsql as $$ begin
      ${forgetMember('(extract(epoch from clock_timestamp()) * 1000)::bigint').join(';')};
      return null;
    end $$`,
    `create trigger "site_user_z_leaves_newsletter" after delete on "site_user"
      for each row execute function "leave_newsletter"()`,
    `create function "erase_newsletter_subscriber"() returns trigger language plpgsql as $$ begin
      if old."address" is not null and new."address" is null then ${ERASE.join(';')}; end if;
      return null;
    end $$`,
    `create trigger "newsletter_subscriber_erases" after update on "newsletter_subscriber"
      for each row execute function "erase_newsletter_subscriber"()`,
  ];
}
