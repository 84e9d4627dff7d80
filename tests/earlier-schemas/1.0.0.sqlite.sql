-- A SQLite database of Belfry 1.0.0, with the rows of one of the last development version.
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
insert into "kysely_migration" values ('0001-first-release', '2026-11-27T08:20:50.462Z');
insert into "kysely_migration_lock" values ('migration_lock', 0);
insert into "setup_link" values (1, 'link', 3590352000000);
insert into "mail" values ('m1', 'verify', 'june@example.org', '{"subject":"secret link"}', 'queued', 0, 0, 1795176000000, null, null, null);
insert into "mail" values ('m2', 'verify', null, null, 'sent', 1, 0, 1795176000000, 1795176000000, null, null);
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
insert into "article" values ('a0', 3, 1795176000000, 1795176000000, 'local:a0', 'a0: "quotes", \ backslashes, ''apostrophes'', newlines
  and 🔔 bells', 'https://example.org/a0', 1795176000000, 'Commons', 'https://example.org', '', null, '<p>a0: "quotes", \ backslashes, ''apostrophes'', newlines
  and 🔔 bells</p>', null, 0, null, null, null, 0);
insert into "article" values ('a1', 3, 1795176000000, 1795176000000, 'local:a1', 'a1: "quotes", \ backslashes, ''apostrophes'', newlines
  and 🔔 bells', 'https://example.org/a1', 1795176000000, 'Commons', 'https://example.org', '', null, '<p>a1: "quotes", \ backslashes, ''apostrophes'', newlines
  and 🔔 bells</p>', null, 0, null, null, null, 0);
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
insert into "search_document" values (3298534883329, 'events', 'v1', 1795262400000, '6bidOStxKuPOj2PmMFj17r');
insert into "search_document" values (3298534883330, 'events', 'v2', 1795262400000, 'kyJhvcbSxmADl8pRRBaAZK');
insert into "search_document" values (4398046511105, 'polls', 'p1', 1795176000000, null);
insert into "search_document" values (5497558138881, 'businesses', 'b1', 1795176000000, null);
insert into "feed_topic" values ('all.rss', '', 0, '', '', null, 0, 0, null);
insert into "poll_voter" values ('p1', 'june', 'june', 'member', 1, 'net', 1795176000000);
insert into "poll_key" values ('p1', 'M-KU81TqWCEFI5J_r524YOOmAREmRHIHhVkbPqTCUZw');
insert into "poll_ballot" values ('p1', 'r1', 1, 'member', 'o0', 'i9jjCkBJW2stYNVt_WrlFlYhhP51yxHYTQU08OhdSg4', null, null);
insert into "poll_ballot" values ('p2', 'r2', 1, 'member', 'p2o0', null, 1, 'h1');
insert into "newsletter_member_stale" values ('abe');
insert into "newsletter_member_stale" values ('claire');
insert into "newsletter_member_stale" values ('june');
insert into "newsletter_member_stale" values ('may');
insert into "collection_revision" values ('articles', 4);
insert into "collection_revision" values ('news', 3);
insert into "collection_revision" values ('events', 4);
insert into "collection_revision" values ('polls', 8);
insert into "collection_revision" values ('businesses', 3);
insert into "collection_revision" values ('town', 3);
insert into "collection_revision" values ('votes', 3);
insert into "collection_revision" values ('pictures', 1);
insert into "collection_revision" values ('sources', 1);
insert into "collection_revision" values ('newsletter', 1);
insert into "collection_revision" values ('redirects', 1);
insert into "article_segment" values (-9007199254740991, '', 2);
insert into "news_item_segment" values (-9007199254740991, '', 1);
insert into "event_segment" values (-9007199254740991, '', 2);
insert into "poll_segment" values ('', '', 2);
insert into "business_segment" values ('', '', 1);
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
insert into "article_text_latest" values (1099511627778);
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
insert into "news_item_text_latest" values (2199023255553);
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
