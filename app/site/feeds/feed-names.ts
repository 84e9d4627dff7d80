/** The formats of feeds. Every page loads this, so nothing is imported here. */

export const feedFormats = ['rss', 'atom', 'json'] as const;

/** 'all', 'search' or the name of a collection that has a feed. */
export type FeedName = string;
export type FeedFormat = (typeof feedFormats)[number];

export const mediaTypes: Record<FeedFormat, string> = {
  rss: 'application/rss+xml',
  atom: 'application/atom+xml',
  json: 'application/feed+json',
};

export const formatLabels: Record<FeedFormat, string> = { rss: 'RSS', atom: 'Atom', json: 'JSON Feed' };

/** The title of the feed of all collections. */
export const EVERYTHING = 'Everything';
