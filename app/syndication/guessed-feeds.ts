import type { FeedFormat } from './feed-names.ts';

/** Where people and programs look for a feed without being told, and in which format they expect it. */
const guesses: Record<string, FeedFormat> = {
  '/feed': 'rss',
  '/rss': 'rss',
  '/feed.xml': 'rss',
  '/rss.xml': 'rss',
  '/atom.xml': 'atom',
  '/feed.json': 'json',
};

/** The feed of everything, for somebody who looks for one at a path that the site does not have; else undefined. */
export function findGuessedFeed(path: string): string | undefined {
  return Object.hasOwn(guesses, path) ? `/feeds/all.${guesses[path]}` : undefined;
}
