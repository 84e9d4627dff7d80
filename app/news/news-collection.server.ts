import { siteNameOf } from '#app/content/own-link.ts';
import { storyCollection } from '#app/content/story-collection.server.ts';
import { withDrafts } from '#app/drafts/with-drafts.server.ts';
import { newsItemForm } from './news-form.ts';
import { type NewsItem, type NewsItemInput, newsItemOutputSchema, newsItemSchema } from './news-item.ts';
import { newsStore } from './news-item-store.server.ts';
import { newsJsonLd } from './news-json-ld.ts';

export const news = withDrafts<NewsItem, NewsItemInput>(
  storyCollection<NewsItem, NewsItemInput>({
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
    form: newsItemForm,
    outputSchema: newsItemOutputSchema,
    openPage: async () => ({
      handle: (await import('./news-page.tsx')).handle,
      load: (await import('./load-news-page.server.ts')).loadNewsPage,
    }),
  }),
);
