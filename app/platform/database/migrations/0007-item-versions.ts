import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import type { Dialect } from '#app/platform/database/capabilities.ts';

/** Items that are not public yet have a table of their own; those that were published before their time move there. */
export function createItemVersions(dialect: Dialect): Migration {
  const statements = dialect === 'sqlite' ? inSqlite : inPostgres;
  return {
    async up(db) {
      for (const statement of statements) await sql.raw(statement).execute(db);
    },
  };
}

const inSqlite = [
  `create table "item_version" (
    "collection" text not null,
    "id" text not null,
    "publishAt" integer not null,
    "item" text not null,
    "version" integer not null,
    "createdAt" integer not null,
    "updatedAt" integer not null,
    primary key ("collection", "id"))`,
  `create index "item_version_due" on "item_version" ("publishAt", "id")`,
  `insert into "item_version"
    select 'articles', "id", "pubDate", json_object('id', "id", 'sourceId', "sourceId", 'title', "title",
      'link', "link", 'pubDate', strftime('%Y-%m-%dT%H:%M:%fZ', "pubDate" / 1000.0, 'unixepoch'),
      'description', "description", 'sourceName', "sourceName", 'sourceUrl', "sourceUrl"),
      "version", "createdAt", "updatedAt"
    from "article" where "pubDate" > unixepoch('subsec') * 1000`,
  `delete from "article" where "id" in (select "id" from "item_version" where "collection" = 'articles')`,
  `insert into "item_version"
    select 'news', "id", "pubDate", json_object('id', "id", 'title', "title", 'sourceId', "sourceId",
      'link', "link", 'pubDate', strftime('%Y-%m-%dT%H:%M:%fZ', "pubDate" / 1000.0, 'unixepoch'),
      'sourceName', "sourceName", 'sourceUrl', "sourceUrl", 'description', "description"),
      "version", "createdAt", "updatedAt"
    from "news_item" where "pubDate" > unixepoch('subsec') * 1000`,
  `delete from "news_item" where "id" in (select "id" from "item_version" where "collection" = 'news')`,
];

const inPostgres = [
  `create table "item_version" (
    "collection" text collate "C" not null,
    "id" text collate "C" not null,
    "publishAt" bigint not null,
    "item" text not null,
    "version" integer not null,
    "createdAt" bigint not null,
    "updatedAt" bigint not null,
    primary key ("collection", "id"))`,
  `create index "item_version_due" on "item_version" ("publishAt", "id")`,
  `insert into "item_version"
    select 'articles', "id", "pubDate", json_build_object('id', "id", 'sourceId', "sourceId", 'title', "title",
      'link', "link", 'pubDate',
      to_char(to_timestamp("pubDate" / 1000.0) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
      'description', "description", 'sourceName', "sourceName", 'sourceUrl', "sourceUrl")::text,
      "version", "createdAt", "updatedAt"
    from "article" where "pubDate" > extract(epoch from now()) * 1000`,
  `delete from "article" where "id" in (select "id" from "item_version" where "collection" = 'articles')`,
  `insert into "item_version"
    select 'news', "id", "pubDate", json_build_object('id', "id", 'title', "title", 'sourceId', "sourceId",
      'link', "link", 'pubDate',
      to_char(to_timestamp("pubDate" / 1000.0) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
      'sourceName', "sourceName", 'sourceUrl', "sourceUrl", 'description', "description")::text,
      "version", "createdAt", "updatedAt"
    from "news_item" where "pubDate" > extract(epoch from now()) * 1000`,
  `delete from "news_item" where "id" in (select "id" from "item_version" where "collection" = 'news')`,
];
