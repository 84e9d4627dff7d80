/** The migration of a sixth collection: everything that its table needs for lists, counts and search. */
import { sql } from 'kysely';
import type { Dialect } from '#app/platform/database/capabilities.ts';
import type { WriteDb } from '#app/platform/database/handles.ts';
import { countSegments, createSegments } from '#app/platform/database/migrations/0001-town/lists.ts';
import { raiseRevision } from '#app/platform/database/migrations/0001-town/revisions.ts';

/** The numbers of its documents begin after its `place` times 2⁴⁰. */
const FIRST_NUMBER = 6 * 2 ** 40 + 1;

export async function createNotices(db: WriteDb, dialect: Dialect): Promise<void> {
  for (const statement of statementsFor(dialect)) await sql.raw(statement).execute(db);
}

function statementsFor(dialect: Dialect): string[] {
  const [key, bigint] = dialect === 'postgres' ? ['text collate "C"', 'bigint'] : ['text', 'integer'];
  return [
    `create table "notice" (
      "id" ${key} not null primary key,
      "title" text not null,
      "description" text not null,
      "pubDate" ${bigint} not null,
      "version" integer not null default 1,
      "createdAt" ${bigint} not null,
      "updatedAt" ${bigint} not null)`,
    `create index "notice_newest" on "notice" ("pubDate", "id")`,
    `insert into collection_revision ("collection", "revision") values ('notices', 1)`,
    ...raiseRevision(dialect, 'notice', 'notices'),
    ...createSegments(dialect, 'notice', 'number'),
    `insert into "notice_segment" ("sort", "id", "items") values (${Number.MIN_SAFE_INTEGER}, '', 0)`,
    ...countSegments(dialect, { table: 'notice', column: 'pubDate' }),
    ...(dialect === 'postgres' ? findInPostgres() : findInSqlite()),
  ];
}

const forget = `delete from search_document where "kind" = 'notices' and "itemId" = old."id";
  delete from search_stale where "kind" = 'notices' and "itemId" = old."id";`;

const list = `insert into search_stale ("kind", "itemId", "date")
  values ('notices', new."id", new."pubDate") on conflict do nothing;`;

function findInSqlite(): string[] {
  return [
    `create virtual table "notice_text" using fts5("title", "text", content='', contentless_delete=1,
      tokenize="porter unicode61 remove_diacritics 2")`,
    `create virtual table "notice_term" using fts5vocab("notice_text", 'instance')`,
    `create table "notice_text_latest" ("number" integer not null)`,
    `insert into "notice_text_latest" values (${FIRST_NUMBER - 1})`,
    `create trigger "notice_text_drops" after delete on search_document when old."kind" = 'notices' begin
      delete from "notice_text" where rowid = old."number";
    end`,
    `create trigger "notice_entry" instead of insert on search_entry when new."kind" = 'notices' begin
      delete from search_document where "kind" = 'notices' and "itemId" = new."itemId";
      delete from search_stale where "kind" = 'notices' and "itemId" = new."itemId";
      update "notice_text_latest" set "number" = "number" + 1;
      insert into search_document ("number", "kind", "itemId", "date", "series")
        select "number", new."kind", new."itemId", new."date", new."series" from "notice_text_latest";
      insert into "notice_text" (rowid, "title", "text")
        select "number", new."title", new."text" from "notice_text_latest";
    end`,
    ...['insert', 'update'].map(
      (change) => `create trigger "notice_${change}_lists" after ${change} on "notice" begin ${list} end`,
    ),
    `create trigger "notice_delete_forgets" after delete on "notice" begin ${forget} end`,
  ];
}

function findInPostgres(): string[] {
  return [
    `create table "notice_text" ("number" bigint primary key references search_document on delete cascade,
      "words" tsvector not null)`,
    `create index "notice_text_words" on "notice_text" using gin ("words")`,
    `create sequence "notice_text_number" minvalue ${FIRST_NUMBER} owned by "notice_text"."number"`,
    `create function enter_notice() returns trigger language plpgsql as $$
      declare entered bigint;
      begin
        if new."kind" = 'notices' then
          insert into search_document ("number", "kind", "itemId", "date", "series")
            values (nextval('notice_text_number'), new."kind", new."itemId", new."date", new."series")
            returning "number" into entered;
          insert into "notice_text" ("number", "words") values (entered,
            setweight(to_tsvector('town_words', new."title"), 'A') || to_tsvector('town_words', new."text"));
        end if;
        return new;
      end $$`,
    // After the trigger that removes the item's earlier entry: triggers run in the order of their names.
    `create trigger search_entry_enters_notice instead of insert on search_entry
      for each row execute function enter_notice()`,
    `create function list_notice() returns trigger language plpgsql as $$ begin
      if tg_op = 'DELETE' then ${forget} else ${list} end if;
      return null;
    end $$`,
    `create trigger "notice_lists" after insert or update or delete on "notice"
      for each row execute function list_notice()`,
  ];
}
