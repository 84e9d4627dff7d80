import type { CollectionName } from '#app/content/item-schema.ts';

/** The names of the kinds as in the navigation. */
export const kindNames: Record<CollectionName, string> = {
  articles: 'Articles',
  news: 'News',
  events: 'Events',
  polls: 'Polls',
  businesses: 'Businesses',
};
