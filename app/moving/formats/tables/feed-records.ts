/** Feeds that are kept as files, such as the pages of an archive (RFC 5005): RSS, RDF, Atom and JSON Feed. */

import {
  type Format,
  guarded,
  type Member,
  type ReadOptions,
  truncated,
  unreadable,
} from '#app/moving/formats/format.ts';
import type { Found } from '#app/moving/formats/found.ts';
import { streamJson } from '#app/moving/formats/stream-json.ts';
import { streamXml, type XmlElement } from '#app/moving/formats/stream-xml.ts';
import { FieldHints } from '#app/moving/formats/unmatched-fields.ts';
import { isJsonFeed, parseJsonFeed } from '#app/sources/formats/parse-json-feed.ts';
import { parseXmlFeed } from '#app/sources/formats/parse-xml-feed.ts';
import { readMarkup } from '#app/sources/formats/read-markup.ts';
import type { Reading, ReadSource } from '#app/sources/formats/reading.ts';
import { SourceError } from '#app/sources/import/source-item.ts';
import { type FeedContext, foundOfFeed } from './feed-items.ts';
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
