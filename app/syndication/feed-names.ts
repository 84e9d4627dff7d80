/** What feeds there are. It reaches every page: nothing is imported here. */

export const feedNames = ['all', 'articles', 'news', 'events', 'polls'] as const;
export const feedFormats = ['rss', 'atom', 'json'] as const;

/** What every town has a feed of; a search is whatever somebody looks for. */
export type FeedName = (typeof feedNames)[number] | 'search';
export type FeedFormat = (typeof feedFormats)[number];

export const mediaTypes: Record<FeedFormat, string> = {
  rss: 'application/rss+xml',
  atom: 'application/atom+xml',
  json: 'application/feed+json',
};

export const formatLabels: Record<FeedFormat, string> = { rss: 'RSS', atom: 'Atom', json: 'JSON Feed' };

/** What a feed is of, in plain words: 'Articles', 'News', 'Everything'. */
export const feedTitles: Record<Exclude<FeedName, 'search'>, string> = {
  all: 'Everything',
  articles: 'Articles',
  news: 'News',
  events: 'Events',
  polls: 'Polls',
};
