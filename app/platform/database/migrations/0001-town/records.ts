import type { Dialect } from '#app/platform/database/capabilities.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

/**
 * Entries of the activity log never change, but for the network address, which is forgotten; who opted out or left the
 * site is written down in the transaction that does it, and is kept.
 */
export function keepRecords(dialect: Dialect): string[] {
  const keepRows = dialect === 'postgres' ? keepRowsInPostgres : keepRowsInSqlite;
  const noteLeavers = dialect === 'postgres' ? noteLeaversInPostgres : noteLeaversInSqlite;
  return [
    ...keepRows('audit_entry', {
      kept: ['id', 'at', 'actor', 'actorId', 'action', 'subject'],
      forgettable: 'address',
      days: 400,
    }),
    ...keepRows('suppression_entry', {
      kept: ['id', 'at', 'userId'],
      forgettable: 'what',
      days: 100 * 365,
    }),
    ...noteLeavers('site_user', 'suppression_entry'),
  ];
}

/** Rows keep all but `forgettable`, and leave only `days` after the newest has come. */
type KeptRows = { kept: string[]; forgettable: string; days: number };

/** The horizon is counted from the newest row, so that no clock set wrong can empty the table. */
function keepRowsInSqlite(table: string, { kept, forgettable, days }: KeptRows): string[] {
  const changed = kept.map((column) => `new."${column}" is not old."${column}"`).join(' or ');
  return [
    `create trigger "${table}_keeps" before update on "${table}"
      when ${changed} or new."${forgettable}" is not null
      begin select raise(abort, '${table} is never changed'); end`,
    `create trigger "${table}_stays" before delete on "${table}"
      when old.at > (select max(at) from "${table}") - ${days * DAY_MS}
      begin select raise(abort, '${table} is kept ${days} days'); end`,
  ];
}

function keepRowsInPostgres(table: string, { kept, forgettable, days }: KeptRows): string[] {
  const changed = kept.map((column) => `new."${column}" is distinct from old."${column}"`).join(' or ');
  return [
    `create function "keep_${table}"() returns trigger language plpgsql as $$ begin
      if tg_op = 'UPDATE' and (${changed} or new."${forgettable}" is not null) then
        raise exception '${table} is never changed';
      end if;
      if tg_op = 'DELETE' and old.at > (select max(at) from "${table}") - ${days * DAY_MS} then
        raise exception '${table} is kept ${days} days';
      end if;
      return case when tg_op = 'DELETE' then old else new end;
    end $$`,
    `create trigger "${table}_keeps" before update or delete on "${table}"
      for each row execute function "keep_${table}"()`,
    `create function "keep_all_${table}"() returns trigger language plpgsql as $$ begin
      raise exception '${table} is never emptied';
    end $$`,
    `create trigger "${table}_stays" before truncate on "${table}"
      for each statement execute function "keep_all_${table}"()`,
  ];
}

/** Ids and instants never fall behind earlier ones, whatever the clock does: the last row about somebody counts. */
function noteLeaversInSqlite(table: string, journal: string): string[] {
  const note = (what: string, userId: string) => `insert into "${journal}" ("id", "at", "userId", "what")
    select printf('%015d-%06d-%s', at, (select count(*) from "${journal}" j where j."at" = moment.at),
      lower(hex(randomblob(4)))), at, ${userId}, ${what}
    from (select max(cast(unixepoch('subsec') * 1000 as integer),
      coalesce((select max("at") from "${journal}"), 0)) as at) moment;`;
  return [
    `create trigger "${table}_opts" after update on "${table}"
      when new."newsletterOptIn" <> old."newsletterOptIn"
      begin ${note(`case new."newsletterOptIn" when 0 then 'out' else 'in' end`, 'new."id"')} end`,
    `create trigger "${table}_leaves" after delete on "${table}" begin ${note(`'left'`, 'old."id"')} end`,
  ];
}

function noteLeaversInPostgres(table: string, journal: string): string[] {
  const note = (what: string, userId: string) => `
    insert into "${journal}" ("id", "at", "userId", "what")
    select lpad(at::text, 15, '0') || '-' ||
      lpad((select count(*) from "${journal}" j where j."at" = moment.at)::text, 6, '0') || '-' ||
      substr(md5(random()::text), 1, 8), at, ${userId}, ${what}
    from (select greatest((extract(epoch from clock_timestamp()) * 1000)::bigint,
      (select max("at") from "${journal}")) as at) moment;`;
  return [
    `create function "note_${table}"() returns trigger language plpgsql as $$ begin
      if tg_op = 'DELETE' then ${note(`'left'`, 'old."id"')}
      elsif new."newsletterOptIn" <> old."newsletterOptIn" then
        ${note(`case new."newsletterOptIn" when 0 then 'out' else 'in' end`, 'new."id"')}
      end if;
      return null;
    end $$`,
    `create trigger "${table}_notes" after update or delete on "${table}"
      for each row execute function "note_${table}"()`,
  ];
}
