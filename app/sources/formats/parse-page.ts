import { Parser } from 'htmlparser2';
import { webAddress } from '#app/items/provenance/web-address.ts';
import type { FeedLink, SiteProduct } from '#app/sources/import/source-item.ts';
import { itemOfThing, listThings, parseLinkedData } from './linked-data.ts';
import type { Reading, ReadSource } from './reading.ts';
import { sourceLineOf } from './source-text.ts';

/** The events and articles that a page describes in linked data, and the feeds it links to. */
export function parsePage(html: string, reading: Reading): ReadSource {
  const page = readPage(html);
  const address = webAddress(page.canonical, reading.address) ?? reading.address;
  const base = webAddress(page.base, reading.address) ?? address;
  const data = page.data.map(parseLinkedData);
  if (data.includes(undefined)) reading.note('A part of the linked data could not be read', 'loss');
  return {
    ...readThings(data, { base, address }, reading),
    title: sourceLineOf(page.title),
    feeds: page.feeds.flatMap(({ href, title }): FeedLink[] => {
      const feed = webAddress(href.replace(/^webcal:/i, 'https:'), base);
      return feed ? [{ address: feed, title: sourceLineOf(title) }] : [];
    }),
    clues: {
      products: page.products,
      calendars: page.calendars.flatMap(
        (href) => webAddress(href.replace(/^webcals?:/i, 'https:'), base) ?? [],
      ),
    },
  };
}

/** The same of a document that is linked data only. */
export function parseData(document: unknown, reading: Reading): ReadSource {
  return readThings([document], { base: reading.address, address: reading.address }, reading);
}

type Addresses = { base: string | null; address: string | null };

function readThings(data: unknown[], { base, address }: Addresses, reading: Reading): ReadSource {
  const things = listThings(data);
  const items = things.slice(0, reading.mostItems).map((thing) => itemOfThing(thing, base, reading));
  const [only] = items;
  // The only thing that a page describes is what the page is about.
  if (only && items.length === 1) only.link ??= address;
  return { format: 'html', title: null, link: address, items, found: things.length };
}

/**
 * What a page says to programs: its linked data (JSON-LD), its feeds, its title and its own address, as written; the
 * calendars that it shows or links to, and the products that it is made with.
 */
type PageFacts = {
  data: string[];
  feeds: { href: string; title: string | undefined }[];
  title: string;
  canonical: string | undefined;
  base: string | undefined;
  calendars: string[];
  products: SiteProduct[];
};

const FEED_TYPES = /^(application\/(rss|atom|rdf|feed)\+(xml|json)|text\/calendar|application\/json)$/i;
const MOST_FEEDS = 50;

/** Addresses of calendars, in links and frames. */
const CALENDAR =
  /^webcals?:|\.ics(?:$|\?)|[?&]ical=1(?:$|&)|\/ical_(?:subscribe|featured)\.php|\/icalendar\.aspx\?|\/calendar\/(?:embed|ical)|tockify\.com\/|teamup\.com\/(?:ks|feed)/i;

/** Each product shows in the addresses of what its pages load, or in what they name as their generator. */
const PRODUCTS: [SiteProduct, RegExp][] = [
  ['the-events-calendar', /\/plugins\/(?:the-events-calendar|events-calendar-pro)\/|^the events calendar/i],
  ['modern-events-calendar', /\/plugins\/modern-events-calendar/i],
  ['wordpress', /\/wp-(?:content|includes|json)\/|^wordpress/i],
  ['squarespace', /squarespace(?:-cdn)?\.com\//i],
  ['civicplus', /civicplus\.com|\/icalendar\.aspx/i],
];
/** No address that means anything here is longer. */
const LONGEST = 2000;

/** Reads a page. Never throws. */
function readPage(html: string): PageFacts {
  const facts: PageFacts = {
    ...{ data: [], feeds: [], calendars: [], products: [] },
    ...{ title: '', canonical: undefined, base: undefined },
  };
  let inside: 'data' | 'title' | undefined;
  const parser = new Parser({
    onopentag(name, attributes) {
      recordClues(name, attributes, facts);
      if (name === 'title' && facts.title === '') inside = 'title';
      else if (name === 'base') facts.base ??= attributes.href;
      else if (name === 'link') readLink(attributes, facts);
      else if (name === 'script' && /^application\/ld\+json\b/i.test(attributes.type?.trim() ?? '')) {
        facts.data.push('');
        inside = 'data';
      }
    },
    ontext(text) {
      if (inside === 'title') facts.title += text;
      if (inside === 'data') facts.data[facts.data.length - 1] += text;
    },
    onclosetag(name) {
      if (name === 'title' || name === 'script') inside = undefined;
    },
  });
  parser.end(html);
  return facts;
}

function readLink({ rel = '', href, type = '', title }: Record<string, string>, facts: PageFacts): void {
  const relations = rel.toLowerCase().split(/\s+/);
  if (!href) return;
  if (relations.includes('canonical')) facts.canonical ??= href;
  const isFeed =
    relations.includes('feed') || (relations.includes('alternate') && FEED_TYPES.test(type.trim()));
  if (isFeed && facts.feeds.length < MOST_FEEDS) facts.feeds.push({ href, title });
}

function recordClues(name: string, attributes: Record<string, string>, facts: PageFacts): void {
  const tockify = attributes['data-tockify-calendar'];
  if (tockify) recordCalendar(`https://tockify.com/${encodeURIComponent(tockify)}`, facts);
  const written = name === 'meta' ? attributes.content : (attributes.href ?? attributes.src);
  if (!written || written.length > LONGEST) return;
  for (const [product, mark] of PRODUCTS)
    if (!facts.products.includes(product) && mark.test(written)) facts.products.push(product);
  if (/^(a|iframe|embed)$/.test(name) && CALENDAR.test(written)) recordCalendar(written, facts);
}

function recordCalendar(address: string, { calendars }: PageFacts): void {
  if (calendars.length < MOST_FEEDS && !calendars.includes(address)) calendars.push(address);
}
