import * as z from 'zod';
import type { StoredItem } from '#app/items/collection/collection.ts';
import {
  instant,
  itemId,
  optionalLine,
  optionalPicture,
  optionalUrl,
  type Pictured,
  pictureOutput,
  requiredHtml,
  requiredLine,
  requiredUrl,
} from '#app/items/content/item-schema.ts';

/** A news item; title, link and description are required, its source is not (spec sections 3 and 5). */
export const newsItemSchema = z.strictObject({
  id: itemId,
  title: requiredLine('a title'),
  sourceId: optionalLine(),
  link: requiredUrl('a link'),
  pubDate: instant('a publication date'),
  sourceName: optionalLine(),
  sourceUrl: optionalUrl(),
  description: requiredHtml('a description'),
  picture: optionalPicture(),
});

/** A news item as the API returns it: missing values are null. */
export const newsItemOutputSchema = newsItemSchema.extend({
  sourceId: z.string().nullable(),
  sourceName: z.string().nullable(),
  sourceUrl: z.string().nullable(),
  picture: pictureOutput,
});

export type NewsItemInput = Pictured<z.output<typeof newsItemSchema>>;

/** A stored news item. `pubDate` is UTC epoch milliseconds, `description` sanitized HTML. */
export type NewsItem = NewsItemInput & StoredItem;

/** What lists show of a news item. `deck` is the first words of its description. */
export type NewsTeaser = Pick<NewsItem, 'id' | 'title' | 'link' | 'pubDate' | 'sourceName'> & {
  deck: string;
};
