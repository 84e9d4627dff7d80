import type { FeedFormat } from './feed-names.ts';

/** Where people and programs look for a feed on their own, and in which format. */
const guesses: Record<string, FeedFormat> = {
  '/feed': 'rss',
  '/rss': 'rss',
  '/feed.xml': 'rss',
  '/rss.xml': 'rss',
  '/atom.xml': 'atom',
  '/feed.json': 'json',
};

/** The feed of everything, for an unknown path where readers look for a feed; otherwise undefined. */
export function findGuessedFeed(path: string): string | undefined {
  return Object.hasOwn(guesses, path) ? `/feeds/all.${guesses[path]}` : undefined;
}
