import type { ColumnTypes } from './column-types.ts';

/** Drafts, revisions, the trash, open forms, pictures and preview links. */
export const savingTables = ({ key, bigint }: ColumnTypes) => `
create table "item_version" (
  "collection" ${key} not null,
  "id" ${key} not null,
  "state" ${key} not null check ("state" in ('draft', 'scheduled', 'review', 'earlier', 'deleted')),
  "publishAt" ${bigint},
  "item" text not null,
  "version" integer not null,
  "createdAt" ${bigint} not null,
  "updatedAt" ${bigint} not null,
  constraint "item_version_key" primary key ("collection", "id", "state", "version", "updatedAt"),
  check (("state" = 'scheduled') = ("publishAt" is not null)));
create index "item_version_due" on "item_version" ("publishAt", "id");
create unique index "item_version_prepared" on "item_version" ("collection", "id", "state") where "state" in ('draft', 'scheduled', 'review');
create index "item_version_state" on "item_version" ("collection", "state", "updatedAt", "id");
create index "item_version_by_time" on "item_version" ("collection", "state", "publishAt", "id");

create table "trash_item" (
  "id" ${key} not null constraint "trash_item_key" primary key,
  "collection" ${key} not null,
  "itemId" ${key} not null,
  "state" ${key} not null,
  "title" text not null,
  "item" text not null,
  "belongings" integer not null,
  "batch" ${key} not null,
  "removedAt" ${bigint} not null,
  "removedBy" ${key} references "site_user" ("id") on delete set null,
  "removedByToken" text,
  "expiresAt" ${bigint} not null,
  "linkedUntil" ${bigint});
create index "trash_item_newest" on "trash_item" ("removedAt", "id");
create index "trash_item_of_collection" on "trash_item" ("collection", "removedAt", "id");
create index "trash_item_of_item" on "trash_item" ("collection", "itemId", "removedAt");
create index "trash_item_of_batch" on "trash_item" ("batch");
create index "trash_item_due" on "trash_item" ("expiresAt");
create index "trash_item_linked" on "trash_item" ("linkedUntil") where "linkedUntil" is not null;
create index "trash_item_of_user" on "trash_item" ("removedBy") where "removedBy" is not null;
create index "trash_item_counts" on "trash_item" ("collection", "batch", "expiresAt");

create table "trash_row" (
  "trashId" ${key} not null references "trash_item" ("id") on delete cascade,
  "part" integer not null,
  "tableName" ${key} not null,
  "rows" text not null,
  constraint "trash_row_key" primary key ("trashId", "part"));
create index "trash_row_of_table" on "trash_row" ("tableName");

create table "trash_secret" (
  "trashId" ${key} not null references "trash_item" ("id") on delete cascade,
  "part" integer not null,
  "tableName" ${key} not null,
  "rows" text not null,
  constraint "trash_secret_key" primary key ("trashId", "part"));

create table "item_revision" (
  "collection" ${key} not null,
  "id" ${key} not null,
  "revision" integer not null,
  "savedAt" ${bigint} not null,
  "savedBy" ${key} references "site_user" ("id") on delete set null,
  "savedByToken" text,
  "kind" ${key} not null,
  "publication" ${key} not null,
  "item" text not null,
  "session" text,
  constraint "item_revision_key" primary key ("collection", "id", "revision"));
create index "item_revision_of_user" on "item_revision" ("savedBy") where "savedBy" is not null;
create index "item_revision_by_time" on "item_revision" ("savedAt");

create table "open_form" (
  "form" ${key} not null constraint "open_form_key" primary key,
  "collection" ${key} not null,
  "itemId" ${key} not null,
  "userId" ${key} not null references "site_user" ("id") on delete cascade,
  "expiresAt" ${bigint} not null);
create index "open_form_of_item" on "open_form" ("collection", "itemId", "expiresAt");
create index "open_form_expired" on "open_form" ("expiresAt");
create index "open_form_of_user" on "open_form" ("userId");

create table "picture" (
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
  "updatedAt" ${bigint} not null,
  "addedBy" ${key} references "site_user" ("id") on delete set null,
  "addedByToken" text);
create index "picture_newest" on "picture" ("createdAt", "id");
create index "picture_without_words" on "picture" ("createdAt", "id") where "alt" is null and "decorative" = 0;
create index "picture_of_user" on "picture" ("addedBy") where "addedBy" is not null;

create table "picture_file" (
  "name" ${key} not null primary key,
  "picture" ${key} not null,
  "bytes" integer not null,
  "sha256" text not null);
create index "picture_file_of" on "picture_file" ("picture");

create table "picture_idle" ("picture" ${key} not null primary key, "since" ${bigint} not null);
create index "picture_idle_since" on "picture_idle" ("since", "picture");

create table "picture_use" (
  "collection" ${key} not null,
  "itemId" ${key} not null,
  "state" ${key} not null,
  "picture" ${key} not null,
  "place" ${key} not null,
  "title" text not null,
  primary key ("collection", "itemId", "state", "picture", "place"));
create index "picture_use_of" on "picture_use" ("picture");

create table "picture_use_stale" (
  "collection" ${key} not null,
  "itemId" ${key} not null,
  primary key ("collection", "itemId"));

create table "preview_link" (
  "collection" ${key} not null,
  "itemId" ${key} not null,
  "tokenHash" ${key} not null constraint "preview_link_secret" unique,
  "publicVersion" integer not null,
  "createdAt" ${bigint} not null,
  "expiresAt" ${bigint} not null,
  constraint "preview_link_key" primary key ("collection", "itemId"));
create index "preview_link_expired" on "preview_link" ("expiresAt");

create table "revision_picture" (
  "collection" ${key} not null,
  "id" ${key} not null,
  "revision" integer not null,
  "picture" ${key} not null,
  constraint "revision_picture_key" primary key ("collection", "id", "revision", "picture"),
  constraint "revision_picture_of" foreign key ("collection", "id", "revision") references "item_revision" ("collection", "id", "revision") on delete cascade);
create index "revision_picture_used" on "revision_picture" ("picture")`;
