import { randomUUID } from 'node:crypto';
import type { Collection } from '#app/content/collection.server.ts';
import { isoOf } from '#app/content/item-json.ts';
import { scheduled } from '#app/drafts/scheduled-collection.server.ts';
import { type Article, type ArticleInput, articleSchema } from './article.ts';
import {
  articleOrder,
  findArticle,
  listArticles,
  removeArticle,
  saveArticle,
} from './article-store.server.ts';

export const articles: Collection<Article, ArticleInput> = scheduled({
  name: 'articles',
  singular: 'article',
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
