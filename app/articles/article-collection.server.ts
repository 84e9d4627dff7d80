import type { Collection } from '#app/items/collection/collection.ts';
import { withDrafts } from '#app/items/drafts/with-drafts.server.ts';
import { storyCollection } from '#app/items/lists/story-collection.server.ts';
import {
  type Article,
  type ArticleInput,
  articleOutputSchema,
  articleSchema,
  extraFields,
} from './article.ts';
import { articleFeedExtras } from './article-extras.server.ts';
import { articleForm } from './article-form.ts';
import { adjustArticleForm, articleFormJson } from './article-form-input.ts';
import { findFutureCorrections, usedFields } from './article-json.ts';
import { articleJsonLd } from './article-json-ld.ts';
import { articleStore } from './article-store.server.ts';
import { findTagName, listTaggedIds, listTags } from './tagged-articles.server.ts';

const stories = storyCollection<Article, ArticleInput>({
  name: 'articles',
  singular: 'article',
  heading: 'Articles',
  rank: 1,
  store: articleStore,
  hrefOf: ({ id }) => `/articles/${id}`,
  sourceOf: ({ sourceName }) => sourceName ?? '',
  feedExtras: articleFeedExtras,
  jsonLd: articleJsonLd,
  schema: articleSchema,
  form: articleForm,
  outputSchema: articleOutputSchema,
  openPage: async () => ({
    handle: (await import('#app/articles/pages/article-page.tsx')).handle,
    load: (await import('#app/articles/pages/load-article-page.server.ts')).loadArticlePage,
  }),
});

const toJson = (article: Article) => usedFields(stories.toJson(article));

const published: Collection<Article, ArticleInput> = {
  ...stories,
  draft: ({ author, ...context }) => ({
    ...stories.draft(context),
    ...(author === undefined ? {} : { byline: author }),
  }),
  toJson,
  toInputJson: toJson,
  sparseFields: extraFields,
  findUntimely: findFutureCorrections,
  toFormJson: articleFormJson,
  adjustFormInput: adjustArticleForm,
  formFields: { corrections: 'correction' },
  uncopied: ['correction', 'pinned'],
  keptOnRestore: ['pinned'],
  exclusiveColumn: 'pinned',
  tags: { findName: findTagName, listIds: listTaggedIds, list: listTags },
};

export const articles = withDrafts<Article, ArticleInput>(published);
