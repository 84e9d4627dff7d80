import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import type { Dialect } from '#app/platform/database/capabilities.ts';

/**
 * What visitors and members do again within an hour is counted in one row of the activity log, and the oldest of those
 * rows may go after 30 days. The queue of outgoing mail keeps no hash of an address: without a key the address could be
 * found by trying.
 */
export function countActivity(dialect: Dialect): Migration {
  return {
    async up(db) {
      for (const statement of [...both, ...(dialect === 'sqlite' ? sqlite : postgres)])
        await sql.raw(statement).execute(db);
    },
  };
}

const both = [
  'alter table "audit_entry" add column "count" integer not null default 1',
  'drop index "mail_of_recipient"',
  'alter table "mail" drop column "recipientHash"',
  'create index "mail_of_recipient" on "mail" ("recipient")',
];

// 34,560,000,000 ms are 400 days, 2,592,000,000 ms are 30 days.

const sqlite = [
  'drop trigger "audit_entry_keeps"',
  `create trigger "audit_entry_keeps" before update on "audit_entry"
    when new."id" is not old."id" or new."at" is not old."at" or new."actor" is not old."actor"
      or new."actorId" is not old."actorId" or new."action" is not old."action"
      or new."subject" is not old."subject" or new."count" < old."count"
      or (new."address" is not null and new."address" is not old."address")
    begin select raise(abort, 'audit_entry is never changed'); end`,
  'drop trigger "audit_entry_stays"',
  `create trigger "audit_entry_stays" before delete on "audit_entry"
    when old."at" > (select max("at") from "audit_entry") - 34560000000
      and (old."actor" not in ('visitor', 'member')
        or old."at" > (select max("at") from "audit_entry") - 2592000000)
    begin select raise(abort, 'audit_entry is kept 400 days'); end`,
];

const postgres = [
  `create or replace function "keep_audit_entry"() returns trigger language plpgsql as $$ begin
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
];
