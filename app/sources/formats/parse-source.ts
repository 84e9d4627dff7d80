import { readForeignDate } from '#app/platform/time/foreign-date.ts';
import { isoOf } from '#app/platform/time/iso-time.ts';
import { addMonthsTo, isTimeZone, startOfToday, startOfTomorrow } from '#app/platform/time/town-time.ts';
import { identifyItems } from '#app/sources/import/identity.ts';
import {
  failedSource,
  type Occurrence,
  type ParsedSource,
  SourceError,
  type SourceItem,
} from '#app/sources/import/source-item.ts';
import type { WantedWarnings } from '#app/sources/import/warning.ts';
import { decodeText } from './decode-text.ts';
import { type Horizon, isWanted } from './expand-event.ts';
import { isObject } from './json-value.ts';
import { parseCalendar } from './parse-calendar.ts';
import { isJsonFeed, parseJsonFeed } from './parse-json-feed.ts';
import { parseOpml } from './parse-opml.ts';
import { parseData, parsePage } from './parse-page.ts';
import { parseProductData } from './parse-product-data.ts';
import { parseWarnings } from './parse-warnings.ts';
import { parseXmlFeed } from './parse-xml-feed.ts';
import { type Markup, readMarkup } from './read-markup.ts';
import type { EventTimes, Note, Reading, ReadSource } from './reading.ts';
import * as limits from './source-limits.ts';
import { mendMarkup } from './stray-signs.ts';

/** A document and how to read it. */
export type SourceDocument = {
  bytes: Uint8Array;
  /** The Content-Type that came with it. */
  contentType?: string | undefined;
  /** Where it is from: what relative addresses in it refer to. */
  address: string | null;
  /** The IANA zone of times without one, and of whole days. */
  zone: string;
  /** Whether all times of events are in `zone`, whatever zone the document says: an editor knows better. */
  isZoneForced?: boolean | undefined;
  /** UTC epoch milliseconds. */
  now: number;
  /** The dates that are wanted, from one instant up to another; without it those from today on, for 18 months. */
  window?: { from: number; to: number } | undefined;
  /** Which official warnings are wanted; without it all. */
  warnings?: WantedWarnings | undefined;
};

/**
 * The items and dates in a document: a feed, a calendar or a page. Never throws: what can't be read is in `error` or
 * `notes`. It can take long and need much memory for hostile documents, so it belongs into a thread with limits.
 */
export function parseSource(document: SourceDocument): ParsedSource {
  const notes = new Map<string, number>();
  const lost = new Set<string>();
  const note: Note = (sentence, loss) => {
    notes.set(sentence, (notes.get(sentence) ?? 0) + 1);
    if (loss) lost.add(sentence);
  };
  try {
    if (!isTimeZone(document.zone)) throw new SourceError('The time zone is unknown');
    if (document.bytes.length > limits.MOST_BYTES) throw new SourceError('The document is larger than 8 MiB');
    const read = readDocument(document, note);
    const written = ([sentence, count]: [string, number]) =>
      count > 1 ? `${sentence} (${count} times)` : sentence;
    return {
      ...read,
      notes: [...notes].map(written),
      losses: [...notes].filter(([sentence]) => lost.has(sentence)).map(written),
    };
  } catch (error) {
    if (error instanceof SourceError) return failedSource(error.message);
    return failedSource(`The document can't be read: ${error instanceof Error ? error.message : error}`);
  }
}

type Read = Omit<ParsedSource, 'notes' | 'losses'>;

function readDocument(document: SourceDocument, note: Note): Read {
  const text = decodeText(document.bytes, document.contentType).trimStart();
  if (text === '') throw new SourceError('The document is empty');
  const reading = {
    address: document.address,
    zone: document.zone,
    isZoneForced: document.isZoneForced === true,
    mostItems: limits.MOST_ITEMS,
    note,
  };
  const horizon = horizonOf(document);
  if (isCalendar(text)) {
    const mostItems = limits.MOST_DATES_OF_SOURCE;
    const calendar = parseCalendar(text, { ...reading, mostItems, horizon, mostOccurrences: mostItems });
    return { ...calendar, clues: null, error: null };
  }
  return finished(readText(text, reading, document), reading, horizon);
}

/** An explicit window is a question about exactly that time: it has no limit for each event but that of the source. */
function horizonOf({ window, now, zone }: SourceDocument): Horizon {
  if (window) return { ...window, isOngoing: false, mostDates: limits.MOST_DATES_OF_SOURCE };
  const from = startOfToday(now, zone);
  const to = addMonthsTo(from, limits.HORIZON_MONTHS, zone);
  return { from, to, isOngoing: true, mostDates: limits.MOST_DATES_OF_EVENT };
}

function isCalendar(text: string): boolean {
  return /^(BEGIN:V[A-Z]|[^<{[]{0,1000}?BEGIN:V(CALENDAR|EVENT)\b)/i.test(text.slice(0, 2000));
}

function readText(text: string, reading: Reading, document: SourceDocument): ReadSource {
  if (/^[{[]/.test(text)) return readJson(text, reading);
  const mended = mendMarkup(text);
  const root = readMarkup(mended, (name) => /^(xhtml:)?(html|head|body)$/.test(name));
  if (root) return parseOpml(root, reading) ?? readMarkedUp(root, mended, reading, document);
  if (!/<(html|head|body|!doctype)/i.test(text))
    throw new SourceError('This is not a feed, a calendar or a web page');
  const page = parsePage(text, reading);
  if (page.items.length > 0) return page;
  const [feed] = page.feeds ?? [];
  return {
    ...page,
    error: feed
      ? `This web page describes no events or news itself. It links to a feed: ${feed.address}`
      : 'This web page describes no events or news, and links to no feed',
  };
}

/** Official warnings, a feed, or a feed of official warnings. */
function readMarkedUp(
  root: Markup,
  text: string,
  reading: Reading,
  { now, warnings: wanted = { areas: [], severity: 'minor' } }: SourceDocument,
): ReadSource {
  const warnings = parseWarnings(root, { ...reading, wanted, now });
  if (warnings?.isAlone)
    return { format: 'cap', title: null, link: null, items: [], found: 0, warnings: warnings.messages };
  const feed = parseXmlFeed(root, text, reading);
  return warnings ? { ...feed, ...(warnings.isCap && { format: 'cap' }), warnings: warnings.messages } : feed;
}

function readJson(text: string, reading: Reading): ReadSource {
  let document: unknown;
  try {
    document = JSON.parse(text);
  } catch {
    throw new SourceError('The document begins like JSON, but is not valid JSON');
  }
  const products = parseProductData(document, reading);
  if (products) return products;
  if (isJsonFeed(document)) return parseJsonFeed(document, reading);
  const data = parseData(document, reading);
  if (data.items.length > 0 || (isObject(document) && '@context' in document)) return data;
  throw new SourceError('This JSON document is not a feed and describes no events or news');
}

/** With the ids of its items, and the dates of its events. */
function finished(
  { items, found, feeds = [], clues, ttl, warnings, error, ...source }: ReadSource,
  { zone, isZoneForced, note, mostItems }: Reading,
  horizon: Horizon,
): Read {
  if (found > mostItems) note(`Only the first ${mostItems} of ${found} items are used`, 'loss');
  const occurrences: Occurrence[] = [];
  const identified = identifyItems(items, zone).map(({ times, ...item }) => {
    const date = times && occurrenceOf(item, times, { horizon, zone, isZoneForced });
    if (typeof date === 'string') note(date);
    else if (date) occurrences.push(date);
    return item;
  });
  return {
    ...{ ...source, items: identified, occurrences, feeds },
    ...{ clues: clues ?? null, ttl: ttl ?? null, warnings: warnings ?? null, error: error ?? null },
  };
}

/** When the event is; a sentence when its start can't be read, undefined when that is not in the horizon. */
function occurrenceOf(
  item: SourceItem,
  times: EventTimes,
  { horizon, zone, isZoneForced }: { horizon: Horizon; zone: string; isZoneForced: boolean },
): Occurrence | string | undefined {
  const read = (text: string) => readForeignDate(text, zone, { isWall: isZoneForced && !times.isInstant });
  const start = read(times.start);
  if (!start) return 'An event has no date that can be read';
  const end = endOf(start, times.end ? read(times.end) : undefined, zone);
  if (!isWanted(start.instant, end, horizon)) return undefined;
  return {
    sourceId: item.sourceId,
    item: item.sourceId,
    title: item.title ?? '',
    start: isoOf(start.instant),
    end: end === undefined ? null : isoOf(end),
    allDay: start.isDay,
    location: item.location,
    link: item.link,
    status: times.status ?? 'confirmed',
  };
}

/** Exclusive. The last day that a page names is included. */
function endOf(
  start: { instant: number; isDay: boolean },
  end: { instant: number } | undefined,
  zone: string,
): number | undefined {
  const last = end && end.instant > start.instant ? end : undefined;
  if (start.isDay) return startOfTomorrow(last?.instant ?? start.instant, zone);
  return last?.instant;
}
