import { randomUUID } from 'node:crypto';
import type { Collection } from '#app/collection/collection.ts';
import { isoOf } from '#app/content/item-json.ts';
import { publishedFeed, publishedStories } from '#app/content/published-feed.server.ts';
import { publishedPicture } from '#app/content/published-picture.server.ts';
import { scheduled } from '#app/drafts/scheduled-collection.server.ts';
import { formatShortDate } from '#app/time/town-time.ts';
import { type NewsItem, type NewsItemInput, newsItemOutputSchema, newsItemSchema } from './news-item.ts';
import {
  findNewsItem,
  listFoundNews,
  listNews,
  newsOrder,
  newsSource,
  removeNewsItem,
  saveNewsItem,
  selectNewsPages,
} from './news-item-store.server.ts';
import { newsJsonLd } from './news-json-ld.ts';

export const news: Collection<NewsItem, NewsItemInput> = scheduled({
  name: 'news',
  singular: 'news item',
  heading: 'News',
  source: newsSource,
  search: { rank: 4, date: 'published', listFound: listFoundNews },
  sitemap: { select: selectNewsPages },
  feed: publishedFeed('news', newsSource.table, 'News'),
  stories: publishedStories(newsSource.table),
  findSharePicture: async (context, id) => {
    const item = await findNewsItem(context.read, id);
    return item && publishedPicture(item, context);
  },
  jsonLd: newsJsonLd,
  adminList: {
    columns: ['Title', 'Source', 'Date'],
    listRows: (items, { town }) =>
      items.map(({ id, title, sourceName, pubDate }) => ({
        id,
        title,
        cells: [sourceName ?? '', formatShortDate(pubDate, town)],
      })),
  },
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
