import { withDrafts } from '#app/items/drafts/with-drafts.server.ts';
import { storyCollection } from '#app/items/lists/story-collection.server.ts';
import { type Article, type ArticleInput, articleForm, articleSchema, extraFields } from './article.ts';
import { adjustArticleForm, articleFormJson, findFutureCorrections, usedFields } from './article-json.ts';
import { articleJsonLd } from './article-json-ld.ts';
import { articleFeedExtras, articleStore } from './article-store.server.ts';
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
  fields: articleForm,
  openPage: async () => ({
    handle: (await import('#app/articles/pages/article-page.tsx')).handle,
    load: (await import('#app/articles/pages/load-article-page.server.ts')).loadArticlePage,
  }),
});

const toJson = (article: Article) => usedFields(stories.json.toJson(article));

export const articles = withDrafts<Article, ArticleInput>({
  ...stories,
  store: { ...stories.store, exclusiveColumn: 'pinned' },
  json: {
    ...stories.json,
    sparseFields: extraFields,
    findUntimely: findFutureCorrections,
    toJson,
    toInputJson: toJson,
  },
  form: {
    ...stories.form,
    draft: ({ author, ...context }) => ({
      ...stories.form.draft(context),
      ...(author === undefined ? {} : { byline: author }),
    }),
    toFormJson: articleFormJson,
    formFields: { corrections: 'correction' },
    adjustFormInput: adjustArticleForm,
    uncopied: ['correction', 'pinned'],
    keptOnRestore: ['pinned'],
  },
  facets: {
    ...stories.facets,
    tags: { findName: findTagName, listIds: listTaggedIds, list: listTags },
  },
});
