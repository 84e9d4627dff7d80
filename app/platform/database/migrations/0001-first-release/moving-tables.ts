import type { ColumnTypes } from './column-types.ts';

/** Imports from other systems, what they brought in, redirects, and addresses that were not found. */
export const movingTables = ({ key, bigint }: ColumnTypes) => `
create table "move_in" (
  "id" ${key} not null primary key,
  "state" ${key} not null check ("state" in ('waiting', 'reading', 'ready', 'importing', 'stopped', 'done', 'failed', 'undoing', 'undone')),
  "wanted" ${key} check ("wanted" in ('dry-run', 'import', 'undo')),
  "createdAt" ${bigint} not null,
  "createdBy" ${key},
  "origin" text not null,
  "files" text not null,
  "options" text not null,
  "report" text,
  "progress" text,
  "startedAt" ${bigint},
  "finishedAt" ${bigint},
  "trouble" text,
  "version" integer not null default 1);
create index "move_in_newest" on "move_in" ("createdAt", "id");
create index "move_in_wanted" on "move_in" ("wanted", "createdAt") where "wanted" is not null;

create table "move_in_problem" (
  "moveIn" ${key} not null references "move_in" ("id") on delete cascade,
  "number" integer not null,
  "verdict" ${key} not null check ("verdict" in ('refused', 'doubtful')),
  "class" ${key} not null,
  "file" text not null,
  "record" text not null,
  "title" text not null,
  "field" text not null,
  "problem" text not null,
  primary key ("moveIn", "number"));
create index "move_in_problem_class" on "move_in_problem" ("moveIn", "verdict", "class", "number");

create table "moved_item" (
  "origin" ${key} not null,
  "kind" ${key} not null,
  "key" ${key} not null,
  "itemId" ${key},
  "tag" text,
  "takenHash" text,
  "moveIn" ${key} not null,
  "createdAt" ${bigint} not null,
  primary key ("origin", "kind", "key"));
create index "moved_item_of" on "moved_item" ("moveIn", "kind", "origin", "key");
create index "moved_item_item" on "moved_item" ("kind", "itemId");

create table "redirect" (
  "fromPath" ${key} not null primary key,
  "target" text not null,
  "createdAt" ${bigint} not null,
  "moveIn" ${key});
create index "redirect_newest" on "redirect" ("createdAt", "fromPath");
create index "redirect_moved" on "redirect" ("moveIn", "fromPath") where "moveIn" is not null;

create table "missing_address" (
  "path" ${key} not null primary key,
  "requests" integer not null,
  "firstAt" ${bigint} not null,
  "lastAt" ${bigint} not null,
  "ignored" integer not null default 0);
create index "missing_address_most" on "missing_address" ("ignored", "requests", "path");
create index "missing_address_oldest" on "missing_address" ("lastAt", "path")`;
