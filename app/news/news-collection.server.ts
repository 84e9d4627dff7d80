import { randomUUID } from 'node:crypto';
import type { Collection } from '#app/content/collection.server.ts';
import { isoOf } from '#app/content/item-json.ts';
import { scheduled } from '#app/drafts/scheduled-collection.server.ts';
import { type NewsItem, type NewsItemInput, newsItemOutputSchema, newsItemSchema } from './news-item.ts';
import { findNewsItem, listNews, newsOrder, removeNewsItem, saveNewsItem } from './news-item-store.server.ts';

export const news: Collection<NewsItem, NewsItemInput> = scheduled({
  name: 'news',
  singular: 'news item',
  schema: newsItemSchema,
  outputSchema: newsItemOutputSchema,
  htmlFields: ['description'],
  order: newsOrder,
  list: listNews,
  find: findNewsItem,
  save: saveNewsItem,
  remove: removeNewsItem,
  toJson: newsItemJson,
  toInputJson: newsItemJson,
  titleOf: (item) => item.title,
  draft({ town, now, siteUrl }) {
    const id = randomUUID();
    return {
      id,
      title: '',
      sourceId: `local:${id}`,
      link: `${siteUrl}/news/${id}`,
      pubDate: isoOf(now),
      sourceName: town.title,
      sourceUrl: siteUrl,
      description: '',
    };
  },
});

function newsItemJson({ version, updatedAt, ...item }: NewsItem): Record<string, unknown> {
  return { ...item, pubDate: isoOf(item.pubDate) };
}
