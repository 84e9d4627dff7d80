import * as z from 'zod';
import type { StoredItem } from '#app/collection/collection.ts';
import { instant, itemId, requiredHtml, requiredLine, requiredUrl } from '#app/content/item-schema.ts';
import type { TeaserImage } from '#app/html/extract.server.ts';

/** An article; every field is required (spec sections 3 and 5). */
export const articleSchema = z.strictObject({
  id: itemId,
  sourceId: requiredLine('a source ID'),
  title: requiredLine('a title'),
  link: requiredUrl('a link'),
  pubDate: instant('a publication date'),
  description: requiredHtml('a description'),
  sourceName: requiredLine('a source name'),
  sourceUrl: requiredUrl('a source URL'),
});

export type ArticleInput = z.output<typeof articleSchema>;

/** A stored article. `pubDate` is UTC epoch milliseconds, `description` sanitized HTML. */
export type Article = ArticleInput & StoredItem;

/** What lists show of an article. `deck` is its first words, `image` its first picture if it has one. */
export type ArticleTeaser = Pick<Article, 'id' | 'title' | 'pubDate' | 'sourceName'> & {
  deck: string;
  image: TeaserImage | null;
};
