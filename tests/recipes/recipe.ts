import * as z from 'zod';
import type { StoredItem } from '#app/items/collection/collection.ts';
import { field, formOf } from '#app/items/content/item-fields.ts';
import {
  instant,
  itemDocuments,
  itemId,
  optionalPicture,
  type Pictured,
  requiredHtml,
  requiredLine,
} from '#app/items/content/item-schema.ts';

/** A recipe of the town hall. */
export const recipeSchema = z.strictObject({
  id: itemId,
  title: field('Title', requiredLine('a title')),
  description: field('Text', requiredHtml('a text')),
  pubDate: field('Publication date', instant('the publication date')),
  picture: optionalPicture(),
  documents: itemDocuments(),
});

export const recipeForm = formOf(recipeSchema, ['title', 'description', 'picture', 'documents', 'pubDate']);

export type RecipeInput = Pictured<z.output<typeof recipeSchema>>;

/** A stored recipe. `pubDate` is UTC epoch milliseconds, `description` sanitized HTML. */
export type Recipe = RecipeInput & StoredItem;
