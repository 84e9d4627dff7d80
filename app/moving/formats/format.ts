/** What a reader of another system's files receives and returns, and the limits that all of them keep. */

import type { NounName } from '#app/collections.server.ts';
import type { HashConfig } from '#app/people/passwords/foreign-hash.ts';

export type FormatName =
  | 'firestore'
  | 'firebase-auth'
  | 'wordpress'
  | 'ghost'
  | 'ghost-members'
  | 'feed'
  | 'calendar'
  | 'opml'
  | 'csv'
  | 'belfry';

/** A file as it is given and what is unpacked of it; a record; how deep values nest. */
export const MOST_FILE_BYTES = 2 * 1024 ** 3;
export const MOST_UNPACKED_BYTES = 10 * 1024 ** 3;
export const MOST_ENTRIES = 200_000;
/** Each entry may be this many times larger than packed, beyond the first 10 MB. */
export const MOST_RATIO = 200;
export const FREE_BYTES = 10 * 1024 ** 2;
/** In characters of its JSON or of the texts in its XML, or in bytes. */
export const MOST_RECORD = 2 * 1024 ** 2;
export const MOST_NESTING = 100;

/** The beginning of a file: its name in lower case, and at most 64 KiB of it, as bytes and as text. A log has no text. */
export type Head = { name: string; bytes: Uint8Array; text: string };

/** A file of a move: given as it is, or in an archive or a folder. */
export type Member = {
  /** As reports name it: 'export.xml', or 'site.zip/posts/export.xml'. */
  file: string;
  /** Its path in the archive or the folder that was given; '' for a file of its own. */
  entry: string;
  head: Head;
  /** From its beginning, each time. Throws FileProblem. */
  bytes: () => AsyncIterable<Uint8Array>;
  /** The same as text, whatever its encoding, without byte order mark. */
  text: () => AsyncIterable<string>;
};

/** The column of each field of a table by its name in the first row: `{title: 'Headline', pubDate: 'Date'}`. */
export type CsvMapping = Record<string, string>;

/** Which number comes first in dates like 05/12/2026. */
export type DateOrder = 'day' | 'month';

/** What readers need to know of the town and of the choices for its import. */
export type ReadOptions = {
  /** The town's IANA zone: that of times without one. */
  zone: string;
  /** The town's name and its address without a slash at the end, for items without a source. */
  town: { name: string; address: string };
  /** Firebase: what its password hashes were made with. Without it, accounts have no password. */
  hashConfig?: HashConfig | undefined;
  /** CSV: which column is which field. Without it, `suggestMapping` decides. */
  mapping?: CsvMapping | undefined;
  /** CSV: how dates that can be read in two ways are read. Without it, as the other dates of their column. */
  dateOrder?: DateOrder | undefined;
  /** What records become where the file doesn't say it (CSV, feeds). Default: articles. */
  collection?: ItemKind | undefined;
  /** UTC epoch milliseconds, for events without an end. Default: the present. */
  now?: number | undefined;
  /** Only people and pictures count: items may lack their texts, which take most of the time. */
  isAhead?: boolean | undefined;
  /** The fields that other files of the same export have, so that each is reported once. */
  notes?: FieldHints | undefined;
  /** What a format keeps of files from reading ahead until they are read, by the files' names. */
  kept?: Map<string, unknown> | undefined;
};

/** The format of another system. */
export type Format = {
  name: FormatName;
  /** As pages name it: 'WordPress export'. */
  label: string;
  /** Looks at the beginning only, and never throws. Formats are tried in the order of the registry. */
  recognize: (head: Head) => boolean;
  /**
   * The records, one at a time. A record that can't be read is reported and the next one is read. Throws only
   * FileProblem and errors of the file system.
   */
  read: (member: Member, options: ReadOptions) => AsyncIterable<Found>;
  /** Whether a file without records is nothing to report. */
  canBeEmpty?: boolean;
};

/** Why a file, or the rest of it, can't be read. `class` as in doubts; the message is a sentence without a period. */
export class FileProblem extends Error {
  override name = 'FileProblem';
  readonly class: string;

  constructor(problemClass: string, message: string) {
    super(message);
    this.class = problemClass;
  }
}

/** A refused record of which not even the kind is known. */
export function unreadable(file: string, record: string, problemClass: string, problem: string): Unreadable {
  return { kind: 'unreadable', place: { file, record }, doubts: [refused(problemClass, '', problem)] };
}

/**
 * What `read` returns for a record, or the record as refused if it throws: no record can stop an import. FileProblem and
 * errors of the file system are thrown on.
 */
export function* guarded(file: string, record: string, read: () => Iterable<Found>): Generator<Found> {
  try {
    yield* read();
  } catch (error) {
    if (endsFile(error)) throw error;
    yield unreadable(file, record, 'invalid', 'The record is damaged and can’t be read');
  }
}

/** Whether an error is of the file, or of the file system, and not of a record. */
export function endsFile(error: unknown): boolean {
  return (
    error instanceof FileProblem || /^E[A-Z]{3,}$/.test(String((error as { code?: unknown } | null)?.code))
  );
}

/** The end of a file that has no end. `record` is the last id that was read, if known. */
export function truncated(file: string, record = ''): Unreadable {
  return unreadable(file, record, 'truncated', 'The file ends in the middle of a record');
}

/**
 * The same records; where the file can't be read any further, they end. For a first reading, whose problems the second
 * one reports.
 */
export async function* untilProblem<Record>(records: AsyncIterable<Record>): AsyncGenerator<Record> {
  try {
    yield* records;
  } catch (error) {
    if (!(error instanceof FileProblem)) throw error;
  }
}

/** What is read of one record; a refused record instead when reading it fails, so that the others are read. */
export function recordsOrRefused(read: () => Iterable<Found>, place: RecordPosition): Found[] {
  try {
    return [...read()];
  } catch {
    return [unreadable(place.file, place.record, 'invalid', 'The record can’t be read')];
  }
}

export type ItemKind = NounName;

/** Where a record is: the file's name, and its id there as people find it again: 'events/9fT2', 'post 12'. */
export type RecordPosition = { file: string; record: string };

/**
 * Something about a record that an editor should know or decide. Doubts of one `class` (a short English phrase in
 * kebab-case, such as 'no-date') are decided together. `refused`: the record can't be imported as it is.
 */
export type Doubt = { verdict: 'refused' | 'doubtful'; class: string; field: string; problem: string };

export function doubtful(problemClass: string, field: string, problem: string): Doubt {
  return { verdict: 'doubtful', class: problemClass, field, problem };
}

export function refused(problemClass: string, field: string, problem: string): Doubt {
  return { verdict: 'refused', class: problemClass, field, problem };
}

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
type LeftOut = { kind: 'left-out'; what: string; count: number };

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

/** Kinds beyond these are counted together: a hostile file could name one for each record. */
const MOST_KINDS = 100;

/** Counts what a file has and this site doesn't take. */
export class LeftOutCount {
  readonly #counts = new Map<string, number>();

  add(what: string, count = 1): void {
    if (count === 0) return;
    const key = this.#counts.has(what) || this.#counts.size < MOST_KINDS ? what : 'other records';
    this.#counts.set(key, (this.#counts.get(key) ?? 0) + count);
  }

  leftOut(): LeftOut[] {
    return [...this.#counts].map(([what, count]) => ({ kind: 'left-out', what, count }));
  }
}

/** Fields of records that no field of this site takes: reported for the first record that has one, then counted. */
export class FieldHints {
  readonly #known = new Set<string>();
  #counts = new LeftOutCount();

  /** The doubt for the first record with that field. `what` says what its value is: 'a place on the map'. */
  note(collection: string, field: string, what: string): Doubt[] {
    const name = `${collection}.${field}`.slice(0, 200);
    this.#counts.add(`values of the field “${name}”`);
    if (this.#known.has(name) || this.#known.size >= MOST_FIELDS) return [];
    this.#known.add(name);
    const problem = `The field “${field.slice(0, 100)}” (${what}) is left out, here and in all other records`;
    return [doubtful('unknown-field', field, problem)];
  }

  /** The counts since the last call. */
  leftOut(): LeftOut[] {
    const counts = this.#counts.leftOut();
    this.#counts = new LeftOutCount();
    return counts;
  }
}

const MOST_FIELDS = 100;
