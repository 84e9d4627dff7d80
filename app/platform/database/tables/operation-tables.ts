import type { Generated } from 'kysely';

/** Tables of people and of running the site; those of the collections are in `tables.ts`. */

/**
 * An email to one recipient. `letter` is JSON; it and `recipient` are deleted once the email was sent, because they
 * contain links and addresses. `nextAttemptAt` is 0 for at once; while `sending` it is the end of the sender's claim.
 */
export type MailRow = {
  id: string;
  kind: string;
  recipient: string | null;
  letter: string | null;
  state: 'queued' | 'sending' | 'sent' | 'failed' | 'bounced' | 'withdrawn';
  attempts: number;
  nextAttemptAt: number;
  queuedAt: number;
  settledAt: number | null;
  /** Why the last attempt failed; `reply` is the mail server's text. */
  trouble: string | null;
  reply: string | null;
};

/**
 * An urgent notice, shown from `startsAt` until before `endsAt`. `link` is stored as a path where it leads to this site,
 * `source` is the id of the source that it comes from. `plannedEnd` is its end before someone ended it early.
 */
export type NoticeRow = {
  id: string;
  text: string;
  kind: 'danger' | 'warning' | 'closed' | 'information';
  link: string | null;
  startsAt: number;
  endsAt: number;
  plannedEnd: number | null;
  email: number;
  source: string | null;
  createdAt: number;
  createdBy: string | null;
};

/**
 * Only a hash of the cookie's value is stored; `id` can be shown. Instants are UTC epoch milliseconds; `provedAt` is
 * when the user last confirmed their identity. `device` is the browser and system as text, null if unknown.
 */
export type SessionRow = {
  tokenHash: string;
  id: string;
  device: string | null;
  userId: string;
  createdAt: number;
  lastSeenAt: number;
  provedAt: number;
};

/**
 * A public key for logging in. `credentialId` and `publicKey` (COSE) are base64url; `rpId` is the host it was created
 * for; `counter` is the authenticator's own, 0 if it has none; `transports` are words separated by spaces.
 */
export type PasskeyRow = {
  id: string;
  credentialId: string;
  userId: string;
  rpId: string;
  publicKey: string;
  counter: number;
  transports: string;
  name: string;
  createdAt: number;
  lastUsedAt: number | null;
};

/** A link that was emailed to `address`. Without `userId` it belongs to no account: using it creates one. */
export type AddressProofRow = {
  tokenHash: string;
  kind: 'verify' | 'change' | 'reset';
  address: string;
  userId: string | null;
  expiresAt: number;
};

/** Only a hash of the token is stored. `expiresAt` and `revokedAt` end it; `lastUsedAt` is accurate to ten minutes. */
export type ApiTokenRow = {
  id: string;
  name: string;
  tokenHash: string;
  scope: 'read' | 'write' | 'metrics';
  createdAt: number;
  expiresAt: number;
  lastUsedAt: number | null;
  revokedAt: number | null;
  /** Whose token it is; null for the administrator's. It allows no more than its role, and than the person's. */
  userId: Generated<string | null>;
  role: Generated<'admin' | 'editor' | 'contributor'>;
};

/** Only a hash of the link's token is stored. `role` is what the person becomes; `message` is text, '' for none. */
export type InvitationRow = {
  id: string;
  address: string;
  role: 'editor' | 'contributor';
  message: string;
  tokenHash: string;
  invitedBy: string | null;
  createdAt: number;
  expiresAt: number;
};

/** An item that a contributor wrote, until an editor publishes it. `note` is why it was handed back. */
export type ContributionRow = {
  collection: string;
  itemId: string;
  userId: string;
  state: 'draft' | 'handed-in' | 'returned';
  title: string;
  note: string | null;
  changedAt: number;
};

/**
 * An entry of the activity log. Never changed, except that `address` (the network address) is deleted after 30 days,
 * and that `count` increases when visitors or members repeat the action; `at` is then the first time, and `address` is
 * only present if it was always the same.
 */
export type AuditEntryRow = {
  id: string;
  at: number;
  /** Who: a kind of user, and which one if there are several. */
  actor: 'visitor' | 'member' | 'contributor' | 'editor' | 'admin' | 'token' | 'operator' | 'site';
  actorId: string | null;
  action: string;
  /** The subject: an item's path, then its title after a space; or a word. */
  subject: string | null;
  address: string | null;
  count: Generated<number>;
};

/**
 * An attempt to create a backup or to test-restore one, or the result of a restore. `trouble` is one sentence with the
 * reason of a failure; null on success. `file` is a name in the data folder's `backups`, or a path elsewhere. A backup
 * that has begun and not ended has neither. `at` is when it began.
 */
export type BackupRunRow = {
  id: string;
  kind: string;
  at: number;
  tookMs: number;
  file: string | null;
  bytes: number | null;
  rows: number | null;
  /** Where a second copy is, or why it could not be stored there. */
  secondPlace: string | null;
  trouble: string | null;
  /** What a restore test counted, as JSON; null for everything else, and before there were counts. */
  checked: string | null;
};

/** A user opted out or in, or deleted the account: written by triggers, in order of `id`; never changed or removed. */
export type SuppressionRow = {
  id: string;
  at: number;
  userId: string;
  what: 'out' | 'in' | 'left' | 'erased';
};

/**
 * What the WebSub hub knows of a feed; `topic` is the feed's file. `looked` is what the site was made of when the feed
 * was last checked, and it is checked again at `lookAgainAt` in any case; `wanted` is what the hub should know,
 * `announced` what it was notified of. During a notification, `nextAttemptAt` is the end of the sender's claim.
 */
export type FeedTopicRow = {
  topic: string;
  looked: Generated<string>;
  lookAgainAt: Generated<number>;
  wanted: Generated<string>;
  announced: Generated<string>;
  announcedAt: number | null;
  attempts: Generated<number>;
  nextAttemptAt: Generated<number>;
  trouble: string | null;
};

/** Tables of imports from other systems and of old addresses. Instants are UTC epoch milliseconds. */

/**
 * An import. `wanted` is what was requested and has not finished: a job does it. `origin` is the system as people call
 * it: 'Firebase'. `files`, `options`, `report` and `progress` are JSON (`app/moving/import/import-run.ts`). `createdBy` is an
 * account, null for the command line and once the account is deleted.
 */
export type ImportRunRow = {
  id: string;
  /** Waiting for its dry run; reading; ready to import; importing; stopped; done; failed (`trouble` says why); undone. */
  state: 'waiting' | 'reading' | 'ready' | 'importing' | 'stopped' | 'done' | 'failed' | 'undoing' | 'undone';
  wanted: 'dry-run' | 'import' | 'undo' | null;
  createdAt: number;
  createdBy: string | null;
  origin: string;
  files: string;
  options: string;
  report: string | null;
  progress: string | null;
  startedAt: number | null;
  finishedAt: number | null;
  trouble: string | null;
  version: Generated<number>;
};

/**
 * A record that is not imported, or only with a doubt. `record` is its id in the file: 'events/9fT2'. Problems of one
 * `class` are decided together.
 */
export type ImportProblemRow = {
  moveIn: string;
  number: number;
  verdict: 'refused' | 'doubtful';
  class: string;
  file: string;
  record: string;
  title: string;
  field: string;
  problem: string;
};

/**
 * What was imported, forever: nothing is imported twice, and what was deleted here stays deleted. `origin` and `key`
 * identify it in the other system: a site's address or a Firebase project, and its id there; for people, `key` is a
 * hash. `kind` is a collection, 'users', 'subscribers', 'pictures', 'redirects' or 'sources'. `tag` is the item's tag
 * (`itemTagOf`) after the import: an item with another one was edited here. `takenHash` is of what was taken.
 */
export type MovedItemRow = {
  origin: string;
  kind: string;
  key: string;
  itemId: string | null;
  tag: string | null;
  takenHash: string | null;
  moveIn: string;
  createdAt: number;
};

/**
 * `fromPath` is a path of this site, with its query if the query names the page ('/?p=12'). `target` is a path of this
 * site or an http(s) address. `moveIn` is the import that created it.
 */
export type RedirectRow = { fromPath: string; target: string; createdAt: number; moveIn: string | null };

/** An address that was requested and not found. `ignored`: not listed any more. */
export type MissingAddressRow = {
  path: string;
  requests: number;
  firstAt: number;
  lastAt: number;
  ignored: Generated<number>;
};

/** From `at` on, an item had the text with this SHA-256 (hexadecimal) in public; null: it was not public. */
export type PublicationChangeRow = {
  collection: string;
  itemId: string;
  number: number;
  at: number;
  sha256: string | null;
};

/** An Ed25519 key that signs proofs of publication, both halves in base64url. */
export type ProofKeyRow = { publicKey: string; privateKey: string; createdAt: number };

/**
 * What a reader with a disability would meet in a public item or document (`collection` is then 'documents'). `place` are
 * the words around it, `sort` is when the item changed. `id` is the collection, the item and a number.
 */
export type FindingRow = {
  id: string;
  collection: string;
  itemId: string;
  title: string;
  code: string;
  message: string;
  place: string;
  sort: number;
};
