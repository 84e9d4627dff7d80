import type { Dialect } from '#app/platform/database/capabilities.ts';

// 34,560,000,000 ms are 400 days, 2,592,000,000 ms are 30 days, 3,153,600,000,000 ms are 36,500 days.

/**
 * Entries of the activity log never change, except that their count grows and the network address is forgotten; they
 * are kept for 400 days, or 30 for visitors and members. Who opted out or left is recorded in the transaction that
 * does it, and is kept. The time is counted from the newest row, so that no clock set wrong can empty a table.
 */
export function keepRecords(dialect: Dialect): string[] {
  return dialect === 'postgres' ? inPostgres : inSqlite;
}

const WHAT_OPTS = `case new."newsletterOptIn" when 0 then 'out' else 'in' end`;

// What is recorded about a subscriber: only a hash of the address, after a word that no user's id begins with.
const SUBSCRIBER = `'newsletter:' || new."addressHash"`;
const WHAT_SUBSCRIBES = `case when new."address" is null then 'erased' when new."state" = 'active' then 'in' else 'out' end`;
const SUBSCRIBER_CHANGED = `(new."state" <> old."state" and new."state" <> 'waiting')
  or (new."address" is null and old."address" is not null)`;

/** Ids and instants never fall behind earlier ones, whatever the clock does: the last row about an address counts. */
function noteInSqlite(what: string, userId: string): string {
  return `insert into "suppression_entry" ("id", "at", "userId", "what")
    select printf('%015d-%06d-%s', at, (select count(*) from "suppression_entry" j where j."at" = moment.at),
      lower(hex(randomblob(4)))), at, ${userId}, ${what}
    from (select max(cast(unixepoch('subsec') * 1000 as integer),
      coalesce((select max("at") from "suppression_entry"), 0)) as at) moment;`;
}

const inSqlite = [
  `create trigger "audit_entry_keeps" before update on "audit_entry"
    when new."id" is not old."id" or new."at" is not old."at" or new."actor" is not old."actor"
      or new."actorId" is not old."actorId" or new."action" is not old."action"
      or new."subject" is not old."subject" or new."count" < old."count"
      or (new."address" is not null and new."address" is not old."address")
    begin select raise(abort, 'audit_entry is never changed'); end`,
  `create trigger "audit_entry_stays" before delete on "audit_entry"
    when old."at" > (select max("at") from "audit_entry") - 34560000000
      and (old."actor" not in ('visitor', 'member')
        or old."at" > (select max("at") from "audit_entry") - 2592000000)
    begin select raise(abort, 'audit_entry is kept 400 days'); end`,
  `create trigger "suppression_entry_keeps" before update on "suppression_entry"
    when new."id" is not old."id" or new."at" is not old."at" or new."userId" is not old."userId" or new."what" is not null
    begin select raise(abort, 'suppression_entry is never changed'); end`,
  `create trigger "suppression_entry_stays" before delete on "suppression_entry"
    when old.at > (select max(at) from "suppression_entry") - 3153600000000
    begin select raise(abort, 'suppression_entry is kept 36500 days'); end`,
  `create trigger "site_user_opts" after update on "site_user"
    when new."newsletterOptIn" <> old."newsletterOptIn" begin ${noteInSqlite(WHAT_OPTS, 'new."id"')} end`,
  `create trigger "site_user_leaves" after delete on "site_user" begin ${noteInSqlite(`'left'`, 'old."id"')} end`,
  `create trigger "newsletter_subscriber_notes" after update on "newsletter_subscriber"
    when ${SUBSCRIBER_CHANGED} begin ${noteInSqlite(WHAT_SUBSCRIBES, SUBSCRIBER)} end`,
];

function noteInPostgres(what: string, userId: string): string {
  return `insert into "suppression_entry" ("id", "at", "userId", "what")
    select lpad(at::text, 15, '0') || '-' ||
      lpad((select count(*) from "suppression_entry" j where j."at" = moment.at)::text, 6, '0') || '-' ||
      substr(md5(random()::text), 1, 8), at, ${userId}, ${what}
    from (select greatest((extract(epoch from clock_timestamp()) * 1000)::bigint,
      (select max("at") from "suppression_entry")) as at) moment;`;
}

const inPostgres = [
  `create function "keep_audit_entry"() returns trigger language plpgsql as $$ begin
    if tg_op = 'UPDATE' and (new."id" is distinct from old."id" or new."at" is distinct from old."at"
      or new."actor" is distinct from old."actor" or new."actorId" is distinct from old."actorId"
      or new."action" is distinct from old."action" or new."subject" is distinct from old."subject"
      or new."count" < old."count"
      or (new."address" is not null and new."address" is distinct from old."address")) then
      raise exception 'audit_entry is never changed';
    end if;
    if tg_op = 'DELETE' and old."at" > (select max("at") from "audit_entry") - 34560000000
      and (old."actor" not in ('visitor', 'member')
        or old."at" > (select max("at") from "audit_entry") - 2592000000) then
      raise exception 'audit_entry is kept 400 days';
    end if;
    return case when tg_op = 'DELETE' then old else new end;
  end $$`,
  `create function "keep_suppression_entry"() returns trigger language plpgsql as $$ begin
    if tg_op = 'UPDATE' and (new."id" is distinct from old."id" or new."at" is distinct from old."at"
      or new."userId" is distinct from old."userId" or new."what" is not null) then
      raise exception 'suppression_entry is never changed';
    end if;
    if tg_op = 'DELETE' and old.at > (select max(at) from "suppression_entry") - 3153600000000 then
      raise exception 'suppression_entry is kept 36500 days';
    end if;
    return case when tg_op = 'DELETE' then old else new end;
  end $$`,
  ...['audit_entry', 'suppression_entry'].flatMap((table) => [
    `create trigger "${table}_keeps" before update or delete on "${table}"
      for each row execute function "keep_${table}"()`,
    `create function "keep_all_${table}"() returns trigger language plpgsql as $$ begin
      raise exception '${table} is never emptied';
    end $$`,
    `create trigger "${table}_stays" before truncate on "${table}"
      for each statement execute function "keep_all_${table}"()`,
  ]),
  `create function "note_site_user"() returns trigger language plpgsql as $$ begin
    if tg_op = 'DELETE' then ${noteInPostgres(`'left'`, 'old."id"')}
    elsif new."newsletterOptIn" <> old."newsletterOptIn" then
      ${noteInPostgres(WHAT_OPTS, 'new."id"')}
    end if;
    return null;
  end $$`,
  `create trigger "site_user_notes" after update or delete on "site_user"
    for each row execute function "note_site_user"()`,
  `create function "note_newsletter_subscriber"() returns trigger language plpgsql as $$ begin
    if ${SUBSCRIBER_CHANGED} then
      ${noteInPostgres(WHAT_SUBSCRIBES, SUBSCRIBER)}
    end if;
    return null;
  end $$`,
  `create trigger "newsletter_subscriber_notes" after update on "newsletter_subscriber"
    for each row execute function "note_newsletter_subscriber"()`,
];
