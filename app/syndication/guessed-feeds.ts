/** Where people and programs look for a feed without being told, and where it is. */
const guesses: Record<string, string> = {
  '/feed': '/feeds/all.rss',
  '/rss': '/feeds/all.rss',
  '/feed.xml': '/feeds/all.rss',
  '/rss.xml': '/feeds/all.rss',
  '/atom.xml': '/feeds/all.atom',
  '/feed.json': '/feeds/all.json',
};

/** The path of the feed that somebody looks for at a path that the site does not have; undefined when it is none. */
export function findGuessedFeed(path: string): string | undefined {
  return Object.hasOwn(guesses, path) ? guesses[path] : undefined;
}
