import type { Dialect } from '#app/platform/database/capabilities.ts';

/** `article_tag` lists the articles of a tag; triggers maintain it, whatever writes the articles. */
export function listTags(dialect: Dialect): string[] {
  return dialect === 'postgres' ? inPostgres : inSqlite;
}

const forget = 'delete from "article_tag" where "articleId" = old."id";';
const list = `insert into "article_tag" ("tag", "articleId", "pubDate", "name")
  select json_extract(pair.value, '$[0]'), new."id", new."pubDate", json_extract(pair.value, '$[1]')
  from json_each(coalesce(new."tags", '[]')) pair;`;

const inSqlite = [
  `create trigger "article_insert_tags" after insert on "article" when new."tags" is not null
    begin ${list} end`,
  `create trigger "article_update_tags" after update of "tags", "pubDate" on "article"
    when new."tags" is not old."tags" or (new."tags" is not null and new."pubDate" <> old."pubDate")
    begin ${forget} ${list} end`,
  `create trigger "article_delete_tags" after delete on "article" when old."tags" is not null
    begin ${forget} end`,
];

const inPostgres = [
  `create function "tag_article"() returns trigger language plpgsql as $$ begin
    if tg_op = 'TRUNCATE' then
      delete from "article_tag";
      return null;
    end if;
    if tg_op <> 'INSERT' then ${forget} end if;
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
];
