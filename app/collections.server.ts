import { articles } from '#app/articles/article-collection.server.ts';
import { businesses } from '#app/businesses/business-collection.server.ts';
import { events } from '#app/events/event-collection.server.ts';
import { type Collection, type Collections, sourcesOf } from '#app/items/collection/collection.ts';
import { news } from '#app/news/news-collection.server.ts';
import { pages } from '#app/pages/page-collection.server.ts';
import { subjectsOf } from '#app/platform/database/change-counters.server.ts';
import { documentText } from '#app/platform/search-index/document-text.ts';
import { polls } from '#app/polls/poll-collection.server.ts';

const nouns = { articles, news, events, polls, businesses, pages } satisfies Collections;

export type NounName = keyof typeof nouns;

/** The collections, by their names in addresses, API and import: the only list of them. */
export const collections: Record<NounName, Collection> = nouns;

export const collectionNames = Object.keys(collections) as NounName[];

/** Something of each collection, by its name. */
export function ofCollections<Value>(describe: (collection: Collection) => Value): Record<NounName, Value> {
  const values = collectionNames.map((name) => [name, describe(collections[name])]);
  return Object.fromEntries(values) as Record<NounName, Value>;
}

/** Where their items are stored, and which of their texts are searchable. */
export const textSources = sourcesOf(collections);

/** The same and documents: everything that search finds. */
export const searchSources = [...textSources, documentText];

/** What a page depends on that reads their tables. */
export const subjects = subjectsOf(textSources);
