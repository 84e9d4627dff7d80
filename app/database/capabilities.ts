import { type RawBuilder, sql } from 'kysely';
import {
  countSegmentsInPostgres,
  countSegmentsInSqlite,
  type SegmentedList,
  type SegmentSize,
} from './segment-triggers.ts';

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
  /** Statements after which rows of `table` keep all but `forgettable`, and leave it only `days` after the newest has come. */
  keepRows: (table: string, options: { kept: string[]; forgettable: string; days: number }) => string[];
  /** Statements after which every change of the list's table keeps the counts of its segments, in its own transaction. */
  countSegments: (list: SegmentedList, size?: SegmentSize) => string[];
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
    keepRows: keepRowsInSqlite,
    countSegments: countSegmentsInSqlite,
  },
  postgres: {
    dialect: 'postgres',
    orderedText: sql`text collate "C"`,
    bigInteger: sql`bigint`,
    authDate: sql`timestamptz`,
    authBoolean: sql`boolean`,
    keptByKey: sql``,
    raiseRevision: raiseRevisionInPostgres,
    keepRows: keepRowsInPostgres,
    countSegments: countSegmentsInPostgres,
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
