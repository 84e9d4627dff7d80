import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import type { Dialect } from '#app/platform/database/capabilities.ts';

/** Tables with items that can have pictures, and the collection of each. */
const nouns = [
  ['article', 'articles'],
  ['news_item', 'news'],
  ['event', 'events'],
  ['poll', 'polls'],
  ['business', 'businesses'],
] as const;

/**
 * The library of pictures with their files, the lead picture of every item, and where pictures are used: triggers note each item that
 * may have begun or ended to use one, and a job reads what it uses.
 */
export function createPictures(dialect: Dialect): Migration {
  const key = dialect === 'sqlite' ? 'text' : 'text collate "C"';
  const bigint = dialect === 'sqlite' ? 'integer' : 'bigint';
  const statements = [
    `create table "picture" (
      "id" ${key} not null primary key,
      "name" text not null,
      "width" integer not null,
      "height" integer not null,
      "bytes" ${bigint} not null,
      "color" text not null,
      "alt" text,
      "decorative" integer not null default 0,
      "caption" text,
      "credit" text,
      "focalPoint" integer not null default 5,
      "words" text not null,
      "createdAt" ${bigint} not null,
      "updatedAt" ${bigint} not null)`,
    'create index "picture_newest" on "picture" ("createdAt", "id")',
    `create index "picture_without_words" on "picture" ("createdAt", "id")
      where "alt" is null and "decorative" = 0`,
    `create table "picture_file" (
      "name" ${key} not null primary key,
      "picture" ${key} not null,
      "bytes" integer not null,
      "sha256" text not null)`,
    'create index "picture_file_of" on "picture_file" ("picture")',
    `create table "picture_idle" (
      "picture" ${key} not null primary key,
      "since" ${bigint} not null)`,
    'create index "picture_idle_since" on "picture_idle" ("since", "picture")',
    `create table "picture_use" (
      "collection" ${key} not null,
      "itemId" ${key} not null,
      "state" ${key} not null,
      "picture" ${key} not null,
      "place" ${key} not null,
      "title" text not null,
      primary key ("collection", "itemId", "state", "picture", "place"))`,
    'create index "picture_use_of" on "picture_use" ("picture")',
    `create table "picture_use_stale" (
      "collection" ${key} not null,
      "itemId" ${key} not null,
      primary key ("collection", "itemId"))`,
    ...nouns.map(([table]) => `alter table "${table}" add column "picture" ${key}`),
    `insert into collection_revision ("collection", "revision") values ('pictures', 1)`,
    ...(dialect === 'sqlite' ? sqliteTriggers() : postgresTriggers()),
  ];
  return {
    async up(db) {
      for (const statement of statements) await sql.raw(statement).execute(db);
    },
  };
}

function sqliteTriggers(): string[] {
  const raise = ['insert', 'update', 'delete'].map(
    (change) => `create trigger "picture_${change}_raises" after ${change} on "picture" begin
      update collection_revision set revision = revision + 1 where collection = 'pictures';
    end`,
  );
  const note = (table: string, collection: string, uses: (row: string) => string) =>
    [
      ['insert', 'new', uses('new')],
      ['update', 'new', `${uses('new')} or ${uses('old')}`],
      ['delete', 'old', uses('old')],
    ].map(
      ([
        change,
        row,
        condition,
      ]) => `create trigger "${table}_${change}_pictures" after ${change} on "${table}"
        when ${condition} begin
        insert or ignore into "picture_use_stale" ("collection", "itemId")
          values (${collection.replace('$row', row as string)}, ${row}."id");
      end`,
    );
  return [
    ...raise,
    ...nouns.flatMap(([table, collection]) =>
      note(
        table,
        `'${collection}'`,
        (row) => `(${row}."picture" is not null or instr(${row}."description", '/media/') > 0)`,
      ),
    ),
    ...note(
      'item_version',
      '$row."collection"',
      (row) => `(instr(${row}."item", '/media/') > 0 or instr(${row}."item", '"picture":"') > 0)`,
    ),
  ];
}

function postgresTriggers(): string[] {
  const note = (table: string, collection: string, uses: (row: string) => string) => [
    `create function "note_pictures_of_${table}"() returns trigger language plpgsql as $$ begin
      if tg_op <> 'INSERT' and ${uses('old')} then
        insert into "picture_use_stale" ("collection", "itemId")
          values (${collection.replace('$row', 'old')}, old."id") on conflict do nothing;
      end if;
      if tg_op <> 'DELETE' and ${uses('new')} then
        insert into "picture_use_stale" ("collection", "itemId")
          values (${collection.replace('$row', 'new')}, new."id") on conflict do nothing;
      end if;
      return null;
    end $$`,
    `create trigger "${table}_pictures" after insert or update or delete on "${table}"
      for each row execute function "note_pictures_of_${table}"()`,
  ];
  return [
    `create function "raise_picture"() returns trigger language plpgsql as $$ begin
      update collection_revision set revision = revision + 1 where collection = 'pictures';
      return null;
    end $$`,
    `create trigger "picture_raises" after insert or update or delete or truncate on "picture"
      for each statement execute function "raise_picture"()`,
    ...nouns.flatMap(([table, collection]) =>
      note(
        table,
        `'${collection}'`,
        (row) => `(${row}."picture" is not null or position('/media/' in ${row}."description") > 0)`,
      ),
    ),
    ...note(
      'item_version',
      '$row."collection"',
      (row) => `(position('/media/' in ${row}."item") > 0 or position('"picture":"' in ${row}."item") > 0)`,
    ),
  ];
}
