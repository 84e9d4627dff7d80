import { webAddress } from '#app/items/provenance/web-address.ts';
import { parseForeignDate } from '#app/platform/time/foreign-date.ts';
import { isoOf } from '#app/platform/time/iso-time.ts';
import { SourceError } from '#app/sources/import/source-item.ts';
import { decodeText } from './decode-text.ts';
import {
  baseOf,
  findChild,
  innerHtml,
  listAncestors,
  listChildren,
  listDescendants,
  textOfChild,
} from './markup-text.ts';
import type { Markup } from './read-markup.ts';
import type { EventTimes, ReadItem, Reading, ReadSource } from './reading.ts';
import { bodyOf, bodyOfPlainText, lineOfHtml, sourceLineOf } from './source-text.ts';

const ROOTS = ['rss', 'rdf:rdf', 'rdf', 'feed', 'atom:feed', 'channel'];

const ITEMS = ['item', 'entry', 'atom:entry'];

/**
 * The feed in a document: RSS 0.9x to 2.0, RDF or Atom. Its items are found wherever they are in it, also where tags are
 * missing. Throws SourceError when there is no feed.
 */
export function parseXmlFeed(root: Markup, document: string, reading: Reading): ReadSource {
  const [feed] = listDescendants(root, ROOTS);
  if (!feed) throw new SourceError('This is not a feed, a calendar or a web page');
  const channel = findChild(feed, 'channel') ?? feed;
  const link = linkOf(channel, baseOf(channel, reading.address), false) ?? reading.address;
  const items = listDescendants(feed, ITEMS).filter((item) => !isScrap(item));
  const reader = { document, base: link, ...reading };
  return {
    format: feed.name === 'rdf:rdf' || feed.name === 'rdf' ? 'rdf' : /feed$/.test(feed.name) ? 'atom' : 'rss',
    title: titleOf(channel, document),
    link,
    items: items.slice(0, reading.mostItems).map((item) => readItem(item, reader)),
    found: items.length,
    ttl: ttlOf(channel),
  };
}

const PERIODS: Record<string, number> = {
  hourly: 60,
  daily: 24 * 60,
  weekly: 7 * 24 * 60,
  monthly: 30 * 24 * 60,
  yearly: 365 * 24 * 60,
};

/** RSS's ttl, or the period of the syndication module, in minutes. */
function ttlOf(channel: Markup): number | undefined {
  const ttl = Number(textOfChild(channel, 'ttl'));
  if (ttl > 0) return ttl;
  const period = PERIODS[textOfChild(channel, 'sy:updateperiod')?.toLowerCase() ?? ''];
  return period && period / Math.max(1, Number(textOfChild(channel, 'sy:updatefrequency')) || 1);
}

/** An item inside an item is one whose end is missing, unless it says nothing: some modules use the name. */
function isScrap(item: Markup): boolean {
  const isInside = listAncestors(item).some(({ name }) => ITEMS.includes(name));
  return (
    isInside &&
    !['title', 'link', 'guid', 'id', 'description', 'summary'].some((name) => findChild(item, name))
  );
}

type Reader = Reading & { document: string; base: string | null };

function readItem(item: Markup, reader: Reader): ReadItem {
  const base = baseOf(item, reader.base);
  const link = linkOf(item, base, true);
  // Without xml:base, relative addresses refer to the page of the item.
  const bodyBase = base === reader.base ? (link ?? base) : base;
  return {
    guid: sourceLineOf(guidOf(item)),
    title: titleOf(item, reader.document),
    link,
    pubDate: dateOf(
      item,
      reader,
      'published',
      'pubdate',
      'issued',
      'atom:issued',
      'dc:date',
      'dc:issued',
      'date',
      'dc:created',
      'created',
      'updated',
      'modified',
      'dc:modified',
    ),
    updated: dateOf(item, reader, 'updated', 'modified', 'dc:modified', 'lastbuilddate'),
    description: descriptionOf(item, bodyBase, reader.document),
    author: authorOf(item),
    categories: categoriesOf(item),
    image: imageOf(item, base),
    location: lineOfHtml(textOfChild(item, 'ev:location', 'xcal:location')),
    times: timesOf(item),
  };
}

function guidOf(item: Markup): string | undefined {
  return textOfChild(item, 'guid', 'id', 'dc:identifier') ?? item.attributes['rdf:about'];
}

function titleOf(element: Markup, document: string): string | null {
  const title =
    findChild(element, 'title') ?? findChild(element, 'dc:title') ?? findChild(element, 'media:title');
  if (!title) return null;
  const decoded = textOfBase64(title);
  if (decoded !== undefined) return lineOfHtml(decoded);
  const isPlain = title.name === 'atom:title' && title.children.length === 0 && isPlainText(title);
  return isPlain ? sourceLineOf(title.text) : lineOfHtml(innerHtml(title, document));
}

/** Atom: the type of a text construct, in 1.0 and 0.3. */
function isPlainText({ attributes }: Markup): boolean {
  const { type = 'text', mode } = attributes;
  return /^text(\/plain)?$/i.test(type) && (mode !== 'escaped' || type === 'text/plain');
}

function descriptionOf(item: Markup, base: string | null, document: string): string {
  const texts = [
    findChild(item, 'content:encoded'),
    findChild(item, 'content'),
    findChild(item, 'xhtml:body') ?? findChild(item, 'xhtml:div'),
    findChild(item, 'description'),
    findChild(item, 'summary'),
    findChild(item, 'dc:description'),
    findChild(item, 'itunes:summary'),
    findChild(item, 'media:description'),
  ];
  for (const text of texts) {
    const body = text && bodyOfConstruct(text, baseOf(text, base), document);
    if (body) return body;
  }
  return '';
}

function bodyOfConstruct(construct: Markup, base: string | null, document: string): string {
  const { name, attributes, children } = construct;
  const { src, type = '' } = attributes;
  if (src && !construct.text.trim()) return '';
  if (/^(image|audio|video|application\/(?!xhtml|octet-stream))/i.test(type)) return '';
  const decoded = textOfBase64(construct);
  if (decoded !== undefined)
    return /^text\/plain\b/i.test(type) ? bodyOfPlainText(decoded, base) : bodyOf(decoded, base);
  if (/^application\/octet-stream/i.test(type)) return '';
  const isPlain = /^atom:(content|summary)$/.test(name) && children.length === 0 && isPlainText(construct);
  return isPlain ? bodyOfPlainText(construct.text, base) : bodyOf(innerHtml(construct, document), base);
}

/** The page of a channel or an item; of an item also its GUID, if that is an address. */
function linkOf(element: Markup, base: string | null, isItem: boolean): string | null {
  const original = textOfChild(element, 'feedburner:origlink');
  const plain = element.children.filter(({ name }) => name === 'link');
  const written = plain.find(({ text }) => text.trim() !== '')?.text;
  const links = [...plain, ...element.children.filter(({ name }) => name === 'atom:link')];
  const candidates = [
    isProxied(written) ? original : undefined,
    written,
    hrefOf(links, 'alternate'),
    isItem ? guidAddress(element) : undefined,
    isItem ? hrefOf(links, 'self') : undefined,
  ];
  for (const candidate of candidates) {
    const address = webAddress(candidate, base);
    if (address) return address;
  }
  return null;
}

function isProxied(written = ''): boolean {
  return /^https?:\/\/(feedproxy\.google\.com|feeds\d?\.feedburner\.com)\//i.test(written.trim());
}

/** Preferably that of a page. */
function hrefOf(links: Markup[], rel: string): string | undefined {
  const related = links.filter(
    ({ attributes }) => attributes.href && (attributes.rel ?? 'alternate') === rel,
  );
  const page = related.find(({ attributes }) => /html/i.test(attributes.type ?? 'text/html'));
  return (page ?? related[0])?.attributes.href;
}

/** Addresses only if they are whole: anything is a relative one. */
function guidAddress(item: Markup): string | undefined {
  const guid = findChild(item, 'guid');
  if (guid?.attributes.ispermalink === 'false' || guid?.attributes.isPermaLink === 'false') return undefined;
  const id = guidOf(item)?.trim() ?? '';
  return /^https?:\/\//i.test(id) ? id : undefined;
}

/** The first date that can be read. */
function dateOf(item: Markup, { zone, note }: Reader, ...names: string[]): string | null {
  for (const name of names) {
    const text = textOfChild(item, name);
    if (!text) continue;
    const instant = parseForeignDate(text, zone);
    if (instant !== undefined) return isoOf(instant);
    note('A date could not be read');
  }
  return null;
}

function authorOf(item: Markup): string | null {
  const author = findChild(item, 'author');
  const name = author && (textOfChild(author, 'name') ?? textOfChild(author, 'email') ?? author.text.trim());
  const written = textOfChild(item, 'dc:creator') || name || textOfChild(item, 'itunes:author', 'dc:author');
  // RSS: an email address with the name in parentheses.
  const [, inParentheses] =
    /^[^\s()]{1,200}@[^\s()]{1,200}\s{0,9}\(([^()]{1,200})\)$/.exec(written ?? '') ?? [];
  return lineOfHtml(inParentheses ?? written);
}

const MOST_CATEGORIES = 20;

function categoriesOf(item: Markup): string[] {
  const named = [...listChildren(item, 'category'), ...listChildren(item, 'dc:subject')];
  const texts = named
    .slice(0, MOST_CATEGORIES)
    .map(({ text, attributes }) => lineOfHtml(text.trim() || attributes.label || attributes.term));
  return [...new Set(texts.filter((text) => text !== null))];
}

function imageOf(item: Markup, base: string | null): string | null {
  const media = listDescendants(item, ['media:content', 'media:thumbnail', 'itunes:image']);
  const enclosures = [...listChildren(item, 'enclosure'), ...listChildren(item, 'link')].filter(
    ({ name, attributes }) => name === 'enclosure' || attributes.rel === 'enclosure',
  );
  for (const { name, attributes } of [...media, ...enclosures]) {
    const { type = '', medium } = attributes;
    const isImage = /thumbnail|image/.test(name) || medium === 'image' || /^image\//i.test(type);
    const address = isImage ? webAddress(attributes.url ?? attributes.href, base) : null;
    if (address) return address;
  }
  return null;
}

/** RSS modules for events: mod_event and xCal. */
function timesOf(item: Markup): EventTimes | undefined {
  const start = textOfChild(item, 'ev:startdate', 'xcal:dtstart');
  return start ? { start, end: textOfChild(item, 'ev:enddate', 'xcal:dtend') } : undefined;
}

/** Shorter ones could be words. */
const SHORTEST = 20;

/**
 * The text of an element of Atom that is written in Base64: where its `mode` says so (0.3), or its media type implies it
 * (RFC 4287, section 4.1.3.3). Types of texts don't, but some programs use it for them, too. Undefined if it is not.
 */
function textOfBase64({ name, attributes, children, text }: Markup): string | undefined {
  if (children.length > 0) return undefined;
  const { type = '', mode } = attributes;
  const isText = /^text\//i.test(type);
  const isImplied =
    /^(atom:)?content$/.test(name) && /^[\w.+-]+\/[\w.+-]+/.test(type) && !/[+/]xml\b/i.test(type);
  if (mode?.toLowerCase() !== 'base64' && !isImplied) return undefined;
  const written = text.replace(/\s+/g, '');
  const isBase64 = written.length % 4 === 0 && /^[a-z\d+/]+={0,2}$/i.test(written);
  if (!isBase64 || (isText && isImplied && written.length < SHORTEST)) return undefined;
  const decoded = decodeText(Buffer.from(written, 'base64'), type);
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they show that it is no text
  return /[\0-\x08\x0e-\x1a\ufffd]/.test(decoded) ? undefined : decoded;
}
