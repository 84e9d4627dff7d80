/** What files of other systems contain, in the words of this site: the same for every format. */

import type { NounName } from '#app/collections.server.ts';

export type ItemKind = NounName;

/** Where a record is: the file's name, and its id there as people find it again: 'events/9fT2', 'post 12'. */
export type RecordPosition = { file: string; record: string };

/**
 * Something about a record that an editor should know or decide. Doubts of one `class` (a short English phrase in
 * kebab-case, such as 'no-date') are decided together. `refused`: the record can't be imported as it is.
 */
export type Doubt = { verdict: 'refused' | 'doubtful'; class: string; field: string; problem: string };

/** The site or project that records are from, and the id of the record there: the same in each later export. */
export type SourceKey = { origin: string; key: string };

type Common = SourceKey & { place: RecordPosition; doubts: Doubt[] };

/**
 * An item. `input` has the fields of the API with ISO 8601 instants, also `publication` and `publishAt`; its HTML is not
 * sanitized yet. Without `input.id` the importer derives one from the key. `oldPaths` are paths of the old site, with
 * the query where that names the page ('/?p=12'). `pictureKey` is the key of the picture that is its lead picture.
 */
export type FoundItem = Common & {
  kind: ItemKind;
  title: string;
  input: Record<string, unknown>;
  oldPaths: string[];
  pictureKey?: string | undefined;
};

/**
 * An account. `password` is a stored hash as `app/people/passwords/foreign-hash.ts` writes it. `googleSubject` is the `sub` of its
 * Google account. `consentAt` and `createdAt` are UTC epoch milliseconds. Records of one person in several files have
 * the same key and are put together: absent fields say nothing. `isProfile`: what its owner could write about themselves,
 * so it never says whose account it is.
 */
export type FoundUser = Common & {
  kind: 'users';
  isProfile?: true;
  email?: string | undefined;
  name?: string | undefined;
  isEmailVerified?: boolean | undefined;
  password?: string | undefined;
  googleSubject?: string | undefined;
  isDisabled?: boolean | undefined;
  newsletterOptIn?: boolean | undefined;
  consentAt?: number | undefined;
  createdAt?: number | undefined;
};

/** A newsletter subscriber without an account. `consent.at` is UTC epoch milliseconds. */
export type FoundSubscriber = Common & {
  kind: 'subscribers';
  email: string;
  state: 'active' | 'unsubscribed' | 'bounced';
  consent: { source: string; at: number };
};

/** A picture of the old site. `address` is absolute; `entry` is its file inside the archive that was given, if any. */
export type FoundPicture = Common & {
  kind: 'pictures';
  address: string;
  entry?: string | undefined;
  alt?: string | undefined;
  caption?: string | undefined;
};

/** A feed or calendar to follow. */
export type FoundSource = Common & { kind: 'sources'; address: string; name: string };

/** An old path that is not one of an item. `to` is a path of this site or an http(s) address. */
export type FoundRedirect = Common & { kind: 'redirects'; from: string; to: string };

/** Records that are left out on purpose, counted: 'comments', 'menu items'. */
export type LeftOut = { kind: 'left-out'; what: string; count: number };

/** A record, or the rest of a file, of which not even the kind can be read: always refused. */
export type Unreadable = { kind: 'unreadable'; place: RecordPosition; doubts: Doubt[] };

export type Found =
  | FoundItem
  | FoundUser
  | FoundSubscriber
  | FoundPicture
  | FoundSource
  | FoundRedirect
  | LeftOut
  | Unreadable;
