-- A SQLite database of Belfry 1.0.0, with rows in every table.
CREATE TABLE "kysely_migration" ("name" varchar(255) not null primary key, "timestamp" varchar(255) not null);
CREATE TABLE "kysely_migration_lock" ("id" varchar(255) not null primary key, "is_locked" integer default 0 not null);
CREATE TABLE "setup_link" (
  "id" integer not null primary key,
  "tokenHash" text not null,
  "expiresAt" integer not null);
CREATE TABLE "mail" (
  "id" text not null primary key,
  "kind" text not null,
  "recipient" text,
  "letter" text,
  "state" text not null,
  "attempts" integer not null,
  "nextAttemptAt" integer not null,
  "queuedAt" integer not null,
  "settledAt" integer,
  "trouble" text,
  "reply" text);
CREATE TABLE "job_lease" ("job" text not null primary key, "holder" text, "beat" integer not null);
CREATE TABLE "site_user" (
  "id" text not null primary key,
  "newsletterOptIn" integer not null,
  "createdAt" integer not null,
  "disabledAt" integer,
  "name" text);
CREATE TABLE "verified_address" (
  "userId" text not null references "site_user" ("id") on delete cascade,
  "address" text not null primary key,
  "provedAt" integer not null,
  constraint "verified_address_of_user" unique ("userId"));
CREATE TABLE "address_claim" (
  "userId" text not null references "site_user" ("id") on delete cascade,
  "address" text not null,
  "createdAt" integer not null,
  constraint "address_claim_of_user" primary key ("userId"));
CREATE TABLE "password" (
  "userId" text not null references "site_user" ("id") on delete cascade,
  "hash" text not null,
  "createdAt" integer not null,
  constraint "password_of_user" primary key ("userId"));
CREATE TABLE "identity" (
  "userId" text not null references "site_user" ("id") on delete cascade,
  "issuer" text not null,
  "subject" text not null,
  "createdAt" integer not null,
  constraint "identity_of_issuer" primary key ("issuer", "subject"));
CREATE TABLE "session" (
  "userId" text not null references "site_user" ("id") on delete cascade,
  "tokenHash" text not null primary key,
  "createdAt" integer not null,
  "lastSeenAt" integer not null,
  "provedAt" integer not null,
  "id" text not null default '',
  "device" text);
CREATE TABLE "address_proof" (
  "tokenHash" text not null primary key,
  "kind" text not null,
  "address" text not null,
  "userId" text references "site_user" ("id") on delete cascade,
  "expiresAt" integer not null);
CREATE TABLE "throttle" (
  "subject" text not null primary key,
  "tries" integer not null,
  "blockedUntil" integer not null,
  "expiresAt" integer not null);
CREATE TABLE "api_token" (
  "id" text not null primary key,
  "name" text not null,
  "tokenHash" text not null unique,
  "scope" text not null,
  "createdAt" integer not null,
  "expiresAt" integer not null,
  "lastUsedAt" integer,
  "revokedAt" integer);
CREATE TABLE "audit_entry" (
  "id" text not null primary key,
  "at" integer not null,
  "actor" text not null,
  "actorId" text,
  "action" text not null,
  "subject" text,
  "address" text,
  "count" integer not null default 1);
CREATE TABLE "backup_run" (
  "id" text not null primary key,
  "kind" text not null,
  "at" integer not null,
  "tookMs" integer not null,
  "file" text,
  "bytes" integer,
  "rows" integer,
  "secondPlace" text,
  "trouble" text,
  "checked" text);
CREATE TABLE "backup_setting" ("name" text not null primary key, "value" text not null);
CREATE TABLE "suppression_entry" (
  "id" text not null primary key,
  "at" integer not null,
  "userId" text not null,
  "what" text not null);
CREATE TABLE "passkey" (
  "id" text not null primary key,
  "credentialId" text not null unique,
  "userId" text not null references "site_user" ("id") on delete cascade,
  "rpId" text not null,
  "publicKey" text not null,
  "counter" integer not null,
  "transports" text not null,
  "name" text not null,
  "createdAt" integer not null,
  "lastUsedAt" integer);
CREATE TABLE "recovery_code" (
  "codeHash" text not null primary key,
  "userId" text not null references "site_user" ("id") on delete cascade,
  "createdAt" integer not null);
CREATE TABLE "passkey_challenge" (
  "challengeHash" text not null primary key,
  "expiresAt" integer not null);
CREATE TABLE "passkey_offer" (
  "userId" text not null primary key references "site_user" ("id") on delete cascade,
  "answer" text not null);
CREATE TABLE "job_request" ("job" text not null primary key, "at" integer not null);
CREATE TABLE "article" (
  "id" text not null primary key,
  "version" integer default 1 not null,
  "createdAt" integer not null,
  "updatedAt" integer not null,
  "sourceId" text not null,
  "title" text not null,
  "link" text not null,
  "pubDate" integer not null,
  "sourceName" text not null,
  "sourceUrl" text not null,
  "deck" text not null,
  "image" text,
  "description" text not null,
  "picture" text,
  "hasDeck" integer default 0 not null,
  "byline" text,
  "tags" text,
  "corrections" text,
  "pinned" integer default 0 not null);
CREATE TABLE "news_item" (
  "id" text not null primary key,
  "version" integer default 1 not null,
  "createdAt" integer not null,
  "updatedAt" integer not null,
  "title" text not null,
  "sourceId" text,
  "link" text not null,
  "pubDate" integer not null,
  "sourceName" text,
  "sourceUrl" text,
  "deck" text not null,
  "image" text,
  "description" text not null,
  "picture" text);
CREATE TABLE "event" (
  "id" text not null primary key,
  "version" integer default 1 not null,
  "createdAt" integer not null,
  "updatedAt" integer not null,
  "sourceId" text not null,
  "title" text not null,
  "link" text not null,
  "pubDate" integer not null,
  "eventDate" integer not null,
  "eventTime" text not null,
  "eventLocation" text not null,
  "enclosureUrl" text not null,
  "enclosureType" text not null,
  "description" text not null,
  "endDate" integer,
  "allDay" integer default 0 not null,
  "status" text default 'scheduled' not null,
  "statusNote" text,
  "previousDate" integer,
  "category" text,
  "recurrence" text,
  "seriesId" text,
  "seriesStart" integer,
  "recurrenceId" integer,
  "picture" text);
CREATE TABLE "poll" (
  "id" text not null primary key,
  "version" integer default 1 not null,
  "createdAt" integer not null,
  "updatedAt" integer not null,
  "title" text not null,
  "titleKey" text not null,
  "deck" text not null,
  "description" text not null,
  "voters" text default 'verified' not null,
  "resultsShown" text default 'always' not null,
  "maxChoices" integer default 1 not null,
  "noneOfThese" integer default 0 not null,
  "opensAt" integer,
  "closesAt" integer,
  "closedAt" integer,
  "archivedAt" integer,
  "endsAt" integer default 9007199254740991 not null,
  "round" integer default 1 not null,
  "archived" integer default 0 not null,
  "picture" text);
CREATE TABLE "poll_option" (
  "id" text not null primary key,
  "pollId" text not null references "poll" ("id") on delete cascade,
  "position" integer not null,
  "text" text not null,
  "isNone" integer default 0 not null);
CREATE TABLE "business" (
  "id" text not null primary key,
  "version" integer default 1 not null,
  "createdAt" integer not null,
  "updatedAt" integer not null,
  "name" text not null,
  "nameKey" text not null,
  "category" text not null,
  "address" text not null,
  "phone" text,
  "website" text,
  "email" text,
  "openingHours" text,
  "description" text not null,
  "picture" text);
CREATE TABLE "town_setting" ("name" text not null primary key, "value" text not null);
CREATE TABLE "sample_item" (
  "collection" text not null,
  "id" text not null,
  constraint "sample_item_key" primary key ("collection", "id"));
CREATE TABLE "poll_network" (
  "pollId" text not null references "poll" ("id") on delete cascade,
  "network" text not null,
  "voters" integer not null,
  "refused" integer default 0 not null,
  constraint "poll_network_of_poll" primary key ("pollId", "network"));
CREATE TABLE "poll_closing" (
  "pollId" text not null references "poll" ("id") on delete cascade,
  "round" integer not null,
  "closedAt" integer not null,
  "ballots" integer not null,
  "counts" text not null,
  "line" text not null,
  "head" text not null,
  constraint "poll_closing_of_round" primary key ("pollId", "round"));
CREATE TABLE "poll_note" (
  "pollId" text not null references "poll" ("id") on delete cascade,
  "at" integer not null,
  "number" integer not null,
  "text" text not null,
  constraint "poll_note_of_poll" primary key ("pollId", "number"));
CREATE TABLE "search_document" (
  "number" integer not null primary key,
  "kind" text not null,
  "itemId" text not null,
  "date" integer not null,
  "series" text,
  constraint "search_document_item" unique ("kind", "itemId"));
CREATE TABLE "feed_topic" (
  "topic" text not null primary key,
  "looked" text default '' not null,
  "lookAgainAt" integer default 0 not null,
  "wanted" text default '' not null,
  "announced" text default '' not null,
  "announcedAt" integer,
  "attempts" integer default 0 not null,
  "nextAttemptAt" integer default 0 not null,
  "trouble" text);
CREATE TABLE "search_word" ("word" text not null primary key) without rowid;
CREATE TABLE "search_trigram" (
  "trigram" text not null,
  "word" text not null,
  constraint "search_trigram_key" primary key ("trigram", "word")) without rowid;
CREATE TABLE "search_progress" (
  "kind" text not null primary key,
  "number" integer not null) without rowid;
CREATE TABLE "poll_voter" (
  "pollId" text not null references "poll" ("id") on delete cascade,
  "voter" text not null,
  "userId" text references "site_user" ("id") on delete set null,
  "kind" text not null,
  "round" integer not null,
  "network" text,
  "votedAt" integer not null,
  primary key ("pollId", "voter")) without rowid;
CREATE TABLE "poll_key" (
  "pollId" text not null primary key references "poll" ("id") on delete cascade,
  "key" text not null) without rowid;
CREATE TABLE "poll_ballot" (
  "pollId" text not null references "poll" ("id") on delete cascade,
  "receipt" text not null,
  "round" integer not null,
  "kind" text not null,
  "choices" text not null,
  "ref" text,
  "position" integer,
  "hash" text,
  constraint "poll_ballot_of_receipt" primary key ("pollId", "receipt")) without rowid;
CREATE TABLE "poll_sealing" (
  "pollId" text not null primary key references "poll" ("id") on delete cascade,
  "phase" text not null) without rowid;
CREATE TABLE search_stale (
  "kind" text not null,
  "itemId" text not null,
  "date" integer not null,
  primary key ("kind", "itemId")) without rowid;
CREATE TABLE "article_tag" (
  "tag" text not null,
  "articleId" text not null,
  "pubDate" integer not null,
  "name" text not null,
  constraint "article_tag_key" primary key ("tag", "articleId"));
CREATE TABLE "item_version" (
  "collection" text not null,
  "id" text not null,
  "state" text not null check ("state" in ('draft', 'scheduled', 'review', 'earlier', 'deleted')),
  "publishAt" integer,
  "item" text not null,
  "version" integer not null,
  "createdAt" integer not null,
  "updatedAt" integer not null,
  constraint "item_version_key" primary key ("collection", "id", "state", "version", "updatedAt"),
  check (("state" = 'scheduled') = ("publishAt" is not null)));
CREATE TABLE "trash_item" (
  "id" text not null constraint "trash_item_key" primary key,
  "collection" text not null,
  "itemId" text not null,
  "state" text not null,
  "title" text not null,
  "item" text not null,
  "belongings" integer not null,
  "batch" text not null,
  "removedAt" integer not null,
  "removedBy" text references "site_user" ("id") on delete set null,
  "removedByToken" text,
  "expiresAt" integer not null,
  "linkedUntil" integer);
CREATE TABLE "trash_row" (
  "trashId" text not null references "trash_item" ("id") on delete cascade,
  "part" integer not null,
  "tableName" text not null,
  "rows" text not null,
  constraint "trash_row_key" primary key ("trashId", "part"));
CREATE TABLE "trash_secret" (
  "trashId" text not null references "trash_item" ("id") on delete cascade,
  "part" integer not null,
  "tableName" text not null,
  "rows" text not null,
  constraint "trash_secret_key" primary key ("trashId", "part"));
CREATE TABLE "item_revision" (
  "collection" text not null,
  "id" text not null,
  "revision" integer not null,
  "savedAt" integer not null,
  "savedBy" text references "site_user" ("id") on delete set null,
  "savedByToken" text,
  "kind" text not null,
  "publication" text not null,
  "item" text not null,
  "session" text,
  constraint "item_revision_key" primary key ("collection", "id", "revision"));
CREATE TABLE "open_form" (
  "form" text not null constraint "open_form_key" primary key,
  "collection" text not null,
  "itemId" text not null,
  "userId" text not null references "site_user" ("id") on delete cascade,
  "expiresAt" integer not null);
CREATE TABLE "picture" (
  "id" text not null primary key,
  "name" text not null,
  "width" integer not null,
  "height" integer not null,
  "bytes" integer not null,
  "color" text not null,
  "alt" text,
  "decorative" integer not null default 0,
  "caption" text,
  "credit" text,
  "focalPoint" integer not null default 5,
  "words" text not null,
  "createdAt" integer not null,
  "updatedAt" integer not null,
  "addedBy" text references "site_user" ("id") on delete set null,
  "addedByToken" text);
CREATE TABLE "picture_file" (
  "name" text not null primary key,
  "picture" text not null,
  "bytes" integer not null,
  "sha256" text not null);
CREATE TABLE "picture_idle" ("picture" text not null primary key, "since" integer not null);
CREATE TABLE "picture_use" (
  "collection" text not null,
  "itemId" text not null,
  "state" text not null,
  "picture" text not null,
  "place" text not null,
  "title" text not null,
  primary key ("collection", "itemId", "state", "picture", "place"));
CREATE TABLE "picture_use_stale" (
  "collection" text not null,
  "itemId" text not null,
  primary key ("collection", "itemId"));
CREATE TABLE "preview_link" (
  "collection" text not null,
  "itemId" text not null,
  "tokenHash" text not null constraint "preview_link_secret" unique,
  "publicVersion" integer not null,
  "createdAt" integer not null,
  "expiresAt" integer not null,
  constraint "preview_link_key" primary key ("collection", "itemId"));
CREATE TABLE "revision_picture" (
  "collection" text not null,
  "id" text not null,
  "revision" integer not null,
  "picture" text not null,
  constraint "revision_picture_key" primary key ("collection", "id", "revision", "picture"),
  constraint "revision_picture_of" foreign key ("collection", "id", "revision") references "item_revision" ("collection", "id", "revision") on delete cascade);
CREATE TABLE "source" (
  "id" text not null primary key,
  "address" text not null unique,
  "name" text not null,
  "feeds" text not null check ("feeds" in ('articles', 'news', 'events')),
  "trust" text not null check ("trust" in ('review', 'publish')),
  "rank" text not null check ("rank" in ('primary', 'aggregator')),
  "zone" text,
  "every" integer not null,
  "site" text,
  "version" integer not null,
  "createdAt" integer not null,
  "createdBy" text,
  "removedAt" integer,
  "confirmedAt" integer);
CREATE TABLE "source_state" (
  "source" text not null primary key references "source" ("id") on delete cascade,
  "paused" integer not null default 0,
  "stopped" text,
  "nextAt" integer not null,
  "requestedAt" integer,
  "checkedAt" integer,
  "succeededAt" integer,
  "newAt" integer,
  "failures" integer not null default 0,
  "failingSince" integer,
  "problem" text,
  "slow" integer not null default 0,
  "emptiedAt" integer,
  "etag" text,
  "modified" text,
  "digest" text,
  "format" text,
  "movedTo" text,
  "movedTimes" integer not null default 0);
CREATE TABLE "source_item" (
  "source" text not null references "source" ("id") on delete cascade,
  "key" text not null,
  "collection" text not null,
  "itemId" text not null,
  "ownId" text not null,
  "series" text not null,
  "day" text,
  "startAt" integer,
  "pubDate" integer not null,
  "titleKey" text not null,
  "venueKey" text,
  "fields" text not null,
  "base" text,
  "decision" text,
  "firstSeenAt" integer not null,
  "absentSince" integer,
  "unconfirmed" integer not null default 0,
  "mergedAt" integer,
  "mergedBy" text,
  "mergedFor" text,
  primary key ("source", "key"));
CREATE TABLE "source_match" (
  "source" text not null references "source" ("id") on delete cascade,
  "match" text not null,
  "key" text not null,
  primary key ("source", "match"));
CREATE TABLE "source_check" (
  "source" text not null references "source" ("id") on delete cascade,
  "at" integer not null,
  "ms" integer not null,
  "outcome" text not null,
  "problem" text,
  "found" integer not null,
  "added" integer not null,
  "changed" integer not null,
  "missing" integer not null,
  "title" text,
  "collection" text,
  "itemId" text,
  primary key ("source", "at"));
CREATE TABLE "source_day" (
  "source" text not null references "source" ("id") on delete cascade,
  "day" text not null,
  "checks" integer not null,
  "failed" integer not null,
  "added" integer not null,
  primary key ("source", "day"));
CREATE TABLE "inbox_entry" (
  "id" text not null primary key,
  "kind" text not null check ("kind" in ('new', 'change')),
  "collection" text not null,
  "itemId" text not null,
  "source" text not null references "source" ("id") on delete cascade,
  "stack" text not null,
  "title" text not null,
  "link" text,
  "item" text,
  "changes" text,
  "similar" text,
  "startAt" integer,
  "receivedAt" integer not null,
  "snoozedUntil" integer);
CREATE TABLE "inbox_action" (
  "number" integer not null primary key,
  "batch" text not null,
  "at" integer not null,
  "by" text,
  "action" text not null,
  "summary" text not null,
  "undo" text not null);
CREATE TABLE "match_rule" (
  "kind" text not null check ("kind" in ('never', 'same', 'venue')),
  "one" text not null,
  "other" text not null,
  "createdAt" integer not null,
  "createdBy" text,
  primary key ("kind", "one", "other"));
CREATE TABLE "newsletter_subscriber" (
  "id" text not null primary key,
  "address" text,
  "addressHash" text not null unique,
  "state" text not null check ("state" in ('waiting', 'active', 'unsubscribed', 'bounced')),
  "reason" text,
  "stateAt" integer not null,
  "topics" text not null,
  "frequency" text not null check ("frequency" in ('weekly', 'daily')),
  "userId" text,
  "flag" text,
  "consentSource" text not null,
  "consentAt" integer not null,
  "createdAt" integer not null,
  "softBounces" integer not null default 0,
  "bouncedAt" integer,
  "bounceReply" text);
CREATE TABLE "newsletter_link" (
  "token" text not null primary key,
  "subscriber" text not null references "newsletter_subscriber" ("id") on delete cascade,
  "createdAt" integer not null,
  "revokedAt" integer);
CREATE TABLE "newsletter_confirmation" (
  "tokenHash" text not null primary key,
  "subscriber" text not null references "newsletter_subscriber" ("id") on delete cascade,
  "address" text not null,
  "createdAt" integer not null,
  "expiresAt" integer not null,
  "usedAt" integer);
CREATE TABLE "newsletter_member_stale" ("userId" text not null primary key);
CREATE TABLE "newsletter_issue" (
  "id" text not null primary key,
  "number" integer unique,
  "occasion" text unique,
  "slug" text unique,
  "audience" text not null check ("audience" in ('weekly', 'daily', 'everyone')),
  "state" text not null check ("state" in ('draft', 'scheduled', 'sending', 'sent', 'expired')),
  "subject" text not null,
  "ownSubject" integer not null default 0,
  "preview" text not null default '',
  "note" text not null default '',
  "choices" text not null,
  "edition" text,
  "sinceAt" integer not null,
  "builtAt" integer not null,
  "unreviewed" text check ("unreviewed" in ('send', 'skip')),
  "approvedAt" integer,
  "sendAt" integer,
  "startedAt" integer,
  "finishedAt" integer,
  "heldAt" integer,
  "heldFor" text,
  "endedFor" text,
  "createdAt" integer not null,
  "createdBy" text,
  "version" integer not null);
CREATE TABLE "newsletter_recipient" (
  "issue" text not null references "newsletter_issue" ("id") on delete cascade,
  "address" text not null,
  "subscriber" text not null,
  "topics" text not null,
  "domain" text not null,
  "tag" text not null unique,
  "state" text not null check ("state" in ('queued', 'sending', 'sent', 'refused', 'unknown', 'bounced', 'withdrawn')),
  "attempts" integer not null default 0,
  "nextAttemptAt" integer not null default 0,
  "settledAt" integer,
  "trouble" text,
  "reply" text,
  "unsubscribedAt" integer,
  primary key ("issue", "address"));
CREATE TABLE "newsletter_bounce" (
  "id" text not null primary key,
  "at" integer not null,
  "kind" text not null check ("kind" in ('hard', 'soft', 'complaint')),
  "subscriber" text not null,
  "issue" text,
  "via" text not null,
  "status" text,
  "reply" text);
CREATE TABLE "newsletter_setting" ("name" text not null primary key, "value" text not null);
CREATE TABLE "move_in" (
  "id" text not null primary key,
  "state" text not null check ("state" in ('waiting', 'reading', 'ready', 'importing', 'stopped', 'done', 'failed', 'undoing', 'undone')),
  "wanted" text check ("wanted" in ('dry-run', 'import', 'undo')),
  "createdAt" integer not null,
  "createdBy" text,
  "origin" text not null,
  "files" text not null,
  "options" text not null,
  "report" text,
  "progress" text,
  "startedAt" integer,
  "finishedAt" integer,
  "trouble" text,
  "version" integer not null default 1);
CREATE TABLE "move_in_problem" (
  "moveIn" text not null references "move_in" ("id") on delete cascade,
  "number" integer not null,
  "verdict" text not null check ("verdict" in ('refused', 'doubtful')),
  "class" text not null,
  "file" text not null,
  "record" text not null,
  "title" text not null,
  "field" text not null,
  "problem" text not null,
  primary key ("moveIn", "number"));
CREATE TABLE "moved_item" (
  "origin" text not null,
  "kind" text not null,
  "key" text not null,
  "itemId" text,
  "tag" text,
  "takenHash" text,
  "moveIn" text not null,
  "createdAt" integer not null,
  primary key ("origin", "kind", "key"));
CREATE TABLE "redirect" (
  "fromPath" text not null primary key,
  "target" text not null,
  "createdAt" integer not null,
  "moveIn" text);
CREATE TABLE "missing_address" (
  "path" text not null primary key,
  "requests" integer not null,
  "firstAt" integer not null,
  "lastAt" integer not null,
  "ignored" integer not null default 0);
CREATE TABLE "collection_revision" (
      "collection" text not null primary key,
      "revision" integer not null);
CREATE TABLE "article_segment" (
      "sort" integer not null,
      "id" text not null,
      "items" integer not null,
      constraint "article_segment_key" primary key ("sort", "id")) without rowid;
CREATE TABLE "news_item_segment" (
      "sort" integer not null,
      "id" text not null,
      "items" integer not null,
      constraint "news_item_segment_key" primary key ("sort", "id")) without rowid;
CREATE TABLE "event_segment" (
      "sort" integer not null,
      "id" text not null,
      "items" integer not null,
      constraint "event_segment_key" primary key ("sort", "id")) without rowid;
CREATE TABLE "poll_segment" (
      "sort" text not null,
      "id" text not null,
      "items" integer not null,
      constraint "poll_segment_key" primary key ("sort", "id")) without rowid;
CREATE TABLE "business_segment" (
      "sort" text not null,
      "id" text not null,
      "items" integer not null,
      constraint "business_segment_key" primary key ("sort", "id")) without rowid;
CREATE VIRTUAL TABLE "article_text" using fts5("title", "text", content='', contentless_delete=1,
      tokenize="porter unicode61 remove_diacritics 2");
CREATE VIRTUAL TABLE "article_term" using fts5vocab("article_text", 'instance');
CREATE TABLE "article_text_latest" ("number" integer not null);
CREATE VIRTUAL TABLE "news_item_text" using fts5("title", "text", content='', contentless_delete=1,
      tokenize="porter unicode61 remove_diacritics 2");
CREATE VIRTUAL TABLE "news_item_term" using fts5vocab("news_item_text", 'instance');
CREATE TABLE "news_item_text_latest" ("number" integer not null);
CREATE VIRTUAL TABLE "event_text" using fts5("title", "text", content='', contentless_delete=1,
      tokenize="porter unicode61 remove_diacritics 2");
CREATE VIRTUAL TABLE "event_term" using fts5vocab("event_text", 'instance');
CREATE TABLE "event_text_latest" ("number" integer not null);
CREATE VIRTUAL TABLE "poll_text" using fts5("title", "text", content='', contentless_delete=1,
      tokenize="porter unicode61 remove_diacritics 2");
CREATE VIRTUAL TABLE "poll_term" using fts5vocab("poll_text", 'instance');
CREATE TABLE "poll_text_latest" ("number" integer not null);
CREATE VIRTUAL TABLE "business_text" using fts5("title", "text", content='', contentless_delete=1,
      tokenize="porter unicode61 remove_diacritics 2");
CREATE VIRTUAL TABLE "business_term" using fts5vocab("business_text", 'instance');
CREATE TABLE "business_text_latest" ("number" integer not null);
insert into "kysely_migration" values ('0001-first-release', '2026-11-28T00:20:09.642Z');
insert into "kysely_migration_lock" values ('migration_lock', 0);
insert into "setup_link" values (1, 'link', 3590352000000);
insert into "mail" values ('m1', 'verify', 'june@example.org', '{"subject":"secret link"}', 'queued', 0, 0, 1795176000000, null, null, null);
insert into "mail" values ('m2', 'verify', null, null, 'sent', 1, 0, 1795176000000, 1795176000000, null, null);
insert into "job_lease" values ('check-sources', null, 4);
insert into "site_user" values ('abe', 1, 1795176000000, null, null);
insert into "site_user" values ('claire', 0, 1795176000000, null, null);
insert into "site_user" values ('june', 1, 1795176000000, null, null);
insert into "site_user" values ('may', 0, 1795176000000, null, null);
insert into "verified_address" values ('abe', 'abe@example.org', 1795176000000);
insert into "verified_address" values ('june', 'june@example.org', 1795176000000);
insert into "verified_address" values ('may', 'may@example.org', 1795176000000);
insert into "address_claim" values ('claire', 'claire@example.org', 1795176000000);
insert into "password" values ('abe', '$argon2id$abe', 1795176000000);
insert into "password" values ('june', '$argon2id$june', 1795176000000);
insert into "password" values ('may', '$argon2id$may', 1795176000000);
insert into "identity" values ('abe', 'https://accounts.example', 'abe', 1795176000000);
insert into "session" values ('abe', 'session of abe', 1795176000000, 1795176000000, 1795176000000, 'ab87531723c7cf098f43fa2d4b404067', null);
insert into "session" values ('june', 'session of june', 1795176000000, 1795176000000, 1795176000000, '3c7575a3b9718d833769b9f6ad8d1b58', null);
insert into "session" values ('may', 'session of may', 1795176000000, 1795176000000, 1795176000000, '5e74b12b89cc20c4a7a2d25ae9f3fd49', null);
insert into "address_proof" values ('proof', 'reset', 'june@example.org', 'june', 3590352000000);
insert into "throttle" values ('login:x', 2, 0, 3590352000000);
insert into "api_token" values ('t1', 'Import', 'token', 'write', 1795176000000, 3590352000000, null, null);
insert into "audit_entry" values ('e1', 1795176000000, 'admin', 'june', 'item-saved', '/a0', null, 1);
insert into "backup_run" values ('k1', 'nightly', 1795176000000, 10, 'a.tar', 10, 5, null, null, null);
insert into "backup_setting" values ('keep', '7');
insert into "suppression_entry" values ('001795342585553-000000-bd411e39', 1795342585553, 'may', 'out');
insert into "suppression_entry" values ('001795825209150-000000-c17c65d5', 1795825209150, 'newsletter:0b1e37b62ef5d990291aa75bd39880d8c454cc97b948a0385f53494dcf1d3001', 'out');
insert into "suppression_entry" values ('001795825209153-000000-823d720e', 1795825209153, 'newsletter:f919637ea9b2e87c329f8a257f8e03bc5f70011d341ea3ef9f607505ea037585', 'out');
insert into "passkey" values ('CmWBb6Ldu7xXCDEcQpSMTQ', 'ese96JJSi120Kke6RL7EOKB8nnat02pEKubA1tv4JYc', 'june', 'ashby.example', 'pQECAyYgASFYIAKZ0Q8-tqxrFijFkCV-jY_jICjIAxU2VaGaPelkBkzvIlggVSAoFpyPPBUQgzhStAjB5sFG9mXVm1EExCCXjikbqQc', 3, 'internal hybrid', 'Firefox on Windows', 1795212000000, null);
insert into "recovery_code" values ('069cdc7e460b803dfd2571e74e819245fd6d6e16f3c2ca0c3228d65c7494bc7a', 'june', 1795212000000);
insert into "recovery_code" values ('3ee35eefc4102c62cc5f9cb9dfcc8194ca755e9efeb0cd576b5a52ff5858198e', 'june', 1795212000000);
insert into "recovery_code" values ('3f842bc01416755137aa8ac02594a22e9903ae5fdb5a5f2e96b105183ae7144b', 'june', 1795212000000);
insert into "recovery_code" values ('4a18cdbebf17ca0579e2f97bf3153fefa74d3a755129bf37c352085d86931dae', 'june', 1795212000000);
insert into "recovery_code" values ('56a4f668129cdcd27d104d40512bcb860a97a408bc9aaed146ce62aa55cd864d', 'june', 1795212000000);
insert into "recovery_code" values ('6f7dd7d0f7b863cc05fa94551df50163e77e26b23a4eb89f70479713b3bfb071', 'june', 1795212000000);
insert into "recovery_code" values ('aceedcccd6b20ecfdf9511a0247c9e51f2f1db1cde45dab76cd8030572d7bb3e', 'june', 1795212000000);
insert into "recovery_code" values ('b87cee73b40bd693f96f71fd97afb2c47f05c976664d8b3d8e9fec3087eadee2', 'june', 1795212000000);
insert into "recovery_code" values ('cf8cba2033d1e1106012919170062ec7d762f7d9b61cbfd9f2dab79192cb07f9', 'june', 1795212000000);
insert into "recovery_code" values ('fc6474adce0f0499cb1fec5ce8a6dad46f16cac5919dd446123f4f9371a9a917', 'june', 1795212000000);
insert into "passkey_challenge" values ('e3beb308d152b3ac726b688ee9c4c98c61020c49d62bc2fa8d4e022e0ddddb5a', 3590424000000);
insert into "passkey_offer" values ('june', 'later');
insert into "job_request" values ('remove-trash-traces', 1795212000000);
insert into "article" values ('a0', 3, 1795176000000, 1795176000000, 'local:a0', 'a0: "quotes", \ backslashes, ''apostrophes'', newlines
  and 🔔 bells', 'https://example.org/a0', 1795176000000, 'Commons', 'https://example.org', '', null, '<p>a0: "quotes", \ backslashes, ''apostrophes'', newlines
  and 🔔 bells</p>', null, 0, null, null, null, 0);
insert into "article" values ('a1', 3, 1795176000000, 1795176000000, 'local:a1', 'a1: "quotes", \ backslashes, ''apostrophes'', newlines
  and 🔔 bells', 'https://example.org/a1', 1795176000000, 'Commons', 'https://example.org', '', null, '<p>a1: "quotes", \ backslashes, ''apostrophes'', newlines
  and 🔔 bells</p>', null, 0, null, '[["winter","Winter"]]', null, 0);
insert into "news_item" values ('e4761446-e4cb-8d7e-a579-4ea3975eff27', 1, 1795212000000, 1795212000000, 'Ferry schedule changes', 'https://ledger.example/ferry', 'https://ledger.example/ferry', 1795183200000, 'The Hollow Ledger', 'https://ledger.example/', 'From December on.', null, '<p>From December on.</p>', null);
insert into "news_item" values ('n1', 1, 1795176000000, 1795176000000, 'The bridge reopens', null, 'https://example.org/n1', 1795176000000, null, null, 'After a year.', null, '<p>After a <b>year</b> of work.</p>', null);
insert into "event" values ('v1', 1, 1795176000000, 1795176000000, 'local:v1', 'Café concert', 'https://example.org/v1', 1795176000000, 1795262400000, '5 PM', 'Hill Farm', '/illustrations/green.svg', 'image/svg+xml', '<p>Music.</p>', null, 0, 'scheduled', null, null, null, null, null, null, null, null);
insert into "event" values ('v2', 1, 1795176000000, 1795176000000, 'local:v2', 'Fair', 'https://example.org/v2', 1795176000000, 1795262400000, '', 'Green', '/illustrations/green.svg', 'image/svg+xml', '<p>All days.</p>', 1795435200000, 1, 'moved', 'Because of snow', 1795176000000, null, null, null, null, null, null);
insert into "poll" values ('p1', 1, 1795176000000, 1795176000000, 'Bridge?', 'bridge?', '', 'Which?', 'verified', 'always', 1, 0, null, null, null, null, 9007199254740991, 1, 0, null);
insert into "poll" values ('p2', 1, 1795176000000, 1795176000000, 'Old poll', 'old poll', '', 'Done.', 'verified', 'always', 1, 0, null, null, 1795176000000, 1795176000000, 1795176000000, 1, 1, null);
insert into "poll_option" values ('o0', 'p1', 0, 'Way 0', 0);
insert into "poll_option" values ('o1', 'p1', 1, 'Way 1', 0);
insert into "poll_option" values ('p2o0', 'p2', 0, 'Yes', 0);
insert into "poll_option" values ('p2o1', 'p2', 1, 'None of these', 1);
insert into "business" values ('b1', 1, 1795176000000, 1795176000000, 'Bäckerei', 'bäckerei', 'Food', '1 Main Street', '555-0100', null, null, 'Mo-Fr 8-17', '<p>Bread</p>', null);
insert into "town_setting" values ('firstStart', 'done');
insert into "town_setting" values ('title', 'Ashby Commons');
insert into "sample_item" values ('events', 'v2');
insert into "poll_network" values ('p1', 'net', 1, 0);
insert into "poll_closing" values ('p2', 1, 1795176000000, 1, '{"p2o0":1}', 'line', 'h2');
insert into "poll_note" values ('p2', 1795176000000, 1, 'A note');
insert into "search_document" values (1099511627777, 'articles', 'a0', 1795176000000, null);
insert into "search_document" values (1099511627778, 'articles', 'a1', 1795176000000, null);
insert into "search_document" values (2199023255553, 'news', 'n1', 1795176000000, null);
insert into "search_document" values (2199023255554, 'news', 'e4761446-e4cb-8d7e-a579-4ea3975eff27', 1795183200000, null);
insert into "search_document" values (3298534883329, 'events', 'v1', 1795262400000, '6bidOStxKuPOj2PmMFj17r');
insert into "search_document" values (3298534883330, 'events', 'v2', 1795262400000, 'kyJhvcbSxmADl8pRRBaAZK');
insert into "search_document" values (4398046511105, 'polls', 'p1', 1795176000000, null);
insert into "search_document" values (5497558138881, 'businesses', 'b1', 1795176000000, null);
insert into "feed_topic" values ('all.rss', '', 0, '', '', null, 0, 0, null);
insert into "search_word" values ('apostrophes');
insert into "search_word" values ('backslashes');
insert into "search_word" values ('bells');
insert into "search_word" values ('bridge');
insert into "search_word" values ('bäckerei');
insert into "search_word" values ('café');
insert into "search_word" values ('changes');
insert into "search_word" values ('concert');
insert into "search_word" values ('fair');
insert into "search_word" values ('ferry');
insert into "search_word" values ('newlines');
insert into "search_word" values ('quotes');
insert into "search_word" values ('reopens');
insert into "search_word" values ('schedule');
insert into "search_trigram" values (' ap', 'apostrophes');
insert into "search_trigram" values (' ba', 'backslashes');
insert into "search_trigram" values (' ba', 'bäckerei');
insert into "search_trigram" values (' be', 'bells');
insert into "search_trigram" values (' br', 'bridge');
insert into "search_trigram" values (' ca', 'café');
insert into "search_trigram" values (' ch', 'changes');
insert into "search_trigram" values (' co', 'concert');
insert into "search_trigram" values (' fa', 'fair');
insert into "search_trigram" values (' fe', 'ferry');
insert into "search_trigram" values (' ne', 'newlines');
insert into "search_trigram" values (' qu', 'quotes');
insert into "search_trigram" values (' re', 'reopens');
insert into "search_trigram" values (' sc', 'schedule');
insert into "search_trigram" values ('ack', 'backslashes');
insert into "search_trigram" values ('ack', 'bäckerei');
insert into "search_trigram" values ('afe', 'café');
insert into "search_trigram" values ('air', 'fair');
insert into "search_trigram" values ('ang', 'changes');
insert into "search_trigram" values ('apo', 'apostrophes');
insert into "search_trigram" values ('ash', 'backslashes');
insert into "search_trigram" values ('bac', 'backslashes');
insert into "search_trigram" values ('bac', 'bäckerei');
insert into "search_trigram" values ('bel', 'bells');
insert into "search_trigram" values ('bri', 'bridge');
insert into "search_trigram" values ('caf', 'café');
insert into "search_trigram" values ('cer', 'concert');
insert into "search_trigram" values ('cha', 'changes');
insert into "search_trigram" values ('che', 'schedule');
insert into "search_trigram" values ('cke', 'bäckerei');
insert into "search_trigram" values ('cks', 'backslashes');
insert into "search_trigram" values ('con', 'concert');
insert into "search_trigram" values ('dge', 'bridge');
insert into "search_trigram" values ('dul', 'schedule');
insert into "search_trigram" values ('edu', 'schedule');
insert into "search_trigram" values ('ei ', 'bäckerei');
insert into "search_trigram" values ('ell', 'bells');
insert into "search_trigram" values ('ens', 'reopens');
insert into "search_trigram" values ('eop', 'reopens');
insert into "search_trigram" values ('ere', 'bäckerei');
insert into "search_trigram" values ('err', 'ferry');
insert into "search_trigram" values ('ert', 'concert');
insert into "search_trigram" values ('es ', 'apostrophes');
insert into "search_trigram" values ('es ', 'backslashes');
insert into "search_trigram" values ('es ', 'changes');
insert into "search_trigram" values ('es ', 'newlines');
insert into "search_trigram" values ('es ', 'quotes');
insert into "search_trigram" values ('ewl', 'newlines');
insert into "search_trigram" values ('fai', 'fair');
insert into "search_trigram" values ('fe ', 'café');
insert into "search_trigram" values ('fer', 'ferry');
insert into "search_trigram" values ('ge ', 'bridge');
insert into "search_trigram" values ('ges', 'changes');
insert into "search_trigram" values ('han', 'changes');
insert into "search_trigram" values ('hed', 'schedule');
insert into "search_trigram" values ('hes', 'apostrophes');
insert into "search_trigram" values ('hes', 'backslashes');
insert into "search_trigram" values ('idg', 'bridge');
insert into "search_trigram" values ('ine', 'newlines');
insert into "search_trigram" values ('ir ', 'fair');
insert into "search_trigram" values ('ker', 'bäckerei');
insert into "search_trigram" values ('ksl', 'backslashes');
insert into "search_trigram" values ('las', 'backslashes');
insert into "search_trigram" values ('le ', 'schedule');
insert into "search_trigram" values ('lin', 'newlines');
insert into "search_trigram" values ('lls', 'bells');
insert into "search_trigram" values ('ls ', 'bells');
insert into "search_trigram" values ('nce', 'concert');
insert into "search_trigram" values ('nes', 'newlines');
insert into "search_trigram" values ('new', 'newlines');
insert into "search_trigram" values ('nge', 'changes');
insert into "search_trigram" values ('ns ', 'reopens');
insert into "search_trigram" values ('onc', 'concert');
insert into "search_trigram" values ('ope', 'reopens');
insert into "search_trigram" values ('oph', 'apostrophes');
insert into "search_trigram" values ('ost', 'apostrophes');
insert into "search_trigram" values ('ote', 'quotes');
insert into "search_trigram" values ('pen', 'reopens');
insert into "search_trigram" values ('phe', 'apostrophes');
insert into "search_trigram" values ('pos', 'apostrophes');
insert into "search_trigram" values ('quo', 'quotes');
insert into "search_trigram" values ('rei', 'bäckerei');
insert into "search_trigram" values ('reo', 'reopens');
insert into "search_trigram" values ('rid', 'bridge');
insert into "search_trigram" values ('rop', 'apostrophes');
insert into "search_trigram" values ('rry', 'ferry');
insert into "search_trigram" values ('rt ', 'concert');
insert into "search_trigram" values ('ry ', 'ferry');
insert into "search_trigram" values ('sch', 'schedule');
insert into "search_trigram" values ('she', 'backslashes');
insert into "search_trigram" values ('sla', 'backslashes');
insert into "search_trigram" values ('str', 'apostrophes');
insert into "search_trigram" values ('tes', 'quotes');
insert into "search_trigram" values ('tro', 'apostrophes');
insert into "search_trigram" values ('ule', 'schedule');
insert into "search_trigram" values ('uot', 'quotes');
insert into "search_trigram" values ('wli', 'newlines');
insert into "search_progress" values ('articles', 1099511627778);
insert into "search_progress" values ('businesses', 5497558138881);
insert into "search_progress" values ('events', 3298534883330);
insert into "search_progress" values ('news', 2199023255554);
insert into "search_progress" values ('polls', 4398046511105);
insert into "poll_voter" values ('p1', 'june', 'june', 'member', 1, 'net', 1795176000000);
insert into "poll_key" values ('p1', 'M-KU81TqWCEFI5J_r524YOOmAREmRHIHhVkbPqTCUZw');
insert into "poll_ballot" values ('p1', 'r1', 1, 'member', 'o0', 'i9jjCkBJW2stYNVt_WrlFlYhhP51yxHYTQU08OhdSg4', null, null);
insert into "poll_ballot" values ('p2', 'r2', 1, 'member', 'p2o0', null, 1, 'h1');
insert into "poll_sealing" values ('p2', 'disk');
insert into "article_tag" values ('winter', 'a1', 1795176000000, 'Winter');
insert into "item_version" values ('articles', 'd1', 'draft', null, '{"id":"d1","title":"Bridge work continues","description":"<p>Work on the <b>bridge</b> goes on.</p><p><img src=\"/media/e45a6c981c7f4826fc6afdca9c10712d-64.jpeg\" alt=\"The bridge\"></p>","picture":"e45a6c981c7f4826fc6afdca9c10712d","tags":["winter"]}', 2, 1795208400000, 1795212000000);
insert into "item_version" values ('news', 's1', 'scheduled', 2143278000000, '{"id":"s1","title":"Snow plan","sourceId":null,"link":"https://example.org/s1","pubDate":"2026-11-20T21:00:00.000Z","sourceName":null,"sourceUrl":null,"description":"<p>From <i>December</i> on.</p>"}', 1, 1795212000000, 1795212000000);
insert into "trash_item" values ('81062a94-0585-401b-abd5-499a69e3754c', 'polls', 'p3', 'published', 'Later buses?', '{"id":"p3","title":"Later buses?","description":"Why we ask.","options":[{"id":"cb4486b6-610b-4c3a-adcc-b7eaac82d103","text":"Yes"},{"id":"9ebf6d4b-6381-4279-9c39-67e117ec5755","text":"No"}],"voters":"verified","resultsShown":"always","maxChoices":1,"noneOfThese":false,"opensAt":null,"closesAt":null,"picture":null}', 1, 'eb204ac1-31e6-45fb-8ec7-6ae5cbae0c5a', 1795212000000, 'june', null, 1797804000000, null);
insert into "trash_item" values ('afef0386-b12c-41db-b918-464a1b4be08f', 'news', 'n2', 'published', 'Old notice', '{"id":"n2","title":"Old notice","sourceId":"ledger:n2","link":"https://example.org/n2","pubDate":"2026-11-20T21:00:00.000Z","sourceName":"The Hollow Ledger","sourceUrl":"https://example.org/ledger","description":"<p>Text of n2.</p>","picture":"e45a6c981c7f4826fc6afdca9c10712d"}', 0, '71680044-325f-4a77-abcc-084ec9edbcb2', 1795212000000, 'june', null, 1797804000000, null);
insert into "trash_row" values ('81062a94-0585-401b-abd5-499a69e3754c', 0, 'poll', '[{"id":"p3","version":1,"createdAt":1795212000000,"updatedAt":1795212000000,"title":"Later buses?","titleKey":"later buses?","deck":"Why we ask.","description":"Why we ask.","voters":"verified","resultsShown":"always","maxChoices":1,"noneOfThese":0,"opensAt":null,"closesAt":null,"closedAt":null,"archivedAt":null,"endsAt":9007199254740991,"round":1,"archived":0,"picture":null}]');
insert into "trash_row" values ('81062a94-0585-401b-abd5-499a69e3754c', 1, 'poll_option', '[{"id":"9ebf6d4b-6381-4279-9c39-67e117ec5755","pollId":"p3","position":1,"text":"No","isNone":0},{"id":"cb4486b6-610b-4c3a-adcc-b7eaac82d103","pollId":"p3","position":0,"text":"Yes","isNone":0}]');
insert into "trash_row" values ('81062a94-0585-401b-abd5-499a69e3754c', 2, 'poll_voter', '[{"pollId":"p3","voter":"june","userId":"june","kind":"member","round":1,"network":"net","votedAt":1795212000000}]');
insert into "trash_row" values ('81062a94-0585-401b-abd5-499a69e3754c', 4, 'poll_network', '[{"pollId":"p3","network":"net","voters":1,"refused":0}]');
insert into "trash_row" values ('81062a94-0585-401b-abd5-499a69e3754c', 5, 'poll_ballot', '[{"pollId":"p3","receipt":"r3","round":1,"kind":"member","choices":"cb4486b6-610b-4c3a-adcc-b7eaac82d103","ref":"E2Z8W65fxNescysLFp72t0I-DIftj5PoeeBXsN08Ruo","position":null,"hash":null}]');
insert into "trash_row" values ('afef0386-b12c-41db-b918-464a1b4be08f', 0, 'news_item', '[{"id":"n2","version":1,"createdAt":1795212000000,"updatedAt":1795212000000,"title":"Old notice","sourceId":"ledger:n2","link":"https://example.org/n2","pubDate":1795208400000,"sourceName":"The Hollow Ledger","sourceUrl":"https://example.org/ledger","deck":"Text of n2.","image":null,"description":"<p>Text of n2.</p>","picture":"e45a6c981c7f4826fc6afdca9c10712d"}]');
insert into "trash_secret" values ('81062a94-0585-401b-abd5-499a69e3754c', 3, 'poll_key', '[{"pollId":"p3","key":"QTaaKiP6PG3lEE6SUJ_IF0NYdrXToMa2eSPv36cVeLc"}]');
insert into "item_revision" values ('articles', 'd1', 1, 1795208400000, 'june', null, 'saved', 'draft', '{"id":"d1","title":"Bridge work","description":"<p>Work on the <b>bridge</b> goes on.</p><p><img src=\"/media/e45a6c981c7f4826fc6afdca9c10712d-64.jpeg\" alt=\"The bridge\"></p>","picture":"e45a6c981c7f4826fc6afdca9c10712d","tags":["winter"]}', null);
insert into "item_revision" values ('articles', 'd1', 2, 1795212000000, 'june', null, 'saved', 'draft', '{"id":"d1","title":"Bridge work continues","description":"<p>Work on the <b>bridge</b> goes on.</p><p><img src=\"/media/e45a6c981c7f4826fc6afdca9c10712d-64.jpeg\" alt=\"The bridge\"></p>","picture":"e45a6c981c7f4826fc6afdca9c10712d","tags":["winter"]}', null);
insert into "item_revision" values ('news', 'e4761446-e4cb-8d7e-a579-4ea3975eff27', 1, 1795212000000, 'june', null, 'saved', 'published', '{"id":"e4761446-e4cb-8d7e-a579-4ea3975eff27","title":"Ferry schedule changes","sourceId":"https://ledger.example/ferry","link":"https://ledger.example/ferry","pubDate":"2026-11-20T14:00:00.000Z","sourceName":"The Hollow Ledger","sourceUrl":"https://ledger.example/","description":"<p>From December on.</p>","picture":null}', null);
insert into "item_revision" values ('news', 's1', 1, 1795212000000, null, 'Import', 'saved', 'scheduled', '{"id":"s1","title":"Snow plan","sourceId":null,"link":"https://example.org/s1","pubDate":"2026-11-20T21:00:00.000Z","sourceName":null,"sourceUrl":null,"description":"<p>From <i>December</i> on.</p>"}', null);
insert into "open_form" values ('5f0d7ac2-1d5b-4c7e-9a0f-3b1d0c9e8a77', 'articles', 'd1', 'june', 1795212075000);
insert into "picture" values ('e2c84090af54fffe6e51f3fcd5a8d2a9', 'market.png', 48, 40, 177, '#800080', null, 1, null, null, 5, 'market.png', 1795212000000, 1795212000000, 'june', null);
insert into "picture" values ('e45a6c981c7f4826fc6afdca9c10712d', 'bridge.jpg', 64, 40, 304, '#7f007f', 'The bridge', 0, 'The bridge in May', 'Commons', 5, 'bridge.jpg the bridge the bridge in may commons', 1795212000000, 1795212000000, 'june', null);
insert into "picture_file" values ('e2c84090af54fffe6e51f3fcd5a8d2a9-48.avif', 'e2c84090af54fffe6e51f3fcd5a8d2a9', 575, 'ff971cd32c45e53d54a983cb047223f4f0fc2113f51ba76d0863453694007804');
insert into "picture_file" values ('e2c84090af54fffe6e51f3fcd5a8d2a9-48.jpeg', 'e2c84090af54fffe6e51f3fcd5a8d2a9', 569, 'f8f15010a3357a9b4c4cec45e8a5bf52748b794e885140ec36d4756ae0e67919');
insert into "picture_file" values ('e2c84090af54fffe6e51f3fcd5a8d2a9-48.webp', 'e2c84090af54fffe6e51f3fcd5a8d2a9', 110, '2de589b08294d40c554cac3244f9f6381fa9d7341db8b161839deda2ac024214');
insert into "picture_file" values ('e45a6c981c7f4826fc6afdca9c10712d-64.avif', 'e45a6c981c7f4826fc6afdca9c10712d', 381, '07d23f2fd34d38c5d5d090e4f4b1dc628680ba726ad293433f848a951532cab0');
insert into "picture_file" values ('e45a6c981c7f4826fc6afdca9c10712d-64.jpeg', 'e45a6c981c7f4826fc6afdca9c10712d', 604, '15f642c2b6c9215b936f3d26c8399fd0f18fe106094843c9fc38bb097e21472e');
insert into "picture_file" values ('e45a6c981c7f4826fc6afdca9c10712d-64.webp', 'e45a6c981c7f4826fc6afdca9c10712d', 140, '8c33bf2de563393d0b2858550b6523eba4d27de3dd6a2598c83b733d974df97b');
insert into "picture_idle" values ('e2c84090af54fffe6e51f3fcd5a8d2a9', 1795212000000);
insert into "picture_use" values ('articles', 'd1', 'draft', 'e45a6c981c7f4826fc6afdca9c10712d', 'lead', 'Bridge work continues');
insert into "picture_use" values ('articles', 'd1', 'draft', 'e45a6c981c7f4826fc6afdca9c10712d', 'text', 'Bridge work continues');
insert into "picture_use" values ('news', 'n2', 'trash', 'e45a6c981c7f4826fc6afdca9c10712d', 'lead', 'Old notice');
insert into "picture_use_stale" values ('articles', 'd1');
insert into "preview_link" values ('articles', 'd1', 'nSfTCxFBC-M-UA_HM3WV32HDJuBPBqUbMO5ZULrNftg', 0, 1795212000000, 1795816800000);
insert into "revision_picture" values ('articles', 'd1', 1, 'e45a6c981c7f4826fc6afdca9c10712d');
insert into "revision_picture" values ('articles', 'd1', 2, 'e45a6c981c7f4826fc6afdca9c10712d');
insert into "source" values ('19f741b8-6605-4350-bd0d-c966a50843f0', 'https://county.example/events.ics', 'County calendar', 'events', 'review', 'aggregator', null, 60, null, 1, 1795212000000, 'june', null, 1795212000000);
insert into "source" values ('b03ad72c-12a6-4569-ae85-b8e42e19095c', 'https://ledger.example/feed.xml', 'The Hollow Ledger', 'news', 'review', 'primary', null, 60, 'https://ledger.example/', 1, 1795212000000, 'june', null, 1795215600000);
insert into "source" values ('b0ca6abf-4ac0-4207-8455-476ce73a3ec8', 'https://calendar.example/events.ics', 'Town calendar', 'events', 'review', 'primary', null, 60, null, 1, 1795212000000, 'june', null, 1795212000000);
insert into "source" values ('cda75e2d-0bdd-442e-9930-10e63d30236e', 'https://old.example/rss', 'Old paper', 'articles', 'publish', 'primary', null, 60, null, 2, 1795212000000, 'june', 1795215600000, null);
insert into "source_state" values ('19f741b8-6605-4350-bd0d-c966a50843f0', 0, null, 1795215458254, null, 1795212000000, 1795212000000, 1795212000000, 0, null, null, 0, null, '"1"', null, '1a518a00057d8dab38f8126e01552c5cb0720271547a98c2a54314114d2f67a5', 'ics', null, 0);
insert into "source_state" values ('b03ad72c-12a6-4569-ae85-b8e42e19095c', 0, null, 1795219468316, null, 1795215600000, 1795215600000, 1795212000000, 0, null, null, 0, null, '"1"', null, '4ba7b46cd1095b7d341c72d76b1e0482328a870634cba41d50e82e2d70d7f89d', 'rss', null, 0);
insert into "source_state" values ('b0ca6abf-4ac0-4207-8455-476ce73a3ec8', 0, null, 1795215838947, null, 1795212000000, 1795212000000, 1795212000000, 0, null, null, 0, null, '"1"', null, '9908565d7e0fc8de7c4579a51b55c9c6f838770306ee45d72b0b4255e9886cf1', 'ics', null, 0);
insert into "source_state" values ('cda75e2d-0bdd-442e-9930-10e63d30236e', 0, null, 8640000000000000, null, null, null, null, 0, null, null, 0, null, null, null, null, null, null, 0);
insert into "source_item" values ('19f741b8-6605-4350-bd0d-c966a50843f0', 'fair@calendar.example', 'events', '950d1202-5ed7-8b1b-ad7d-3293a8e7e209', '18c9cab9-cbd8-85dc-8791-98d42c880716', 'fair@calendar.example', '2026-12-05', 1796479200000, 1795212000000, 'market of the winter', 'hall', '{"title":"Market of the winter","link":"https://calendar.example/fair","description":"<p>Market of the winter for everyone.</p>","eventDate":"2026-12-05T14:00:00.000Z","endDate":"2026-12-05T16:00:00.000Z","allDay":false,"eventTime":"9:00 AM","eventLocation":"The Hall","status":"scheduled"}', '{"title":"Winter market","link":"https://calendar.example/market","description":"<p>Winter market for everyone.</p>","eventDate":"2026-12-05T14:00:00.000Z","endDate":"2026-12-05T16:00:00.000Z","allDay":false,"eventTime":"9:00 AM","eventLocation":"Town Hall, 1 Main Street","status":"scheduled"}', null, 1795212000000, null, 0, 1795212000000, 'june', null);
insert into "source_item" values ('19f741b8-6605-4350-bd0d-c966a50843f0', 'film@calendar.example', 'events', '8172b8ae-f064-8e10-a8dc-9ced8d4075c7', '8172b8ae-f064-8e10-a8dc-9ced8d4075c7', 'film@calendar.example', '2026-12-19', 1797688800000, 1795212000000, 'film night', 'library', '{"title":"Film night","link":"https://calendar.example/film","description":"<p>Film night for everyone.</p>","eventDate":"2026-12-19T14:00:00.000Z","endDate":"2026-12-19T16:00:00.000Z","allDay":false,"eventTime":"9:00 AM","eventLocation":"Library","status":"scheduled"}', '{"title":"Film night","link":"https://calendar.example/film","description":"<p>Film night for everyone.</p>","eventDate":"2026-12-19T14:00:00.000Z","endDate":"2026-12-19T16:00:00.000Z","allDay":false,"eventTime":"9:00 AM","eventLocation":"Library","status":"scheduled"}', null, 1795212000000, null, 0, null, null, null);
insert into "source_item" values ('b03ad72c-12a6-4569-ae85-b8e42e19095c', 'https://ledger.example/ad', 'news', '87778c53-8a3f-826f-80a7-8eca6960ba1f', '87778c53-8a3f-826f-80a7-8eca6960ba1f', 'https://ledger.example/ad', '2026-11-20', null, 1795183200000, 'buy now', null, '{"title":"Buy now","link":"https://ledger.example/ad","description":"<p>Cheap.</p>"}', '{"title":"Buy now","link":"https://ledger.example/ad","description":"<p>Cheap.</p>"}', 'discarded', 1795212000000, null, 0, null, null, null);
insert into "source_item" values ('b03ad72c-12a6-4569-ae85-b8e42e19095c', 'https://ledger.example/ferry', 'news', 'e4761446-e4cb-8d7e-a579-4ea3975eff27', 'e4761446-e4cb-8d7e-a579-4ea3975eff27', 'https://ledger.example/ferry', '2026-11-20', null, 1795183200000, 'ferry schedule changes again', null, '{"title":"Ferry schedule changes again","link":"https://ledger.example/ferry","description":"<p>From January on.</p>"}', '{"title":"Ferry schedule changes","link":"https://ledger.example/ferry","description":"<p>From December on.</p>"}', 'published', 1795212000000, null, 0, null, null, null);
insert into "source_item" values ('b03ad72c-12a6-4569-ae85-b8e42e19095c', 'https://ledger.example/later', 'news', '5652bc2b-18a4-8f8b-bac9-72addb7ec760', '5652bc2b-18a4-8f8b-bac9-72addb7ec760', 'https://ledger.example/later', '2026-11-20', null, 1795183200000, 'budget hearing', null, '{"title":"Budget hearing","link":"https://ledger.example/later","description":"<p>Next week.</p>"}', '{"title":"Budget hearing","link":"https://ledger.example/later","description":"<p>Next week.</p>"}', null, 1795212000000, null, 0, null, null, null);
insert into "source_item" values ('b03ad72c-12a6-4569-ae85-b8e42e19095c', 'https://ledger.example/roof', 'news', 'cf3f0219-ff97-8fc5-a655-b9a954bac1e0', 'cf3f0219-ff97-8fc5-a655-b9a954bac1e0', 'https://ledger.example/roof', '2026-11-20', null, 1795183200000, 'library roof mended', null, '{"title":"Library roof mended","link":"https://ledger.example/roof","description":"<p>At last.</p>"}', '{"title":"Library roof mended","link":"https://ledger.example/roof","description":"<p>At last.</p>"}', null, 1795212000000, null, 0, null, null, null);
insert into "source_item" values ('b0ca6abf-4ac0-4207-8455-476ce73a3ec8', 'choir@calendar.example', 'events', 'ea96ed43-9ab0-8234-917b-950e590c8433', 'ea96ed43-9ab0-8234-917b-950e590c8433', 'choir@calendar.example', '2026-12-12', 1797084000000, 1795212000000, 'choir evening', 'church', '{"title":"Choir evening","link":"https://calendar.example/choir","description":"<p>Choir evening for everyone.</p>","eventDate":"2026-12-12T14:00:00.000Z","endDate":"2026-12-12T16:00:00.000Z","allDay":false,"eventTime":"9:00 AM","eventLocation":"Church","status":"scheduled"}', '{"title":"Choir evening","link":"https://calendar.example/choir","description":"<p>Choir evening for everyone.</p>","eventDate":"2026-12-12T14:00:00.000Z","endDate":"2026-12-12T16:00:00.000Z","allDay":false,"eventTime":"9:00 AM","eventLocation":"Church","status":"scheduled"}', null, 1795212000000, null, 0, null, null, null);
insert into "source_item" values ('b0ca6abf-4ac0-4207-8455-476ce73a3ec8', 'market@calendar.example', 'events', '950d1202-5ed7-8b1b-ad7d-3293a8e7e209', '950d1202-5ed7-8b1b-ad7d-3293a8e7e209', 'market@calendar.example', '2026-12-05', 1796479200000, 1795212000000, 'winter market', 'town hall', '{"title":"Winter market","link":"https://calendar.example/market","description":"<p>Winter market for everyone.</p>","eventDate":"2026-12-05T14:00:00.000Z","endDate":"2026-12-05T16:00:00.000Z","allDay":false,"eventTime":"9:00 AM","eventLocation":"Town Hall, 1 Main Street","status":"scheduled"}', '{"title":"Winter market","link":"https://calendar.example/market","description":"<p>Winter market for everyone.</p>","eventDate":"2026-12-05T14:00:00.000Z","endDate":"2026-12-05T16:00:00.000Z","allDay":false,"eventTime":"9:00 AM","eventLocation":"Town Hall, 1 Main Street","status":"scheduled"}', null, 1795212000000, null, 0, null, null, null);
insert into "source_match" values ('19f741b8-6605-4350-bd0d-c966a50843f0', 'guid:fair@calendar.example', 'fair@calendar.example');
insert into "source_match" values ('19f741b8-6605-4350-bd0d-c966a50843f0', 'guid:film@calendar.example', 'film@calendar.example');
insert into "source_match" values ('19f741b8-6605-4350-bd0d-c966a50843f0', 'title:film night 2026-12-19', 'film@calendar.example');
insert into "source_match" values ('19f741b8-6605-4350-bd0d-c966a50843f0', 'title:market of the winter 2026-12-05', 'fair@calendar.example');
insert into "source_match" values ('19f741b8-6605-4350-bd0d-c966a50843f0', 'url:https://calendar.example/fair 2026-12-05', 'fair@calendar.example');
insert into "source_match" values ('19f741b8-6605-4350-bd0d-c966a50843f0', 'url:https://calendar.example/film 2026-12-19', 'film@calendar.example');
insert into "source_match" values ('19f741b8-6605-4350-bd0d-c966a50843f0', 'when:film night 2026-12-19T14:00:00Z', 'film@calendar.example');
insert into "source_match" values ('19f741b8-6605-4350-bd0d-c966a50843f0', 'when:market of the winter 2026-12-05T14:00:00Z', 'fair@calendar.example');
insert into "source_match" values ('b03ad72c-12a6-4569-ae85-b8e42e19095c', 'guid:/ad', 'https://ledger.example/ad');
insert into "source_match" values ('b03ad72c-12a6-4569-ae85-b8e42e19095c', 'guid:/ferry', 'https://ledger.example/ferry');
insert into "source_match" values ('b03ad72c-12a6-4569-ae85-b8e42e19095c', 'guid:/later', 'https://ledger.example/later');
insert into "source_match" values ('b03ad72c-12a6-4569-ae85-b8e42e19095c', 'guid:/roof', 'https://ledger.example/roof');
insert into "source_match" values ('b03ad72c-12a6-4569-ae85-b8e42e19095c', 'title:budget hearing 2026-11-20', 'https://ledger.example/later');
insert into "source_match" values ('b03ad72c-12a6-4569-ae85-b8e42e19095c', 'title:buy now 2026-11-20', 'https://ledger.example/ad');
insert into "source_match" values ('b03ad72c-12a6-4569-ae85-b8e42e19095c', 'title:ferry schedule changes 2026-11-20', 'https://ledger.example/ferry');
insert into "source_match" values ('b03ad72c-12a6-4569-ae85-b8e42e19095c', 'title:ferry schedule changes again 2026-11-20', 'https://ledger.example/ferry');
insert into "source_match" values ('b03ad72c-12a6-4569-ae85-b8e42e19095c', 'title:library roof mended 2026-11-20', 'https://ledger.example/roof');
insert into "source_match" values ('b03ad72c-12a6-4569-ae85-b8e42e19095c', 'url:https://ledger.example/ad', 'https://ledger.example/ad');
insert into "source_match" values ('b03ad72c-12a6-4569-ae85-b8e42e19095c', 'url:https://ledger.example/ferry', 'https://ledger.example/ferry');
insert into "source_match" values ('b03ad72c-12a6-4569-ae85-b8e42e19095c', 'url:https://ledger.example/later', 'https://ledger.example/later');
insert into "source_match" values ('b03ad72c-12a6-4569-ae85-b8e42e19095c', 'url:https://ledger.example/roof', 'https://ledger.example/roof');
insert into "source_match" values ('b0ca6abf-4ac0-4207-8455-476ce73a3ec8', 'guid:choir@calendar.example', 'choir@calendar.example');
insert into "source_match" values ('b0ca6abf-4ac0-4207-8455-476ce73a3ec8', 'guid:market@calendar.example', 'market@calendar.example');
insert into "source_match" values ('b0ca6abf-4ac0-4207-8455-476ce73a3ec8', 'title:choir evening 2026-12-12', 'choir@calendar.example');
insert into "source_match" values ('b0ca6abf-4ac0-4207-8455-476ce73a3ec8', 'title:winter market 2026-12-05', 'market@calendar.example');
insert into "source_match" values ('b0ca6abf-4ac0-4207-8455-476ce73a3ec8', 'url:https://calendar.example/choir 2026-12-12', 'choir@calendar.example');
insert into "source_match" values ('b0ca6abf-4ac0-4207-8455-476ce73a3ec8', 'url:https://calendar.example/market 2026-12-05', 'market@calendar.example');
insert into "source_match" values ('b0ca6abf-4ac0-4207-8455-476ce73a3ec8', 'when:choir evening 2026-12-12T14:00:00Z', 'choir@calendar.example');
insert into "source_match" values ('b0ca6abf-4ac0-4207-8455-476ce73a3ec8', 'when:winter market 2026-12-05T14:00:00Z', 'market@calendar.example');
insert into "source_check" values ('19f741b8-6605-4350-bd0d-c966a50843f0', 1795212000000, 120, 'new', null, 2, 2, 0, 0, 'Market of the winter', 'events', '18c9cab9-cbd8-85dc-8791-98d42c880716');
insert into "source_check" values ('b03ad72c-12a6-4569-ae85-b8e42e19095c', 1795212000000, 120, 'new', null, 4, 4, 0, 0, 'Ferry schedule changes', 'news', 'e4761446-e4cb-8d7e-a579-4ea3975eff27');
insert into "source_check" values ('b03ad72c-12a6-4569-ae85-b8e42e19095c', 1795215600000, 120, 'same', null, 4, 0, 1, 0, null, null, null);
insert into "source_check" values ('b0ca6abf-4ac0-4207-8455-476ce73a3ec8', 1795212000000, 120, 'new', null, 2, 2, 0, 0, 'Winter market', 'events', '950d1202-5ed7-8b1b-ad7d-3293a8e7e209');
insert into "source_day" values ('19f741b8-6605-4350-bd0d-c966a50843f0', '2026-11-20', 1, 0, 2);
insert into "source_day" values ('b03ad72c-12a6-4569-ae85-b8e42e19095c', '2026-11-20', 2, 0, 4);
insert into "source_day" values ('b0ca6abf-4ac0-4207-8455-476ce73a3ec8', '2026-11-20', 1, 0, 2);
insert into "inbox_entry" values ('0a853645-1031-4bcd-9502-a59d7bbad99f', 'new', 'events', 'ea96ed43-9ab0-8234-917b-950e590c8433', 'b0ca6abf-4ac0-4207-8455-476ce73a3ec8', '17214524-8801-83e6-8bc1-1cca16d84aa7', 'Choir evening', 'https://calendar.example/choir', '{"id":"ea96ed43-9ab0-8234-917b-950e590c8433","sourceId":"choir@calendar.example","title":"Choir evening","link":"https://calendar.example/choir","pubDate":"2026-11-20T22:00:00.000Z","description":"<p>Choir evening for everyone.</p>","eventDate":"2026-12-12T14:00:00.000Z","eventTime":"9:00 AM","eventLocation":"Church","enclosureUrl":"/illustrations/green.svg","enclosureType":"image/svg+xml","endDate":"2026-12-12T16:00:00.000Z","allDay":false,"status":"scheduled","statusNote":null,"category":null,"recurrence":null,"seriesId":null,"recurrenceId":null,"seriesStart":null,"picture":null}', null, null, 1797084000000, 1795212000000, null);
insert into "inbox_entry" values ('1e72b8af-d89a-4d4c-8794-7328ee7e2ed8', 'new', 'news', 'cf3f0219-ff97-8fc5-a655-b9a954bac1e0', 'b03ad72c-12a6-4569-ae85-b8e42e19095c', 'e94382f2-89a9-8338-bb80-394094e14dbf', 'Library roof mended', 'https://ledger.example/roof', '{"id":"cf3f0219-ff97-8fc5-a655-b9a954bac1e0","title":"Library roof mended","sourceId":"https://ledger.example/roof","link":"https://ledger.example/roof","pubDate":"2026-11-20T14:00:00.000Z","sourceName":"The Hollow Ledger","sourceUrl":"https://ledger.example/","description":"<p>At last.</p>","picture":null}', null, null, null, 1795212000000, null);
insert into "inbox_entry" values ('67d6e528-2887-4883-9fe8-b11860acff04', 'change', 'news', 'e4761446-e4cb-8d7e-a579-4ea3975eff27', 'b03ad72c-12a6-4569-ae85-b8e42e19095c', 'a7816deb-0dc5-8271-9343-1ae7462b9c2d', 'Ferry schedule changes', 'https://ledger.example/ferry', null, '[{"field":"title","from":"Ferry schedule changes","to":"Ferry schedule changes again","locked":false},{"field":"description","from":"<p>From December on.</p>","to":"<p>From January on.</p>","locked":false}]', null, null, 1795215600000, null);
insert into "inbox_entry" values ('8b78e159-1423-45d9-8b59-8a4a1e367c68', 'new', 'events', '8172b8ae-f064-8e10-a8dc-9ced8d4075c7', '19f741b8-6605-4350-bd0d-c966a50843f0', '59b18f7f-d476-87ef-9819-8feed60c13d8', 'Film night', 'https://calendar.example/film', '{"id":"8172b8ae-f064-8e10-a8dc-9ced8d4075c7","sourceId":"film@calendar.example","title":"Film night","link":"https://calendar.example/film","pubDate":"2026-11-20T22:00:00.000Z","description":"<p>Film night for everyone.</p>","eventDate":"2026-12-19T14:00:00.000Z","eventTime":"9:00 AM","eventLocation":"Library","enclosureUrl":"/illustrations/green.svg","enclosureType":"image/svg+xml","endDate":"2026-12-19T16:00:00.000Z","allDay":false,"status":"scheduled","statusNote":null,"category":null,"recurrence":null,"seriesId":null,"recurrenceId":null,"seriesStart":null,"picture":null}', null, null, 1797688800000, 1795212000000, null);
insert into "inbox_entry" values ('cc254f7f-f105-40ff-84d2-f35578a0c6b6', 'new', 'news', '5652bc2b-18a4-8f8b-bac9-72addb7ec760', 'b03ad72c-12a6-4569-ae85-b8e42e19095c', '47fb649b-f97c-8666-b136-c57772a3afb1', 'Budget hearing', 'https://ledger.example/later', '{"id":"5652bc2b-18a4-8f8b-bac9-72addb7ec760","title":"Budget hearing","sourceId":"https://ledger.example/later","link":"https://ledger.example/later","pubDate":"2026-11-20T14:00:00.000Z","sourceName":"The Hollow Ledger","sourceUrl":"https://ledger.example/","description":"<p>Next week.</p>","picture":null}', null, null, null, 1795212000000, 1795471200000);
insert into "inbox_entry" values ('d82e66cf-a228-4bc6-9fe8-8ef78c3136ce', 'new', 'events', '950d1202-5ed7-8b1b-ad7d-3293a8e7e209', 'b0ca6abf-4ac0-4207-8455-476ce73a3ec8', '096fa063-ad2c-8e36-b80a-f978c37a0c73', 'Winter market', 'https://calendar.example/market', '{"id":"950d1202-5ed7-8b1b-ad7d-3293a8e7e209","sourceId":"market@calendar.example","title":"Winter market","link":"https://calendar.example/market","pubDate":"2026-11-20T22:00:00.000Z","description":"<p>Winter market for everyone.</p>","eventDate":"2026-12-05T14:00:00.000Z","eventTime":"9:00 AM","eventLocation":"Town Hall, 1 Main Street","enclosureUrl":"/illustrations/green.svg","enclosureType":"image/svg+xml","endDate":"2026-12-05T16:00:00.000Z","allDay":false,"status":"scheduled","statusNote":null,"category":null,"recurrence":null,"seriesId":null,"recurrenceId":null,"seriesStart":null,"picture":null}', null, null, 1796479200000, 1795212000000, null);
insert into "inbox_action" values (1, 'e61d019d-1531-48f9-8d6a-f16d8799645d', 1795212000000, 'june', 'publish', 'Published “Ferry schedule changes”.', '[{"title":"Ferry schedule changes","places":[{"collection":"news","itemId":"e4761446-e4cb-8d7e-a579-4ea3975eff27"}],"before":{"entries":[{"id":"22abcfaf-9c8d-4e4f-a39e-d64da46889b7","kind":"new","collection":"news","itemId":"e4761446-e4cb-8d7e-a579-4ea3975eff27","source":"b03ad72c-12a6-4569-ae85-b8e42e19095c","stack":"5df0c1dd-aea6-8a20-906e-1ec87f7c929f","title":"Ferry schedule changes","link":"https://ledger.example/ferry","item":"{\"id\":\"e4761446-e4cb-8d7e-a579-4ea3975eff27\",\"title\":\"Ferry schedule changes\",\"sourceId\":\"https://ledger.example/ferry\",\"link\":\"https://ledger.example/ferry\",\"pubDate\":\"2026-11-20T14:00:00.000Z\",\"sourceName\":\"The Hollow Ledger\",\"sourceUrl\":\"https://ledger.example/\",\"description\":\"<p>From December on.</p>\",\"picture\":null}","changes":null,"similar":null,"startAt":null,"receivedAt":1795212000000,"snoozedUntil":null}],"rows":[{"collection":"news","ownId":"e4761446-e4cb-8d7e-a579-4ea3975eff27","itemId":"e4761446-e4cb-8d7e-a579-4ea3975eff27","decision":null,"base":"{\"title\":\"Ferry schedule changes\",\"link\":\"https://ledger.example/ferry\",\"description\":\"<p>From December on.</p>\"}","unconfirmed":0,"mergedAt":null,"mergedBy":null,"mergedFor":null}]},"after":{"entries":[],"rows":[{"collection":"news","ownId":"e4761446-e4cb-8d7e-a579-4ea3975eff27","itemId":"e4761446-e4cb-8d7e-a579-4ea3975eff27","decision":"published","base":"{\"title\":\"Ferry schedule changes\",\"link\":\"https://ledger.example/ferry\",\"description\":\"<p>From December on.</p>\"}","unconfirmed":0,"mergedAt":null,"mergedBy":null,"mergedFor":null}]},"applied":[],"published":{"collection":"news","itemId":"e4761446-e4cb-8d7e-a579-4ea3975eff27","version":1,"updatedAt":1795212000000}}]');
insert into "inbox_action" values (2, 'c91ecb52-33a6-4f50-8d3d-fe854d9f8db0', 1795212000000, 'june', 'discard', 'Discarded “Buy now”.', '[{"title":"Buy now","places":[{"collection":"news","itemId":"87778c53-8a3f-826f-80a7-8eca6960ba1f"}],"before":{"entries":[{"id":"349fb4a1-078b-4400-ab6c-187d89b01d6b","kind":"new","collection":"news","itemId":"87778c53-8a3f-826f-80a7-8eca6960ba1f","source":"b03ad72c-12a6-4569-ae85-b8e42e19095c","stack":"10dbf57c-3dfd-885c-9764-2a5e04cc343d","title":"Buy now","link":"https://ledger.example/ad","item":"{\"id\":\"87778c53-8a3f-826f-80a7-8eca6960ba1f\",\"title\":\"Buy now\",\"sourceId\":\"https://ledger.example/ad\",\"link\":\"https://ledger.example/ad\",\"pubDate\":\"2026-11-20T14:00:00.000Z\",\"sourceName\":\"The Hollow Ledger\",\"sourceUrl\":\"https://ledger.example/\",\"description\":\"<p>Cheap.</p>\",\"picture\":null}","changes":null,"similar":null,"startAt":null,"receivedAt":1795212000000,"snoozedUntil":null}],"rows":[{"collection":"news","ownId":"87778c53-8a3f-826f-80a7-8eca6960ba1f","itemId":"87778c53-8a3f-826f-80a7-8eca6960ba1f","decision":null,"base":"{\"title\":\"Buy now\",\"link\":\"https://ledger.example/ad\",\"description\":\"<p>Cheap.</p>\"}","unconfirmed":0,"mergedAt":null,"mergedBy":null,"mergedFor":null}]},"after":{"entries":[],"rows":[{"collection":"news","ownId":"87778c53-8a3f-826f-80a7-8eca6960ba1f","itemId":"87778c53-8a3f-826f-80a7-8eca6960ba1f","decision":"discarded","base":"{\"title\":\"Buy now\",\"link\":\"https://ledger.example/ad\",\"description\":\"<p>Cheap.</p>\"}","unconfirmed":0,"mergedAt":null,"mergedBy":null,"mergedFor":null}]},"applied":[]}]');
insert into "inbox_action" values (3, '406f6e49-60f5-4508-90e9-0849e364465c', 1795212000000, 'june', 'snooze', 'Snoozed “Budget hearing” until November 23, 2026, 5:00 PM.', '[{"title":"Budget hearing","places":[{"collection":"news","itemId":"5652bc2b-18a4-8f8b-bac9-72addb7ec760"}],"before":{"entries":[{"id":"cc254f7f-f105-40ff-84d2-f35578a0c6b6","kind":"new","collection":"news","itemId":"5652bc2b-18a4-8f8b-bac9-72addb7ec760","source":"b03ad72c-12a6-4569-ae85-b8e42e19095c","stack":"47fb649b-f97c-8666-b136-c57772a3afb1","title":"Budget hearing","link":"https://ledger.example/later","item":"{\"id\":\"5652bc2b-18a4-8f8b-bac9-72addb7ec760\",\"title\":\"Budget hearing\",\"sourceId\":\"https://ledger.example/later\",\"link\":\"https://ledger.example/later\",\"pubDate\":\"2026-11-20T14:00:00.000Z\",\"sourceName\":\"The Hollow Ledger\",\"sourceUrl\":\"https://ledger.example/\",\"description\":\"<p>Next week.</p>\",\"picture\":null}","changes":null,"similar":null,"startAt":null,"receivedAt":1795212000000,"snoozedUntil":null}],"rows":[{"collection":"news","ownId":"5652bc2b-18a4-8f8b-bac9-72addb7ec760","itemId":"5652bc2b-18a4-8f8b-bac9-72addb7ec760","decision":null,"base":"{\"title\":\"Budget hearing\",\"link\":\"https://ledger.example/later\",\"description\":\"<p>Next week.</p>\"}","unconfirmed":0,"mergedAt":null,"mergedBy":null,"mergedFor":null}]},"after":{"entries":[{"id":"cc254f7f-f105-40ff-84d2-f35578a0c6b6","kind":"new","collection":"news","itemId":"5652bc2b-18a4-8f8b-bac9-72addb7ec760","source":"b03ad72c-12a6-4569-ae85-b8e42e19095c","stack":"47fb649b-f97c-8666-b136-c57772a3afb1","title":"Budget hearing","link":"https://ledger.example/later","item":"{\"id\":\"5652bc2b-18a4-8f8b-bac9-72addb7ec760\",\"title\":\"Budget hearing\",\"sourceId\":\"https://ledger.example/later\",\"link\":\"https://ledger.example/later\",\"pubDate\":\"2026-11-20T14:00:00.000Z\",\"sourceName\":\"The Hollow Ledger\",\"sourceUrl\":\"https://ledger.example/\",\"description\":\"<p>Next week.</p>\",\"picture\":null}","changes":null,"similar":null,"startAt":null,"receivedAt":1795212000000,"snoozedUntil":1795471200000}],"rows":[{"collection":"news","ownId":"5652bc2b-18a4-8f8b-bac9-72addb7ec760","itemId":"5652bc2b-18a4-8f8b-bac9-72addb7ec760","decision":null,"base":"{\"title\":\"Budget hearing\",\"link\":\"https://ledger.example/later\",\"description\":\"<p>Next week.</p>\"}","unconfirmed":0,"mergedAt":null,"mergedBy":null,"mergedFor":null}]},"applied":[]}]');
insert into "inbox_action" values (4, 'abcf306b-9777-4e18-b238-8da74ee58384', 1795212000000, 'june', 'merge', 'Merged “Market of the winter”.', '[{"title":"Market of the winter","places":[{"collection":"events","itemId":"18c9cab9-cbd8-85dc-8791-98d42c880716"},{"collection":"events","itemId":"950d1202-5ed7-8b1b-ad7d-3293a8e7e209"}],"before":{"entries":[{"id":"5e2c0c40-fae2-463c-94f3-444259621c36","kind":"new","collection":"events","itemId":"18c9cab9-cbd8-85dc-8791-98d42c880716","source":"19f741b8-6605-4350-bd0d-c966a50843f0","stack":"64a8559b-135e-892b-b1e7-7849da8fa178","title":"Market of the winter","link":"https://calendar.example/fair","item":"{\"id\":\"18c9cab9-cbd8-85dc-8791-98d42c880716\",\"sourceId\":\"fair@calendar.example\",\"title\":\"Market of the winter\",\"link\":\"https://calendar.example/fair\",\"pubDate\":\"2026-11-20T22:00:00.000Z\",\"description\":\"<p>Market of the winter for everyone.</p>\",\"eventDate\":\"2026-12-05T14:00:00.000Z\",\"eventTime\":\"9:00 AM\",\"eventLocation\":\"The Hall\",\"enclosureUrl\":\"/illustrations/green.svg\",\"enclosureType\":\"image/svg+xml\",\"endDate\":\"2026-12-05T16:00:00.000Z\",\"allDay\":false,\"status\":\"scheduled\",\"statusNote\":null,\"category\":null,\"recurrence\":null,\"seriesId\":null,\"recurrenceId\":null,\"seriesStart\":null,\"picture\":null}","changes":null,"similar":null,"startAt":1796479200000,"receivedAt":1795212000000,"snoozedUntil":null},{"id":"d82e66cf-a228-4bc6-9fe8-8ef78c3136ce","kind":"new","collection":"events","itemId":"950d1202-5ed7-8b1b-ad7d-3293a8e7e209","source":"b0ca6abf-4ac0-4207-8455-476ce73a3ec8","stack":"096fa063-ad2c-8e36-b80a-f978c37a0c73","title":"Winter market","link":"https://calendar.example/market","item":"{\"id\":\"950d1202-5ed7-8b1b-ad7d-3293a8e7e209\",\"sourceId\":\"market@calendar.example\",\"title\":\"Winter market\",\"link\":\"https://calendar.example/market\",\"pubDate\":\"2026-11-20T22:00:00.000Z\",\"description\":\"<p>Winter market for everyone.</p>\",\"eventDate\":\"2026-12-05T14:00:00.000Z\",\"eventTime\":\"9:00 AM\",\"eventLocation\":\"Town Hall, 1 Main Street\",\"enclosureUrl\":\"/illustrations/green.svg\",\"enclosureType\":\"image/svg+xml\",\"endDate\":\"2026-12-05T16:00:00.000Z\",\"allDay\":false,\"status\":\"scheduled\",\"statusNote\":null,\"category\":null,\"recurrence\":null,\"seriesId\":null,\"recurrenceId\":null,\"seriesStart\":null,\"picture\":null}","changes":null,"similar":null,"startAt":1796479200000,"receivedAt":1795212000000,"snoozedUntil":null}],"rows":[{"collection":"events","ownId":"18c9cab9-cbd8-85dc-8791-98d42c880716","itemId":"18c9cab9-cbd8-85dc-8791-98d42c880716","decision":null,"base":"{\"title\":\"Market of the winter\",\"link\":\"https://calendar.example/fair\",\"description\":\"<p>Market of the winter for everyone.</p>\",\"eventDate\":\"2026-12-05T14:00:00.000Z\",\"endDate\":\"2026-12-05T16:00:00.000Z\",\"allDay\":false,\"eventTime\":\"9:00 AM\",\"eventLocation\":\"The Hall\",\"status\":\"scheduled\"}","unconfirmed":0,"mergedAt":null,"mergedBy":null,"mergedFor":null},{"collection":"events","ownId":"950d1202-5ed7-8b1b-ad7d-3293a8e7e209","itemId":"950d1202-5ed7-8b1b-ad7d-3293a8e7e209","decision":null,"base":"{\"title\":\"Winter market\",\"link\":\"https://calendar.example/market\",\"description\":\"<p>Winter market for everyone.</p>\",\"eventDate\":\"2026-12-05T14:00:00.000Z\",\"endDate\":\"2026-12-05T16:00:00.000Z\",\"allDay\":false,\"eventTime\":\"9:00 AM\",\"eventLocation\":\"Town Hall, 1 Main Street\",\"status\":\"scheduled\"}","unconfirmed":0,"mergedAt":null,"mergedBy":null,"mergedFor":null}]},"after":{"entries":[{"id":"d82e66cf-a228-4bc6-9fe8-8ef78c3136ce","kind":"new","collection":"events","itemId":"950d1202-5ed7-8b1b-ad7d-3293a8e7e209","source":"b0ca6abf-4ac0-4207-8455-476ce73a3ec8","stack":"096fa063-ad2c-8e36-b80a-f978c37a0c73","title":"Winter market","link":"https://calendar.example/market","item":"{\"id\":\"950d1202-5ed7-8b1b-ad7d-3293a8e7e209\",\"sourceId\":\"market@calendar.example\",\"title\":\"Winter market\",\"link\":\"https://calendar.example/market\",\"pubDate\":\"2026-11-20T22:00:00.000Z\",\"description\":\"<p>Winter market for everyone.</p>\",\"eventDate\":\"2026-12-05T14:00:00.000Z\",\"eventTime\":\"9:00 AM\",\"eventLocation\":\"Town Hall, 1 Main Street\",\"enclosureUrl\":\"/illustrations/green.svg\",\"enclosureType\":\"image/svg+xml\",\"endDate\":\"2026-12-05T16:00:00.000Z\",\"allDay\":false,\"status\":\"scheduled\",\"statusNote\":null,\"category\":null,\"recurrence\":null,\"seriesId\":null,\"recurrenceId\":null,\"seriesStart\":null,\"picture\":null}","changes":null,"similar":null,"startAt":1796479200000,"receivedAt":1795212000000,"snoozedUntil":null}],"rows":[{"collection":"events","ownId":"18c9cab9-cbd8-85dc-8791-98d42c880716","itemId":"950d1202-5ed7-8b1b-ad7d-3293a8e7e209","decision":null,"base":"{\"title\":\"Winter market\",\"link\":\"https://calendar.example/market\",\"description\":\"<p>Winter market for everyone.</p>\",\"eventDate\":\"2026-12-05T14:00:00.000Z\",\"endDate\":\"2026-12-05T16:00:00.000Z\",\"allDay\":false,\"eventTime\":\"9:00 AM\",\"eventLocation\":\"Town Hall, 1 Main Street\",\"status\":\"scheduled\"}","unconfirmed":0,"mergedAt":1795212000000,"mergedBy":"june","mergedFor":null},{"collection":"events","ownId":"950d1202-5ed7-8b1b-ad7d-3293a8e7e209","itemId":"950d1202-5ed7-8b1b-ad7d-3293a8e7e209","decision":null,"base":"{\"title\":\"Winter market\",\"link\":\"https://calendar.example/market\",\"description\":\"<p>Winter market for everyone.</p>\",\"eventDate\":\"2026-12-05T14:00:00.000Z\",\"endDate\":\"2026-12-05T16:00:00.000Z\",\"allDay\":false,\"eventTime\":\"9:00 AM\",\"eventLocation\":\"Town Hall, 1 Main Street\",\"status\":\"scheduled\"}","unconfirmed":0,"mergedAt":null,"mergedBy":null,"mergedFor":null}]},"applied":[],"rules":{"written":[{"kind":"same","one":"market of the winter","other":"winter market","createdAt":1795212000000,"createdBy":"june"},{"kind":"venue","one":"hall","other":"town hall","createdAt":1795212000000,"createdBy":"june"}],"removed":[]}}]');
insert into "match_rule" values ('same', 'market of the winter', 'winter market', 1795212000000, 'june');
insert into "match_rule" values ('venue', 'hall', 'town hall', 1795212000000, 'june');
insert into "newsletter_subscriber" values ('398af220-f182-4f2d-b634-fdd550cafbe6', 'waiting@example.org', '9d156347789bd1a72e6b26154afde0871aa17c54fe02f48b6a9eb5eb61e360e0', 'waiting', null, 1795212000000, 'stories events polls', 'weekly', null, null, 'Form on the website, confirmed by email', 1795125600000, 1795212000000, 0, null, null);
insert into "newsletter_subscriber" values ('3b3612fe-59a2-4d1e-bc5b-1b9dcbfd3f31', 'june@example.org', 'b35ecf3d130792877a3e8403f306bf177f6e3560795dcd1a7c6018e571d76f12', 'active', null, 1795212000000, 'stories events polls', 'weekly', 'june', null, 'Checkbox of the account', 1795212000000, 1795212000000, 0, null, null);
insert into "newsletter_subscriber" values ('4c5786c3-1e60-46c7-9cc8-19849843ba26', 'abe@example.org', '8159bc9eb80adcf1f30f88842baab99d96ea09ffa0082dea7733eed319d84f7e', 'active', null, 1795212000000, 'stories events polls', 'weekly', 'abe', null, 'Checkbox of the account', 1795212000000, 1795212000000, 0, null, null);
insert into "newsletter_subscriber" values ('4f6bc826-5c42-494c-98d2-6f7861321fe7', 'reader@example.org', '0de11c2f9cb0babc9d82e199a8b3d4e2e2a5c87903657a863c00566b05d84cb0', 'active', null, 1795125600000, 'stories events polls', 'weekly', null, null, 'Form on the website, confirmed by email', 1795125600000, 1795125600000, 0, null, null);
insert into "newsletter_subscriber" values ('51b23d3d-2029-4e3b-a5ba-ef4ac3e2eb66', 'left@example.com', 'f919637ea9b2e87c329f8a257f8e03bc5f70011d341ea3ef9f607505ea037585', 'unsubscribed', 'one-click', 1795215600000, 'stories events polls', 'weekly', null, null, 'Form on the website, confirmed by email', 1795125600000, 1795125600000, 0, null, null);
insert into "newsletter_subscriber" values ('884474f0-4d70-415e-906b-4bcbea511610', 'gone@example.net', '0b1e37b62ef5d990291aa75bd39880d8c454cc97b948a0385f53494dcf1d3001', 'bounced', 'hard', 1795215600000, 'stories events polls', 'weekly', null, null, 'Form on the website, confirmed by email', 1795125600000, 1795125600000, 0, 1795215600000, '550 5.1.1 No such user');
insert into "newsletter_link" values ('Bi4b6OFNhczYNw_FaI-qjg', '3b3612fe-59a2-4d1e-bc5b-1b9dcbfd3f31', 1795212000000, null);
insert into "newsletter_link" values ('G3-Vomyklf0h4pMeNCsG0A', '4c5786c3-1e60-46c7-9cc8-19849843ba26', 1795212000000, null);
insert into "newsletter_link" values ('fNRd0ldwpyEDOg0-Stvjkw', '51b23d3d-2029-4e3b-a5ba-ef4ac3e2eb66', 1795125600000, null);
insert into "newsletter_link" values ('i0hGqCnxOPBBGBlsAC4-sw', '398af220-f182-4f2d-b634-fdd550cafbe6', 1795212000000, null);
insert into "newsletter_link" values ('l98h_PdK3XWrpC4HDoQPtg', '4f6bc826-5c42-494c-98d2-6f7861321fe7', 1795125600000, null);
insert into "newsletter_link" values ('yuVxyDeSjlU_ecjiXChmZA', '884474f0-4d70-415e-906b-4bcbea511610', 1795125600000, null);
insert into "newsletter_confirmation" values ('16edb1866a9c53c8a26f60fbf085df491c53485ad1a0ae2e8604f4d50cf70a55', '398af220-f182-4f2d-b634-fdd550cafbe6', 'waiting@example.org', 1795212000000, 1795816800000, null);
insert into "newsletter_member_stale" values ('abe');
insert into "newsletter_member_stale" values ('claire');
insert into "newsletter_member_stale" values ('june');
insert into "newsletter_member_stale" values ('may');
insert into "newsletter_issue" values ('302e39ee-2238-4bf4-8c1b-8774326c0c93', 1, null, '2026-11-20', 'everyone', 'sent', 'a1: "quotes", \ backslashes, ''apostrophes'', newlines and 🔔 bells', 0, '', 'Good evening,

here is the news.', '{"items":[{"collection":"articles","id":"a1"},{"collection":"articles","id":"a0"},{"collection":"news","id":"e4761446-e4cb-8d7e-a579-4ea3975eff27"},{"collection":"news","id":"n1"},{"collection":"events","id":"*"},{"collection":"polls","id":"p1"}],"lead":null,"out":[]}', '{"title":"The Maple Hollow Newsletter","town":"Ashby Commons","day":"2026-11-20","date":"November 20, 2026","locale":"en-US","number":1,"subject":"a1: \"quotes\", \\ backslashes, ''apostrophes'', newlines and 🔔 bells","preview":"Plus: a0: \"quotes\", \\ backslashes, ''apostrophes'', newlines and 🔔 bells · Ferry schedule changes","written":{"subject":false,"preview":false},"note":"Good evening,\n\nhere is the news.","postalAddress":"","blocks":[{"kind":"lead","collection":"articles","label":"Articles","id":"a1","title":"a1: \"quotes\", \\ backslashes, ''apostrophes'', newlines\n  and 🔔 bells","deck":"","path":"/articles/a1","source":"Commons","date":"November 20, 2026","at":1795176000000,"picture":null},{"kind":"story","collection":"articles","label":"Articles","id":"a0","title":"a0: \"quotes\", \\ backslashes, ''apostrophes'', newlines\n  and 🔔 bells","deck":"","path":"/articles/a0","source":"Commons","date":"November 20, 2026","at":1795176000000,"picture":null},{"kind":"story","collection":"news","label":"News","id":"e4761446-e4cb-8d7e-a579-4ea3975eff27","title":"Ferry schedule changes","deck":"From December on.","path":"/news/e4761446-e4cb-8d7e-a579-4ea3975eff27","source":"The Hollow Ledger","date":"November 20, 2026","at":1795183200000,"picture":null},{"kind":"story","collection":"news","label":"News","id":"n1","title":"The bridge reopens","deck":"After a year.","path":"/news/n1","source":"example.org","date":"November 20, 2026","at":1795176000000,"picture":null},{"kind":"events","title":"Coming up","path":"/events","days":[{"day":"2026-11-21","weekday":"Saturday","month":"Nov","number":"21","date":"November 21","events":[{"collection":"events","id":"v1","title":"Café concert","path":"/events/v1","source":null,"when":"11/21/2026, 5 PM","time":"5 PM","place":"Hill Farm","status":null,"note":""},{"collection":"events","id":"v2","title":"Fair","path":"/events/v2","source":null,"when":"11/21/2026, ","time":"","place":"Green","status":"Moved","note":"Moved from 11/20/2026. Because of snow"}]}],"more":0},{"kind":"poll","collection":"polls","id":"p1","title":"Bridge?","path":"/polls/p1","source":null,"isOpen":true,"time":"Open","until":null,"options":["Way 0","Way 1"],"results":[],"turnout":""}]}', 1794607200000, 1795212000000, null, null, 1795212000000, 1795212000000, 1795212000000, null, null, null, 1795212000000, 'june', 2);
insert into "newsletter_issue" values ('7a1ffe17-8232-47db-af41-cd48394f17ed', null, 'weekly:2026-11-27', null, 'weekly', 'scheduled', 'Bridge?', 0, '', '', '{"items":[{"collection":"events","id":"*"},{"collection":"polls","id":"p1"}],"lead":null,"out":[]}', null, 1795212000000, 1795215600000, 'skip', null, 1795816800000, null, null, null, null, null, 1795215600000, null, 1);
insert into "newsletter_recipient" values ('302e39ee-2238-4bf4-8c1b-8774326c0c93', 'abe@example.org', '4c5786c3-1e60-46c7-9cc8-19849843ba26', 'stories events polls', 'example.org', '6141a9d24761233dc033f6bc', 'sent', 1, 1795212000000, 1795212000000, null, 'Saved as newsletter-6141a9d24761233dc033f6bc.eml', null);
insert into "newsletter_recipient" values ('302e39ee-2238-4bf4-8c1b-8774326c0c93', 'gone@example.net', '884474f0-4d70-415e-906b-4bcbea511610', 'stories events polls', 'example.net', '4debf80f5e5aca1915164355', 'bounced', 1, 1795212000000, 1795212000000, null, '550 5.1.1 No such user', null);
insert into "newsletter_recipient" values ('302e39ee-2238-4bf4-8c1b-8774326c0c93', 'june@example.org', '3b3612fe-59a2-4d1e-bc5b-1b9dcbfd3f31', 'stories events polls', 'example.org', 'f0bffa601869075a91638307', 'sent', 1, 1795212000000, 1795212000000, null, 'Saved as newsletter-f0bffa601869075a91638307.eml', null);
insert into "newsletter_recipient" values ('302e39ee-2238-4bf4-8c1b-8774326c0c93', 'left@example.com', '51b23d3d-2029-4e3b-a5ba-ef4ac3e2eb66', 'stories events polls', 'example.com', 'ffd2d29da56fc29f5a9e8f34', 'sent', 1, 1795212000000, 1795212000000, null, 'Saved as newsletter-ffd2d29da56fc29f5a9e8f34.eml', 1795215600000);
insert into "newsletter_recipient" values ('302e39ee-2238-4bf4-8c1b-8774326c0c93', 'reader@example.org', '4f6bc826-5c42-494c-98d2-6f7861321fe7', 'stories events polls', 'example.org', '7e4bf2ba3fcdb76612a4da82', 'sent', 1, 1795212000000, 1795212000000, null, 'Saved as newsletter-7e4bf2ba3fcdb76612a4da82.eml', null);
insert into "newsletter_bounce" values ('4debf80f5e5aca1915164355:hard', 1795215600000, 'hard', '884474f0-4d70-415e-906b-4bcbea511610', '302e39ee-2238-4bf4-8c1b-8774326c0c93', 'mailbox', '5.1.1', '550 5.1.1 No such user');
insert into "newsletter_setting" values ('plan', '{"name":"","weekly":{"on":false,"weekday":5,"time":"17:00"},"daily":{"on":false,"time":"07:00"},"review":"wait-skip","ahead":7,"postalAddress":"","perMinute":100000,"perDomainPerMinute":100000,"bounceAddress":"","verp":false,"webhook":{"provider":"","key":""}}');
insert into "move_in" values ('85106339-5f80-4a5d-a83c-e8ebd6af1436', 'done', null, 1795209600000, 'june', 'Firebase', '[{"path":"/nowhere/file-1","name":"firestore.json","bytes":300000,"format":"firestore"}]', '{"choices":{},"pictures":"fetch"}', '{"found":{"articles":486,"news":1204,"events":212,"polls":14,"businesses":92,"users":1338,"pictures":640},"moved":{"articles":484,"news":1204,"events":209,"polls":14,"businesses":91,"users":1338,"pictures":637,"redirects":1688},"skipped":{},"refused":{"articles":2,"events":3,"businesses":1,"pictures":3},"classes":[{"class":"no-date","verdict":"refused","count":3,"example":{"file":"firestore.json","record":"events/9fT2","problem":"eventDate is empty"}},{"class":"same-id","verdict":"doubtful","count":1,"example":{"file":"firestore.json","record":"articles/x77","problem":"This id exists here"}}],"leftOut":[{"what":"comments","count":12}],"facts":{"passwords":1296,"google":42,"withoutPassword":1,"disabled":2,"passwordsAdded":0,"completed":0,"optedIn":1190,"unverified":41,"suppressed":13},"tookMs":41000}', '{"steps":[{"step":"records","done":2,"total":2}],"at":1795212090000}', 1795209600000, 1795212090000, null, 1);
insert into "move_in_problem" values ('85106339-5f80-4a5d-a83c-e8ebd6af1436', 1, 'refused', 'no-date', 'firestore.json', 'events/9fT2', 'Fall supper', 'eventDate', 'eventDate is “11/31/2025”. November has 30 days.');
insert into "move_in_problem" values ('85106339-5f80-4a5d-a83c-e8ebd6af1436', 2, 'refused', 'no-date', 'firestore.json', 'events/Qk01', 'Band practice', 'eventDate', 'eventDate is empty');
insert into "move_in_problem" values ('85106339-5f80-4a5d-a83c-e8ebd6af1436', 3, 'refused', 'no-date', 'firestore.json', 'events/Qk02', '', 'title', 'title is empty');
insert into "move_in_problem" values ('85106339-5f80-4a5d-a83c-e8ebd6af1436', 4, 'refused', 'no-date', 'firestore.json', 'articles/x78', '=HYPERLINK("x")', 'link', 'link is “javascript:void(0)”. Only web addresses are allowed.');
insert into "moved_item" values ('https://old.example', 'news', 'news/9fT2', 'n1', '1-mwoxfuo0', '676b8bb84ce7267dd520deca4811c8f10a53e636352f06987f42fe425acedd80', '85106339-5f80-4a5d-a83c-e8ebd6af1436', 1795212000000);
insert into "moved_item" values ('https://old.example', 'redirects', '/2019/05/bridge', null, null, null, '85106339-5f80-4a5d-a83c-e8ebd6af1436', 1795212000000);
insert into "redirect" values ('/2019/05/bridge', '/news/n1', 1795212000000, '85106339-5f80-4a5d-a83c-e8ebd6af1436');
insert into "redirect" values ('/?p=12', 'https://example.org/12', 1795212000000, null);
insert into "missing_address" values ('/old-calendar', 7, 1795212000000, 1795215600000, 0);
insert into "collection_revision" values ('articles', 4);
insert into "collection_revision" values ('news', 4);
insert into "collection_revision" values ('events', 4);
insert into "collection_revision" values ('polls', 8);
insert into "collection_revision" values ('businesses', 3);
insert into "collection_revision" values ('town', 3);
insert into "collection_revision" values ('votes', 3);
insert into "collection_revision" values ('pictures', 3);
insert into "collection_revision" values ('sources', 13);
insert into "collection_revision" values ('newsletter', 4);
insert into "collection_revision" values ('redirects', 3);
insert into "article_segment" values (-9007199254740991, '', 2);
insert into "news_item_segment" values (-9007199254740991, '', 2);
insert into "event_segment" values (-9007199254740991, '', 2);
insert into "poll_segment" values ('', '', 2);
insert into "business_segment" values ('', '', 1);
delete from "article_text_data";
insert into "article_text_data" values (1, x'020e11');
insert into "article_text_data" values (10, x'00000001ff00000101010100010101010101000002');
insert into "article_text_data" values (137438953473, x'000000dc03306130a080808080010802010102020131a08080808002080201010202026e64a0808080800108070101070108070101070208706f7374726f7068a08080808001080501010501080501010501096261636b736c617368a0808080800108040101040108040101040203656c6ca0808080800108080101080108080101080106636f6d6d6f6ea0808080800106010109010601010901066e65776c696ea080808080010806010106010806010106010471756f74a080808080010803010103010803010103010677696e746572a080808080020601010a040f0e151b1c16171917');
delete from "article_text_idx";
insert into "article_text_idx" values (1, x'', 2);
delete from "article_text_docsize";
insert into "article_text_docsize" values (1099511627777, x'0708', 1);
insert into "article_text_docsize" values (1099511627778, x'0709', 1);
delete from "article_text_config";
insert into "article_text_config" values ('hashsize', 16777216);
insert into "article_text_config" values ('version', 4);
insert into "article_text_latest" values (1099511627778);
delete from "news_item_text_data";
insert into "news_item_text_data" values (1, x'02060b');
insert into "news_item_text_data" values (10, x'00000001ff00000101010100010101010101000002');
insert into "news_item_text_data" values (137438953473, x'00000101023061c0808080800106010103020466746572c080808080010601010201056272696467c08080808001020301056368616e67c0808080800202040106646563656d62c080808080020601010301056665727269c0808080800202020203726f6dc08080808002060101020106686f6c6c6f77c080808080020601010601066c6564676572c080808080020601010701026f66c080808080010601010502016ec0808080800206010104010672656f70656ec08080808001020401077363686564756cc0808080800202030103746865c08080808001020201060101050104776f726bc0808080800106010106010479656172c0808080800106010104040d100f0f120f0f12120e0d10111210');
delete from "news_item_text_idx";
insert into "news_item_text_idx" values (1, x'', 2);
delete from "news_item_text_docsize";
insert into "news_item_text_docsize" values (2199023255553, x'0305', 1);
insert into "news_item_text_docsize" values (2199023255554, x'0306', 1);
delete from "news_item_text_config";
insert into "news_item_text_config" values ('hashsize', 16777216);
insert into "news_item_text_config" values ('version', 4);
insert into "news_item_text_latest" values (2199023255554);
delete from "event_text_data";
insert into "event_text_data" values (1, x'020306');
insert into "event_text_data" values (10, x'00000001ff00000101010100010101010101000002');
insert into "event_text_data" values (137438953473, x'0000008e0430616c6ce0808080800206010102010463616665e08080808001020202066f6e63657274e0808080800102030103646169e0808080800206010103010466616972e0808080800202020302726de08080808001060101040105677265656ee0808080800206010104010468696c6ce080808080010601010301056d75736963e0808080800106010102040f0e100f0e0e1110');
delete from "event_text_idx";
insert into "event_text_idx" values (1, x'', 2);
delete from "event_text_docsize";
insert into "event_text_docsize" values (3298534883329, x'0203', 1);
insert into "event_text_docsize" values (3298534883330, x'0103', 1);
delete from "event_text_config";
insert into "event_text_config" values ('hashsize', 16777216);
insert into "event_text_config" values ('version', 4);
insert into "event_text_latest" values (3298534883330);
delete from "poll_text_data";
insert into "poll_text_data" values (1, x'010105');
insert into "poll_text_data" values (10, x'00000001ff00000101010100010101010101000001');
insert into "poll_text_data" values (137438953473, x'00000052023030818080808080010601010401013181808080808001060101060105627269646781808080808001020201037761698180808080800108010103040204686963688180808080800106010102040e0e1011');
delete from "poll_text_idx";
insert into "poll_text_idx" values (1, x'', 2);
delete from "poll_text_docsize";
insert into "poll_text_docsize" values (4398046511105, x'0105', 1);
delete from "poll_text_config";
insert into "poll_text_config" values ('hashsize', 16777216);
insert into "poll_text_config" values ('version', 4);
insert into "poll_text_latest" values (4398046511105);
delete from "business_text_data";
insert into "business_text_data" values (1, x'010105');
insert into "business_text_data" values (10, x'00000001ff00000101010100010101010101000001');
insert into "business_text_data" values (137438953473, x'0000006b02303181a080808080010601010401086261636b6572656981a08080808001020202047265616481a08080808001060101020104666f6f6481a080808080010601010301046d61696e81a0808080800106010105010673747265657481a0808080800106010106040e13111111');
delete from "business_text_idx";
insert into "business_text_idx" values (1, x'', 2);
delete from "business_text_docsize";
insert into "business_text_docsize" values (5497558138881, x'0105', 1);
delete from "business_text_config";
insert into "business_text_config" values ('hashsize', 16777216);
insert into "business_text_config" values ('version', 4);
insert into "business_text_latest" values (5497558138881);
CREATE INDEX "mail_by_state" on "mail" ("state", "nextAttemptAt", "id");
CREATE INDEX "mail_of_recipient" on "mail" ("recipient");
CREATE INDEX "address_claim_by_address" on "address_claim" ("address");
CREATE INDEX "password_foreign" on "password" ("hash") where substr("hash", 1, 10) <> '$argon2id$';
CREATE UNIQUE INDEX "identity_of_user" on "identity" ("userId", "issuer");
CREATE INDEX "session_by_user" on "session" ("userId");
CREATE UNIQUE INDEX "session_by_id" on "session" ("id");
CREATE INDEX "address_proof_by_address" on "address_proof" ("address");
CREATE INDEX "address_proof_by_user" on "address_proof" ("userId");
CREATE INDEX "audit_entry_by_time" on "audit_entry" ("at", "id");
CREATE INDEX "audit_entry_by_actor" on "audit_entry" ("actorId", "at");
CREATE INDEX "backup_run_by_time" on "backup_run" ("at", "id");
CREATE INDEX "suppression_entry_by_time" on "suppression_entry" ("at", "id");
CREATE INDEX "passkey_by_user" on "passkey" ("userId");
CREATE INDEX "recovery_code_by_user" on "recovery_code" ("userId");
CREATE INDEX "article_newest" on "article" ("pubDate", "id");
CREATE INDEX "article_of_source" on "article" ("sourceName", "pubDate", "id");
CREATE UNIQUE INDEX "article_pinned" on "article" ("pinned") where "pinned" = 1;
CREATE INDEX "article_corrected" on "article" ("updatedAt", "id") where "corrections" is not null;
CREATE INDEX "news_item_newest" on "news_item" ("pubDate", "id");
CREATE INDEX "news_item_of_source" on "news_item" ("sourceName", "pubDate", "id");
CREATE INDEX "event_soonest" on "event" ("eventDate", "id");
CREATE INDEX "event_lasting" on "event" ("eventDate", "id") where "endDate" - "eventDate" >= 86400000;
CREATE INDEX "event_by_place" on "event" ("eventLocation", "eventDate", "id");
CREATE INDEX "event_latest" on "event" ("updatedAt" desc, "eventDate", "id", "endDate");
CREATE INDEX "event_newest" on "event" ("pubDate", "id");
CREATE INDEX "event_by_category" on "event" ("category", "eventDate", "id");
CREATE INDEX "event_of_series" on "event" ("seriesId", "recurrenceId", "id") where "seriesId" is not null;
CREATE INDEX "poll_by_title" on "poll" ("titleKey", "id");
CREATE INDEX "poll_newest" on "poll" ("createdAt", "id");
CREATE INDEX "poll_public" on "poll" ("archived", "endsAt", "id");
CREATE INDEX "poll_due" on "poll" ("closedAt", "closesAt");
CREATE UNIQUE INDEX "poll_option_of_poll" on "poll_option" ("pollId", "position");
CREATE INDEX "business_by_name" on "business" ("nameKey", "id");
CREATE INDEX "business_by_category" on "business" ("category", "nameKey", "id");
CREATE INDEX "poll_voter_of_user" on "poll_voter" ("userId");
CREATE INDEX "poll_voter_network" on "poll_voter" ("pollId", "voter") where "network" is not null;
CREATE UNIQUE INDEX "poll_ballot_ref" on "poll_ballot" ("pollId", "ref");
CREATE UNIQUE INDEX "poll_ballot_position" on "poll_ballot" ("pollId", "position");
CREATE INDEX "poll_ballot_counted" on "poll_ballot" ("pollId", "round", "kind", "choices");
CREATE INDEX search_stale_order on search_stale ("kind", "date", "itemId");
CREATE INDEX "article_tag_newest" on "article_tag" ("tag", "pubDate", "articleId");
CREATE INDEX "article_tag_of_article" on "article_tag" ("articleId");
CREATE INDEX "item_version_due" on "item_version" ("publishAt", "id");
CREATE UNIQUE INDEX "item_version_prepared" on "item_version" ("collection", "id", "state") where "state" in ('draft', 'scheduled', 'review');
CREATE INDEX "item_version_state" on "item_version" ("collection", "state", "updatedAt", "id");
CREATE INDEX "item_version_by_time" on "item_version" ("collection", "state", "publishAt", "id");
CREATE INDEX "trash_item_newest" on "trash_item" ("removedAt", "id");
CREATE INDEX "trash_item_of_collection" on "trash_item" ("collection", "removedAt", "id");
CREATE INDEX "trash_item_of_item" on "trash_item" ("collection", "itemId", "removedAt");
CREATE INDEX "trash_item_of_batch" on "trash_item" ("batch");
CREATE INDEX "trash_item_due" on "trash_item" ("expiresAt");
CREATE INDEX "trash_item_linked" on "trash_item" ("linkedUntil") where "linkedUntil" is not null;
CREATE INDEX "trash_item_of_user" on "trash_item" ("removedBy") where "removedBy" is not null;
CREATE INDEX "trash_item_counts" on "trash_item" ("collection", "batch", "expiresAt");
CREATE INDEX "trash_row_of_table" on "trash_row" ("tableName");
CREATE INDEX "item_revision_of_user" on "item_revision" ("savedBy") where "savedBy" is not null;
CREATE INDEX "item_revision_by_time" on "item_revision" ("savedAt");
CREATE INDEX "open_form_of_item" on "open_form" ("collection", "itemId", "expiresAt");
CREATE INDEX "open_form_expired" on "open_form" ("expiresAt");
CREATE INDEX "open_form_of_user" on "open_form" ("userId");
CREATE INDEX "picture_newest" on "picture" ("createdAt", "id");
CREATE INDEX "picture_without_words" on "picture" ("createdAt", "id") where "alt" is null and "decorative" = 0;
CREATE INDEX "picture_of_user" on "picture" ("addedBy") where "addedBy" is not null;
CREATE INDEX "picture_file_of" on "picture_file" ("picture");
CREATE INDEX "picture_idle_since" on "picture_idle" ("since", "picture");
CREATE INDEX "picture_use_of" on "picture_use" ("picture");
CREATE INDEX "preview_link_expired" on "preview_link" ("expiresAt");
CREATE INDEX "revision_picture_used" on "revision_picture" ("picture");
CREATE INDEX "source_state_next" on "source_state" ("nextAt");
CREATE INDEX "source_item_of" on "source_item" ("collection", "itemId");
CREATE UNIQUE INDEX "source_item_own" on "source_item" ("collection", "ownId");
CREATE INDEX "source_item_same" on "source_item" ("collection", "day", "titleKey");
CREATE INDEX "source_item_unconfirmed" on "source_item" ("startAt") where "unconfirmed" = 1;
CREATE INDEX "source_item_merged" on "source_item" ("source", "mergedAt", "key") where "mergedAt" is not null;
CREATE INDEX "source_item_latest" on "source_item" ("source", "decision", "firstSeenAt");
CREATE INDEX "source_item_series" on "source_item" ("source", "series", "decision");
CREATE INDEX "source_item_recent" on "source_item" ("decision", "firstSeenAt") where "mergedAt" is null;
CREATE INDEX "source_item_starts" on "source_item" ("source", "startAt");
CREATE INDEX "source_item_listed" on "source_item" ("source", "startAt", "key") where "absentSince" is null;
CREATE INDEX "source_match_of" on "source_match" ("source", "key");
CREATE UNIQUE INDEX "inbox_entry_of" on "inbox_entry" ("collection", "itemId");
CREATE INDEX "inbox_entry_stack" on "inbox_entry" ("stack", "startAt", "id");
CREATE INDEX "inbox_entry_counted" on "inbox_entry" ("source", "kind", "collection", "stack", "snoozedUntil", "receivedAt");
CREATE INDEX "inbox_entry_newest" on "inbox_entry" ("receivedAt", "id");
CREATE INDEX "inbox_entry_latest" on "inbox_entry" ("collection", "receivedAt", "id");
CREATE INDEX "inbox_entry_soonest" on "inbox_entry" ("collection", "startAt", "id");
CREATE INDEX "inbox_action_batch" on "inbox_action" ("batch");
CREATE INDEX "newsletter_subscriber_address" on "newsletter_subscriber" ("address");
CREATE INDEX "newsletter_subscriber_state" on "newsletter_subscriber" ("state", "stateAt", "id");
CREATE INDEX "newsletter_subscriber_newest" on "newsletter_subscriber" ("createdAt", "id");
CREATE INDEX "newsletter_subscriber_user" on "newsletter_subscriber" ("userId");
CREATE INDEX "newsletter_subscriber_flag" on "newsletter_subscriber" ("flag", "createdAt", "id") where "flag" is not null;
CREATE INDEX "newsletter_link_of" on "newsletter_link" ("subscriber", "createdAt");
CREATE INDEX "newsletter_confirmation_of" on "newsletter_confirmation" ("subscriber");
CREATE INDEX "newsletter_confirmation_expires" on "newsletter_confirmation" ("expiresAt");
CREATE INDEX "newsletter_issue_state" on "newsletter_issue" ("state", "sendAt");
CREATE INDEX "newsletter_issue_newest" on "newsletter_issue" ("createdAt", "id");
CREATE INDEX "newsletter_issue_sent" on "newsletter_issue" ("number", "id");
CREATE INDEX "newsletter_issue_started" on "newsletter_issue" ("startedAt", "id");
CREATE INDEX "newsletter_recipient_next" on "newsletter_recipient" ("issue", "state", "nextAttemptAt", "address");
CREATE INDEX "newsletter_recipient_domain" on "newsletter_recipient" ("issue", "state", "domain", "nextAttemptAt", "address");
CREATE INDEX "newsletter_recipient_unsubscribed" on "newsletter_recipient" ("issue", "unsubscribedAt", "address") where "unsubscribedAt" is not null;
CREATE INDEX "newsletter_recipient_of" on "newsletter_recipient" ("subscriber", "issue");
CREATE INDEX "newsletter_bounce_newest" on "newsletter_bounce" ("at", "id");
CREATE INDEX "newsletter_bounce_of" on "newsletter_bounce" ("subscriber", "at");
CREATE INDEX "move_in_newest" on "move_in" ("createdAt", "id");
CREATE INDEX "move_in_wanted" on "move_in" ("wanted", "createdAt") where "wanted" is not null;
CREATE INDEX "move_in_problem_class" on "move_in_problem" ("moveIn", "verdict", "class", "number");
CREATE INDEX "moved_item_of" on "moved_item" ("moveIn", "kind", "origin", "key");
CREATE INDEX "moved_item_item" on "moved_item" ("kind", "itemId");
CREATE INDEX "redirect_newest" on "redirect" ("createdAt", "fromPath");
CREATE INDEX "redirect_moved" on "redirect" ("moveIn", "fromPath") where "moveIn" is not null;
CREATE INDEX "missing_address_most" on "missing_address" ("ignored", "requests", "path");
CREATE INDEX "missing_address_oldest" on "missing_address" ("lastAt", "path");
CREATE TRIGGER "article_insert_raises" after insert on "article" begin update collection_revision set revision = revision + 1 where collection = 'articles'; end;
CREATE TRIGGER "article_update_raises" after update on "article" begin update collection_revision set revision = revision + 1 where collection = 'articles'; end;
CREATE TRIGGER "article_delete_raises" after delete on "article" begin update collection_revision set revision = revision + 1 where collection = 'articles'; end;
CREATE TRIGGER "news_item_insert_raises" after insert on "news_item" begin update collection_revision set revision = revision + 1 where collection = 'news'; end;
CREATE TRIGGER "news_item_update_raises" after update on "news_item" begin update collection_revision set revision = revision + 1 where collection = 'news'; end;
CREATE TRIGGER "news_item_delete_raises" after delete on "news_item" begin update collection_revision set revision = revision + 1 where collection = 'news'; end;
CREATE TRIGGER "event_insert_raises" after insert on "event" begin update collection_revision set revision = revision + 1 where collection = 'events'; end;
CREATE TRIGGER "event_update_raises" after update on "event" begin update collection_revision set revision = revision + 1 where collection = 'events'; end;
CREATE TRIGGER "event_delete_raises" after delete on "event" begin update collection_revision set revision = revision + 1 where collection = 'events'; end;
CREATE TRIGGER "poll_insert_raises" after insert on "poll" begin update collection_revision set revision = revision + 1 where collection = 'polls'; end;
CREATE TRIGGER "poll_update_raises" after update on "poll" begin update collection_revision set revision = revision + 1 where collection = 'polls'; end;
CREATE TRIGGER "poll_delete_raises" after delete on "poll" begin update collection_revision set revision = revision + 1 where collection = 'polls'; end;
CREATE TRIGGER "poll_option_insert_raises" after insert on "poll_option" begin update collection_revision set revision = revision + 1 where collection = 'polls'; end;
CREATE TRIGGER "poll_option_update_raises" after update on "poll_option" begin update collection_revision set revision = revision + 1 where collection = 'polls'; end;
CREATE TRIGGER "poll_option_delete_raises" after delete on "poll_option" begin update collection_revision set revision = revision + 1 where collection = 'polls'; end;
CREATE TRIGGER "business_insert_raises" after insert on "business" begin update collection_revision set revision = revision + 1 where collection = 'businesses'; end;
CREATE TRIGGER "business_update_raises" after update on "business" begin update collection_revision set revision = revision + 1 where collection = 'businesses'; end;
CREATE TRIGGER "business_delete_raises" after delete on "business" begin update collection_revision set revision = revision + 1 where collection = 'businesses'; end;
CREATE TRIGGER "town_setting_insert_raises" after insert on "town_setting" begin update collection_revision set revision = revision + 1 where collection = 'town'; end;
CREATE TRIGGER "town_setting_update_raises" after update on "town_setting" begin update collection_revision set revision = revision + 1 where collection = 'town'; end;
CREATE TRIGGER "town_setting_delete_raises" after delete on "town_setting" begin update collection_revision set revision = revision + 1 where collection = 'town'; end;
CREATE TRIGGER "poll_ballot_insert_raises" after insert on "poll_ballot" begin update collection_revision set revision = revision + 1 where collection = 'votes'; end;
CREATE TRIGGER "poll_ballot_update_raises" after update on "poll_ballot" begin update collection_revision set revision = revision + 1 where collection = 'votes'; end;
CREATE TRIGGER "poll_ballot_delete_raises" after delete on "poll_ballot" begin update collection_revision set revision = revision + 1 where collection = 'votes'; end;
CREATE TRIGGER "picture_insert_raises" after insert on "picture" begin update collection_revision set revision = revision + 1 where collection = 'pictures'; end;
CREATE TRIGGER "picture_update_raises" after update on "picture" begin update collection_revision set revision = revision + 1 where collection = 'pictures'; end;
CREATE TRIGGER "picture_delete_raises" after delete on "picture" begin update collection_revision set revision = revision + 1 where collection = 'pictures'; end;
CREATE TRIGGER "source_insert_raises" after insert on "source" begin update collection_revision set revision = revision + 1 where collection = 'sources'; end;
CREATE TRIGGER "source_update_raises" after update on "source" begin update collection_revision set revision = revision + 1 where collection = 'sources'; end;
CREATE TRIGGER "source_delete_raises" after delete on "source" begin update collection_revision set revision = revision + 1 where collection = 'sources'; end;
CREATE TRIGGER "source_item_insert_raises" after insert on "source_item" begin update collection_revision set revision = revision + 1 where collection = 'sources'; end;
CREATE TRIGGER "source_item_update_raises" after update on "source_item" begin update collection_revision set revision = revision + 1 where collection = 'sources'; end;
CREATE TRIGGER "source_item_delete_raises" after delete on "source_item" begin update collection_revision set revision = revision + 1 where collection = 'sources'; end;
CREATE TRIGGER "newsletter_issue_insert_raises" after insert on "newsletter_issue" begin update collection_revision set revision = revision + 1 where collection = 'newsletter'; end;
CREATE TRIGGER "newsletter_issue_update_raises" after update on "newsletter_issue" begin update collection_revision set revision = revision + 1 where collection = 'newsletter'; end;
CREATE TRIGGER "newsletter_issue_delete_raises" after delete on "newsletter_issue" begin update collection_revision set revision = revision + 1 where collection = 'newsletter'; end;
CREATE TRIGGER "newsletter_setting_insert_raises" after insert on "newsletter_setting" begin update collection_revision set revision = revision + 1 where collection = 'newsletter'; end;
CREATE TRIGGER "newsletter_setting_update_raises" after update on "newsletter_setting" begin update collection_revision set revision = revision + 1 where collection = 'newsletter'; end;
CREATE TRIGGER "newsletter_setting_delete_raises" after delete on "newsletter_setting" begin update collection_revision set revision = revision + 1 where collection = 'newsletter'; end;
CREATE TRIGGER "redirect_insert_raises" after insert on "redirect" begin update collection_revision set revision = revision + 1 where collection = 'redirects'; end;
CREATE TRIGGER "redirect_update_raises" after update on "redirect" begin update collection_revision set revision = revision + 1 where collection = 'redirects'; end;
CREATE TRIGGER "redirect_delete_raises" after delete on "redirect" begin update collection_revision set revision = revision + 1 where collection = 'redirects'; end;
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
CREATE TRIGGER "audit_entry_keeps" before update on "audit_entry"
    when new."id" is not old."id" or new."at" is not old."at" or new."actor" is not old."actor"
      or new."actorId" is not old."actorId" or new."action" is not old."action"
      or new."subject" is not old."subject" or new."count" < old."count"
      or (new."address" is not null and new."address" is not old."address")
    begin select raise(abort, 'audit_entry is never changed'); end;
CREATE TRIGGER "audit_entry_stays" before delete on "audit_entry"
    when old."at" > (select max("at") from "audit_entry") - 34560000000
      and (old."actor" not in ('visitor', 'member')
        or old."at" > (select max("at") from "audit_entry") - 2592000000)
    begin select raise(abort, 'audit_entry is kept 400 days'); end;
CREATE TRIGGER "suppression_entry_keeps" before update on "suppression_entry"
    when new."id" is not old."id" or new."at" is not old."at" or new."userId" is not old."userId" or new."what" is not null
    begin select raise(abort, 'suppression_entry is never changed'); end;
CREATE TRIGGER "suppression_entry_stays" before delete on "suppression_entry"
    when old.at > (select max(at) from "suppression_entry") - 3153600000000
    begin select raise(abort, 'suppression_entry is kept 36500 days'); end;
CREATE TRIGGER "site_user_opts" after update on "site_user"
    when new."newsletterOptIn" <> old."newsletterOptIn" begin insert into "suppression_entry" ("id", "at", "userId", "what")
    select printf('%015d-%06d-%s', at, (select count(*) from "suppression_entry" j where j."at" = moment.at),
      lower(hex(randomblob(4)))), at, new."id", case new."newsletterOptIn" when 0 then 'out' else 'in' end
    from (select max(cast(unixepoch('subsec') * 1000 as integer),
      coalesce((select max("at") from "suppression_entry"), 0)) as at) moment; end;
CREATE TRIGGER "site_user_leaves" after delete on "site_user" begin insert into "suppression_entry" ("id", "at", "userId", "what")
    select printf('%015d-%06d-%s', at, (select count(*) from "suppression_entry" j where j."at" = moment.at),
      lower(hex(randomblob(4)))), at, old."id", 'left'
    from (select max(cast(unixepoch('subsec') * 1000 as integer),
      coalesce((select max("at") from "suppression_entry"), 0)) as at) moment; end;
CREATE TRIGGER "newsletter_subscriber_notes" after update on "newsletter_subscriber"
    when (new."state" <> old."state" and new."state" <> 'waiting')
  or (new."address" is null and old."address" is not null) begin insert into "suppression_entry" ("id", "at", "userId", "what")
    select printf('%015d-%06d-%s', at, (select count(*) from "suppression_entry" j where j."at" = moment.at),
      lower(hex(randomblob(4)))), at, 'newsletter:' || new."addressHash", case when new."address" is null then 'erased' when new."state" = 'active' then 'in' else 'out' end
    from (select max(cast(unixepoch('subsec') * 1000 as integer),
      coalesce((select max("at") from "suppression_entry"), 0)) as at) moment; end;
CREATE VIEW search_entry as select "kind", "itemId", "date", "series", '' as "title", '' as "text"
      from search_document where false;
CREATE TRIGGER "article_text_drops" after delete on search_document when old."kind" = 'articles' begin
      delete from "article_text" where rowid = old."number";
    end;
CREATE TRIGGER "article_entry" instead of insert on search_entry when new."kind" = 'articles' begin
      delete from search_document where "kind" = 'articles' and "itemId" = new."itemId";
   delete from search_stale where "kind" = 'articles' and "itemId" = new."itemId";
      update "article_text_latest" set "number" = "number" + 1;
      insert into search_document ("number", "kind", "itemId", "date", "series")
        select "number", new."kind", new."itemId", new."date", new."series" from "article_text_latest";
      insert into "article_text" (rowid, "title", "text") select "number", new."title", new."text" from "article_text_latest";
    end;
CREATE TRIGGER "article_insert_lists" after insert on "article"
      when true begin insert into search_stale ("kind", "itemId", "date")
  values ('articles', new."id", new."pubDate") on conflict do nothing; end;
CREATE TRIGGER "article_update_lists" after update of "title", "description", "sourceName", "pubDate", "deck", "hasDeck", "byline", "tags", "corrections" on "article"
      when true and (new."title" is not old."title" or new."description" is not old."description" or new."sourceName" is not old."sourceName" or new."pubDate" is not old."pubDate" or new."deck" is not old."deck" or new."hasDeck" is not old."hasDeck" or new."byline" is not old."byline" or new."tags" is not old."tags" or new."corrections" is not old."corrections") begin insert into search_stale ("kind", "itemId", "date")
  values ('articles', new."id", new."pubDate") on conflict do nothing; end;
CREATE TRIGGER "article_delete_forgets" after delete on "article" begin delete from search_document where "kind" = 'articles' and "itemId" = old."id";
   delete from search_stale where "kind" = 'articles' and "itemId" = old."id"; end;
CREATE TRIGGER "news_item_text_drops" after delete on search_document when old."kind" = 'news' begin
      delete from "news_item_text" where rowid = old."number";
    end;
CREATE TRIGGER "news_item_entry" instead of insert on search_entry when new."kind" = 'news' begin
      delete from search_document where "kind" = 'news' and "itemId" = new."itemId";
   delete from search_stale where "kind" = 'news' and "itemId" = new."itemId";
      update "news_item_text_latest" set "number" = "number" + 1;
      insert into search_document ("number", "kind", "itemId", "date", "series")
        select "number", new."kind", new."itemId", new."date", new."series" from "news_item_text_latest";
      insert into "news_item_text" (rowid, "title", "text") select "number", new."title", new."text" from "news_item_text_latest";
    end;
CREATE TRIGGER "news_item_insert_lists" after insert on "news_item"
      when true begin insert into search_stale ("kind", "itemId", "date")
  values ('news', new."id", new."pubDate") on conflict do nothing; end;
CREATE TRIGGER "news_item_update_lists" after update of "title", "description", "sourceName", "pubDate" on "news_item"
      when true and (new."title" is not old."title" or new."description" is not old."description" or new."sourceName" is not old."sourceName" or new."pubDate" is not old."pubDate") begin insert into search_stale ("kind", "itemId", "date")
  values ('news', new."id", new."pubDate") on conflict do nothing; end;
CREATE TRIGGER "news_item_delete_forgets" after delete on "news_item" begin delete from search_document where "kind" = 'news' and "itemId" = old."id";
   delete from search_stale where "kind" = 'news' and "itemId" = old."id"; end;
CREATE TRIGGER "event_text_drops" after delete on search_document when old."kind" = 'events' begin
      delete from "event_text" where rowid = old."number";
    end;
CREATE TRIGGER "event_entry" instead of insert on search_entry when new."kind" = 'events' begin
      delete from search_document where "kind" = 'events' and "itemId" = new."itemId";
   delete from search_stale where "kind" = 'events' and "itemId" = new."itemId";
      update "event_text_latest" set "number" = "number" + 1;
      insert into search_document ("number", "kind", "itemId", "date", "series")
        select "number", new."kind", new."itemId", new."date", new."series" from "event_text_latest";
      insert into "event_text" (rowid, "title", "text") select "number", new."title", new."text" from "event_text_latest";
    end;
CREATE TRIGGER "event_insert_lists" after insert on "event"
      when true begin insert into search_stale ("kind", "itemId", "date")
  values ('events', new."id", new."eventDate") on conflict do nothing; end;
CREATE TRIGGER "event_update_lists" after update of "title", "description", "eventLocation", "eventDate" on "event"
      when true and (new."title" is not old."title" or new."description" is not old."description" or new."eventLocation" is not old."eventLocation" or new."eventDate" is not old."eventDate") begin insert into search_stale ("kind", "itemId", "date")
  values ('events', new."id", new."eventDate") on conflict do nothing; end;
CREATE TRIGGER "event_delete_forgets" after delete on "event" begin delete from search_document where "kind" = 'events' and "itemId" = old."id";
   delete from search_stale where "kind" = 'events' and "itemId" = old."id"; end;
CREATE TRIGGER "poll_text_drops" after delete on search_document when old."kind" = 'polls' begin
      delete from "poll_text" where rowid = old."number";
    end;
CREATE TRIGGER "poll_entry" instead of insert on search_entry when new."kind" = 'polls' begin
      delete from search_document where "kind" = 'polls' and "itemId" = new."itemId";
   delete from search_stale where "kind" = 'polls' and "itemId" = new."itemId";
      update "poll_text_latest" set "number" = "number" + 1;
      insert into search_document ("number", "kind", "itemId", "date", "series")
        select "number", new."kind", new."itemId", new."date", new."series" from "poll_text_latest";
      insert into "poll_text" (rowid, "title", "text") select "number", new."title", new."text" from "poll_text_latest";
    end;
CREATE TRIGGER "poll_insert_lists" after insert on "poll"
      when new."archived" = 0 begin insert into search_stale ("kind", "itemId", "date")
  values ('polls', new."id", new."createdAt") on conflict do nothing; end;
CREATE TRIGGER "poll_update_lists" after update of "title", "description", "createdAt", "archived" on "poll"
      when new."archived" = 0 and (new."title" is not old."title" or new."description" is not old."description" or new."createdAt" is not old."createdAt" or new."archived" is not old."archived") begin insert into search_stale ("kind", "itemId", "date")
  values ('polls', new."id", new."createdAt") on conflict do nothing; end;
CREATE TRIGGER "poll_delete_forgets" after delete on "poll" begin delete from search_document where "kind" = 'polls' and "itemId" = old."id";
   delete from search_stale where "kind" = 'polls' and "itemId" = old."id"; end;
CREATE TRIGGER "poll_update_forgets" after update of "archived" on "poll"
            when not (new."archived" = 0) begin delete from search_document where "kind" = 'polls' and "itemId" = new."id";
   delete from search_stale where "kind" = 'polls' and "itemId" = new."id"; end;
CREATE TRIGGER "poll_option_insert_lists"
            after insert on "poll_option"
            begin insert into search_stale ("kind", "itemId", "date")
    select 'polls', "id", "createdAt" from "poll" where "id" = new."pollId" and "archived" = 0
    on conflict do nothing; end;
CREATE TRIGGER "poll_option_update_lists"
            after update of "text" on "poll_option"
            begin insert into search_stale ("kind", "itemId", "date")
    select 'polls', "id", "createdAt" from "poll" where "id" = new."pollId" and "archived" = 0
    on conflict do nothing; end;
CREATE TRIGGER "poll_option_delete_lists"
            after delete on "poll_option"
            begin insert into search_stale ("kind", "itemId", "date")
    select 'polls', "id", "createdAt" from "poll" where "id" = old."pollId" and "archived" = 0
    on conflict do nothing; end;
CREATE TRIGGER "business_text_drops" after delete on search_document when old."kind" = 'businesses' begin
      delete from "business_text" where rowid = old."number";
    end;
CREATE TRIGGER "business_entry" instead of insert on search_entry when new."kind" = 'businesses' begin
      delete from search_document where "kind" = 'businesses' and "itemId" = new."itemId";
   delete from search_stale where "kind" = 'businesses' and "itemId" = new."itemId";
      update "business_text_latest" set "number" = "number" + 1;
      insert into search_document ("number", "kind", "itemId", "date", "series")
        select "number", new."kind", new."itemId", new."date", new."series" from "business_text_latest";
      insert into "business_text" (rowid, "title", "text") select "number", new."title", new."text" from "business_text_latest";
    end;
CREATE TRIGGER "business_insert_lists" after insert on "business"
      when true begin insert into search_stale ("kind", "itemId", "date")
  values ('businesses', new."id", new."createdAt") on conflict do nothing; end;
CREATE TRIGGER "business_update_lists" after update of "name", "category", "description", "address", "createdAt" on "business"
      when true and (new."name" is not old."name" or new."category" is not old."category" or new."description" is not old."description" or new."address" is not old."address" or new."createdAt" is not old."createdAt") begin insert into search_stale ("kind", "itemId", "date")
  values ('businesses', new."id", new."createdAt") on conflict do nothing; end;
CREATE TRIGGER "business_delete_forgets" after delete on "business" begin delete from search_document where "kind" = 'businesses' and "itemId" = old."id";
   delete from search_stale where "kind" = 'businesses' and "itemId" = old."id"; end;
CREATE TRIGGER "article_insert_tags" after insert on "article" when new."tags" is not null
    begin insert into "article_tag" ("tag", "articleId", "pubDate", "name")
  select json_extract(pair.value, '$[0]'), new."id", new."pubDate", json_extract(pair.value, '$[1]')
  from json_each(coalesce(new."tags", '[]')) pair; end;
CREATE TRIGGER "article_update_tags" after update of "tags", "pubDate" on "article"
    when new."tags" is not old."tags" or (new."tags" is not null and new."pubDate" <> old."pubDate")
    begin delete from "article_tag" where "articleId" = old."id"; insert into "article_tag" ("tag", "articleId", "pubDate", "name")
  select json_extract(pair.value, '$[0]'), new."id", new."pubDate", json_extract(pair.value, '$[1]')
  from json_each(coalesce(new."tags", '[]')) pair; end;
CREATE TRIGGER "article_delete_tags" after delete on "article" when old."tags" is not null
    begin delete from "article_tag" where "articleId" = old."id"; end;
CREATE TRIGGER "article_insert_pictures" after insert on "article"
      when (new."picture" is not null or instr(new."description", '/media/') > 0) begin insert into "picture_use_stale" ("collection", "itemId") values ('articles', new."id") on conflict do nothing; end;
CREATE TRIGGER "article_update_pictures" after update on "article"
      when (new."picture" is not null or instr(new."description", '/media/') > 0) or (old."picture" is not null or instr(old."description", '/media/') > 0) begin insert into "picture_use_stale" ("collection", "itemId") values ('articles', new."id") on conflict do nothing; end;
CREATE TRIGGER "article_delete_pictures" after delete on "article"
      when (old."picture" is not null or instr(old."description", '/media/') > 0) begin insert into "picture_use_stale" ("collection", "itemId") values ('articles', old."id") on conflict do nothing; end;
CREATE TRIGGER "news_item_insert_pictures" after insert on "news_item"
      when (new."picture" is not null or instr(new."description", '/media/') > 0) begin insert into "picture_use_stale" ("collection", "itemId") values ('news', new."id") on conflict do nothing; end;
CREATE TRIGGER "news_item_update_pictures" after update on "news_item"
      when (new."picture" is not null or instr(new."description", '/media/') > 0) or (old."picture" is not null or instr(old."description", '/media/') > 0) begin insert into "picture_use_stale" ("collection", "itemId") values ('news', new."id") on conflict do nothing; end;
CREATE TRIGGER "news_item_delete_pictures" after delete on "news_item"
      when (old."picture" is not null or instr(old."description", '/media/') > 0) begin insert into "picture_use_stale" ("collection", "itemId") values ('news', old."id") on conflict do nothing; end;
CREATE TRIGGER "event_insert_pictures" after insert on "event"
      when (new."picture" is not null or instr(new."description", '/media/') > 0) begin insert into "picture_use_stale" ("collection", "itemId") values ('events', new."id") on conflict do nothing; end;
CREATE TRIGGER "event_update_pictures" after update on "event"
      when (new."picture" is not null or instr(new."description", '/media/') > 0) or (old."picture" is not null or instr(old."description", '/media/') > 0) begin insert into "picture_use_stale" ("collection", "itemId") values ('events', new."id") on conflict do nothing; end;
CREATE TRIGGER "event_delete_pictures" after delete on "event"
      when (old."picture" is not null or instr(old."description", '/media/') > 0) begin insert into "picture_use_stale" ("collection", "itemId") values ('events', old."id") on conflict do nothing; end;
CREATE TRIGGER "poll_insert_pictures" after insert on "poll"
      when (new."picture" is not null or instr(new."description", '/media/') > 0) begin insert into "picture_use_stale" ("collection", "itemId") values ('polls', new."id") on conflict do nothing; end;
CREATE TRIGGER "poll_update_pictures" after update on "poll"
      when (new."picture" is not null or instr(new."description", '/media/') > 0) or (old."picture" is not null or instr(old."description", '/media/') > 0) begin insert into "picture_use_stale" ("collection", "itemId") values ('polls', new."id") on conflict do nothing; end;
CREATE TRIGGER "poll_delete_pictures" after delete on "poll"
      when (old."picture" is not null or instr(old."description", '/media/') > 0) begin insert into "picture_use_stale" ("collection", "itemId") values ('polls', old."id") on conflict do nothing; end;
CREATE TRIGGER "business_insert_pictures" after insert on "business"
      when (new."picture" is not null or instr(new."description", '/media/') > 0) begin insert into "picture_use_stale" ("collection", "itemId") values ('businesses', new."id") on conflict do nothing; end;
CREATE TRIGGER "business_update_pictures" after update on "business"
      when (new."picture" is not null or instr(new."description", '/media/') > 0) or (old."picture" is not null or instr(old."description", '/media/') > 0) begin insert into "picture_use_stale" ("collection", "itemId") values ('businesses', new."id") on conflict do nothing; end;
CREATE TRIGGER "business_delete_pictures" after delete on "business"
      when (old."picture" is not null or instr(old."description", '/media/') > 0) begin insert into "picture_use_stale" ("collection", "itemId") values ('businesses', old."id") on conflict do nothing; end;
CREATE TRIGGER "item_version_insert_pictures" after insert on "item_version"
      when (instr(new."item", '/media/') > 0 or instr(new."item", '"picture":"') > 0) begin insert into "picture_use_stale" ("collection", "itemId") values (new."collection", new."id") on conflict do nothing; end;
CREATE TRIGGER "item_version_update_pictures" after update on "item_version"
      when (instr(new."item", '/media/') > 0 or instr(new."item", '"picture":"') > 0) or (instr(old."item", '/media/') > 0 or instr(old."item", '"picture":"') > 0) begin insert into "picture_use_stale" ("collection", "itemId") values (new."collection", new."id") on conflict do nothing; end;
CREATE TRIGGER "item_version_delete_pictures" after delete on "item_version"
      when (instr(old."item", '/media/') > 0 or instr(old."item", '"picture":"') > 0) begin insert into "picture_use_stale" ("collection", "itemId") values (old."collection", old."id") on conflict do nothing; end;
CREATE TRIGGER "trash_item_insert_pictures" after insert on "trash_item"
      when true begin insert into "picture_use_stale" ("collection", "itemId") values (new."collection", new."itemId") on conflict do nothing; end;
CREATE TRIGGER "trash_item_update_pictures" after update on "trash_item"
      when true or true begin insert into "picture_use_stale" ("collection", "itemId") values (new."collection", new."itemId") on conflict do nothing; end;
CREATE TRIGGER "trash_item_delete_pictures" after delete on "trash_item"
      when true begin insert into "picture_use_stale" ("collection", "itemId") values (old."collection", old."itemId") on conflict do nothing; end;
CREATE TRIGGER "site_user_insert_subscribes" after insert on "site_user"
      begin insert into "newsletter_member_stale" ("userId")
    select new."id" where exists (select 1 from "site_user" where "id" = new."id") on conflict do nothing; end;
CREATE TRIGGER "site_user_update_subscribes" after update on "site_user"
      begin insert into "newsletter_member_stale" ("userId")
    select old."id" where exists (select 1 from "site_user" where "id" = old."id") on conflict do nothing; insert into "newsletter_member_stale" ("userId")
    select new."id" where exists (select 1 from "site_user" where "id" = new."id") on conflict do nothing; end;
CREATE TRIGGER "site_user_delete_subscribes" after delete on "site_user"
      begin insert into "newsletter_member_stale" ("userId")
    select old."id" where exists (select 1 from "site_user" where "id" = old."id") on conflict do nothing; end;
CREATE TRIGGER "verified_address_insert_subscribes" after insert on "verified_address"
      begin insert into "newsletter_member_stale" ("userId")
    select new."userId" where exists (select 1 from "site_user" where "id" = new."userId") on conflict do nothing; end;
CREATE TRIGGER "verified_address_update_subscribes" after update on "verified_address"
      begin insert into "newsletter_member_stale" ("userId")
    select old."userId" where exists (select 1 from "site_user" where "id" = old."userId") on conflict do nothing; insert into "newsletter_member_stale" ("userId")
    select new."userId" where exists (select 1 from "site_user" where "id" = new."userId") on conflict do nothing; end;
CREATE TRIGGER "verified_address_delete_subscribes" after delete on "verified_address"
      begin insert into "newsletter_member_stale" ("userId")
    select old."userId" where exists (select 1 from "site_user" where "id" = old."userId") on conflict do nothing; end;
CREATE TRIGGER "site_user_leaves_newsletter" after delete on "site_user" begin
      delete from "newsletter_member_stale" where "userId" = old."id";update "newsletter_subscriber"
    set "stateAt" = case "state" when 'unsubscribed' then "stateAt" else cast(unixepoch('subsec') * 1000 as integer) end,
      "reason" = case "state" when 'unsubscribed' then "reason" else 'account' end,
      "state" = 'unsubscribed', "address" = null, "userId" = null
    where "userId" = old."id"; end;
CREATE TRIGGER "newsletter_subscriber_erases" after update on "newsletter_subscriber"
      when old."address" is not null and new."address" is null begin delete from "newsletter_confirmation" where "subscriber" = old."id";update "newsletter_recipient" set "address" = new."addressHash", "reply" = null,
    "state" = case "state" when 'queued' then 'withdrawn' else "state" end where "subscriber" = old."id";update "newsletter_bounce" set "reply" = null where "subscriber" = old."id";update "newsletter_subscriber" set "flag" = null, "bounceReply" = null where "id" = old."id"; end;
