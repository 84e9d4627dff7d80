import type {
  FeedLink,
  Occurrence,
  PageClues,
  SourceFormat,
  SourceItem,
} from '#app/sources/import/source-item.ts';
import type { WarningMessage } from '#app/sources/import/warning.ts';

/** Reports what could not be read, as a sentence. Repeated ones are counted. With `loss`, items or dates are missing. */
export type Note = (sentence: string, loss?: 'loss') => void;

/** What readers of formats receive. */
export type Reading = {
  /** Where the document came from: what its relative addresses refer to. */
  address: string | null;
  /** The IANA zone of times without one. */
  zone: string;
  /** Whether times of events are in that zone even if they say another. */
  isZoneForced: boolean;
  mostItems: number;
  note: Note;
};

/**
 * The times of an event as a page or a feed writes them. With `isInstant` they are in UTC whatever zone an editor chose,
 * because the product counts in instants.
 */
export type EventTimes = {
  start: string;
  end?: string | undefined;
  status?: Occurrence['status'];
  isInstant?: boolean;
};

/** An item with its times, before it has its id. */
export type ReadItem = Omit<SourceItem, 'sourceId'> & {
  times?: EventTimes | undefined;
};

/** What a reader of feeds and pages returns. `found` counts the items beyond the limit, too. */
export type ReadSource = {
  format: SourceFormat;
  title: string | null;
  link: string | null;
  items: ReadItem[];
  found: number;
  feeds?: FeedLink[];
  clues?: PageClues;
  /** Minutes for which the document may be used before it is requested again. */
  ttl?: number | undefined;
  warnings?: WarningMessage[];
  /** Why it can't be a source although it could be read. */
  error?: string | undefined;
};
