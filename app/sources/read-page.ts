import { Parser } from 'htmlparser2';

/** What a page says to programs: its linked data (JSON-LD), its feeds, its title and its own address, as written. */
export type PageFacts = {
  data: string[];
  feeds: { href: string; title: string | undefined }[];
  title: string;
  canonical: string | undefined;
  base: string | undefined;
};

const FEED_TYPES = /^(application\/(rss|atom|rdf|feed)\+(xml|json)|text\/calendar|application\/json)$/i;
const MOST_FEEDS = 50;

/** Reads a page. Never throws. */
export function readPage(html: string): PageFacts {
  const facts: PageFacts = { data: [], feeds: [], title: '', canonical: undefined, base: undefined };
  let inside: 'data' | 'title' | undefined;
  const parser = new Parser({
    onopentag(name, attributes) {
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
