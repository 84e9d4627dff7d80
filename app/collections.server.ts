import { articles } from '#app/articles/article-collection.server.ts';
import { businesses } from '#app/businesses/business-collection.server.ts';
import { events } from '#app/events/event-collection.server.ts';
import type { Collection, Collections } from '#app/items/collection/collection.ts';
import { news } from '#app/news/news-collection.server.ts';
import { polls } from '#app/polls/poll-collection.server.ts';

const nouns = { articles, news, events, polls, businesses } satisfies Collections;

export type NounName = keyof typeof nouns;

/** The collections, by their names in addresses, API and import: the only list of them. */
export const collections: Record<NounName, Collection> = nouns;

export const collectionNames = Object.keys(collections) as NounName[];

/** Where their items are stored, and which of their texts are searchable. */
export const textSources = Object.values(collections).map(({ source }) => source);
