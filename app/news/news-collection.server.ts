import { withDrafts } from '#app/items/drafts/with-drafts.server.ts';
import { storyCollection } from '#app/items/lists/story-collection.server.ts';
import { siteNameOf } from '#app/items/text/own-link.ts';
import { plainLinesOf } from '#app/platform/html/extract.server.ts';
import { type NewsItem, type NewsItemInput, newsItemForm, newsItemSchema } from './news-item.ts';
import { newsStore } from './news-item-store.server.ts';
import { newsJsonLd } from './news-json-ld.ts';

const stories = storyCollection<NewsItem, NewsItemInput>({
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
  fields: newsItemForm,
  proof: { linesOf: ({ description }) => [plainLinesOf(description)] },
  openPage: async () => ({
    handle: (await import('#app/news/pages/news-page.tsx')).handle,
    load: (await import('#app/news/pages/load-news-page.server.ts')).loadNewsPage,
  }),
});

/** Most news are no legal notices: these don't say so. */
function toJson(item: NewsItem): Record<string, unknown> {
  const { legal, ...json } = stories.json.toJson(item);
  return legal ? { ...json, legal } : json;
}

export const news = withDrafts<NewsItem, NewsItemInput>({
  ...stories,
  json: { ...stories.json, sparseFields: ['legal'], toJson, toInputJson: toJson },
});
