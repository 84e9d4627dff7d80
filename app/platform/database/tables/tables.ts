import type { Generated } from 'kysely';
import type { DocumentPartRow, DocumentRow, DocumentUseRow, DocumentVersionRow } from './document-tables.ts';
import type {
  BounceRow,
  ConfirmationRow,
  IssueRow,
  RecipientRow,
  SubscriberLinkRow,
  SubscriberRow,
} from './newsletter-tables.ts';
import type {
  AddressProofRow,
  ApiTokenRow,
  AuditEntryRow,
  BackupRunRow,
  ContributionRow,
  FeedTopicRow,
  FindingRow,
  ImportProblemRow,
  ImportRunRow,
  InvitationRow,
  MailRow,
  MissingAddressRow,
  MovedItemRow,
  NoticeRow,
  PasskeyRow,
  ProofKeyRow,
  PublicationChangeRow,
  RedirectRow,
  SessionRow,
  SuppressionRow,
} from './operation-tables.ts';
import type { CheckedItemRow, ReaderReportRow } from './report-tables.ts';
import type { BlockedSenderRow, HiddenPictureRow, SuggestionRow } from './suggestion-tables.ts';

/**
 * The description of the data. Columns have the specification's field names. Instants are UTC epoch milliseconds,
 * booleans are 0 or 1, so that both databases store and sort them the same. Each collection adds its own tables.
 */
export interface Tables {
  item_version: ItemVersionRow;
  item_revision: ItemRevisionRow;
  open_form: { form: string; collection: string; itemId: string; userId: string; expiresAt: number };
  preview_link: PreviewLinkRow;
  revision_picture: RevisionPictureRow;
  trash_item: TrashItemRow;
  trash_row: TrashRow;
  trash_secret: TrashRow;
  picture: PictureRow;
  picture_file: PictureFileRow;
  picture_idle: { picture: string; since: number };
  picture_use: PictureUseRow;
  picture_use_stale: { collection: string; itemId: string };
  document: DocumentRow;
  document_version: DocumentVersionRow;
  document_part: DocumentPartRow;
  document_use: DocumentUseRow;
  document_idle: { document: string; since: number };
  job_request: { job: string; at: number };
  search_document: SearchDocumentRow;
  search_entry: SearchEntryRow;
  search_stale: { kind: string; itemId: string; date: number };
  search_word: { word: string };
  search_trigram: { trigram: string; word: string };
  search_progress: { kind: string; number: number };
  collection_revision: { collection: string; revision: number };
  town_setting: { name: string; value: string };
  /** A view: the pages that are in the menu or the footer. */
  page_menu: {
    id: string;
    title: string;
    titleKey: string;
    slug: string;
    menu: 'menu' | 'footer';
    position: number;
  };
  sample_item: { collection: string; id: string };
  /** `disabledAt`: nobody can log in to it since then. `name` is what other people see (`account-names.ts`). */
  site_user: {
    id: string;
    newsletterOptIn: number;
    createdAt: number;
    disabledAt: Generated<number | null>;
    name: Generated<string | null>;
    role: Generated<'editor' | 'contributor' | null>;
    /** Whether an email with what waits is sent every day. */
    waitingEmail: Generated<number>;
  };
  verified_address: { address: string; userId: string; provedAt: number };
  address_claim: { userId: string; address: string; createdAt: number };
  password: { userId: string; hash: string; createdAt: number };
  identity: { issuer: string; subject: string; userId: string; createdAt: number };
  session: SessionRow;
  passkey: PasskeyRow;
  recovery_code: { codeHash: string; userId: string; createdAt: number };
  passkey_challenge: { challengeHash: string; expiresAt: number };
  passkey_offer: { userId: string; answer: 'later' | 'never' };
  address_proof: AddressProofRow;
  throttle: { subject: string; tries: number; blockedUntil: number; expiresAt: number };
  setup_link: { id: number; tokenHash: string; expiresAt: number };
  mail: MailRow;
  api_token: ApiTokenRow;
  audit_entry: AuditEntryRow;
  job_lease: { job: string; holder: string | null; beat: number };
  backup_run: BackupRunRow;
  backup_setting: { name: string; value: string };
  suppression_entry: SuppressionRow;
  feed_topic: FeedTopicRow;
  source: SourceRow;
  source_state: SourceStateRow;
  source_item: SourceItemRow;
  /** Other keys by which an item of a source is recognized: `key` is that of its `source_item`. */
  source_match: { source: string; match: string; key: string };
  source_check: SourceCheckRow;
  /** What the checks of one day of the town ('2026-11-20') found. */
  source_day: { source: string; day: string; checks: number; failed: number; added: number };
  inbox_entry: InboxEntryTable;
  inbox_action: InboxActionRow;
  match_rule: MatchRuleRow;
  newsletter_subscriber: SubscriberRow;
  newsletter_link: SubscriberLinkRow;
  newsletter_confirmation: ConfirmationRow;
  /** Members whose entry in the list of subscribers may be outdated. */
  newsletter_member_stale: { userId: string };
  newsletter_issue: IssueRow;
  newsletter_recipient: RecipientRow;
  newsletter_bounce: BounceRow;
  newsletter_setting: { name: string; value: string };
  move_in: ImportRunRow;
  move_in_problem: ImportProblemRow;
  moved_item: MovedItemRow;
  redirect: RedirectRow;
  missing_address: MissingAddressRow;
  notice: NoticeRow;
  publication_change: PublicationChangeRow;
  proof_key: ProofKeyRow;
  accessibility_finding: FindingRow;
  /** When all public items of a collection, or all public documents, were last checked, and how many there were. */
  accessibility_check: { collection: string; items: number; checkedAt: number };
  archived_item: { collection: string; itemId: string; archivedAt: number };
  suggestion: SuggestionRow;
  hidden_picture: HiddenPictureRow;
  blocked_sender: BlockedSenderRow;
  invitation: InvitationRow;
  administrator_offer: { id: number; tokenHash: string; fromUser: string; toUser: string; expiresAt: number };
  contribution: ContributionRow;
  /** The email of a day ('2026-11-20') with what waits that was sent to a person. */
  waiting_email: { userId: string; day: string };
  reader_report: ReaderReportRow;
  checked_item: CheckedItemRow;
}

/**
 * A searchable item, with a number that is higher the later it was saved. `date` is its publication date, an event's
 * day, or when a poll or business was added; `series` is the same for the dates of one repeated event.
 */
type SearchDocumentRow = {
  number: number;
  kind: string;
  itemId: string;
  date: number;
  series: Generated<string | null>;
};

/** A view for inserting only: search then finds the item by these words, and no longer by its old ones. */
type SearchEntryRow = Omit<SearchDocumentRow, 'number' | 'series'> & {
  series: string | null;
  title: string;
  text: string;
};

/**
 * The words of the documents of one kind, used only by `app/platform/search-index`. Its columns differ between the databases.
 */
export type TextRow = Record<never, never>;

/** `items` neighbors of a list, from the key (`sort`, `id`) on; maintained by triggers. The first has the id ''. */
export type SegmentRow<Sort extends number | string> = { sort: Sort; id: string; items: number };

/**
 * Columns of every item of every collection; `version` increases by one with each save, `picture` is the id of its lead
 * picture, `documents` a JSON array of the ids of its documents, in order.
 */
export type ItemRow = {
  id: string;
  version: Generated<number>;
  createdAt: number;
  updatedAt: number;
  picture: Generated<string | null>;
  documents: Generated<string | null>;
};

/** What lists show of an item; derived from its description when it is saved, unless an editor wrote the deck. */
export type TeaserColumns = { deck: string; image: string | null };

/**
 * A version of an item that is not public: the collections' tables contain only what is published. An item has at most
 * one draft and one scheduled version. `item` is its input as JSON: as typed in a draft, accepted by the collection's
 * schema in a scheduled version, which becomes public at `publishAt`; that is null for drafts.
 */
export type ItemVersionRow = {
  collection: string;
  id: string;
  state: 'draft' | 'scheduled';
  publishAt: number | null;
  item: string;
  version: number;
  createdAt: number;
  updatedAt: number;
};

/**
 * What was saved of an item: `item` is its input as JSON, `publication` what it was then. `savedBy` is an account, null
 * once that is deleted. `session` is the same for what one open form saved automatically.
 */
export type ItemRevisionRow = {
  collection: string;
  id: string;
  revision: number;
  savedAt: number;
  savedBy: string | null;
  savedByToken: string | null;
  kind: 'saved' | 'autosaved' | 'restored' | 'kept';
  publication: string;
  item: string;
  session: string | null;
};

/**
 * A picture of a revision, as its lead picture or in its text, or one of its documents; no longer in the library if that
 * was confirmed.
 */
export type RevisionPictureRow = { collection: string; id: string; revision: number; picture: string };

/**
 * A deleted item. `itemId` is its id, `item` what the API returned for it, `belongings` how many votes it has. `batch`
 * is the same for what was deleted at once. `removedBy` is an account, null once that is deleted. `linkedUntil`: from
 * then on its rows must not link people to their ballots; null where they can't, or as long as the poll is open.
 */
export type TrashItemRow = {
  id: string;
  collection: string;
  itemId: string;
  state: string;
  title: string;
  item: string;
  belongings: number;
  batch: string;
  removedAt: number;
  removedBy: string | null;
  removedByToken: string | null;
  expiresAt: number;
  linkedUntil: number | null;
};

/** Rows that a deleted item had in `tableName`, as JSON, in the order in which they are put back. */
export type TrashRow = { trashId: string; part: number; tableName: string; rows: string };

/**
 * A picture of the library. Its id is the beginning of its file's SHA-256; `bytes` is the file's size as uploaded,
 * `width` and `height` are in pixels, `color` is its average as #rrggbb. Without `alt` and not `decorative`, its
 * alternative text is missing. `focalPoint` is 1 to 9, by rows from the top left. `words` is what searches match. `addedBy` is an account,
 * null once that is deleted; `addedByToken` is the name of an API token.
 */
export type PictureRow = {
  id: string;
  name: string;
  width: number;
  height: number;
  bytes: number;
  color: string;
  alt: string | null;
  decorative: Generated<number>;
  caption: string | null;
  credit: string | null;
  focalPoint: Generated<number>;
  words: string;
  addedBy: Generated<string | null>;
  addedByToken: Generated<string | null>;
  createdAt: number;
  updatedAt: number;
};

/** A file of a picture, by the name it is stored and served under; or of a document, whose id is then in `picture`. */
export type PictureFileRow = { name: string; picture: string; bytes: number; sha256: string };

/**
 * An item that uses a picture, as its lead picture or in its text. Derived: triggers put changed items into
 * `picture_use_stale`. `state` is 'published', that of the item's version, or 'trash'. A picture that nothing uses is
 * in `picture_idle`.
 */
export type PictureUseRow = {
  collection: string;
  itemId: string;
  state: string;
  picture: string;
  place: 'lead' | 'text';
  title: string;
};

/** `nameKey` is the lower-case name, so that the list sorts the same on both databases. */
/** The secret address of an item's preview; an item has at most one. `publicVersion` is 0 if nothing was public then. */
export type PreviewLinkRow = {
  collection: string;
  itemId: string;
  tokenHash: string;
  publicVersion: number;
  createdAt: number;
  expiresAt: number;
};

/**
 * A feed, a calendar or a page that the town imports. `zone` is the zone of its times, null for what it says or the
 * town's. `every` is in minutes. `site` is the page of the source that readers are linked to. A removed source keeps its
 * row, so that its items keep their credits and discarded ones don't return. `confirmedAt` is the last successful check,
 * rounded down so that pages are not rendered again for every check. `areas`, a JSON list of names and codes, and
 * `severity`, the lowest, say which official warnings count.
 */
export type SourceRow = {
  id: string;
  address: string;
  name: string;
  feeds: 'articles' | 'news' | 'events' | 'notices';
  trust: 'review' | 'publish';
  rank: 'primary' | 'aggregator';
  zone: string | null;
  every: number;
  site: string | null;
  version: number;
  createdAt: number;
  createdBy: string | null;
  removedAt: number | null;
  confirmedAt: number | null;
  areas: string;
  severity: 'minor' | 'moderate' | 'severe' | 'extreme';
};

/**
 * What the checks of a source have led to. `stopped` is why it is no longer checked although nobody paused it. `nextAt`
 * is the next check, `requestedAt` a check that someone asked for. `newAt` is when something new arrived last.
 * `emptiedAt`: since then it lists next to nothing of what it listed before. `etag` and `modified` are validators of the
 * last document, `digest` is its SHA-256. `movedTo` is where permanent redirects lead, `movedTimes` how often in a row.
 */
export type SourceStateRow = {
  source: string;
  paused: Generated<number>;
  stopped: 'gone' | 'moved' | 'failing' | null;
  nextAt: number;
  requestedAt: number | null;
  checkedAt: number | null;
  succeededAt: number | null;
  newAt: number | null;
  failures: Generated<number>;
  failingSince: number | null;
  problem: string | null;
  slow: Generated<number>;
  emptiedAt: number | null;
  etag: string | null;
  modified: string | null;
  digest: string | null;
  format: string | null;
  movedTo: string | null;
  movedTimes: Generated<number>;
};

/**
 * An item or a date that a source has listed, and the site's item that it belongs to. Its row is what keeps it from
 * being imported again, whatever became of the item. `key` is the `sourceId` that the source gives it. `itemId` is
 * `ownId`, which is derived from source and key, unless it was merged into another item: then `mergedAt`, `mergedBy`
 * (an account; null for a rule) and `mergedFor` (the rule) say how. `series` is the same for all dates of one event.
 * `day` is the town's day ('2026-11-20') of its date, `startAt` the beginning of an event, `pubDate` when it was
 * published, at the latest when it was first seen. `fields` is what the source says now, as JSON with the names of the
 * collection's fields; `base` is what the item last took from a source, what the source said when an editor kept their
 * own, or what it said when it began to lead: a field whose value in the item is in no `base` of it is an editor's.
 * `decision` is null while it waits. `absentSince` is null while the source lists it, then when it was listed last.
 * `unconfirmed`: an event that vanished before its date.
 */
export type SourceItemRow = {
  source: string;
  key: string;
  collection: string;
  itemId: string;
  ownId: string;
  series: string;
  day: string | null;
  startAt: number | null;
  pubDate: number;
  titleKey: string;
  venueKey: string | null;
  fields: string;
  base: string | null;
  decision: 'published' | 'discarded' | 'expired' | null;
  firstSeenAt: number;
  absentSince: number | null;
  unconfirmed: Generated<number>;
  mergedAt: number | null;
  mergedBy: string | null;
  mergedFor: string | null;
};

/** A check of a source: `problem` is a sentence; `title`, `collection` and `itemId` are of the first new item. */
export type SourceCheckRow = {
  source: string;
  at: number;
  ms: number;
  outcome: 'new' | 'same' | 'failed' | 'later';
  problem: string | null;
  found: number;
  added: number;
  changed: number;
  missing: number;
  title: string | null;
  collection: string | null;
  itemId: string | null;
};

/**
 * Why an entry is in the inbox. `new` and `change` are of sources: a new item, or a change of a published one. The others
 * are of people and have no source: a reader's suggestion, a reader's report about a public item, and a draft that was
 * handed in.
 */
export type EntryKind = 'new' | 'change' | 'suggestion' | 'report' | 'draft';

/**
 * What waits for review: a new item, whose input is `item`, or `changes` of an existing one. `source` is the one that it
 * takes its values from. Entries with the same `stack` are decided together: the dates of one event. `changes` is JSON,
 * `[{field, from, to}]`; `similar` is JSON, `[{collection, id, title}]`: possible duplicates. `topic` tells entries of one
 * kind about one item apart.
 */
export type InboxEntryRow = {
  id: string;
  kind: EntryKind;
  collection: string;
  itemId: string;
  source: string | null;
  stack: string;
  title: string;
  link: string | null;
  item: string | null;
  changes: string | null;
  similar: string | null;
  startAt: number | null;
  receivedAt: number;
  snoozedUntil: number | null;
  topic: string;
};

export type InboxEntryTable = Omit<InboxEntryRow, 'topic'> & { topic: Generated<string> };

/**
 * A decision in the inbox; `undo` is JSON, what brings back the state before it. `batch` is the same for everything that
 * was decided at once. `by` is an account, or 'token:' and the name of an API token.
 */
export type InboxActionRow = {
  number: number;
  batch: string;
  at: number;
  by: string | null;
  action: string;
  summary: string;
  undo: string;
};

/**
 * What an editor decided about duplicates, remembered. `one` and `other` are in order: two items that are never the
 * same (`never`), two titles that always are (`same`), two names of one venue (`venue`).
 */
export type MatchRuleRow = {
  kind: 'never' | 'same' | 'venue';
  one: string;
  other: string;
  createdAt: number;
  createdBy: string | null;
};
