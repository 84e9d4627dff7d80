import { articles } from '#app/articles/article-collection.server.ts';
import { businesses } from '#app/businesses/business-collection.server.ts';
import type { Collection } from '#app/content/collection.server.ts';
import type { CollectionName } from '#app/content/item-schema.ts';
import { events } from '#app/events/event-collection.server.ts';
import { news } from '#app/news/news-collection.server.ts';
import { polls } from '#app/polls/poll-collection.server.ts';

/** The collections, by their names in addresses, API and import. */
export const collections: Record<CollectionName, Collection> = { articles, news, events, polls, businesses };
