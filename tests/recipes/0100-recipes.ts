/** Everything that the table of recipes needs for lists, counts and search. A migration imports no living code. */
import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import type { Dialect } from '#app/platform/database/capabilities.ts';

/** The numbers of its documents begin after its `place` times 2⁴⁰. */
const FIRST_NUMBER = 7 * 2 ** 40 + 1;

export function createRecipes(dialect: Dialect): Migration {
  // biome-ignore lint/suspicious/noExplicitAny: a migration must not depend on the living table types
  async function up(db: Kysely<any>): Promise<void> {
    for (const statement of statementsFor(dialect)) await sql.raw(statement).execute(db);
  }

  return { up };
}

function statementsFor(dialect: Dialect): string[] {
  const [key, bigint] = dialect === 'postgres' ? ['text collate "C"', 'bigint'] : ['text', 'integer'];
  return [
    `create table "recipe" (
      "id" ${key} not null primary key,
      "title" text not null,
      "description" text not null,
      "pubDate" ${bigint} not null,
      "picture" ${key},
      "documents" text,
      "version" integer not null default 1,
      "createdAt" ${bigint} not null,
      "updatedAt" ${bigint} not null)`,
    `create index "recipe_newest" on "recipe" ("pubDate", "id")`,
    `insert into collection_revision ("collection", "revision") values ('recipes', 1)`,
    `create table "recipe_segment" (
      "sort" ${bigint} not null,
      "id" ${key} not null,
      "items" integer not null,
      constraint "recipe_segment_key" primary key ("sort", "id"))${dialect === 'postgres' ? '' : ' without rowid'}`,
    `insert into "recipe_segment" ("sort", "id", "items") values (${Number.MIN_SAFE_INTEGER}, '', 0)`,
    ...(dialect === 'postgres'
      ? [...raiseInPostgres, ...picturesInPostgres, ...documentsInPostgres, ...countInPostgres()]
      : [...raiseInSqlite, ...picturesInSqlite, ...documentsInSqlite, ...countInSqlite()]),
    ...(dialect === 'postgres' ? findInPostgres() : findInSqlite()),
  ];
}

const forget = `delete from search_document where "kind" = 'recipes' and "itemId" = old."id";
  delete from search_stale where "kind" = 'recipes' and "itemId" = old."id";`;

const list = `insert into search_stale ("kind", "itemId", "date")
  values ('recipes', new."id", new."pubDate") on conflict do nothing;`;

function findInSqlite(): string[] {
  return [
    `create virtual table "recipe_text" using fts5("title", "text", content='', contentless_delete=1,
      tokenize="porter unicode61 remove_diacritics 2")`,
    `create virtual table "recipe_term" using fts5vocab("recipe_text", 'instance')`,
    `create table "recipe_text_latest" ("number" integer not null)`,
    `insert into "recipe_text_latest" values (${FIRST_NUMBER - 1})`,
    `create trigger "recipe_text_drops" after delete on search_document when old."kind" = 'recipes' begin
      delete from "recipe_text" where rowid = old."number";
    end`,
    `create trigger "recipe_entry" instead of insert on search_entry when new."kind" = 'recipes' begin
      delete from search_document where "kind" = 'recipes' and "itemId" = new."itemId";
      delete from search_stale where "kind" = 'recipes' and "itemId" = new."itemId";
      update "recipe_text_latest" set "number" = "number" + 1;
      insert into search_document ("number", "kind", "itemId", "date", "series")
        select "number", new."kind", new."itemId", new."date", new."series" from "recipe_text_latest";
      insert into "recipe_text" (rowid, "title", "text")
        select "number", new."title", new."text" from "recipe_text_latest";
    end`,
    ...['insert', 'update'].map(
      (change) => `create trigger "recipe_${change}_lists" after ${change} on "recipe" begin ${list} end`,
    ),
    `create trigger "recipe_delete_forgets" after delete on "recipe" begin ${forget} end`,
  ];
}

function findInPostgres(): string[] {
  return [
    `create table "recipe_text" ("number" bigint primary key references search_document on delete cascade,
      "words" tsvector not null)`,
    `create index "recipe_text_words" on "recipe_text" using gin ("words")`,
    `create sequence "recipe_text_number" minvalue ${FIRST_NUMBER} owned by "recipe_text"."number"`,
    `create function enter_recipe() returns trigger language plpgsql as $$
      declare entered bigint;
      begin
        if new."kind" = 'recipes' then
          insert into search_document ("number", "kind", "itemId", "date", "series")
            values (nextval('recipe_text_number'), new."kind", new."itemId", new."date", new."series")
            returning "number" into entered;
          insert into "recipe_text" ("number", "words") values (entered,
            setweight(to_tsvector('town_words', new."title"), 'A') || to_tsvector('town_words', new."text"));
        end if;
        return new;
      end $$`,
    // After the trigger that removes the item's earlier entry: triggers run in the order of their names.
    `create trigger search_entry_enters_recipe instead of insert on search_entry
      for each row execute function enter_recipe()`,
    `create function list_recipe() returns trigger language plpgsql as $$ begin
      if tg_op = 'DELETE' then ${forget} else ${list} end if;
      return null;
    end $$`,
    `create trigger "recipe_lists" after insert or update or delete on "recipe"
      for each row execute function list_recipe()`,
  ];
}

const raise = `update collection_revision set revision = revision + 1 where collection = 'recipes';`;

const raiseInSqlite = ['insert', 'update', 'delete'].map(
  (change) => `create trigger "recipe_${change}_raises" after ${change} on "recipe" begin ${raise} end`,
);

const raiseInPostgres = [
  `create function "raise_recipe"() returns trigger language plpgsql as $$ begin
    ${raise}
    return null;
  end $$`,
  `create trigger "recipe_raises" after insert or update or delete or truncate on "recipe"
    for each statement execute function "raise_recipe"()`,
];

const forgetDocuments = `delete from "document_use"
  where "collection" = 'recipes' and "itemId" = old."id" and "state" = 'published';`;

const addDocuments = (
  from: string,
) => `insert into "document_use" ("collection", "itemId", "state", "document")
  select distinct 'recipes', new."id", 'published', "value" from ${from};`;

const addInSqlite = addDocuments(`json_each(coalesce(new."documents", '[]'))`);

/** Which documents an item uses: readers can have those of published items. */
const documentsInSqlite = [
  `create trigger "recipe_insert_documents" after insert on "recipe" begin ${addInSqlite} end`,
  `create trigger "recipe_update_documents" after update on "recipe"
    when new."documents" is not old."documents" begin ${forgetDocuments} ${addInSqlite} end`,
  `create trigger "recipe_delete_documents" after delete on "recipe" begin ${forgetDocuments} end`,
];

const documentsInPostgres = [
  `create function "record_documents_of_recipe"() returns trigger language plpgsql as $$ begin
    if tg_op <> 'INSERT' then ${forgetDocuments} end if;
    if tg_op <> 'DELETE' then
      ${addDocuments(`jsonb_array_elements_text(coalesce(new."documents", '[]')::jsonb) as "value"`)}
    end if;
    return null;
  end $$`,
  `create trigger "recipe_documents" after insert or update of "documents" or delete on "recipe"
    for each row execute function "record_documents_of_recipe"()`,
];

function countInSqlite(): string[] {
  const segment = `"recipe_segment"`;
  const change = (by: string, row: 'old' | 'new') => `
    update ${segment} set "items" = "items" ${by} where ("sort", "id") = (
      select "sort", "id" from ${segment} where ("sort", "id") <= (${row}."pubDate", ${row}."id")
      order by "sort" desc, "id" desc limit 1);`;
  return [
    `create trigger "recipe_insert_counts" after insert on "recipe" begin ${change('+ 1', 'new')} end`,
    `create trigger "recipe_delete_counts" after delete on "recipe" begin ${change('- 1', 'old')} end`,
    `create trigger "recipe_update_counts" after update on "recipe"
      when (old."pubDate", old."id") <> (new."pubDate", new."id")
      begin ${change('- 1', 'old')} ${change('+ 1', 'new')} end`,
    `create trigger "recipe_segment_splits" after update of "items" on ${segment}
      when new."items" > 4096 begin
      insert into ${segment} ("sort", "id", "items")
        select "pubDate", "id", new."items" - 2048 from "recipe"
        where ("pubDate", "id") >= (new."sort", new."id")
        order by "pubDate", "id" limit 1 offset 2048;
      update ${segment} set "items" = 2048 where "sort" = new."sort" and "id" = new."id";
    end`,
    `create trigger "recipe_segment_ends" after update of "items" on ${segment}
      when new."items" = 0 and new."id" <> '' begin
      delete from ${segment} where "sort" = new."sort" and "id" = new."id";
    end`,
  ];
}

function countInPostgres(): string[] {
  const segment = `"recipe_segment"`;
  const rows = (from: string, change: number) =>
    `select "pubDate" as "sort", "id", ${change} as "change" from ${from}`;
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
        select "pubDate", "id", touched."items" - 1024 into beyond from "recipe"
          where ("pubDate", "id") >= (touched."sort", touched."id")
          order by "pubDate", "id" limit 1 offset 1024;
        exit when not found;
        update ${segment} set "items" = 1024 where "sort" = touched."sort" and "id" = touched."id";
        insert into ${segment} ("sort", "id", "items") select beyond.*;
        touched := beyond;
      end loop;
    end loop;`;
  return [
    `create function "count_recipe"() returns trigger language plpgsql as $$
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
    `create trigger "recipe_segments_insert" after insert on "recipe" referencing new table as added
      for each statement execute function "count_recipe"()`,
    `create trigger "recipe_segments_update" after update on "recipe"
      referencing new table as added old table as removed
      for each statement execute function "count_recipe"()`,
    `create trigger "recipe_segments_delete" after delete on "recipe" referencing old table as removed
      for each statement execute function "count_recipe"()`,
    `create trigger "recipe_segments_truncate" after truncate on "recipe"
      for each statement execute function "count_recipe"()`,
  ];
}

/** Whether a row may use pictures, and the note that it does. */
const usesPictures = (row: string) =>
  `(${row}."picture" is not null or ${row}."description" like '%/media/%')`;

const noteUse = (row: string) => `insert into picture_use_stale ("collection", "itemId")
  values ('recipes', ${row}."id") on conflict do nothing;`;

const picturesInSqlite = [
  ['insert', 'new'],
  ['update', 'old'],
  ['update', 'new'],
  ['delete', 'old'],
].map(
  ([change = '', row = '']) => `create trigger "recipe_${change}_${row}_pictures" after ${change} on "recipe"
    when ${usesPictures(row)} begin ${noteUse(row)} end`,
);

const picturesInPostgres = [
  `create function "note_pictures_of_recipe"() returns trigger language plpgsql as $$ begin
    if tg_op <> 'INSERT' and ${usesPictures('old')} then ${noteUse('old')} end if;
    if tg_op <> 'DELETE' and ${usesPictures('new')} then ${noteUse('new')} end if;
    return null;
  end $$`,
  `create trigger "recipe_pictures" after insert or update or delete on "recipe"
    for each row execute function "note_pictures_of_recipe"()`,
];
