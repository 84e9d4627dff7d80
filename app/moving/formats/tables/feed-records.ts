/** Feeds that are kept as files, such as the pages of an archive (RFC 5005): RSS, RDF, Atom and JSON Feed. */

import { canonicalAddress } from '#app/items/provenance/web-address.ts';
import {
  FieldHints,
  type Format,
  type Found,
  guarded,
  type Member,
  type ReadOptions,
  type RecordPosition,
  truncated,
  unreadable,
} from '#app/moving/formats/format.ts';
import { RECORD_FIELDS } from '#app/moving/formats/record-fields.ts';
import { foundItemsOf } from '#app/moving/formats/record-items.ts';
import { streamJson } from '#app/moving/formats/stream-json.ts';
import { streamXml, type XmlElement } from '#app/moving/formats/stream-xml.ts';
import { parseForeignDate } from '#app/platform/time/foreign-date.ts';
import { isoOf } from '#app/platform/time/iso-time.ts';
import { isJsonFeed, parseJsonFeed } from '#app/sources/formats/parse-json-feed.ts';
import { parseXmlFeed } from '#app/sources/formats/parse-xml-feed.ts';
import { readMarkup } from '#app/sources/formats/read-markup.ts';
import type { ReadItem, Reading, ReadSource } from '#app/sources/formats/reading.ts';
import { identifyItems } from '#app/sources/import/identity.ts';
import { SourceError } from '#app/sources/import/source-item.ts';
import { problemOfRecord } from './field-values.ts';

export const feed: Format = {
  name: 'feed',
  label: 'Feed',
  recognize: ({ text }) => JSON_FEED.test(text) || ROOT.test(text),
  read: (member, options) =>
    JSON_FEED.test(member.head.text) ? readJson(member, options) : readXml(member, options),
};

const JSON_FEED = /^\s*\{[^{[]{0,5000}"(version"\s*:\s*"https?:\/\/jsonfeed\.org|items"\s*:\s*\[)/;

/** Its start tag. WordPress's exports are feeds with a namespace of their own, and are recognized before. */
const ROOT = /<((?:[\w.-]{1,20}:)?(?:rss|rdf|feed))(?=[\s>])[^<>]{0,5000}>/i;

const ITEMS = ['item', 'entry', 'atom:entry', 'a:entry', 'atom10:entry', 'rss:item'];

/** What of a channel says what it is, before its items. */
const CHANNEL = ['title', 'link', 'atom:link', 'atom:title', 'a:title', 'a:link', 'rss:title', 'rss:link'];
const MOST_CHANNEL_PARTS = 20;

function readingOf({ zone }: ReadOptions): Reading {
  return { address: null, zone, isZoneForced: false, mostItems: 1, note: () => undefined };
}

async function* readXml(member: Member, options: ReadOptions): AsyncGenerator<Found> {
  const [root = '', name = 'rss'] = ROOT.exec(member.head.text) ?? [];
  const notes = new FieldHints();
  const parts: string[] = [];
  let position = 0;
  const names = new Set([...ITEMS, ...CHANNEL]);
  for await (const element of streamXml(member.text(), names, undefined, { isRaw: true })) {
    if (element.name === '#end') {
      if ('isCut' in element && element.isCut) yield truncated(member.file);
    } else if (!ITEMS.includes(element.name)) {
      if (position === 0 && parts.length < MOST_CHANNEL_PARTS) parts.push((element as XmlElement).raw ?? '');
    } else {
      position++;
      const head = `${root}${parts.join('')}`;
      const reader = { head, name, position, member, options, notes };
      yield* guarded(member.file, `item ${position}`, () => readItem(element as XmlElement, reader));
    }
  }
}

type Reader = {
  /** The start tag and what is known of the channel. */
  head: string;
  name: string;
  position: number;
  member: Member;
  options: ReadOptions;
  notes: FieldHints;
};

function readItem({ raw, problem, isCut }: XmlElement, reader: Reader): Found[] {
  const { head, name, position, member, options, notes } = reader;
  const place = `item ${position}`;
  // The end of the file is reported once.
  if (isCut) return [];
  if (raw === undefined || problem) return [problemOfRecord(member.file, problem ?? 'invalid', place)];
  const document = `${head}${raw}</${name}>`;
  try {
    const root = readMarkup(document, () => false);
    if (!root) return [problemOfRecord(member.file, 'invalid', place)];
    return found(parseXmlFeed(root, document, readingOf(options)), { file: member.file, options, notes });
  } catch (error) {
    if (!(error instanceof SourceError)) throw error;
    return [unreadable(member.file, place, 'invalid', error.message)];
  }
}

function found({ title, link, items }: ReadSource, context: Omit<FeedContext, 'channel'>): Found[] {
  return items.slice(0, 1).flatMap((item) => foundOfFeed(item, { ...context, channel: { title, link } }));
}

const CHANNEL_KEYS = new Set(['title', 'home_page_url', 'feed_url', 'version']);

/** The channel first, which may be written after its items. */
async function* readJson(member: Member, options: ReadOptions): AsyncGenerator<Found> {
  const channel: Record<string, unknown> = {};
  for await (const { path, ...record } of streamJson(
    member.text(),
    ([key, below]) => isChannelKey(key) && !below,
  ))
    if ('value' in record) channel[String(path[0])] = record.value;
  const notes = new FieldHints();
  for await (const record of streamJson(
    member.text(),
    ({ 0: list, length }) => list === 'items' && length === 2,
  )) {
    const place = `item ${Number(record.path[1] ?? 0) + 1}`;
    const document = { ...channel, items: [record.problem ? null : record.value] };
    if (record.problem)
      yield problemOfRecord(member.file, record.problem, record.path.length === 2 ? place : '');
    else if (isJsonFeed(document))
      yield* guarded(member.file, place, () =>
        found(parseJsonFeed(document, readingOf(options)), { file: member.file, options, notes }),
      );
  }
}

function isChannelKey(key: unknown): boolean {
  return typeof key === 'string' && CHANNEL_KEYS.has(key);
}

type Channel = { title: string | null; link: string | null };

type FeedContext = { channel: Channel; file: string; options: ReadOptions; notes: FieldHints };

/** An item, after its picture. One of the channel's own site is at home here; another keeps its link and its source. */
function foundOfFeed(item: ReadItem, { channel, file, options, notes }: FeedContext): Found[] {
  const { zone, collection: kind = 'articles' } = options;
  const key = keyOf(item, channel, zone);
  const place: RecordPosition = { file, record: item.guid ?? item.link ?? key };
  const isOwn = isOfSite(item.link, channel);
  const foreign = { link: item.link, sourceName: channel.title, sourceUrl: channel.link };
  const { title, description, author, categories, image, location, pubDate } = item;
  const all: Record<string, unknown> = {
    ...{ title, description, pubDate, byline: author, image, enclosureUrl: image },
    ...(isOwn ? {} : foreign),
    ...{ tags: categories, category: categories[0], eventLocation: location },
    ...timesOf(item, zone),
  };
  const fields = Object.keys(all).filter((field) => Object.hasOwn(RECORD_FIELDS[kind], field));
  const values = Object.fromEntries(fields.map((field) => [field, all[field]]));
  const names = new Map(fields.map((field) => [field, field]));
  const record = {
    origin: originOf(channel, file),
    collection: kind,
    id: key,
    values,
    place,
    zone,
    notes,
    names,
  };
  return foundItemsOf(kind, record).map((found) => {
    if (found.kind === 'pictures') return found;
    const { id: _key, ...input } = found.input;
    return { ...found, input, oldPaths: isOwn ? pathsOf(item, channel) : [] };
  });
}

/** The channel's page; for a feed without one, the file. */
function originOf({ link }: Channel, file: string): string {
  return canonicalAddress(link) ?? `feed:${file}`;
}

/** The identifier, unless all items can have it: then with the address. */
function keyOf(item: ReadItem, { link }: Channel, zone: string): string {
  const isWeak = item.guid !== null && (item.guid.length < 4 || item.guid === link);
  const [{ sourceId } = { sourceId: '' }] = identifyItems([isWeak ? { ...item, guid: null } : item], zone);
  return isWeak ? `${item.guid} ${sourceId}` : sourceId;
}

function isOfSite(address: string | null, { link }: Channel): boolean {
  return address === null || hostOf(address) === hostOf(link);
}

function hostOf(address: string | null): string {
  return (URL.parse(address ?? '')?.host ?? '').replace(/^www\./, '');
}

/** The page's path, and its identifier's where that is another address of the site, such as '/?p=12'. */
function pathsOf({ link, guid }: ReadItem, channel: Channel): string[] {
  const addresses = [link, isOfSite(guid, channel) ? guid : null].flatMap(
    (one) => URL.parse(one ?? '') ?? [],
  );
  return [...new Set(addresses.map(({ pathname, search }) => pathname + search))].filter(
    (path) => path !== '/',
  );
}

function timesOf({ times }: ReadItem, zone: string): { eventDate?: string; endDate?: string } {
  const [start, end] = [times?.start, times?.end].map((text) =>
    text ? parseForeignDate(text, zone) : undefined,
  );
  return {
    ...(start === undefined ? {} : { eventDate: isoOf(start) }),
    ...(end === undefined ? {} : { endDate: isoOf(end) }),
  };
}
