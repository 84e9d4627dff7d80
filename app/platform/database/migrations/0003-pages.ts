import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import type { Dialect } from '#app/platform/database/capabilities.ts';

/** The numbers of its documents begin after its `place` times 2⁴⁰. */
const FIRST_NUMBER = 6 * 2 ** 40 + 1;

/**
 * Pages of the town, with everything that their table needs for lists, counts and search. The menu and the footer, which
 * are on every page of the site, have a change counter of their own.
 */
export function createPages(dialect: Dialect): Migration {
  // biome-ignore lint/suspicious/noExplicitAny: a migration must not depend on the living table types
  async function up(db: Kysely<any>): Promise<void> {
    for (const statement of statementsFor(dialect)) await sql.raw(statement).execute(db);
  }

  return { up };
}

function statementsFor(dialect: Dialect): string[] {
  const [key, bigint] = dialect === 'postgres' ? ['text collate "C"', 'bigint'] : ['text', 'integer'];
  return [
    `create table "page" (
      "id" ${key} not null primary key,
      "title" text not null,
      "titleKey" ${key} not null,
      "slug" ${key} not null unique,
      "description" text not null,
      "deck" text not null,
      "menu" ${key} not null check ("menu" in ('none', 'menu', 'footer')),
      "position" integer not null,
      "checkedAt" ${bigint},
      "remindMonths" integer,
      "picture" ${key},
      "version" integer not null default 1,
      "createdAt" ${bigint} not null,
      "updatedAt" ${bigint} not null)`,
    `create index "page_by_title" on "page" ("titleKey", "id")`,
    `create index "page_in_menu" on "page" ("menu", "position")`,
    `create table "page_slug" ("slug" ${key} not null primary key, "pageId" ${key} not null)`,
    `create view "page_menu" as
      select "id", "title", "titleKey", "slug", "menu", "position" from "page" where "menu" <> 'none'`,
    `insert into collection_revision ("collection", "revision") values ('pages', 1), ('menu', 1)`,
    `create table "page_segment" (
      "sort" ${key} not null,
      "id" ${key} not null,
      "items" integer not null,
      constraint "page_segment_key" primary key ("sort", "id"))${dialect === 'postgres' ? '' : ' without rowid'}`,
    `insert into "page_segment" ("sort", "id", "items") values ('', '', 0)`,
    ...(dialect === 'postgres'
      ? [...raiseInPostgres, ...slugsInPostgres, ...picturesInPostgres, ...countInPostgres()]
      : [...raiseInSqlite, ...slugsInSqlite, ...picturesInSqlite, ...countInSqlite()]),
    ...(dialect === 'postgres' ? findInPostgres() : findInSqlite()),
  ];
}

const forget = `delete from search_document where "kind" = 'pages' and "itemId" = old."id";
  delete from search_stale where "kind" = 'pages' and "itemId" = old."id";`;

const list = `insert into search_stale ("kind", "itemId", "date")
  values ('pages', new."id", new."createdAt") on conflict do nothing;`;

function findInSqlite(): string[] {
  return [
    `create virtual table "page_text" using fts5("title", "text", content='', contentless_delete=1,
      tokenize="porter unicode61 remove_diacritics 2")`,
    `create virtual table "page_term" using fts5vocab("page_text", 'instance')`,
    `create table "page_text_latest" ("number" integer not null)`,
    `insert into "page_text_latest" values (${FIRST_NUMBER - 1})`,
    `create trigger "page_text_drops" after delete on search_document when old."kind" = 'pages' begin
      delete from "page_text" where rowid = old."number";
    end`,
    `create trigger "page_entry" instead of insert on search_entry when new."kind" = 'pages' begin
      delete from search_document where "kind" = 'pages' and "itemId" = new."itemId";
      delete from search_stale where "kind" = 'pages' and "itemId" = new."itemId";
      update "page_text_latest" set "number" = "number" + 1;
      insert into search_document ("number", "kind", "itemId", "date", "series")
        select "number", new."kind", new."itemId", new."date", new."series" from "page_text_latest";
      insert into "page_text" (rowid, "title", "text")
        select "number", new."title", new."text" from "page_text_latest";
    end`,
    ...['insert', 'update'].map(
      (change) => `create trigger "page_${change}_lists" after ${change} on "page" begin ${list} end`,
    ),
    `create trigger "page_delete_forgets" after delete on "page" begin ${forget} end`,
  ];
}

function findInPostgres(): string[] {
  return [
    `create table "page_text" ("number" bigint primary key references search_document on delete cascade,
      "words" tsvector not null)`,
    `create index "page_text_words" on "page_text" using gin ("words")`,
    `create sequence "page_text_number" minvalue ${FIRST_NUMBER} owned by "page_text"."number"`,
    `create function enter_page() returns trigger language plpgsql as $$
      declare entered bigint;
      begin
        if new."kind" = 'pages' then
          insert into search_document ("number", "kind", "itemId", "date", "series")
            values (nextval('page_text_number'), new."kind", new."itemId", new."date", new."series")
            returning "number" into entered;
          insert into "page_text" ("number", "words") values (entered,
            setweight(to_tsvector('town_words', new."title"), 'A') || to_tsvector('town_words', new."text"));
        end if;
        return new;
      end $$`,
    // After the trigger that removes the item's earlier entry: triggers run in the order of their names.
    `create trigger search_entry_enters_page instead of insert on search_entry
      for each row execute function enter_page()`,
    `create function list_page() returns trigger language plpgsql as $$ begin
      if tg_op = 'DELETE' then ${forget} else ${list} end if;
      return null;
    end $$`,
    `create trigger "page_lists" after insert or update or delete on "page"
      for each row execute function list_page()`,
  ];
}

const raise = `update collection_revision set revision = revision + 1 where collection = 'pages';`;

const raiseInSqlite = ['insert', 'update', 'delete'].map(
  (change) => `create trigger "page_${change}_raises" after ${change} on "page" begin ${raise} end`,
);

const raiseInPostgres = [
  `create function "raise_page"() returns trigger language plpgsql as $$ begin
    ${raise}
    return null;
  end $$`,
  `create trigger "page_raises" after insert or update or delete or truncate on "page"
    for each statement execute function "raise_page"()`,
];

const menuPart = (row: string) => `(${row}."menu", ${row}."position", ${row}."title", ${row}."slug")`;

const raiseMenu = `update collection_revision set revision = revision + 1 where collection = 'menu';`;

/** An earlier slug leads to its page until another page takes it. */
const keepSlug = `insert into "page_slug" ("slug", "pageId") values (old."slug", old."id")
  on conflict ("slug") do update set "pageId" = excluded."pageId";`;
const takeSlug = `delete from "page_slug" where "slug" = new."slug";`;

const slugsInSqlite = [
  `create trigger "page_insert_menu" after insert on "page" when new."menu" <> 'none' begin ${raiseMenu} end`,
  `create trigger "page_delete_menu" after delete on "page" when old."menu" <> 'none' begin ${raiseMenu} end`,
  `create trigger "page_update_menu" after update on "page"
    when (old."menu" <> 'none' or new."menu" <> 'none') and ${menuPart('old')} <> ${menuPart('new')}
    begin ${raiseMenu} end`,
  `create trigger "page_insert_slug" after insert on "page" begin ${takeSlug} end`,
  `create trigger "page_update_slug" after update on "page" when old."slug" <> new."slug"
    begin ${keepSlug} ${takeSlug} end`,
  `create trigger "page_delete_slug" after delete on "page" begin ${keepSlug} end`,
];

const slugsInPostgres = [
  `create function "change_page_menu"() returns trigger language plpgsql as $$ begin
    if tg_op = 'TRUNCATE' then ${raiseMenu}
    elsif tg_op = 'INSERT' then
      if new."menu" <> 'none' then ${raiseMenu} end if;
    elsif tg_op = 'DELETE' then
      if old."menu" <> 'none' then ${raiseMenu} end if;
    elsif (old."menu" <> 'none' or new."menu" <> 'none') and ${menuPart('old')} <> ${menuPart('new')} then
      ${raiseMenu}
    end if;
    return null;
  end $$`,
  `create trigger "page_menu_change" after insert or update or delete on "page"
    for each row execute function "change_page_menu"()`,
  `create trigger "page_menu_truncate" after truncate on "page"
    for each statement execute function "change_page_menu"()`,
  `create function "change_page_slug"() returns trigger language plpgsql as $$ begin
    if tg_op <> 'INSERT' and (tg_op = 'DELETE' or old."slug" <> new."slug") then ${keepSlug} end if;
    if tg_op <> 'DELETE' then ${takeSlug} end if;
    return null;
  end $$`,
  `create trigger "page_slug_change" after insert or update or delete on "page"
    for each row execute function "change_page_slug"()`,
];

function countInSqlite(): string[] {
  const segment = `"page_segment"`;
  const change = (by: string, row: 'old' | 'new') => `
    update ${segment} set "items" = "items" ${by} where ("sort", "id") = (
      select "sort", "id" from ${segment} where ("sort", "id") <= (${row}."titleKey", ${row}."id")
      order by "sort" desc, "id" desc limit 1);`;
  return [
    `create trigger "page_insert_counts" after insert on "page" begin ${change('+ 1', 'new')} end`,
    `create trigger "page_delete_counts" after delete on "page" begin ${change('- 1', 'old')} end`,
    `create trigger "page_update_counts" after update on "page"
      when (old."titleKey", old."id") <> (new."titleKey", new."id")
      begin ${change('- 1', 'old')} ${change('+ 1', 'new')} end`,
    `create trigger "page_segment_splits" after update of "items" on ${segment}
      when new."items" > 4096 begin
      insert into ${segment} ("sort", "id", "items")
        select "titleKey", "id", new."items" - 2048 from "page"
        where ("titleKey", "id") >= (new."sort", new."id")
        order by "titleKey", "id" limit 1 offset 2048;
      update ${segment} set "items" = 2048 where "sort" = new."sort" and "id" = new."id";
    end`,
    `create trigger "page_segment_ends" after update of "items" on ${segment}
      when new."items" = 0 and new."id" <> '' begin
      delete from ${segment} where "sort" = new."sort" and "id" = new."id";
    end`,
  ];
}

function countInPostgres(): string[] {
  const segment = `"page_segment"`;
  const rows = (from: string, change: number) =>
    `select "titleKey" as "sort", "id", ${change} as "change" from ${from}`;
  const apply = (changes: string) => `
    for touched in
      update ${segment} s set "items" = s."items" + total."change" from (
        select place."sort", place."id", sum(changed."change")::integer as "change"
        from (select "sort", "id", sum("change") as "change" from (${changes}) each_one
          group by "sort", "id" having sum("change") <> 0) changed
        cross join lateral (
          select "sort", "id" from ${segment} where ("sort", "id") <= (changed."sort", changed."id")
          order by "sort" desc, "id" desc limit 1) place
        group by place."sort", place."id") total
      where (s."sort", s."id") = (total."sort", total."id") and total."change" <> 0
      returning s."sort", s."id", s."items"
    loop
      if touched."items" = 0 and touched."id" <> '' then
        delete from ${segment} where "sort" = touched."sort" and "id" = touched."id";
      end if;
      while tg_op = 'INSERT' and touched."items" > 2048 loop
        select "titleKey", "id", touched."items" - 1024 into beyond from "page"
          where ("titleKey", "id") >= (touched."sort", touched."id")
          order by "titleKey", "id" limit 1 offset 1024;
        exit when not found;
        update ${segment} set "items" = 1024 where "sort" = touched."sort" and "id" = touched."id";
        insert into ${segment} ("sort", "id", "items") select beyond.*;
        touched := beyond;
      end loop;
    end loop;`;
  return [
    `create function "count_page"() returns trigger language plpgsql as $$
      declare touched ${segment}%rowtype; beyond ${segment}%rowtype;
      begin
        if tg_op = 'INSERT' then ${apply(rows('added', 1))}
        elsif tg_op = 'UPDATE' then ${apply(`${rows('added', 1)} union all ${rows('removed', -1)}`)}
        elsif tg_op = 'DELETE' then ${apply(rows('removed', -1))}
        else
          delete from ${segment} where "id" <> '';
          update ${segment} set "items" = 0;
        end if;
        return null;
      end $$`,
    `create trigger "page_segments_insert" after insert on "page" referencing new table as added
      for each statement execute function "count_page"()`,
    `create trigger "page_segments_update" after update on "page"
      referencing new table as added old table as removed
      for each statement execute function "count_page"()`,
    `create trigger "page_segments_delete" after delete on "page" referencing old table as removed
      for each statement execute function "count_page"()`,
    `create trigger "page_segments_truncate" after truncate on "page"
      for each statement execute function "count_page"()`,
  ];
}

/** Whether a row may use pictures, and the note that it does. */
const usesPictures = (row: string) =>
  `(${row}."picture" is not null or ${row}."description" like '%/media/%')`;

const noteUse = (row: string) => `insert into picture_use_stale ("collection", "itemId")
  values ('pages', ${row}."id") on conflict do nothing;`;

const picturesInSqlite = [
  ['insert', 'new'],
  ['update', 'old'],
  ['update', 'new'],
  ['delete', 'old'],
].map(
  ([change = '', row = '']) => `create trigger "page_${change}_${row}_pictures" after ${change} on "page"
    when ${usesPictures(row)} begin ${noteUse(row)} end`,
);

const picturesInPostgres = [
  `create function "note_pictures_of_page"() returns trigger language plpgsql as $$ begin
    if tg_op <> 'INSERT' and ${usesPictures('old')} then ${noteUse('old')} end if;
    if tg_op <> 'DELETE' and ${usesPictures('new')} then ${noteUse('new')} end if;
    return null;
  end $$`,
  `create trigger "page_pictures" after insert or update or delete on "page"
    for each row execute function "note_pictures_of_page"()`,
];
