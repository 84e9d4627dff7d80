-- A SQLite database of the last unreleased set of migrations (0001-content to 0018-feed-order), with a row in each table.
CREATE TABLE "kysely_migration" ("name" varchar(255) not null primary key, "timestamp" varchar(255) not null);
CREATE TABLE "kysely_migration_lock" ("id" varchar(255) not null primary key, "is_locked" integer default 0 not null);
CREATE TABLE "article" ("id" text not null primary key, "version" integer default 1 not null, "createdAt" integer not null, "updatedAt" integer not null, "sourceId" text not null, "title" text not null, "link" text not null, "pubDate" integer not null, "sourceName" text not null, "sourceUrl" text not null, "deck" text not null, "image" text, "description" text not null);
CREATE TABLE "news_item" ("id" text not null primary key, "version" integer default 1 not null, "createdAt" integer not null, "updatedAt" integer not null, "title" text not null, "sourceId" text, "link" text not null, "pubDate" integer not null, "sourceName" text, "sourceUrl" text, "deck" text not null, "image" text, "description" text not null);
CREATE TABLE "event" ("id" text not null primary key, "version" integer default 1 not null, "createdAt" integer not null, "updatedAt" integer not null, "sourceId" text not null, "title" text not null, "link" text not null, "pubDate" integer not null, "eventDate" integer not null, "eventTime" text not null, "eventLocation" text not null, "enclosureUrl" text not null, "enclosureType" text not null, "description" text not null, "endDate" integer, "allDay" integer default 0 not null, "status" text default 'scheduled' not null, "statusNote" text, "previousDate" integer);
CREATE TABLE "poll" ("id" text not null primary key, "version" integer default 1 not null, "createdAt" integer not null, "updatedAt" integer not null, "title" text not null, "titleKey" text not null, "deck" text not null, "description" text not null, "voters" text default 'verified' not null, "resultsShown" text default 'always' not null, "maxChoices" integer default 1 not null, "noneOfThese" integer default 0 not null, "opensAt" integer, "closesAt" integer, "closedAt" integer, "archivedAt" integer, "endsAt" integer default 9007199254740991 not null, "round" integer default 1 not null, "archived" integer default 0 not null);
CREATE TABLE "poll_option" ("id" text not null primary key, "pollId" text not null references "poll" ("id") on delete cascade, "position" integer not null, "text" text not null, "isNone" integer default 0 not null);
CREATE TABLE "business" ("id" text not null primary key, "version" integer default 1 not null, "createdAt" integer not null, "updatedAt" integer not null, "name" text not null, "nameKey" text not null, "category" text not null, "address" text not null, "phone" text, "website" text, "email" text, "openingHours" text, "description" text not null);
CREATE TABLE "town_setting" ("name" text not null primary key, "value" text not null);
CREATE TABLE "sample_item" ("collection" text not null, "id" text not null, constraint "sample_item_key" primary key ("collection", "id"));
CREATE TABLE "setup_link" ("id" integer not null primary key, "tokenHash" text not null, "expiresAt" integer not null);
CREATE TABLE "collection_revision" ("collection" text not null primary key, "revision" integer not null);
CREATE TABLE "article_segment" ("sort" integer not null, "id" text not null, "items" integer not null, constraint "article_segment_key" primary key ("sort", "id")) without rowid;
CREATE TABLE "news_item_segment" ("sort" integer not null, "id" text not null, "items" integer not null, constraint "news_item_segment_key" primary key ("sort", "id")) without rowid;
CREATE TABLE "event_segment" ("sort" integer not null, "id" text not null, "items" integer not null, constraint "event_segment_key" primary key ("sort", "id")) without rowid;
CREATE TABLE "poll_segment" ("sort" text not null, "id" text not null, "items" integer not null, constraint "poll_segment_key" primary key ("sort", "id")) without rowid;
CREATE TABLE "business_segment" ("sort" text not null, "id" text not null, "items" integer not null, constraint "business_segment_key" primary key ("sort", "id")) without rowid;
CREATE TABLE "mail" ("id" text not null primary key, "kind" text not null, "recipient" text, "recipientHash" text not null, "letter" text, "state" text not null, "attempts" integer not null, "nextAttemptAt" integer not null, "queuedAt" integer not null, "settledAt" integer, "trouble" text, "reply" text);
CREATE TABLE "job_lease" ("job" text not null primary key, "holder" text, "beat" integer not null);
CREATE TABLE "site_user" ("id" text not null primary key, "newsletterOptIn" integer not null, "createdAt" integer not null);
CREATE TABLE "verified_address" ("userId" text not null references "site_user" ("id") on delete cascade, "address" text not null primary key, "provedAt" integer not null, constraint "verified_address_of_user" unique ("userId"));
CREATE TABLE "address_claim" ("userId" text not null references "site_user" ("id") on delete cascade, "address" text not null, "createdAt" integer not null, constraint "address_claim_of_user" primary key ("userId"));
CREATE TABLE "password" ("userId" text not null references "site_user" ("id") on delete cascade, "hash" text not null, "createdAt" integer not null, constraint "password_of_user" primary key ("userId"));
CREATE TABLE "identity" ("userId" text not null references "site_user" ("id") on delete cascade, "issuer" text not null, "subject" text not null, "createdAt" integer not null, constraint "identity_of_issuer" primary key ("issuer", "subject"));
CREATE TABLE "session" ("userId" text not null references "site_user" ("id") on delete cascade, "tokenHash" text not null primary key, "createdAt" integer not null, "lastSeenAt" integer not null, "provedAt" integer not null);
CREATE TABLE "address_proof" ("tokenHash" text not null primary key, "kind" text not null, "address" text not null, "userId" text references "site_user" ("id") on delete cascade, "expiresAt" integer not null);
CREATE TABLE "throttle" ("subject" text not null primary key, "tries" integer not null, "blockedUntil" integer not null, "expiresAt" integer not null);
CREATE TABLE "api_token" ("id" text not null primary key, "name" text not null, "tokenHash" text not null unique, "scope" text not null, "createdAt" integer not null, "expiresAt" integer not null, "lastUsedAt" integer, "revokedAt" integer);
CREATE TABLE "audit_entry" ("id" text not null primary key, "at" integer not null, "actor" text not null, "actorId" text, "action" text not null, "subject" text, "address" text);
CREATE TABLE "backup_run" ("id" text not null primary key, "kind" text not null, "at" integer not null, "tookMs" integer not null, "file" text, "bytes" integer, "rows" integer, "secondPlace" text, "trouble" text);
CREATE TABLE "backup_setting" ("name" text not null primary key, "value" text not null);
CREATE TABLE "suppression_entry" ("id" text not null primary key, "at" integer not null, "userId" text not null, "what" text not null);
CREATE TABLE "poll_vote" ("pollId" text not null references "poll" ("id") on delete cascade, "voter" text not null, "userId" text references "site_user" ("id") on delete cascade, "kind" text not null, "round" integer not null, "choices" text, "receipt" text, "network" text, "firstAt" integer not null, "castAt" integer not null, constraint "poll_vote_of_voter" primary key ("pollId", "voter"), constraint "poll_vote_receipt" unique ("pollId", "receipt"));
CREATE TABLE "poll_network" ("pollId" text not null references "poll" ("id") on delete cascade, "network" text not null, "voters" integer not null, "refused" integer default 0 not null, constraint "poll_network_of_poll" primary key ("pollId", "network"));
CREATE TABLE "poll_ballot" ("pollId" text not null references "poll" ("id") on delete cascade, "position" integer not null, "round" integer not null, "kind" text not null, "receipt" text not null, "choices" text not null, "hash" text not null, constraint "poll_ballot_in_order" primary key ("pollId", "position"), constraint "poll_ballot_receipt" unique ("pollId", "receipt"));
CREATE TABLE "poll_closing" ("pollId" text not null references "poll" ("id") on delete cascade, "round" integer not null, "closedAt" integer not null, "ballots" integer not null, "counts" text not null, "line" text not null, "head" text not null, constraint "poll_closing_of_round" primary key ("pollId", "round"));
CREATE TABLE "poll_note" ("pollId" text not null references "poll" ("id") on delete cascade, "at" integer not null, "number" integer not null, "text" text not null, constraint "poll_note_of_poll" primary key ("pollId", "number"));
CREATE TABLE "search_document" ("number" integer not null primary key, "kind" text not null, "itemId" text not null, "date" integer not null, constraint "search_document_item" unique ("kind", "itemId"));
CREATE VIRTUAL TABLE "article_text" using fts5("title", "text", content='', contentless_delete=1,
      tokenize="porter unicode61 remove_diacritics 2");
delete from "article_text_data";
insert into "article_text_data" values (1, x'020e10');
insert into "article_text_data" values (10, x'00000001ff00000101010100010101010101000002');
insert into "article_text_data" values (137438953473, x'000000ca03306130a080808080010802010102020131a08080808002080201010202026e64a0808080800108070101070108070101070208706f7374726f7068a08080808001080501010501080501010501096261636b736c617368a0808080800108040101040108040101040203656c6ca0808080800108080101080108080101080106636f6d6d6f6ea0808080800106010109010601010901066e65776c696ea080808080010806010106010806010106010471756f74a080808080010803010103010803010103040f0e151b1c161719');
delete from "article_text_idx";
insert into "article_text_idx" values (1, x'', 2);
delete from "article_text_docsize";
insert into "article_text_docsize" values (1099511627777, x'0708', 1);
insert into "article_text_docsize" values (1099511627778, x'0708', 1);
delete from "article_text_config";
insert into "article_text_config" values ('hashsize', 16777216);
insert into "article_text_config" values ('version', 4);
CREATE VIRTUAL TABLE "article_term" using fts5vocab("article_text", 'instance');
CREATE TABLE "article_text_latest" ("number" integer not null);
CREATE VIRTUAL TABLE "news_item_text" using fts5("title", "text", content='', contentless_delete=1,
      tokenize="porter unicode61 remove_diacritics 2");
delete from "news_item_text_data";
insert into "news_item_text_data" values (1, x'010305');
insert into "news_item_text_data" values (10, x'00000001ff00000101010100010101010101000001');
insert into "news_item_text_data" values (137438953473, x'0000007b023061c0808080800106010103020466746572c080808080010601010201056272696467c08080808001020301026f66c0808080800106010105010672656f70656ec0808080800102040103746865c0808080800102020104776f726bc0808080800106010106010479656172c0808080800106010104040d100f0e100d10');
delete from "news_item_text_idx";
insert into "news_item_text_idx" values (1, x'', 2);
delete from "news_item_text_docsize";
insert into "news_item_text_docsize" values (2199023255553, x'0305', 1);
delete from "news_item_text_config";
insert into "news_item_text_config" values ('hashsize', 16777216);
insert into "news_item_text_config" values ('version', 4);
CREATE VIRTUAL TABLE "news_item_term" using fts5vocab("news_item_text", 'instance');
CREATE TABLE "news_item_text_latest" ("number" integer not null);
CREATE VIRTUAL TABLE "event_text" using fts5("title", "text", content='', contentless_delete=1,
      tokenize="porter unicode61 remove_diacritics 2");
delete from "event_text_data";
insert into "event_text_data" values (1, x'020306');
insert into "event_text_data" values (10, x'00000001ff000001010202000201010101010000010201010202000001');
insert into "event_text_data" values (137438953473, x'00000053053063616665e08080808001020202066f6e63657274e08080808001020301046661726de0808080800106010104010468696c6ce080808080010601010301056d75736963e0808080800106010102040e101010');
insert into "event_text_data" values (274877906945, x'000000410430616c6ce08080808002060101020103646169e0808080800206010103010466616972e0808080800202020105677265656ee0808080800206010104040f0f0e');
delete from "event_text_idx";
insert into "event_text_idx" values (1, x'', 2);
insert into "event_text_idx" values (2, x'', 2);
delete from "event_text_docsize";
insert into "event_text_docsize" values (3298534883329, x'0203', 1);
insert into "event_text_docsize" values (3298534883330, x'0103', 2);
delete from "event_text_config";
insert into "event_text_config" values ('hashsize', 16777216);
insert into "event_text_config" values ('version', 4);
CREATE VIRTUAL TABLE "event_term" using fts5vocab("event_text", 'instance');
CREATE TABLE "event_text_latest" ("number" integer not null);
CREATE VIRTUAL TABLE "poll_text" using fts5("title", "text", content='', contentless_delete=1,
      tokenize="porter unicode61 remove_diacritics 2");
delete from "poll_text_data";
insert into "poll_text_data" values (1, x'030309');
insert into "poll_text_data" values (10, x'00000001ff0000010103050003010101010101010102010102020101010301010303000001');
insert into "poll_text_data" values (137438953473, x'00000026063062726964678180808080800102020105776869636881808080808001060101020410');
insert into "poll_text_data" values (274877906945, x'00000043023030818080808080020601010401056272696467818080808080020202010377616981808080808002060101030204686963688180808080800206010102040e1010');
insert into "poll_text_data" values (412316860417, x'00000052023030818080808080030601010401013181808080808003060101060105627269646781808080808003020201037761698180808080800308010103040204686963688180808080800306010102040e0e1011');
insert into "poll_text_data" values (9007336693694464, x'080000000000000100000000000000000000040000000001000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000');
insert into "poll_text_data" values (9007474132647936, x'080000000000000100000000000000000000000000000000000004000000000200000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000');
delete from "poll_text_idx";
insert into "poll_text_idx" values (1, x'', 2);
insert into "poll_text_idx" values (2, x'', 2);
insert into "poll_text_idx" values (3, x'', 2);
delete from "poll_text_docsize";
insert into "poll_text_docsize" values (4398046511107, x'0105', 3);
delete from "poll_text_config";
insert into "poll_text_config" values ('hashsize', 16777216);
insert into "poll_text_config" values ('version', 4);
CREATE VIRTUAL TABLE "poll_term" using fts5vocab("poll_text", 'instance');
CREATE TABLE "poll_text_latest" ("number" integer not null);
CREATE VIRTUAL TABLE "business_text" using fts5("title", "text", content='', contentless_delete=1,
      tokenize="porter unicode61 remove_diacritics 2");
delete from "business_text_data";
insert into "business_text_data" values (1, x'010105');
insert into "business_text_data" values (10, x'00000001ff00000101010100010101010101000001');
insert into "business_text_data" values (137438953473, x'0000006b02303181a080808080010601010401086261636b6572656981a08080808001020202047265616481a08080808001060101030104666f6f6481a080808080010601010201046d61696e81a0808080800106010105010673747265657481a0808080800106010106040e13111111');
delete from "business_text_idx";
insert into "business_text_idx" values (1, x'', 2);
delete from "business_text_docsize";
insert into "business_text_docsize" values (5497558138881, x'0105', 1);
delete from "business_text_config";
insert into "business_text_config" values ('hashsize', 16777216);
insert into "business_text_config" values ('version', 4);
CREATE VIRTUAL TABLE "business_term" using fts5vocab("business_text", 'instance');
CREATE TABLE "business_text_latest" ("number" integer not null);
CREATE TABLE "feed_topic" ("topic" text not null primary key, "looked" text default '' not null, "lookAgainAt" integer default 0 not null, "wanted" text default '' not null, "announced" text default '' not null, "announcedAt" integer, "attempts" integer default 0 not null, "nextAttemptAt" integer default 0 not null, "trouble" text);
CREATE TABLE "search_word" ("word" text not null primary key) without rowid;
CREATE TABLE "search_trigram" ("trigram" text not null, "word" text not null, constraint "search_trigram_key" primary key ("trigram", "word")) without rowid;
CREATE TABLE "search_progress" ("kind" text not null primary key, "number" integer not null) without rowid;
insert into "kysely_migration" values ('0001-content', '2026-11-22T10:16:25.399Z');
insert into "kysely_migration" values ('0002-accounts', '2026-11-22T10:16:25.401Z');
insert into "kysely_migration" values ('0003-revisions', '2026-11-22T10:16:25.404Z');
insert into "kysely_migration" values ('0004-list-segments', '2026-11-22T10:16:25.412Z');
insert into "kysely_migration" values ('0005-mail', '2026-11-22T10:16:25.413Z');
insert into "kysely_migration" values ('0006-proven-addresses', '2026-11-22T10:16:25.417Z');
insert into "kysely_migration" values ('0007-api-tokens', '2026-11-22T10:16:25.418Z');
insert into "kysely_migration" values ('0008-audit', '2026-11-22T10:16:25.419Z');
insert into "kysely_migration" values ('0009-backups', '2026-11-22T10:16:25.423Z');
insert into "kysely_migration" values ('0010-revision-notices', '2026-11-22T10:16:25.424Z');
insert into "kysely_migration" values ('0011-voting', '2026-11-22T10:16:25.436Z');
insert into "kysely_migration" values ('0012-identity-and-activity', '2026-11-22T10:16:25.437Z');
insert into "kysely_migration" values ('0013-event-states', '2026-11-22T10:16:25.443Z');
insert into "kysely_migration" values ('0014-search', '2026-11-22T10:16:25.457Z');
insert into "kysely_migration" values ('0016-feeds', '2026-11-22T10:16:25.458Z');
insert into "kysely_migration" values ('0017-search-words', '2026-11-22T10:16:25.459Z');
insert into "kysely_migration" values ('0018-feed-order', '2026-11-22T10:16:25.460Z');
insert into "kysely_migration_lock" values ('migration_lock', 0);
insert into "article" values ('a0', 3, 1795176000000, 1795176000000, 'local:a0', 'a0: "quotes", \ backslashes, ''apostrophes'', newlines' || char(10) || char(8232) || ' and 🔔 bells', 'https://example.org/a0', 1795176000000, 'Commons', 'https://example.org', '', null, '<p>a0: "quotes", \ backslashes, ''apostrophes'', newlines' || char(10) || char(8232) || ' and 🔔 bells</p>');
insert into "article" values ('a1', 3, 1795176000000, 1795176000000, 'local:a1', 'a1: "quotes", \ backslashes, ''apostrophes'', newlines' || char(10) || char(8232) || ' and 🔔 bells', 'https://example.org/a1', 1795176000000, 'Commons', 'https://example.org', '', null, '<p>a1: "quotes", \ backslashes, ''apostrophes'', newlines' || char(10) || char(8232) || ' and 🔔 bells</p>');
insert into "news_item" values ('n1', 1, 1795176000000, 1795176000000, 'The bridge reopens', null, 'https://example.org/n1', 1795176000000, null, null, 'After a year.', null, '<p>After a <b>year</b> of work.</p>');
insert into "event" values ('v1', 1, 1795176000000, 1795176000000, 'local:v1', 'Café concert', 'https://example.org/v1', 1795176000000, 1795262400000, '5 PM', 'Hill Farm', '/illustrations/green.svg', 'image/svg+xml', '<p>Music.</p>', null, 0, 'scheduled', null, null);
insert into "event" values ('v2', 1, 1795176000000, 1795176000000, 'local:v2', 'Fair', 'https://example.org/v2', 1795176000000, 1795262400000, '', 'Green', '/illustrations/green.svg', 'image/svg+xml', '<p>All days.</p>', 1795435200000, 1, 'moved', 'Because of snow', 1795176000000);
insert into "poll" values ('p1', 1, 1795176000000, 1795176000000, 'Bridge?', 'bridge?', '', 'Which?', 'verified', 'always', 1, 0, null, null, null, null, 9007199254740991, 1, 0);
insert into "poll" values ('p2', 1, 1795176000000, 1795176000000, 'Old poll', 'old poll', '', 'Done.', 'verified', 'always', 1, 0, null, null, 1795176000000, 1795176000000, 1795176000000, 1, 1);
insert into "poll_option" values ('o0', 'p1', 0, 'Way 0', 0);
insert into "poll_option" values ('o1', 'p1', 1, 'Way 1', 0);
insert into "poll_option" values ('p2o0', 'p2', 0, 'Yes', 0);
insert into "poll_option" values ('p2o1', 'p2', 1, 'None of these', 1);
insert into "business" values ('b1', 1, 1795176000000, 1795176000000, 'Bäckerei', 'bäckerei', 'Food', '1 Main Street', '555-0100', null, null, 'Mo-Fr 8-17', '<p>Bread</p>');
insert into "town_setting" values ('title', 'Ashby Commons');
insert into "town_setting" values ('firstStart', 'done');
insert into "sample_item" values ('events', 'v2');
insert into "setup_link" values (1, 'link', 3590352000000);
insert into "collection_revision" values ('articles', 3);
insert into "collection_revision" values ('news', 2);
insert into "collection_revision" values ('events', 3);
insert into "collection_revision" values ('polls', 7);
insert into "collection_revision" values ('businesses', 2);
insert into "collection_revision" values ('town', 3);
insert into "collection_revision" values ('votes', 2);
insert into "article_segment" values (-9007199254740991, '', 2);
insert into "news_item_segment" values (-9007199254740991, '', 1);
insert into "event_segment" values (-9007199254740991, '', 2);
insert into "poll_segment" values ('', '', 2);
insert into "business_segment" values ('', '', 1);
insert into "mail" values ('m1', 'verify', 'june@example.org', 'hash', '{"subject":"secret link"}', 'queued', 0, 0, 1795176000000, null, null, null);
insert into "mail" values ('m2', 'verify', null, 'hash', null, 'sent', 1, 0, 1795176000000, 1795176000000, null, null);
insert into "job_lease" values ('mail', null, 1);
insert into "site_user" values ('june', 1, 1795176000000);
insert into "site_user" values ('may', 0, 1795176000000);
insert into "site_user" values ('abe', 1, 1795176000000);
insert into "site_user" values ('claire', 0, 1795176000000);
insert into "verified_address" values ('june', 'june@example.org', 1795176000000);
insert into "verified_address" values ('may', 'may@example.org', 1795176000000);
insert into "verified_address" values ('abe', 'abe@example.org', 1795176000000);
insert into "address_claim" values ('claire', 'claire@example.org', 1795176000000);
insert into "password" values ('june', '$argon2id$june', 1795176000000);
insert into "password" values ('may', '$argon2id$may', 1795176000000);
insert into "password" values ('abe', '$argon2id$abe', 1795176000000);
insert into "identity" values ('abe', 'https://accounts.example', 'abe', 1795176000000);
insert into "session" values ('june', 'session of june', 1795176000000, 1795176000000, 1795176000000);
insert into "session" values ('may', 'session of may', 1795176000000, 1795176000000, 1795176000000);
insert into "session" values ('abe', 'session of abe', 1795176000000, 1795176000000, 1795176000000);
insert into "address_proof" values ('proof', 'reset', 'june@example.org', 'june', 3590352000000);
insert into "throttle" values ('login:x', 2, 0, 3590352000000);
insert into "api_token" values ('t1', 'Import', 'token', 'write', 1795176000000, 3590352000000, null, null);
insert into "audit_entry" values ('e1', 1795176000000, 'admin', 'june', 'item-saved', '/a0', null);
insert into "backup_run" values ('k1', 'nightly', 1795176000000, 10, 'a.tar', 10, 5, null, null);
insert into "backup_setting" values ('keep', '7');
insert into "suppression_entry" values ('001795342585553-000000-bd411e39', 1795342585553, 'may', 'out');
insert into "poll_vote" values ('p1', 'june', 'june', 'member', 1, 'o0', 'r1', 'net', 1795176000000, 1795176000000);
insert into "poll_network" values ('p1', 'net', 1, 0);
insert into "poll_ballot" values ('p2', 1, 1, 'member', 'r2', 'p2o0', 'h1');
insert into "poll_closing" values ('p2', 1, 1795176000000, 1, '{"p2o0":1}', 'line', 'h2');
insert into "poll_note" values ('p2', 1795176000000, 1, 'A note');
insert into "search_document" values (1099511627777, 'articles', 'a0', 1795176000000);
insert into "search_document" values (1099511627778, 'articles', 'a1', 1795176000000);
insert into "search_document" values (2199023255553, 'news', 'n1', 1795176000000);
insert into "search_document" values (3298534883329, 'events', 'v1', 1795262400000);
insert into "search_document" values (3298534883330, 'events', 'v2', 1795262400000);
insert into "search_document" values (4398046511107, 'polls', 'p1', 1795176000000);
insert into "search_document" values (5497558138881, 'businesses', 'b1', 1795176000000);
insert into "article_text_latest" values (1099511627778);
insert into "news_item_text_latest" values (2199023255553);
insert into "event_text_latest" values (3298534883330);
insert into "poll_text_latest" values (4398046511107);
insert into "business_text_latest" values (5497558138881);
insert into "feed_topic" values ('all.rss', '', 0, '', '', null, 0, 0, null);
insert into "search_word" values ('bridge');
insert into "search_trigram" values ('bri', 'bridge');
insert into "search_progress" values ('news', 2199023255553);
CREATE INDEX "article_newest" on "article" ("pubDate", "id");
CREATE INDEX "news_item_newest" on "news_item" ("pubDate", "id");
CREATE INDEX "event_soonest" on "event" ("eventDate", "id");
CREATE INDEX "poll_by_title" on "poll" ("titleKey", "id");
CREATE INDEX "poll_newest" on "poll" ("createdAt", "id");
CREATE UNIQUE INDEX "poll_option_of_poll" on "poll_option" ("pollId", "position");
CREATE INDEX "business_by_name" on "business" ("nameKey", "id");
CREATE INDEX "business_by_category" on "business" ("category", "nameKey", "id");
CREATE TRIGGER "article_insert_raises" after insert on "article" begin
      update collection_revision set revision = revision + 1 where collection = 'articles';
    end;
CREATE TRIGGER "article_update_raises" after update on "article" begin
      update collection_revision set revision = revision + 1 where collection = 'articles';
    end;
CREATE TRIGGER "article_delete_raises" after delete on "article" begin
      update collection_revision set revision = revision + 1 where collection = 'articles';
    end;
CREATE TRIGGER "news_item_insert_raises" after insert on "news_item" begin
      update collection_revision set revision = revision + 1 where collection = 'news';
    end;
CREATE TRIGGER "news_item_update_raises" after update on "news_item" begin
      update collection_revision set revision = revision + 1 where collection = 'news';
    end;
CREATE TRIGGER "news_item_delete_raises" after delete on "news_item" begin
      update collection_revision set revision = revision + 1 where collection = 'news';
    end;
CREATE TRIGGER "event_insert_raises" after insert on "event" begin
      update collection_revision set revision = revision + 1 where collection = 'events';
    end;
CREATE TRIGGER "event_update_raises" after update on "event" begin
      update collection_revision set revision = revision + 1 where collection = 'events';
    end;
CREATE TRIGGER "event_delete_raises" after delete on "event" begin
      update collection_revision set revision = revision + 1 where collection = 'events';
    end;
CREATE TRIGGER "poll_insert_raises" after insert on "poll" begin
      update collection_revision set revision = revision + 1 where collection = 'polls';
    end;
CREATE TRIGGER "poll_update_raises" after update on "poll" begin
      update collection_revision set revision = revision + 1 where collection = 'polls';
    end;
CREATE TRIGGER "poll_delete_raises" after delete on "poll" begin
      update collection_revision set revision = revision + 1 where collection = 'polls';
    end;
CREATE TRIGGER "poll_option_insert_raises" after insert on "poll_option" begin
      update collection_revision set revision = revision + 1 where collection = 'polls';
    end;
CREATE TRIGGER "poll_option_update_raises" after update on "poll_option" begin
      update collection_revision set revision = revision + 1 where collection = 'polls';
    end;
CREATE TRIGGER "poll_option_delete_raises" after delete on "poll_option" begin
      update collection_revision set revision = revision + 1 where collection = 'polls';
    end;
CREATE TRIGGER "business_insert_raises" after insert on "business" begin
      update collection_revision set revision = revision + 1 where collection = 'businesses';
    end;
CREATE TRIGGER "business_update_raises" after update on "business" begin
      update collection_revision set revision = revision + 1 where collection = 'businesses';
    end;
CREATE TRIGGER "business_delete_raises" after delete on "business" begin
      update collection_revision set revision = revision + 1 where collection = 'businesses';
    end;
CREATE TRIGGER "town_setting_insert_raises" after insert on "town_setting" begin
      update collection_revision set revision = revision + 1 where collection = 'town';
    end;
CREATE TRIGGER "town_setting_update_raises" after update on "town_setting" begin
      update collection_revision set revision = revision + 1 where collection = 'town';
    end;
CREATE TRIGGER "town_setting_delete_raises" after delete on "town_setting" begin
      update collection_revision set revision = revision + 1 where collection = 'town';
    end;
CREATE TRIGGER "article_insert_counts" after insert on "article" begin 
    update "article_segment" set "items" = "items" + 1 where ("sort", "id") = (
      select "sort", "id" from "article_segment" where ("sort", "id") <= (new."pubDate", new."id")
      order by "sort" desc, "id" desc limit 1); end;
CREATE TRIGGER "article_delete_counts" after delete on "article" begin 
    update "article_segment" set "items" = "items" - 1 where ("sort", "id") = (
      select "sort", "id" from "article_segment" where ("sort", "id") <= (old."pubDate", old."id")
      order by "sort" desc, "id" desc limit 1); end;
CREATE TRIGGER "article_update_counts" after update on "article"
      when (old."pubDate", old."id") <> (new."pubDate", new."id")
      begin 
    update "article_segment" set "items" = "items" - 1 where ("sort", "id") = (
      select "sort", "id" from "article_segment" where ("sort", "id") <= (old."pubDate", old."id")
      order by "sort" desc, "id" desc limit 1); 
    update "article_segment" set "items" = "items" + 1 where ("sort", "id") = (
      select "sort", "id" from "article_segment" where ("sort", "id") <= (new."pubDate", new."id")
      order by "sort" desc, "id" desc limit 1); end;
CREATE TRIGGER "article_segment_splits" after update of "items" on "article_segment"
      when new."items" > 4096 begin
      insert into "article_segment" ("sort", "id", "items")
        select "pubDate", "id", new."items" - 2048 from "article"
        where ("pubDate", "id") >= (new."sort", new."id")
        order by "pubDate", "id" limit 1 offset 2048;
      update "article_segment" set "items" = 2048 where "sort" = new."sort" and "id" = new."id";
    end;
CREATE TRIGGER "article_segment_ends" after update of "items" on "article_segment"
      when new."items" = 0 and new."id" <> '' begin
      delete from "article_segment" where "sort" = new."sort" and "id" = new."id";
    end;
CREATE TRIGGER "news_item_insert_counts" after insert on "news_item" begin 
    update "news_item_segment" set "items" = "items" + 1 where ("sort", "id") = (
      select "sort", "id" from "news_item_segment" where ("sort", "id") <= (new."pubDate", new."id")
      order by "sort" desc, "id" desc limit 1); end;
CREATE TRIGGER "news_item_delete_counts" after delete on "news_item" begin 
    update "news_item_segment" set "items" = "items" - 1 where ("sort", "id") = (
      select "sort", "id" from "news_item_segment" where ("sort", "id") <= (old."pubDate", old."id")
      order by "sort" desc, "id" desc limit 1); end;
CREATE TRIGGER "news_item_update_counts" after update on "news_item"
      when (old."pubDate", old."id") <> (new."pubDate", new."id")
      begin 
    update "news_item_segment" set "items" = "items" - 1 where ("sort", "id") = (
      select "sort", "id" from "news_item_segment" where ("sort", "id") <= (old."pubDate", old."id")
      order by "sort" desc, "id" desc limit 1); 
    update "news_item_segment" set "items" = "items" + 1 where ("sort", "id") = (
      select "sort", "id" from "news_item_segment" where ("sort", "id") <= (new."pubDate", new."id")
      order by "sort" desc, "id" desc limit 1); end;
CREATE TRIGGER "news_item_segment_splits" after update of "items" on "news_item_segment"
      when new."items" > 4096 begin
      insert into "news_item_segment" ("sort", "id", "items")
        select "pubDate", "id", new."items" - 2048 from "news_item"
        where ("pubDate", "id") >= (new."sort", new."id")
        order by "pubDate", "id" limit 1 offset 2048;
      update "news_item_segment" set "items" = 2048 where "sort" = new."sort" and "id" = new."id";
    end;
CREATE TRIGGER "news_item_segment_ends" after update of "items" on "news_item_segment"
      when new."items" = 0 and new."id" <> '' begin
      delete from "news_item_segment" where "sort" = new."sort" and "id" = new."id";
    end;
CREATE TRIGGER "event_insert_counts" after insert on "event" begin 
    update "event_segment" set "items" = "items" + 1 where ("sort", "id") = (
      select "sort", "id" from "event_segment" where ("sort", "id") <= (new."eventDate", new."id")
      order by "sort" desc, "id" desc limit 1); end;
CREATE TRIGGER "event_delete_counts" after delete on "event" begin 
    update "event_segment" set "items" = "items" - 1 where ("sort", "id") = (
      select "sort", "id" from "event_segment" where ("sort", "id") <= (old."eventDate", old."id")
      order by "sort" desc, "id" desc limit 1); end;
CREATE TRIGGER "event_update_counts" after update on "event"
      when (old."eventDate", old."id") <> (new."eventDate", new."id")
      begin 
    update "event_segment" set "items" = "items" - 1 where ("sort", "id") = (
      select "sort", "id" from "event_segment" where ("sort", "id") <= (old."eventDate", old."id")
      order by "sort" desc, "id" desc limit 1); 
    update "event_segment" set "items" = "items" + 1 where ("sort", "id") = (
      select "sort", "id" from "event_segment" where ("sort", "id") <= (new."eventDate", new."id")
      order by "sort" desc, "id" desc limit 1); end;
CREATE TRIGGER "event_segment_splits" after update of "items" on "event_segment"
      when new."items" > 4096 begin
      insert into "event_segment" ("sort", "id", "items")
        select "eventDate", "id", new."items" - 2048 from "event"
        where ("eventDate", "id") >= (new."sort", new."id")
        order by "eventDate", "id" limit 1 offset 2048;
      update "event_segment" set "items" = 2048 where "sort" = new."sort" and "id" = new."id";
    end;
CREATE TRIGGER "event_segment_ends" after update of "items" on "event_segment"
      when new."items" = 0 and new."id" <> '' begin
      delete from "event_segment" where "sort" = new."sort" and "id" = new."id";
    end;
CREATE TRIGGER "poll_insert_counts" after insert on "poll" begin 
    update "poll_segment" set "items" = "items" + 1 where ("sort", "id") = (
      select "sort", "id" from "poll_segment" where ("sort", "id") <= (new."titleKey", new."id")
      order by "sort" desc, "id" desc limit 1); end;
CREATE TRIGGER "poll_delete_counts" after delete on "poll" begin 
    update "poll_segment" set "items" = "items" - 1 where ("sort", "id") = (
      select "sort", "id" from "poll_segment" where ("sort", "id") <= (old."titleKey", old."id")
      order by "sort" desc, "id" desc limit 1); end;
CREATE TRIGGER "poll_update_counts" after update on "poll"
      when (old."titleKey", old."id") <> (new."titleKey", new."id")
      begin 
    update "poll_segment" set "items" = "items" - 1 where ("sort", "id") = (
      select "sort", "id" from "poll_segment" where ("sort", "id") <= (old."titleKey", old."id")
      order by "sort" desc, "id" desc limit 1); 
    update "poll_segment" set "items" = "items" + 1 where ("sort", "id") = (
      select "sort", "id" from "poll_segment" where ("sort", "id") <= (new."titleKey", new."id")
      order by "sort" desc, "id" desc limit 1); end;
CREATE TRIGGER "poll_segment_splits" after update of "items" on "poll_segment"
      when new."items" > 4096 begin
      insert into "poll_segment" ("sort", "id", "items")
        select "titleKey", "id", new."items" - 2048 from "poll"
        where ("titleKey", "id") >= (new."sort", new."id")
        order by "titleKey", "id" limit 1 offset 2048;
      update "poll_segment" set "items" = 2048 where "sort" = new."sort" and "id" = new."id";
    end;
CREATE TRIGGER "poll_segment_ends" after update of "items" on "poll_segment"
      when new."items" = 0 and new."id" <> '' begin
      delete from "poll_segment" where "sort" = new."sort" and "id" = new."id";
    end;
CREATE TRIGGER "business_insert_counts" after insert on "business" begin 
    update "business_segment" set "items" = "items" + 1 where ("sort", "id") = (
      select "sort", "id" from "business_segment" where ("sort", "id") <= (new."nameKey", new."id")
      order by "sort" desc, "id" desc limit 1); end;
CREATE TRIGGER "business_delete_counts" after delete on "business" begin 
    update "business_segment" set "items" = "items" - 1 where ("sort", "id") = (
      select "sort", "id" from "business_segment" where ("sort", "id") <= (old."nameKey", old."id")
      order by "sort" desc, "id" desc limit 1); end;
CREATE TRIGGER "business_update_counts" after update on "business"
      when (old."nameKey", old."id") <> (new."nameKey", new."id")
      begin 
    update "business_segment" set "items" = "items" - 1 where ("sort", "id") = (
      select "sort", "id" from "business_segment" where ("sort", "id") <= (old."nameKey", old."id")
      order by "sort" desc, "id" desc limit 1); 
    update "business_segment" set "items" = "items" + 1 where ("sort", "id") = (
      select "sort", "id" from "business_segment" where ("sort", "id") <= (new."nameKey", new."id")
      order by "sort" desc, "id" desc limit 1); end;
CREATE TRIGGER "business_segment_splits" after update of "items" on "business_segment"
      when new."items" > 4096 begin
      insert into "business_segment" ("sort", "id", "items")
        select "nameKey", "id", new."items" - 2048 from "business"
        where ("nameKey", "id") >= (new."sort", new."id")
        order by "nameKey", "id" limit 1 offset 2048;
      update "business_segment" set "items" = 2048 where "sort" = new."sort" and "id" = new."id";
    end;
CREATE TRIGGER "business_segment_ends" after update of "items" on "business_segment"
      when new."items" = 0 and new."id" <> '' begin
      delete from "business_segment" where "sort" = new."sort" and "id" = new."id";
    end;
CREATE INDEX "mail_by_state" on "mail" ("state", "nextAttemptAt", "id");
CREATE INDEX "mail_of_recipient" on "mail" ("recipientHash", "queuedAt");
CREATE INDEX "address_claim_by_address" on "address_claim" ("address");
CREATE INDEX "session_by_user" on "session" ("userId");
CREATE INDEX "address_proof_by_address" on "address_proof" ("address");
CREATE INDEX "address_proof_by_user" on "address_proof" ("userId");
CREATE INDEX "audit_entry_by_time" on "audit_entry" ("at", "id");
CREATE TRIGGER "audit_entry_keeps" before update on "audit_entry"
      when new."id" is not old."id" or new."at" is not old."at" or new."actor" is not old."actor" or new."actorId" is not old."actorId" or new."action" is not old."action" or new."subject" is not old."subject" or new."address" is not null
      begin select raise(abort, 'audit_entry is never changed'); end;
CREATE TRIGGER "audit_entry_stays" before delete on "audit_entry"
      when old.at > (select max(at) from "audit_entry") - 34560000000
      begin select raise(abort, 'audit_entry is kept 400 days'); end;
CREATE INDEX "backup_run_by_time" on "backup_run" ("at", "id");
CREATE INDEX "suppression_entry_by_time" on "suppression_entry" ("at", "id");
CREATE TRIGGER "suppression_entry_keeps" before update on "suppression_entry"
      when new."id" is not old."id" or new."at" is not old."at" or new."userId" is not old."userId" or new."what" is not null
      begin select raise(abort, 'suppression_entry is never changed'); end;
CREATE TRIGGER "suppression_entry_stays" before delete on "suppression_entry"
      when old.at > (select max(at) from "suppression_entry") - 3153600000000
      begin select raise(abort, 'suppression_entry is kept 36500 days'); end;
CREATE TRIGGER "site_user_opts" after update on "site_user"
      when new."newsletterOptIn" <> old."newsletterOptIn"
      begin insert into "suppression_entry" ("id", "at", "userId", "what")
    select printf('%015d-%06d-%s', at, (select count(*) from "suppression_entry" j where j."at" = moment.at),
      lower(hex(randomblob(4)))), at, new."id", case new."newsletterOptIn" when 0 then 'out' else 'in' end
    from (select max(cast(unixepoch('subsec') * 1000 as integer),
      coalesce((select max("at") from "suppression_entry"), 0)) as at) moment; end;
CREATE TRIGGER "site_user_leaves" after delete on "site_user" begin insert into "suppression_entry" ("id", "at", "userId", "what")
    select printf('%015d-%06d-%s', at, (select count(*) from "suppression_entry" j where j."at" = moment.at),
      lower(hex(randomblob(4)))), at, old."id", 'left'
    from (select max(cast(unixepoch('subsec') * 1000 as integer),
      coalesce((select max("at") from "suppression_entry"), 0)) as at) moment; end;
CREATE INDEX "poll_public" on "poll" ("archived", "endsAt", "id");
CREATE INDEX "poll_due" on "poll" ("closedAt", "closesAt");
CREATE INDEX "poll_vote_counted" on "poll_vote" ("pollId", "kind", "choices");
CREATE INDEX "poll_vote_by_user" on "poll_vote" ("userId");
CREATE TRIGGER "poll_vote_insert_raises" after insert on "poll_vote" begin
      update collection_revision set revision = revision + 1 where collection = 'votes';
    end;
CREATE TRIGGER "poll_vote_update_raises" after update on "poll_vote" begin
      update collection_revision set revision = revision + 1 where collection = 'votes';
    end;
CREATE TRIGGER "poll_vote_delete_raises" after delete on "poll_vote" begin
      update collection_revision set revision = revision + 1 where collection = 'votes';
    end;
CREATE UNIQUE INDEX "identity_of_user" on "identity" ("userId", "issuer");
CREATE INDEX "audit_entry_by_actor" on "audit_entry" ("actorId", "at");
CREATE INDEX "event_lasting" on "event" ("eventDate", "id") where "endDate" - "eventDate" >= 86400000;
CREATE INDEX "event_by_place" on "event" ("eventLocation", "eventDate", "id");
CREATE TRIGGER "article_text_adds" after insert on search_document when new."kind" = 'articles' begin
      update "article_text_latest" set "number" = max("number", new."number");
      insert into "article_text" (rowid, "title", "text")
        select new."number", replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(t."title", 'ß', 'ss'), 'æ', 'ae'), 'Æ', 'ae'), 'œ', 'oe'), 'Œ', 'oe'), 'ø', 'o'), 'Ø', 'o'), 'đ', 'd'), 'Đ', 'd'), 'ð', 'd'), 'Ð', 'd'), 'ł', 'l'), 'Ł', 'l'), 'þ', 'th'), 'Þ', 'th'), 'ħ', 'h'), 'Ħ', 'h'), 'ı', 'i'), 'ẞ', 'ss'), replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(plain.value, 'ß', 'ss'), 'æ', 'ae'), 'Æ', 'ae'), 'œ', 'oe'), 'Œ', 'oe'), 'ø', 'o'), 'Ø', 'o'), 'đ', 'd'), 'Đ', 'd'), 'ð', 'd'), 'Ð', 'd'), 'ł', 'l'), 'Ł', 'l'), 'þ', 'th'), 'Þ', 'th'), 'ħ', 'h'), 'Ħ', 'h'), 'ı', 'i'), 'ẞ', 'ss')
        from "article" t, json_each(json_array(coalesce(replace(replace(replace(replace(replace((select group_concat(case when lower(replace(substr(value, 1, instr(replace(value, '>', ' ') || ' ', ' ') - 1), '/', '')) in ('a','abbr','b','cite','code','del','em','i','ins','kbd','mark','q','s','small','span','strong','sub','sup','time','u','var') then '' else ' ' end || substr(value, instr(value, '>') + 1), '')
    from json_each('[' || replace(json_quote(substr(t."description", 1, 200000)), '<', '","') || ']')), '&amp;', ' '), '&lt;', ' '), '&gt;', ' '), '&quot;', ' '), '&nbsp;', ' '), '') || ' . ' || coalesce(substr(t."sourceName", 1, 200000), ''))) plain
        where t."id" = new."itemId";
    end;
CREATE TRIGGER "article_text_drops" after delete on search_document when old."kind" = 'articles' begin
      delete from "article_text" where rowid = old."number";
    end;
CREATE TRIGGER "article_insert_finds" after insert on "article" begin insert into search_document ("number", "kind", "itemId", "date")
    select 1 + (select "number" from "article_text_latest"),
      'articles', t."id", t."pubDate"
    from "article" t where t."id" = new."id"; end;
CREATE TRIGGER "article_update_finds" after update of "title", "description", "sourceName", "pubDate" on "article"
      when new."title" is not old."title" or new."description" is not old."description" or new."sourceName" is not old."sourceName" or new."pubDate" is not old."pubDate" begin delete from search_document where "kind" = 'articles' and "itemId" = old."id"; insert into search_document ("number", "kind", "itemId", "date")
    select 1 + (select "number" from "article_text_latest"),
      'articles', t."id", t."pubDate"
    from "article" t where t."id" = new."id"; end;
CREATE TRIGGER "article_delete_finds" after delete on "article" begin delete from search_document where "kind" = 'articles' and "itemId" = old."id"; end;
CREATE TRIGGER "news_item_text_adds" after insert on search_document when new."kind" = 'news' begin
      update "news_item_text_latest" set "number" = max("number", new."number");
      insert into "news_item_text" (rowid, "title", "text")
        select new."number", replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(t."title", 'ß', 'ss'), 'æ', 'ae'), 'Æ', 'ae'), 'œ', 'oe'), 'Œ', 'oe'), 'ø', 'o'), 'Ø', 'o'), 'đ', 'd'), 'Đ', 'd'), 'ð', 'd'), 'Ð', 'd'), 'ł', 'l'), 'Ł', 'l'), 'þ', 'th'), 'Þ', 'th'), 'ħ', 'h'), 'Ħ', 'h'), 'ı', 'i'), 'ẞ', 'ss'), replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(plain.value, 'ß', 'ss'), 'æ', 'ae'), 'Æ', 'ae'), 'œ', 'oe'), 'Œ', 'oe'), 'ø', 'o'), 'Ø', 'o'), 'đ', 'd'), 'Đ', 'd'), 'ð', 'd'), 'Ð', 'd'), 'ł', 'l'), 'Ł', 'l'), 'þ', 'th'), 'Þ', 'th'), 'ħ', 'h'), 'Ħ', 'h'), 'ı', 'i'), 'ẞ', 'ss')
        from "news_item" t, json_each(json_array(coalesce(replace(replace(replace(replace(replace((select group_concat(case when lower(replace(substr(value, 1, instr(replace(value, '>', ' ') || ' ', ' ') - 1), '/', '')) in ('a','abbr','b','cite','code','del','em','i','ins','kbd','mark','q','s','small','span','strong','sub','sup','time','u','var') then '' else ' ' end || substr(value, instr(value, '>') + 1), '')
    from json_each('[' || replace(json_quote(substr(t."description", 1, 200000)), '<', '","') || ']')), '&amp;', ' '), '&lt;', ' '), '&gt;', ' '), '&quot;', ' '), '&nbsp;', ' '), '') || ' . ' || coalesce(substr(t."sourceName", 1, 200000), ''))) plain
        where t."id" = new."itemId";
    end;
CREATE TRIGGER "news_item_text_drops" after delete on search_document when old."kind" = 'news' begin
      delete from "news_item_text" where rowid = old."number";
    end;
CREATE TRIGGER "news_item_insert_finds" after insert on "news_item" begin insert into search_document ("number", "kind", "itemId", "date")
    select 1 + (select "number" from "news_item_text_latest"),
      'news', t."id", t."pubDate"
    from "news_item" t where t."id" = new."id"; end;
CREATE TRIGGER "news_item_update_finds" after update of "title", "description", "sourceName", "pubDate" on "news_item"
      when new."title" is not old."title" or new."description" is not old."description" or new."sourceName" is not old."sourceName" or new."pubDate" is not old."pubDate" begin delete from search_document where "kind" = 'news' and "itemId" = old."id"; insert into search_document ("number", "kind", "itemId", "date")
    select 1 + (select "number" from "news_item_text_latest"),
      'news', t."id", t."pubDate"
    from "news_item" t where t."id" = new."id"; end;
CREATE TRIGGER "news_item_delete_finds" after delete on "news_item" begin delete from search_document where "kind" = 'news' and "itemId" = old."id"; end;
CREATE TRIGGER "event_text_adds" after insert on search_document when new."kind" = 'events' begin
      update "event_text_latest" set "number" = max("number", new."number");
      insert into "event_text" (rowid, "title", "text")
        select new."number", replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(t."title", 'ß', 'ss'), 'æ', 'ae'), 'Æ', 'ae'), 'œ', 'oe'), 'Œ', 'oe'), 'ø', 'o'), 'Ø', 'o'), 'đ', 'd'), 'Đ', 'd'), 'ð', 'd'), 'Ð', 'd'), 'ł', 'l'), 'Ł', 'l'), 'þ', 'th'), 'Þ', 'th'), 'ħ', 'h'), 'Ħ', 'h'), 'ı', 'i'), 'ẞ', 'ss'), replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(plain.value, 'ß', 'ss'), 'æ', 'ae'), 'Æ', 'ae'), 'œ', 'oe'), 'Œ', 'oe'), 'ø', 'o'), 'Ø', 'o'), 'đ', 'd'), 'Đ', 'd'), 'ð', 'd'), 'Ð', 'd'), 'ł', 'l'), 'Ł', 'l'), 'þ', 'th'), 'Þ', 'th'), 'ħ', 'h'), 'Ħ', 'h'), 'ı', 'i'), 'ẞ', 'ss')
        from "event" t, json_each(json_array(coalesce(replace(replace(replace(replace(replace((select group_concat(case when lower(replace(substr(value, 1, instr(replace(value, '>', ' ') || ' ', ' ') - 1), '/', '')) in ('a','abbr','b','cite','code','del','em','i','ins','kbd','mark','q','s','small','span','strong','sub','sup','time','u','var') then '' else ' ' end || substr(value, instr(value, '>') + 1), '')
    from json_each('[' || replace(json_quote(substr(t."description", 1, 200000)), '<', '","') || ']')), '&amp;', ' '), '&lt;', ' '), '&gt;', ' '), '&quot;', ' '), '&nbsp;', ' '), '') || ' . ' || coalesce(substr(t."eventLocation", 1, 200000), ''))) plain
        where t."id" = new."itemId";
    end;
CREATE TRIGGER "event_text_drops" after delete on search_document when old."kind" = 'events' begin
      delete from "event_text" where rowid = old."number";
    end;
CREATE TRIGGER "event_insert_finds" after insert on "event" begin insert into search_document ("number", "kind", "itemId", "date")
    select 1 + (select "number" from "event_text_latest"),
      'events', t."id", t."eventDate"
    from "event" t where t."id" = new."id"; end;
CREATE TRIGGER "event_update_finds" after update of "title", "description", "eventLocation", "eventDate" on "event"
      when new."title" is not old."title" or new."description" is not old."description" or new."eventLocation" is not old."eventLocation" or new."eventDate" is not old."eventDate" begin delete from search_document where "kind" = 'events' and "itemId" = old."id"; insert into search_document ("number", "kind", "itemId", "date")
    select 1 + (select "number" from "event_text_latest"),
      'events', t."id", t."eventDate"
    from "event" t where t."id" = new."id"; end;
CREATE TRIGGER "event_delete_finds" after delete on "event" begin delete from search_document where "kind" = 'events' and "itemId" = old."id"; end;
CREATE TRIGGER "poll_text_adds" after insert on search_document when new."kind" = 'polls' begin
      update "poll_text_latest" set "number" = max("number", new."number");
      insert into "poll_text" (rowid, "title", "text")
        select new."number", replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(t."title", 'ß', 'ss'), 'æ', 'ae'), 'Æ', 'ae'), 'œ', 'oe'), 'Œ', 'oe'), 'ø', 'o'), 'Ø', 'o'), 'đ', 'd'), 'Đ', 'd'), 'ð', 'd'), 'Ð', 'd'), 'ł', 'l'), 'Ł', 'l'), 'þ', 'th'), 'Þ', 'th'), 'ħ', 'h'), 'Ħ', 'h'), 'ı', 'i'), 'ẞ', 'ss'), replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(plain.value, 'ß', 'ss'), 'æ', 'ae'), 'Æ', 'ae'), 'œ', 'oe'), 'Œ', 'oe'), 'ø', 'o'), 'Ø', 'o'), 'đ', 'd'), 'Đ', 'd'), 'ð', 'd'), 'Ð', 'd'), 'ł', 'l'), 'Ł', 'l'), 'þ', 'th'), 'Þ', 'th'), 'ħ', 'h'), 'Ħ', 'h'), 'ı', 'i'), 'ẞ', 'ss')
        from "poll" t, json_each(json_array(coalesce(substr(t."description", 1, 200000), '') || ' . ' || coalesce((select group_concat(p."text", ' . ') from "poll_option" p
          where p."pollId" = t."id"), ''))) plain
        where t."id" = new."itemId";
    end;
CREATE TRIGGER "poll_text_drops" after delete on search_document when old."kind" = 'polls' begin
      delete from "poll_text" where rowid = old."number";
    end;
CREATE TRIGGER "poll_insert_finds" after insert on "poll" begin insert into search_document ("number", "kind", "itemId", "date")
    select 1 + (select "number" from "poll_text_latest"),
      'polls', t."id", t."createdAt"
    from "poll" t where t."id" = new."id" and t."archived" = 0; end;
CREATE TRIGGER "poll_update_finds" after update of "title", "description", "createdAt", "archived" on "poll"
      when new."title" is not old."title" or new."description" is not old."description" or new."createdAt" is not old."createdAt" or new."archived" is not old."archived" begin delete from search_document where "kind" = 'polls' and "itemId" = old."id"; insert into search_document ("number", "kind", "itemId", "date")
    select 1 + (select "number" from "poll_text_latest"),
      'polls', t."id", t."createdAt"
    from "poll" t where t."id" = new."id" and t."archived" = 0; end;
CREATE TRIGGER "poll_delete_finds" after delete on "poll" begin delete from search_document where "kind" = 'polls' and "itemId" = old."id"; end;
CREATE TRIGGER "poll_option_insert_finds" after insert on "poll_option" begin delete from search_document where "kind" = 'polls' and "itemId" = new."pollId"; insert into search_document ("number", "kind", "itemId", "date")
    select 1 + (select "number" from "poll_text_latest"),
      'polls', t."id", t."createdAt"
    from "poll" t where t."id" = new."pollId" and t."archived" = 0; end;
CREATE TRIGGER "poll_option_update_finds" after update of "text" on "poll_option"
      when new."text" is not old."text" begin delete from search_document where "kind" = 'polls' and "itemId" = new."pollId"; insert into search_document ("number", "kind", "itemId", "date")
    select 1 + (select "number" from "poll_text_latest"),
      'polls', t."id", t."createdAt"
    from "poll" t where t."id" = new."pollId" and t."archived" = 0; end;
CREATE TRIGGER "poll_option_delete_finds" after delete on "poll_option" begin delete from search_document where "kind" = 'polls' and "itemId" = old."pollId"; insert into search_document ("number", "kind", "itemId", "date")
    select 1 + (select "number" from "poll_text_latest"),
      'polls', t."id", t."createdAt"
    from "poll" t where t."id" = old."pollId" and t."archived" = 0; end;
CREATE TRIGGER "business_text_adds" after insert on search_document when new."kind" = 'businesses' begin
      update "business_text_latest" set "number" = max("number", new."number");
      insert into "business_text" (rowid, "title", "text")
        select new."number", replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(t."name", 'ß', 'ss'), 'æ', 'ae'), 'Æ', 'ae'), 'œ', 'oe'), 'Œ', 'oe'), 'ø', 'o'), 'Ø', 'o'), 'đ', 'd'), 'Đ', 'd'), 'ð', 'd'), 'Ð', 'd'), 'ł', 'l'), 'Ł', 'l'), 'þ', 'th'), 'Þ', 'th'), 'ħ', 'h'), 'Ħ', 'h'), 'ı', 'i'), 'ẞ', 'ss'), replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(plain.value, 'ß', 'ss'), 'æ', 'ae'), 'Æ', 'ae'), 'œ', 'oe'), 'Œ', 'oe'), 'ø', 'o'), 'Ø', 'o'), 'đ', 'd'), 'Đ', 'd'), 'ð', 'd'), 'Ð', 'd'), 'ł', 'l'), 'Ł', 'l'), 'þ', 'th'), 'Þ', 'th'), 'ħ', 'h'), 'Ħ', 'h'), 'ı', 'i'), 'ẞ', 'ss')
        from "business" t, json_each(json_array(coalesce(substr(t."category", 1, 200000), '') || ' . ' || coalesce(replace(replace(replace(replace(replace((select group_concat(case when lower(replace(substr(value, 1, instr(replace(value, '>', ' ') || ' ', ' ') - 1), '/', '')) in ('a','abbr','b','cite','code','del','em','i','ins','kbd','mark','q','s','small','span','strong','sub','sup','time','u','var') then '' else ' ' end || substr(value, instr(value, '>') + 1), '')
    from json_each('[' || replace(json_quote(substr(t."description", 1, 200000)), '<', '","') || ']')), '&amp;', ' '), '&lt;', ' '), '&gt;', ' '), '&quot;', ' '), '&nbsp;', ' '), '') || ' . ' || coalesce(substr(t."address", 1, 200000), ''))) plain
        where t."id" = new."itemId";
    end;
CREATE TRIGGER "business_text_drops" after delete on search_document when old."kind" = 'businesses' begin
      delete from "business_text" where rowid = old."number";
    end;
CREATE TRIGGER "business_insert_finds" after insert on "business" begin insert into search_document ("number", "kind", "itemId", "date")
    select 1 + (select "number" from "business_text_latest"),
      'businesses', t."id", t."createdAt"
    from "business" t where t."id" = new."id"; end;
CREATE TRIGGER "business_update_finds" after update of "name", "category", "description", "address", "createdAt" on "business"
      when new."name" is not old."name" or new."category" is not old."category" or new."description" is not old."description" or new."address" is not old."address" or new."createdAt" is not old."createdAt" begin delete from search_document where "kind" = 'businesses' and "itemId" = old."id"; insert into search_document ("number", "kind", "itemId", "date")
    select 1 + (select "number" from "business_text_latest"),
      'businesses', t."id", t."createdAt"
    from "business" t where t."id" = new."id"; end;
CREATE TRIGGER "business_delete_finds" after delete on "business" begin delete from search_document where "kind" = 'businesses' and "itemId" = old."id"; end;
CREATE INDEX "article_of_source" on "article" ("sourceName", "pubDate", "id");
CREATE INDEX "news_item_of_source" on "news_item" ("sourceName", "pubDate", "id");
CREATE INDEX "event_latest" on "event" ("updatedAt" desc, "eventDate", "id", "endDate");
CREATE INDEX "event_newest" on "event" ("pubDate", "id");
