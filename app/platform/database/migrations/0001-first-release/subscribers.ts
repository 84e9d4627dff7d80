import type { Dialect } from '#app/platform/database/capabilities.ts';

/** Accounts whose subscription may have changed are noted; an erased address leaves nothing behind. */
export function followSubscribers(dialect: Dialect): string[] {
  return dialect === 'sqlite'
    ? [...compareMembersInSqlite(), ...eraseInSqlite()]
    : [...compareMembersInPostgres(), ...eraseInPostgres()];
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
