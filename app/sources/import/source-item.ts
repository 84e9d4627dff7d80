/** What a feed, a calendar or a page contains, as the rest of the import uses it. */
import type { WarningMessage } from './warning.ts';

/**
 * A story or an event of a source. Texts are plain and on one line, at most 300 characters; `description` is sanitized
 * HTML, '' without one. Addresses are whole, http(s) and without tracking parameters. Times are UTC, RFC 3339. What the
 * source does not say is null.
 */
export type SourceItem = {
  /** The same in each fetch, and different from those of the source's other items. */
  sourceId: string;
  /** The identifier as the source wrote it. */
  guid: string | null;
  title: string | null;
  link: string | null;
  pubDate: string | null;
  updated: string | null;
  description: string;
  author: string | null;
  categories: string[];
  image: string | null;
  location: string | null;
};

/**
 * One date of an event. `start` and `end` are UTC, RFC 3339; those of all-day events are the beginnings of days in the
 * source's or the town's zone, and the end is exclusive. `end` is null when the source does not say it. The `sourceId`
 * of a date stays when the date is moved.
 */
export type Occurrence = {
  sourceId: string;
  /** The `sourceId` of the item that describes this date. */
  item: string;
  /** '' without one. */
  title: string;
  start: string;
  end: string | null;
  allDay: boolean;
  location: string | null;
  link: string | null;
  status: 'confirmed' | 'tentative' | 'cancelled' | 'postponed';
};

/**
 * `cap` are official warnings, alone or in a feed. `opml` is a list of feeds: never a source, but it leads to some.
 */
export type SourceFormat = 'rss' | 'rdf' | 'atom' | 'json' | 'ics' | 'html' | 'cap' | 'opml';

/** A feed that a page names in its head, or a list of feeds; there `folder` has words on what it is about. */
export type FeedLink = { address: string; title: string | null; folder?: string };

/** Products that sites of towns are made with, and whose feeds are at known addresses. */
export type SiteProduct =
  | 'wordpress'
  | 'the-events-calendar'
  | 'modern-events-calendar'
  | 'squarespace'
  | 'civicplus';

/** What a page reveals about where its events are: what it is made with, and calendars that it shows or links to. */
export type PageClues = { products: SiteProduct[]; calendars: string[] };

/** A whole source. With `error`, which is a sentence for the administrator, it has no items and no dates. */
export type ParsedSource = {
  format: SourceFormat | null;
  title: string | null;
  link: string | null;
  items: SourceItem[];
  occurrences: Occurrence[];
  /** Feeds that a page or a list links to; empty for feeds. */
  feeds: FeedLink[];
  /** Null for anything but a page. */
  clues: PageClues | null;
  /** For how many minutes it may be used before it is requested again; null when it doesn't say. */
  ttl: number | null;
  /** The official warnings that are wanted; null for a document that can't list any. */
  warnings: WarningMessage[] | null;
  /** What could not be read or was left out, as sentences. */
  notes: string[];
  /** Those of the notes about missing items or dates. Without any, what is missing is no longer listed. */
  losses: string[];
  error: string | null;
};

/** Why nothing of a source can be used. The message is for the administrator. */
export class SourceError extends Error {
  override name = 'SourceError';
}

export function failedSource(error: string): ParsedSource {
  return {
    format: null,
    title: null,
    link: null,
    items: [],
    occurrences: [],
    feeds: [],
    clues: null,
    ttl: null,
    warnings: null,
    notes: [],
    losses: [],
    error,
  };
}
