import { Parser } from 'htmlparser2';
import type { SiteProduct } from '#app/sources/import/source-item.ts';

/**
 * What a page says to programs: its linked data (JSON-LD), its feeds, its title and its own address, as written; the
 * calendars that it shows or links to, and the products that it is made with.
 */
export type PageFacts = {
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
export function readPage(html: string): PageFacts {
  const facts: PageFacts = {
    ...{ data: [], feeds: [], calendars: [], products: [] },
    ...{ title: '', canonical: undefined, base: undefined },
  };
  let inside: 'data' | 'title' | undefined;
  const parser = new Parser({
    onopentag(name, attributes) {
      noteClues(name, attributes, facts);
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

function noteClues(name: string, attributes: Record<string, string>, facts: PageFacts): void {
  const tockify = attributes['data-tockify-calendar'];
  if (tockify) noteCalendar(`https://tockify.com/${encodeURIComponent(tockify)}`, facts);
  const written = name === 'meta' ? attributes.content : (attributes.href ?? attributes.src);
  if (!written || written.length > LONGEST) return;
  for (const [product, mark] of PRODUCTS)
    if (!facts.products.includes(product) && mark.test(written)) facts.products.push(product);
  if (/^(a|iframe|embed)$/.test(name) && CALENDAR.test(written)) noteCalendar(written, facts);
}

function noteCalendar(address: string, { calendars }: PageFacts): void {
  if (calendars.length < MOST_FEEDS && !calendars.includes(address)) calendars.push(address);
}
