import type { Collection } from '#app/collection/collection.ts';
import { siteNameOf } from '#app/content/own-link.ts';
import { storyCollection } from '#app/content/story-collection.server.ts';
import { scheduled } from '#app/drafts/scheduled-collection.server.ts';
import { type NewsItem, type NewsItemInput, newsItemOutputSchema, newsItemSchema } from './news-item.ts';
import { newsStore } from './news-item-store.server.ts';
import { newsJsonLd } from './news-json-ld.ts';

export const news: Collection<NewsItem, NewsItemInput> = scheduled(
  storyCollection({
    name: 'news',
    singular: 'news item',
    heading: 'News',
    rank: 4,
    store: newsStore,
    // As in the list, a headline leads to its source.
    hrefOf: ({ link }) => link,
    sourceOf: ({ sourceName, link }) => sourceName ?? siteNameOf(link),
    jsonLd: newsJsonLd,
    schema: newsItemSchema,
    outputSchema: newsItemOutputSchema,
  }),
);
