import { storyCollection } from '#app/content/story-collection.server.ts';
import { withDrafts } from '#app/drafts/with-drafts.server.ts';
import { type Article, type ArticleInput, articleSchema } from './article.ts';
import { articleForm } from './article-form.ts';
import { articleJsonLd } from './article-json-ld.ts';
import { articleStore } from './article-store.server.ts';

export const articles = withDrafts<Article, ArticleInput>(
  storyCollection({
    name: 'articles',
    singular: 'article',
    heading: 'Articles',
    rank: 1,
    store: articleStore,
    hrefOf: ({ id }) => `/articles/${id}`,
    sourceOf: ({ sourceName }) => sourceName ?? '',
    jsonLd: articleJsonLd,
    schema: articleSchema,
    form: articleForm,
    outputSchema: articleSchema,
  }),
);
