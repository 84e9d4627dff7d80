import type { Generated } from 'kysely';

/** Tables of the newsletter. Instants are UTC epoch milliseconds. */

/**
 * A person who gets, waits for or must not get the newsletter. `address` is normalized (`parseEmailAddress`); it is null
 * once it was erased, and then `addressHash` (`hashAddress`) still keeps the address off the list. `topics` are the
 * chosen ones of 'stories', 'events' and 'polls', in this order, separated by spaces. `userId` is the account whose
 * verified address it is. `flag` says that the address is 'disposable' or of a 'role'.
 */
export type SubscriberRow = {
  id: string;
  address: string | null;
  addressHash: string;
  state: 'waiting' | 'active' | 'unsubscribed' | 'bounced';
  /**
   * Why it is unsubscribed or bounced: 'link' (the page), 'one-click' (RFC 8058), 'account' (the box or the deletion of
   * the account), 'administrator', 'import' (the imported file said so), 'complaint', 'hard', 'soft', 'moved' (the newsletter goes to another address of the person), 'restored' (it was before a backup was restored).
   */
  reason: string | null;
  stateAt: number;
  topics: string;
  frequency: 'weekly' | 'daily';
  userId: string | null;
  flag: 'disposable' | 'role' | null;
  /** Where the consent was given, in words: 'Form on /newsletter', or what an importer wrote. */
  consentSource: string;
  consentAt: number;
  createdAt: number;
  /** Soft bounces in a row (`markBounce`). */
  softBounces: Generated<number>;
  bouncedAt: number | null;
  bounceReply: string | null;
};

/**
 * A secret of 128 bits in the links of a subscriber's emails. All of them unsubscribe, for years; the preferences open
 * only with one that is not revoked. Emails contain the newest.
 */
export type SubscriberLinkRow = {
  token: string;
  subscriber: string;
  createdAt: number;
  revokedAt: number | null;
};

/**
 * A link that was emailed to `address`: pressing its button subscribes it, or makes it the subscriber's address. It works
 * once; `usedAt` is when.
 */
export type ConfirmationRow = {
  tokenHash: string;
  subscriber: string;
  address: string;
  createdAt: number;
  expiresAt: number;
  usedAt: number | null;
};

/**
 * One issue. `choices` is JSON: which items it has, in which order, and which are left out. `edition` is JSON: its
 * content as it was when sending began; null before. `occasion` is the schedule's once-only key ('weekly:2026-11-20'),
 * null for one that a person built. `number` and `slug` (the web edition's address: '2026-11-20') are given when sending
 * begins.
 */
export type IssueRow = {
  id: string;
  number: number | null;
  occasion: string | null;
  slug: string | null;
  audience: 'weekly' | 'daily' | 'everyone';
  state: 'draft' | 'scheduled' | 'sending' | 'sent' | 'expired';
  subject: string;
  /** Whether a person wrote the subject: then rebuilding keeps it. */
  ownSubject: Generated<number>;
  preview: Generated<string>;
  note: Generated<string>;
  choices: string;
  edition: string | null;
  /** Its content was published after `sinceAt` and until `builtAt`. */
  sinceAt: number;
  builtAt: number;
  /** What happens at `sendAt` if nobody has approved it; null when it needs no approval. */
  unreviewed: 'send' | 'skip' | null;
  approvedAt: number | null;
  sendAt: number | null;
  startedAt: number | null;
  finishedAt: number | null;
  /**
   * Sending is paused since then: 'stopped' by an administrator, 'restored' (a backup was restored), 'late' (the mail
   * server was out of reach for six hours).
   */
  heldAt: number | null;
  heldFor: string | null;
  /** Why it is expired: 'late', 'skipped', 'empty', 'canceled'. */
  endedFor: string | null;
  createdAt: number;
  createdBy: string | null;
  version: number;
};

/**
 * One email of an issue: exactly one row per normalized address, created when sending begins. `tag` is a random word of
 * at least 80 bits in its Message-ID and return path, by which what comes back is recognized. `sending` is a claim until
 * `nextAttemptAt`; a claim whose sender is gone leaves the outcome `unknown`, and it is never sent again. Of a settled
 * one, `nextAttemptAt` equals `settledAt`.
 */
export type RecipientRow = {
  issue: string;
  address: string;
  subscriber: string;
  topics: string;
  domain: string;
  tag: string;
  state: 'queued' | 'sending' | 'sent' | 'refused' | 'unknown' | 'bounced' | 'withdrawn';
  attempts: Generated<number>;
  nextAttemptAt: Generated<number>;
  settledAt: number | null;
  /** A `Trouble`, and the mail server's text. */
  trouble: string | null;
  reply: string | null;
  unsubscribedAt: number | null;
};

/** A bounce or complaint. `id` is made from the report, so that a report that arrives twice counts once. */
export type BounceRow = {
  id: string;
  at: number;
  kind: 'hard' | 'soft' | 'complaint';
  subscriber: string;
  issue: string | null;
  /** 'smtp', 'mailbox', or the provider whose webhook it was. */
  via: string;
  /** The status of RFC 3463, such as '5.1.1'. */
  status: string | null;
  reply: string | null;
};
