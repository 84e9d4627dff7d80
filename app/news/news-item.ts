import * as z from 'zod';
import type { StoredItem } from '#app/items/collection/collection.ts';
import { field, formOf } from '#app/items/content/item-fields.ts';
import type { ItemTables, RowOf } from '#app/items/content/item-row.ts';
import {
  instant,
  itemDocuments,
  itemId,
  optionalLine,
  optionalPicture,
  optionalUrl,
  type Pictured,
  requiredHtml,
  requiredLine,
  requiredUrl,
  yesOrNo,
} from '#app/items/content/item-schema.ts';
import type { TeaserColumns } from '#app/platform/database/tables/tables.ts';

/** A news item; title, link and description are required, its source is not (spec sections 3 and 5). */
export const newsItemSchema = z.strictObject({
  id: itemId,
  title: field('Title', requiredLine('a title')),
  sourceId: field('Source ID', optionalLine(), { isDetail: true }),
  link: field('Link', requiredUrl('a link'), { hint: 'The page that opens in a new tab for readers.' }),
  pubDate: field('Publication date', instant('a publication date'), {
    hint: 'The date that readers see, in town time. To publish the item later, choose Scheduled instead.',
  }),
  sourceName: field('Source name', optionalLine(), { isDetail: true }),
  sourceUrl: field('Source URL', optionalUrl(), { isDetail: true }),
  description: field('Description', requiredHtml('a description')),
  legal: field(
    'Legal notice',
    yesOrNo('Use true or false').meta({
      description: 'Whether it is a legal notice, which is also listed at /news?legal=1',
    }),
    { hint: 'Listed on its own page of legal notices, with a proof of when it was published.' },
  ),
  picture: optionalPicture(),
  documents: itemDocuments(),
});

/** The link is the essential part, so it is not folded as in the other forms. */
export const newsItemForm = formOf(newsItemSchema, [
  'title',
  'description',
  'picture',
  'documents',
  'link',
  'pubDate',
  'legal',
  ['sourceName', 'sourceUrl'],
  ['sourceId', 'id'],
]);

declare module '#app/platform/database/tables/tables.ts' {
  interface Tables extends ItemTables<'news_item', RowOf<typeof newsItemSchema> & TeaserColumns, number> {}
}

type Parsed = z.output<typeof newsItemSchema>;

/** It is no legal notice where `legal` is absent. */
export type NewsItemInput = Pictured<Omit<Parsed, 'legal'>> & Partial<Pick<Parsed, 'legal'>>;

/** A stored news item. `pubDate` is UTC epoch milliseconds, `description` sanitized HTML. */
export type NewsItem = Pictured<Parsed> & StoredItem;

/** What lists show of a news item. `deck` is the first words of its description. */
export type NewsTeaser = Pick<NewsItem, 'id' | 'title' | 'link' | 'pubDate' | 'sourceName' | 'legal'> & {
  deck: string;
};
