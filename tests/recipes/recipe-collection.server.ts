/** Recipes of the town hall: the example of a collection in CONTRIBUTING.md. */
import { randomUUID } from 'node:crypto';
import { columnsOf, htmlFieldsOf, jsonOf, outputOf } from '#app/items/content/item-fields.ts';
import { isoOf } from '#app/items/content/item-json.ts';
import { removeRow, saveItem } from '#app/items/content/item-store.server.ts';
import { withDrafts } from '#app/items/drafts/with-drafts.server.ts';
import { bareFeedItem, wholeText } from '#app/items/lists/feed-draft.server.ts';
import { graphOf } from '#app/items/lists/json-ld.ts';
import { findNextPublication } from '#app/items/lists/published-items.server.ts';
import { withDocumentIds } from '#app/items/text/library-files.server.ts';
import type { ReadDb } from '#app/platform/database/handles.ts';
import { type CountedOrder, paginateCounted } from '#app/platform/database/lists/counted-list.server.ts';
import { plainTextOf } from '#app/platform/html/extract.server.ts';
import type { AnyDb, TextSource } from '#app/platform/search-index/text-sources.ts';
import { formatDate } from '#app/platform/time/town-time.ts';
import { type Recipe, type RecipeInput, recipeForm, recipeSchema } from './recipe.ts';

const source: TextSource = {
  kind: 'recipes',
  table: 'recipe',
  place: 7,
  title: 'title',
  date: 'pubDate',
  columns: ['title', 'description'],
  fieldsOf: ({ title = '', description = '' }) => ({ title, html: description, texts: [] }),
};

export const order: CountedOrder = {
  table: source.table,
  column: 'pubDate',
  direction: 'desc',
  kind: 'number',
};

const columns = [...columnsOf(recipeSchema), 'version', 'updatedAt'] as const;

const rows = (db: ReadDb) => (db as unknown as AnyDb).selectFrom(source.table);

export const findRecipe = async (db: ReadDb, id: string): Promise<Recipe | undefined> => {
  const row = await rows(db).select(columns).where('id', '=', id).executeTakeFirst();
  return row && withDocumentIds(row);
};

export const recipes = withDrafts<Recipe, RecipeInput>({
  name: 'recipes',
  singular: 'recipe',
  heading: 'Recipes',
  source,
  store: {
    order,
    list: async (db, request) => {
      const page = await paginateCounted(db, rows(db).select(columns), order, request);
      return { ...page, items: page.items.map(withDocumentIds) };
    },
    find: findRecipe,
    save: (db, input, options) => saveItem(db, source, input, { ...options, find: findRecipe }),
    remove: (db, id, seen) => removeRow(db, source, id, seen),
  },
  json: {
    schema: recipeSchema,
    outputSchema: outputOf(recipeSchema),
    htmlFields: htmlFieldsOf(recipeSchema),
    toJson: jsonOf(recipeSchema),
    toInputJson: jsonOf(recipeSchema),
  },
  form: {
    fields: recipeForm,
    draft: ({ now }) => ({ id: randomUUID(), title: '', description: '', pubDate: isoOf(now) }),
  },
  facets: {
    search: {
      rank: 7,
      date: 'published',
      listFound: async (db, ids, { clock }) => {
        const found = await rows(db).select(columns).where('id', 'in', ids).execute();
        return found.map(({ id, title, description, pubDate }) => ({
          id,
          title,
          text: plainTextOf(description),
          href: `/recipes/${id}`,
          facts: [formatDate(pubDate, clock)],
        }));
      },
    },
    sitemap: { select: (db) => rows(db).select(['id', 'title', 'updatedAt', 'pubDate']) },
    feed: {
      contents: 'Recipes of the town hall',
      list: async ({ read, now, siteUrl }, { limit, ids }) => {
        const found: Recipe[] = await rows(read)
          .select(columns)
          .where('pubDate', '<=', now)
          .$if(ids !== undefined, (query) => query.where('id', 'in', ids))
          .orderBy('pubDate', 'desc')
          .limit(limit)
          .execute();
        return found.map((recipe) => ({
          at: recipe.pubDate,
          size: recipe.description.length,
          write: () => ({
            ...bareFeedItem('recipes', recipe, siteUrl),
            html: wholeText('recipes', recipe, siteUrl),
          }),
        }));
      },
      findNext: (db, now) => findNextPublication(db, source.table, now),
    },
    stories: {
      list: (db, { from, now, limit }) =>
        rows(db)
          .select(['id', 'title', 'pubDate'])
          .where('pubDate', '>=', from)
          .where('pubDate', '<=', now)
          .limit(limit)
          .execute(),
    },
    findSharePicture: async ({ read }, id) => {
      const recipe = await findRecipe(read, id);
      return recipe && { headline: recipe.title, foot: 'Recipe', image: undefined };
    },
    openPage: async () => {
      const { handle, showRecipe } = await import('./pages/recipe-page.tsx');
      return { handle, load: showRecipe };
    },
    jsonLd: ({ recipe }: { recipe: Recipe }) => graphOf({ '@type': 'CreativeWork', name: recipe.title }),
    adminList: {
      columns: ['Title', 'Date'],
      listRows: (items, { town }) =>
        items.map(({ id, title, pubDate }) => ({ id, title, cells: [formatDate(pubDate, town)] })),
    },
  },
});
