import { type RawBuilder, sql } from 'kysely';
import {
  countSegmentsInPostgres,
  countSegmentsInSqlite,
  type SegmentedList,
  type SegmentSize,
} from './segment-triggers.ts';
import {
  indexTextInPostgres,
  indexTextInSqlite,
  prepareTextInPostgres,
  type TextSource,
} from './text-index.ts';

export type Dialect = 'sqlite' | 'postgres';

/** Everything in which the two databases differ. Work asks for a capability, never for the database's name. */
export type Capabilities = {
  dialect: Dialect;
  /** A text column that sorts byte by byte; PostgreSQL would otherwise follow the server's language. */
  orderedText: RawBuilder<unknown>;
  /** An integer of 64 bits. */
  bigInteger: RawBuilder<unknown>;
  /** An instant as the accounts library keeps it: ISO text in SQLite. Nothing else uses this type. */
  authDate: RawBuilder<unknown>;
  /** A truth value as the accounts library keeps it: 0 or 1 in SQLite. Nothing else uses this type. */
  authBoolean: RawBuilder<unknown>;
  /** At the end of a table: its rows are kept in the order of its primary key, where the database can. */
  keptByKey: RawBuilder<unknown>;
  /** Statements after which every change of `table` raises the revision of `collection` in its own transaction. */
  raiseRevision: (table: string, collection: string) => string[];
  /** Statements after which whoever listens to `channel` hears of every update of `table`, where the database can tell. */
  tellOfChanges: (table: string, channel: string) => string[];
  /** Statements after which rows of `table` keep all but `forgettable`, and leave it only `days` after the newest has come. */
  keepRows: (table: string, options: { kept: string[]; forgettable: string; days: number }) => string[];
  /** Statements after which `journal` gets a row whenever somebody in `table` opts out or in, or is removed. */
  noteLeavers: (table: string, journal: string) => string[];
  /** Statements after which every change of the list's table keeps the counts of its segments, in its own transaction. */
  countSegments: (list: SegmentedList, size?: SegmentSize) => string[];
  /** Statements before those of `indexText`, once. */
  prepareText: () => string[];
  /** Statements after which an item of the source is found by its words for as long as `search_document` names it. */
  indexText: (source: TextSource) => string[];
};

const capabilities: Record<Dialect, Capabilities> = {
  sqlite: {
    dialect: 'sqlite',
    orderedText: sql`text`,
    bigInteger: sql`integer`,
    authDate: sql`date`,
    authBoolean: sql`integer`,
    keptByKey: sql`without rowid`,
    raiseRevision: raiseRevisionInSqlite,
    tellOfChanges: () => [],
    keepRows: keepRowsInSqlite,
    noteLeavers: noteLeaversInSqlite,
    countSegments: countSegmentsInSqlite,
    prepareText: () => [],
    indexText: indexTextInSqlite,
  },
  postgres: {
    dialect: 'postgres',
    orderedText: sql`text collate "C"`,
    bigInteger: sql`bigint`,
    authDate: sql`timestamptz`,
    authBoolean: sql`boolean`,
    keptByKey: sql``,
    raiseRevision: raiseRevisionInPostgres,
    tellOfChanges: tellOfChangesInPostgres,
    keepRows: keepRowsInPostgres,
    noteLeavers: noteLeaversInPostgres,
    countSegments: countSegmentsInPostgres,
    prepareText: prepareTextInPostgres,
    indexText: indexTextInPostgres,
  },
};

export function capabilitiesOf(dialect: Dialect): Capabilities {
  return capabilities[dialect];
}

function raiseRevisionInSqlite(table: string, collection: string): string[] {
  return ['insert', 'update', 'delete'].map(
    (change) => `create trigger "${table}_${change}_raises" after ${change} on "${table}" begin
      update collection_revision set revision = revision + 1 where collection = '${collection}';
    end`,
  );
}

function raiseRevisionInPostgres(table: string, collection: string): string[] {
  return [
    `create function "raise_${table}"() returns trigger language plpgsql as $$ begin
      update collection_revision set revision = revision + 1 where collection = '${collection}';
      return null;
    end $$`,
    `create trigger "${table}_raises" after insert or update or delete or truncate on "${table}"
      for each statement execute function "raise_${table}"()`,
  ];
}

function tellOfChangesInPostgres(table: string, channel: string): string[] {
  return [
    `create function "tell_${table}"() returns trigger language plpgsql as $$ begin
      perform pg_notify('${channel}', '');
      return null;
    end $$`,
    `create trigger "${table}_tells" after update on "${table}"
      for each statement execute function "tell_${table}"()`,
  ];
}

type KeptRows = Parameters<Capabilities['keepRows']>[1];

const DAY_MS = 24 * 60 * 60 * 1000;

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
