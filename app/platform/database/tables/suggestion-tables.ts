import type { Generated } from 'kysely';

/**
 * What a reader sent for the site: an event or a piece of news, which becomes the item `itemId` of its collection.
 * `tokenHash` is the SHA-256 of the private link's secret. `input` is JSON, what was sent last. `textKey` identifies the
 * text, so that the same is not taken twice; null after it was withdrawn. `sender` is a pseudonym of the email address
 * once it is confirmed, otherwise of the network. `email` is deleted 90 days after the last change. `messageKey` identifies
 * the email that brought it. `decidedAt` is when the decision was noticed, `notifiedAt` when its sender was notified.
 * `trusted`: it was published without a decision. `declinedAt` is when an editor last declined it, or took it off the site
 * after that; null if the event's date passed first. `reason` and `note` are what its sender reads.
 */
export type SuggestionRow = {
  id: string;
  tokenHash: string;
  collection: 'events' | 'news';
  itemId: string;
  state: 'waiting' | 'published' | 'declined' | 'withdrawn';
  title: string;
  input: string;
  textKey: string | null;
  picture: string | null;
  sender: string;
  email: string | null;
  emailHash: string | null;
  confirmedAt: number | null;
  via: 'form' | 'email';
  messageKey: string | null;
  trusted: Generated<number>;
  declinedAt: number | null;
  reason: string | null;
  note: string | null;
  sentAt: number;
  decidedAt: number | null;
  notifiedAt: number | null;
  changedAt: number;
};

/** A picture that came with a suggestion: only editors get its files until an item on the site uses it. */
export type HiddenPictureRow = { picture: string; since: number };

/** A sender whose suggestions are refused until then. */
export type BlockedSenderRow = {
  sender: string;
  until: number;
  blockedAt: number;
  blockedBy: string | null;
};
