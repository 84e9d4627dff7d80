/** The feeds. It reaches every page, so nothing is imported here. */

export const feedNames = ['all', 'articles', 'news', 'events', 'polls'] as const;
export const feedFormats = ['rss', 'atom', 'json'] as const;

/** The feeds of every town; a search's feed is for any query. */
export type FeedName = (typeof feedNames)[number] | 'search';
export type FeedFormat = (typeof feedFormats)[number];

export const mediaTypes: Record<FeedFormat, string> = {
  rss: 'application/rss+xml',
  atom: 'application/atom+xml',
  json: 'application/feed+json',
};

export const formatLabels: Record<FeedFormat, string> = { rss: 'RSS', atom: 'Atom', json: 'JSON Feed' };

/** The content of a feed, as text: 'Articles', 'News', 'Everything'. */
export const feedTitles: Record<Exclude<FeedName, 'search'>, string> = {
  all: 'Everything',
  articles: 'Articles',
  news: 'News',
  events: 'Events',
  polls: 'Polls',
};
