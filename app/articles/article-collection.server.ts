import { randomUUID } from 'node:crypto';
import type { Collection } from '#app/collection/collection.ts';
import { isoOf } from '#app/content/item-json.ts';
import { publishedFeed, publishedStories } from '#app/content/published-feed.server.ts';
import { publishedPicture } from '#app/content/published-picture.server.ts';
import { scheduled } from '#app/drafts/scheduled-collection.server.ts';
import { formatShortDate } from '#app/time/town-time.ts';
import { type Article, type ArticleInput, articleSchema } from './article.ts';
import { articleJsonLd } from './article-json-ld.ts';
import {
  articleOrder,
  articleSource,
  findArticle,
  listArticles,
  listFoundArticles,
  removeArticle,
  saveArticle,
  selectArticlePages,
} from './article-store.server.ts';

export const articles: Collection<Article, ArticleInput> = scheduled({
  name: 'articles',
  singular: 'article',
  heading: 'Articles',
  source: articleSource,
  search: { rank: 1, date: 'published', listFound: listFoundArticles },
  sitemap: { select: selectArticlePages },
  feed: publishedFeed('articles', articleSource.table, 'Articles'),
  stories: publishedStories(articleSource.table),
  findSharePicture: async (context, id) => {
    const article = await findArticle(context.read, id);
    return article?.title ? publishedPicture(article, context) : undefined;
  },
  jsonLd: articleJsonLd,
  adminList: {
    columns: ['Title', 'Source', 'Date'],
    listRows: (items, { town }) =>
      items.map(({ id, title, sourceName, pubDate }) => ({
        id,
        title,
        cells: [sourceName, formatShortDate(pubDate, town)],
      })),
  },
  schema: articleSchema,
  outputSchema: articleSchema,
  htmlFields: ['description'],
  order: articleOrder,
  list: listArticles,
  find: findArticle,
  save: saveArticle,
  remove: removeArticle,
  toJson: articleJson,
  toInputJson: articleJson,
  titleOf: (article) => article.title,
  draft({ town, now, siteUrl }) {
    const id = randomUUID();
    return {
      id,
      sourceId: `local:${id}`,
      title: '',
      link: `${siteUrl}/articles/${id}`,
      pubDate: isoOf(now),
      description: '',
      sourceName: town.title,
      sourceUrl: siteUrl,
    };
  },
});

function articleJson({ version, updatedAt, ...article }: Article): Record<string, unknown> {
  return { ...article, pubDate: isoOf(article.pubDate) };
}
