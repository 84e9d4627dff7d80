import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import type { Dialect } from '#app/platform/database/capabilities.ts';

/** The columns whose words search finds; a change of one lists the article for indexing. */
const FOUND = [
  'title',
  'description',
  'sourceName',
  'pubDate',
  'deck',
  'hasDeck',
  'byline',
  'tags',
  'corrections',
];

/**
 * Articles get a byline, a summary of their own, correction notes and tags, and one can be pinned. `article_tag` lists
 * the articles of a tag; triggers maintain it, whatever writes the articles.
 */
export function addArticleExtras(dialect: Dialect): Migration {
  const key = dialect === 'sqlite' ? 'text' : 'text collate "C"';
  const bigint = dialect === 'sqlite' ? 'integer' : 'bigint';
  const statements = [
    // Whether an editor wrote `deck`; otherwise it is the first words of the text.
    'alter table "article" add column "hasDeck" integer default 0 not null',
    'alter table "article" add column "byline" text',
    // JSON: [[key, name], …]
    'alter table "article" add column "tags" text',
    // JSON: [{date, text}, …], newest first
    'alter table "article" add column "corrections" text',
    'alter table "article" add column "pinned" integer default 0 not null',
    'create unique index "article_pinned" on "article" ("pinned") where "pinned" = 1',
    `create table "article_tag" (
      "tag" ${key} not null,
      "articleId" ${key} not null,
      "pubDate" ${bigint} not null,
      "name" text not null,
      constraint "article_tag_key" primary key ("tag", "articleId"))`,
    'create index "article_tag_newest" on "article_tag" ("tag", "pubDate", "articleId")',
    'create index "article_tag_of_article" on "article_tag" ("articleId")',
    ...(dialect === 'sqlite' ? inSqlite() : inPostgres()),
  ];
  return {
    async up(db) {
      for (const statement of statements) await sql.raw(statement).execute(db);
    },
  };
}

function inSqlite(): string[] {
  const forget = 'delete from "article_tag" where "articleId" = old."id";';
  const list = `insert into "article_tag" ("tag", "articleId", "pubDate", "name")
    select json_extract(pair.value, '$[0]'), new."id", new."pubDate", json_extract(pair.value, '$[1]')
    from json_each(coalesce(new."tags", '[]')) pair;`;
  const changed = FOUND.map((column) => `new."${column}" is not old."${column}"`).join(' or ');
  return [
    `create trigger "article_insert_tags" after insert on "article" when new."tags" is not null
      begin ${list} end`,
    `create trigger "article_update_tags" after update of "tags", "pubDate" on "article"
      when new."tags" is not old."tags" or (new."tags" is not null and new."pubDate" <> old."pubDate")
      begin ${forget} ${list} end`,
    `create trigger "article_delete_tags" after delete on "article" when old."tags" is not null
      begin ${forget} end`,
    'drop trigger "article_update_lists"',
    `create trigger "article_update_lists" after update of ${FOUND.map((column) => `"${column}"`).join(', ')}
      on "article" when ${changed} begin
      insert into search_stale ("kind", "itemId", "date")
        values ('articles', new."id", new."pubDate") on conflict do nothing;
    end`,
  ];
}

function inPostgres(): string[] {
  const changed = FOUND.map((column) => `new."${column}" is distinct from old."${column}"`).join(' or ');
  const forget = (id: string) => `delete from search_document where "kind" = 'articles' and "itemId" = ${id};
    delete from search_stale where "kind" = 'articles' and "itemId" = ${id};`;
  return [
    `create function "tag_article"() returns trigger language plpgsql as $$ begin
      if tg_op = 'TRUNCATE' then
        delete from "article_tag";
        return null;
      end if;
      if tg_op <> 'INSERT' then delete from "article_tag" where "articleId" = old."id"; end if;
      if tg_op <> 'DELETE' then
        insert into "article_tag" ("tag", "articleId", "pubDate", "name")
          select pair.value ->> 0, new."id", new."pubDate", pair.value ->> 1
          from jsonb_array_elements(coalesce(new."tags", '[]')::jsonb) pair;
      end if;
      return null;
    end $$`,
    `create trigger "article_tags_insert" after insert on "article" for each row
      when (new."tags" is not null) execute function "tag_article"()`,
    `create trigger "article_tags_update" after update on "article" for each row
      when (new."tags" is distinct from old."tags"
        or (new."tags" is not null and new."pubDate" <> old."pubDate"))
      execute function "tag_article"()`,
    `create trigger "article_tags_delete" after delete on "article" for each row
      when (old."tags" is not null) execute function "tag_article"()`,
    `create trigger "article_tags_truncate" after truncate on "article"
      for each statement execute function "tag_article"()`,
    `create or replace function "list_article"() returns trigger language plpgsql as $$ begin
      if tg_op = 'TRUNCATE' then
        delete from search_document where "kind" = 'articles';
        delete from search_stale where "kind" = 'articles';
      elsif tg_op = 'DELETE' then ${forget('old."id"')}
      elsif ${changed} then
        insert into search_stale ("kind", "itemId", "date")
          values ('articles', new."id", new."pubDate") on conflict do nothing;
      end if;
      return null;
    end $$`,
  ];
}
