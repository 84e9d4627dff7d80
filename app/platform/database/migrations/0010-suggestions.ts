import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import type { Dialect } from '#app/platform/database/capabilities.ts';

/**
 * The inbox takes what people bring: suggestions, reports and drafts that were handed in, which have no source. An item
 * can have several entries, one for each kind and topic. Suggestions of readers have a table of their own. SQLite can't
 * change a check, so the table is made again.
 */
export function createSuggestions(dialect: Dialect): Migration {
  const isPostgres = dialect === 'postgres';
  const [key, bigint] = isPostgres ? ['text collate "C"', 'bigint'] : ['text', 'integer'];
  const statements = [
    ...(isPostgres ? widenInPostgres(key) : widenInSqlite()),
    `create table "suggestion" (
      "id" ${key} not null primary key,
      "tokenHash" ${key} not null unique,
      "collection" ${key} not null,
      "itemId" ${key} not null,
      "state" ${key} not null check ("state" in ('waiting', 'published', 'declined', 'withdrawn')),
      "title" text not null,
      "input" text not null,
      "textKey" ${key},
      "picture" ${key},
      "sender" ${key} not null,
      "email" text,
      "emailHash" ${key},
      "confirmedAt" ${bigint},
      "via" ${key} not null check ("via" in ('form', 'email')),
      "messageKey" ${key},
      "trusted" integer not null default 0,
      "reason" text,
      "note" text,
      "sentAt" ${bigint} not null,
      "decidedAt" ${bigint},
      "notifiedAt" ${bigint},
      "changedAt" ${bigint} not null)`,
    'create index "suggestion_of" on "suggestion" ("collection", "itemId")',
    'create unique index "suggestion_text" on "suggestion" ("textKey")',
    'create unique index "suggestion_message" on "suggestion" ("messageKey")',
    'create index "suggestion_sender" on "suggestion" ("sender", "sentAt")',
    'create index "suggestion_picture" on "suggestion" ("picture")',
    'create index "suggestion_decided" on "suggestion" ("state", "changedAt")',
    `create table "hidden_picture" (
      "picture" ${key} not null primary key,
      "since" ${bigint} not null)`,
    `create table "blocked_sender" (
      "sender" ${key} not null primary key,
      "until" ${bigint} not null,
      "blockedAt" ${bigint} not null,
      "blockedBy" ${key})`,
  ];
  return {
    async up(db: Kysely<unknown>) {
      for (const statement of statements) await sql.raw(statement).execute(db);
    },
  };
}

const kinds = `check ("kind" in ('new', 'change', 'suggestion', 'report', 'draft'))`;
const unique =
  'create unique index "inbox_entry_of" on "inbox_entry" ("collection", "itemId", "kind", "topic")';

function widenInPostgres(key: string): string[] {
  return [
    'alter table "inbox_entry" alter column "source" drop not null',
    'alter table "inbox_entry" drop constraint "inbox_entry_kind_check"',
    `alter table "inbox_entry" add constraint "inbox_entry_kind_check" ${kinds}`,
    `alter table "inbox_entry" add column "topic" ${key} not null default ''`,
    'drop index "inbox_entry_of"',
    unique,
  ];
}

const columns = [
  ...['id', 'kind', 'collection', 'itemId', 'source', 'stack', 'title', 'link', 'item', 'changes', 'similar'],
  ...['startAt', 'receivedAt', 'snoozedUntil'],
];
const listed = columns.map((column) => `"${column}"`).join(', ');

function widenInSqlite(): string[] {
  return [
    `create table "inbox_entry_next" (
      "id" text not null primary key,
      "kind" text not null ${kinds},
      "collection" text not null,
      "itemId" text not null,
      "source" text references "source" ("id") on delete cascade,
      "stack" text not null,
      "title" text not null,
      "link" text,
      "item" text,
      "changes" text,
      "similar" text,
      "startAt" integer,
      "receivedAt" integer not null,
      "snoozedUntil" integer,
      "topic" text not null default '')`,
    `insert into "inbox_entry_next" (${listed}) select ${listed} from "inbox_entry"`,
    'drop table "inbox_entry"',
    'alter table "inbox_entry_next" rename to "inbox_entry"',
    unique,
    'create index "inbox_entry_stack" on "inbox_entry" ("stack", "startAt", "id")',
    `create index "inbox_entry_counted" on "inbox_entry" ("source", "kind", "collection", "stack", "snoozedUntil",
      "receivedAt")`,
    'create index "inbox_entry_newest" on "inbox_entry" ("receivedAt", "id")',
    'create index "inbox_entry_latest" on "inbox_entry" ("collection", "receivedAt", "id")',
    'create index "inbox_entry_soonest" on "inbox_entry" ("collection", "startAt", "id")',
  ];
}
