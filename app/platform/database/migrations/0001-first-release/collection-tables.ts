import type { ColumnTypes } from './column-types.ts';

/** The five collections, votes, settings, feeds, and what search stores besides the index itself. */
export const collectionTables = ({ key, bigint, withoutRowid }: ColumnTypes) => `
create table "article" (
  "id" ${key} not null primary key,
  "version" integer default 1 not null,
  "createdAt" ${bigint} not null,
  "updatedAt" ${bigint} not null,
  "sourceId" text not null,
  "title" text not null,
  "link" text not null,
  "pubDate" ${bigint} not null,
  "sourceName" text not null,
  "sourceUrl" text not null,
  "deck" text not null,
  "image" text,
  "description" text not null,
  "picture" ${key},
  "hasDeck" integer default 0 not null,
  "byline" text,
  "tags" text,
  "corrections" text,
  "pinned" integer default 0 not null);
create index "article_newest" on "article" ("pubDate", "id");
create index "article_of_source" on "article" ("sourceName", "pubDate", "id");
create unique index "article_pinned" on "article" ("pinned") where "pinned" = 1;
create index "article_corrected" on "article" ("updatedAt", "id") where "corrections" is not null;

create table "news_item" (
  "id" ${key} not null primary key,
  "version" integer default 1 not null,
  "createdAt" ${bigint} not null,
  "updatedAt" ${bigint} not null,
  "title" text not null,
  "sourceId" text,
  "link" text not null,
  "pubDate" ${bigint} not null,
  "sourceName" text,
  "sourceUrl" text,
  "deck" text not null,
  "image" text,
  "description" text not null,
  "picture" ${key});
create index "news_item_newest" on "news_item" ("pubDate", "id");
create index "news_item_of_source" on "news_item" ("sourceName", "pubDate", "id");

create table "event" (
  "id" ${key} not null primary key,
  "version" integer default 1 not null,
  "createdAt" ${bigint} not null,
  "updatedAt" ${bigint} not null,
  "sourceId" text not null,
  "title" text not null,
  "link" text not null,
  "pubDate" ${bigint} not null,
  "eventDate" ${bigint} not null,
  "eventTime" text not null,
  "eventLocation" text not null,
  "enclosureUrl" text not null,
  "enclosureType" text not null,
  "description" text not null,
  "endDate" ${bigint},
  "allDay" integer default 0 not null,
  "status" text default 'scheduled' not null,
  "statusNote" text,
  "previousDate" ${bigint},
  "category" text,
  "recurrence" text,
  "seriesId" ${key},
  "seriesStart" ${bigint},
  "recurrenceId" ${bigint},
  "picture" ${key});
create index "event_soonest" on "event" ("eventDate", "id");
create index "event_lasting" on "event" ("eventDate", "id") where "endDate" - "eventDate" >= 86400000;
create index "event_by_place" on "event" ("eventLocation", "eventDate", "id");
create index "event_latest" on "event" ("updatedAt" desc, "eventDate", "id", "endDate");
create index "event_newest" on "event" ("pubDate", "id");
create index "event_by_category" on "event" ("category", "eventDate", "id");
create index "event_of_series" on "event" ("seriesId", "recurrenceId", "id") where "seriesId" is not null;

create table "poll" (
  "id" ${key} not null primary key,
  "version" integer default 1 not null,
  "createdAt" ${bigint} not null,
  "updatedAt" ${bigint} not null,
  "title" text not null,
  "titleKey" ${key} not null,
  "deck" text not null,
  "description" text not null,
  "voters" text default 'verified' not null,
  "resultsShown" text default 'always' not null,
  "maxChoices" integer default 1 not null,
  "noneOfThese" integer default 0 not null,
  "opensAt" ${bigint},
  "closesAt" ${bigint},
  "closedAt" ${bigint},
  "archivedAt" ${bigint},
  "endsAt" ${bigint} default 9007199254740991 not null,
  "round" integer default 1 not null,
  "archived" integer default 0 not null,
  "picture" ${key});
create index "poll_by_title" on "poll" ("titleKey", "id");
create index "poll_newest" on "poll" ("createdAt", "id");
create index "poll_public" on "poll" ("archived", "endsAt", "id");
create index "poll_due" on "poll" ("closedAt", "closesAt");

create table "poll_option" (
  "id" ${key} not null primary key,
  "pollId" ${key} not null references "poll" ("id") on delete cascade,
  "position" integer not null,
  "text" text not null,
  "isNone" integer default 0 not null);
create unique index "poll_option_of_poll" on "poll_option" ("pollId", "position");

create table "business" (
  "id" ${key} not null primary key,
  "version" integer default 1 not null,
  "createdAt" ${bigint} not null,
  "updatedAt" ${bigint} not null,
  "name" text not null,
  "nameKey" ${key} not null,
  "category" text not null,
  "address" text not null,
  "phone" text,
  "website" text,
  "email" text,
  "openingHours" text,
  "description" text not null,
  "picture" ${key});
create index "business_by_name" on "business" ("nameKey", "id");
create index "business_by_category" on "business" ("category", "nameKey", "id");

create table "town_setting" ("name" text not null primary key, "value" text not null);

create table "sample_item" (
  "collection" text not null,
  "id" ${key} not null,
  constraint "sample_item_key" primary key ("collection", "id"));

create table "poll_network" (
  "pollId" ${key} not null references "poll" ("id") on delete cascade,
  "network" ${key} not null,
  "voters" integer not null,
  "refused" integer default 0 not null,
  constraint "poll_network_of_poll" primary key ("pollId", "network"));

create table "poll_closing" (
  "pollId" ${key} not null references "poll" ("id") on delete cascade,
  "round" integer not null,
  "closedAt" ${bigint} not null,
  "ballots" integer not null,
  "counts" text not null,
  "line" text not null,
  "head" text not null,
  constraint "poll_closing_of_round" primary key ("pollId", "round"));

create table "poll_note" (
  "pollId" ${key} not null references "poll" ("id") on delete cascade,
  "at" ${bigint} not null,
  "number" integer not null,
  "text" text not null,
  constraint "poll_note_of_poll" primary key ("pollId", "number"));

create table "search_document" (
  "number" ${bigint} not null primary key,
  "kind" ${key} not null,
  "itemId" ${key} not null,
  "date" ${bigint} not null,
  "series" ${key},
  constraint "search_document_item" unique ("kind", "itemId"));

create table "feed_topic" (
  "topic" ${key} not null primary key,
  "looked" text default '' not null,
  "lookAgainAt" ${bigint} default 0 not null,
  "wanted" text default '' not null,
  "announced" text default '' not null,
  "announcedAt" ${bigint},
  "attempts" integer default 0 not null,
  "nextAttemptAt" ${bigint} default 0 not null,
  "trouble" text);

create table "search_word" ("word" ${key} not null primary key)${withoutRowid};

create table "search_trigram" (
  "trigram" ${key} not null,
  "word" ${key} not null,
  constraint "search_trigram_key" primary key ("trigram", "word"))${withoutRowid};

create table "search_progress" (
  "kind" ${key} not null primary key,
  "number" ${bigint} not null)${withoutRowid};

create table "poll_voter" (
  "pollId" ${key} not null references "poll" ("id") on delete cascade,
  "voter" ${key} not null,
  "userId" ${key} references "site_user" ("id") on delete set null,
  "kind" text not null,
  "round" integer not null,
  "network" text,
  "votedAt" ${bigint} not null,
  primary key ("pollId", "voter"))${withoutRowid};
create index "poll_voter_of_user" on "poll_voter" ("userId");
create index "poll_voter_network" on "poll_voter" ("pollId", "voter") where "network" is not null;

create table "poll_key" (
  "pollId" ${key} not null primary key references "poll" ("id") on delete cascade,
  "key" text not null)${withoutRowid};

create table "poll_ballot" (
  "pollId" ${key} not null references "poll" ("id") on delete cascade,
  "receipt" ${key} not null,
  "round" integer not null,
  "kind" ${key} not null,
  "choices" ${key} not null,
  "ref" ${key},
  "position" integer,
  "hash" text,
  constraint "poll_ballot_of_receipt" primary key ("pollId", "receipt"))${withoutRowid};
create unique index "poll_ballot_ref" on "poll_ballot" ("pollId", "ref");
create unique index "poll_ballot_position" on "poll_ballot" ("pollId", "position");
create index "poll_ballot_counted" on "poll_ballot" ("pollId", "round", "kind", "choices");

create table "poll_sealing" (
  "pollId" ${key} not null primary key references "poll" ("id") on delete cascade,
  "phase" text not null)${withoutRowid};

create table search_stale (
  "kind" ${key} not null,
  "itemId" ${key} not null,
  "date" ${bigint} not null,
  primary key ("kind", "itemId"))${withoutRowid};
create index search_stale_order on search_stale ("kind", "date", "itemId");

create table "article_tag" (
  "tag" ${key} not null,
  "articleId" ${key} not null,
  "pubDate" ${bigint} not null,
  "name" text not null,
  constraint "article_tag_key" primary key ("tag", "articleId"));
create index "article_tag_newest" on "article_tag" ("tag", "pubDate", "articleId");
create index "article_tag_of_article" on "article_tag" ("articleId")`;
