import type { Collections } from '#app/items/collection/collection.ts';
import type { FeedFormat } from './feed-names.ts';

/** Where people and programs look for a feed on their own, and in which format. */
const guesses: Record<string, FeedFormat> = {
  '/feed': 'rss',
  '/feed/rss': 'rss',
  '/feed/rss2': 'rss',
  '/feed/rdf': 'rss',
  '/feed/atom': 'atom',
  '/rss': 'rss',
  '/feed.xml': 'rss',
  '/rss.xml': 'rss',
  '/atom.xml': 'atom',
  '/feed.json': 'json',
};

/** The values of WordPress's parameter `feed`. */
const named: Record<string, FeedFormat> = { rss: 'rss', rss2: 'rss', rdf: 'rss', feed: 'rss', atom: 'atom' };

/**
 * The feed of everything, for an unknown address where readers look for a feed, with or without a slash at the end, or
 * for WordPress's `/?feed=rss2`; otherwise undefined.
 */
export function findGuessedFeed({ pathname, searchParams }: URL): string | undefined {
  const path = pathname.replace(/\/$/, '');
  if (Object.hasOwn(guesses, path)) return `/feeds/all.${guesses[path]}`;
  const format = path === '' && formatOf(searchParams.get('feed') ?? '');
  return format ? `/feeds/all.${format}` : undefined;
}

function formatOf(name: string): FeedFormat | undefined {
  return Object.hasOwn(named, name) ? named[name] : undefined;
}

/** The section whose feed the address was in WordPress: '/category/x' of '/category/x/feed/'. */
export function splitFeed(pathname: string): { path: string; format: FeedFormat } | undefined {
  const [, path, name = 'rss2'] = /^(\/.+)\/feed(?:\/(\w+))?\/?$/.exec(pathname) ?? [];
  const format = formatOf(name);
  return path && format ? { path, format } : undefined;
}

/** The feed of the page that a section has become: of a list, or of articles if it is a tag. */
export function findSectionFeed(
  path: string,
  format: FeedFormat,
  collections: Collections,
): string | undefined {
  const [, first = ''] = /^\/(\w+)(?:[/?#]|$)/.exec(path) ?? [];
  const section = first === 'tags' ? 'articles' : first;
  const hasFeed = Object.hasOwn(collections, section) && collections[section]?.facets.feed;
  return hasFeed ? `/feeds/${section}.${format}` : undefined;
}
