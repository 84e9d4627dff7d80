import type { ColumnTypes } from './column-types.ts';

/** Feeds, calendars and pages that the town imports, what became of each of their items, and the inbox. */
export const sourceTables = ({ key, bigint }: ColumnTypes) => `
create table "source" (
  "id" ${key} not null primary key,
  "address" ${key} not null unique,
  "name" text not null,
  "feeds" ${key} not null check ("feeds" in ('articles', 'news', 'events')),
  "trust" ${key} not null check ("trust" in ('review', 'publish')),
  "rank" ${key} not null check ("rank" in ('primary', 'aggregator')),
  "zone" text,
  "every" integer not null,
  "site" text,
  "version" integer not null,
  "createdAt" ${bigint} not null,
  "createdBy" ${key},
  "removedAt" ${bigint},
  "confirmedAt" ${bigint});

create table "source_state" (
  "source" ${key} not null primary key references "source" ("id") on delete cascade,
  "paused" integer not null default 0,
  "stopped" ${key},
  "nextAt" ${bigint} not null,
  "requestedAt" ${bigint},
  "checkedAt" ${bigint},
  "succeededAt" ${bigint},
  "newAt" ${bigint},
  "failures" integer not null default 0,
  "failingSince" ${bigint},
  "problem" text,
  "slow" integer not null default 0,
  "emptiedAt" ${bigint},
  "etag" text,
  "modified" text,
  "digest" text,
  "format" text,
  "movedTo" text,
  "movedTimes" integer not null default 0);
create index "source_state_next" on "source_state" ("nextAt");

create table "source_item" (
  "source" ${key} not null references "source" ("id") on delete cascade,
  "key" ${key} not null,
  "collection" ${key} not null,
  "itemId" ${key} not null,
  "ownId" ${key} not null,
  "series" ${key} not null,
  "day" ${key},
  "startAt" ${bigint},
  "pubDate" ${bigint} not null,
  "titleKey" ${key} not null,
  "venueKey" ${key},
  "fields" text not null,
  "base" text,
  "decision" ${key},
  "firstSeenAt" ${bigint} not null,
  "absentSince" ${bigint},
  "unconfirmed" integer not null default 0,
  "mergedAt" ${bigint},
  "mergedBy" ${key},
  "mergedFor" ${key},
  primary key ("source", "key"));
create index "source_item_of" on "source_item" ("collection", "itemId");
create unique index "source_item_own" on "source_item" ("collection", "ownId");
create index "source_item_same" on "source_item" ("collection", "day", "titleKey");
create index "source_item_unconfirmed" on "source_item" ("startAt") where "unconfirmed" = 1;
create index "source_item_merged" on "source_item" ("source", "mergedAt", "key") where "mergedAt" is not null;
create index "source_item_latest" on "source_item" ("source", "decision", "firstSeenAt");
create index "source_item_series" on "source_item" ("source", "series", "decision");
create index "source_item_recent" on "source_item" ("decision", "firstSeenAt") where "mergedAt" is null;
create index "source_item_starts" on "source_item" ("source", "startAt");
create index "source_item_listed" on "source_item" ("source", "startAt", "key") where "absentSince" is null;

create table "source_match" (
  "source" ${key} not null references "source" ("id") on delete cascade,
  "match" ${key} not null,
  "key" ${key} not null,
  primary key ("source", "match"));
create index "source_match_of" on "source_match" ("source", "key");

create table "source_check" (
  "source" ${key} not null references "source" ("id") on delete cascade,
  "at" ${bigint} not null,
  "ms" integer not null,
  "outcome" ${key} not null,
  "problem" text,
  "found" integer not null,
  "added" integer not null,
  "changed" integer not null,
  "missing" integer not null,
  "title" text,
  "collection" ${key},
  "itemId" ${key},
  primary key ("source", "at"));

create table "source_day" (
  "source" ${key} not null references "source" ("id") on delete cascade,
  "day" ${key} not null,
  "checks" integer not null,
  "failed" integer not null,
  "added" integer not null,
  primary key ("source", "day"));

create table "inbox_entry" (
  "id" ${key} not null primary key,
  "kind" ${key} not null check ("kind" in ('new', 'change')),
  "collection" ${key} not null,
  "itemId" ${key} not null,
  "source" ${key} not null references "source" ("id") on delete cascade,
  "stack" ${key} not null,
  "title" text not null,
  "link" text,
  "item" text,
  "changes" text,
  "similar" text,
  "startAt" ${bigint},
  "receivedAt" ${bigint} not null,
  "snoozedUntil" ${bigint});
create unique index "inbox_entry_of" on "inbox_entry" ("collection", "itemId");
create index "inbox_entry_stack" on "inbox_entry" ("stack", "startAt", "id");
create index "inbox_entry_counted" on "inbox_entry" ("source", "kind", "collection", "stack", "snoozedUntil", "receivedAt");
create index "inbox_entry_newest" on "inbox_entry" ("receivedAt", "id");
create index "inbox_entry_latest" on "inbox_entry" ("collection", "receivedAt", "id");
create index "inbox_entry_soonest" on "inbox_entry" ("collection", "startAt", "id");

create table "inbox_action" (
  "number" integer not null primary key,
  "batch" ${key} not null,
  "at" ${bigint} not null,
  "by" ${key},
  "action" ${key} not null,
  "summary" text not null,
  "undo" text not null);
create index "inbox_action_batch" on "inbox_action" ("batch");

create table "match_rule" (
  "kind" ${key} not null check ("kind" in ('never', 'same', 'venue')),
  "one" ${key} not null,
  "other" ${key} not null,
  "createdAt" ${bigint} not null,
  "createdBy" ${key},
  primary key ("kind", "one", "other"))`;
