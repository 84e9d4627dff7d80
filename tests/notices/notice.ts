import * as z from 'zod';
import type { StoredItem } from '#app/items/collection/collection.ts';
import { field, formOf } from '#app/items/content/item-fields.ts';
import {
  instant,
  itemId,
  optionalPicture,
  type Pictured,
  requiredHtml,
  requiredLine,
} from '#app/items/content/item-schema.ts';

/** A notice of the town hall. */
export const noticeSchema = z.strictObject({
  id: itemId,
  title: field('Title', requiredLine('a title')),
  description: field('Text', requiredHtml('a text')),
  pubDate: field('Publication date', instant('the publication date')),
  picture: optionalPicture(),
});

export const noticeForm = formOf(noticeSchema, ['title', 'description', 'picture', 'pubDate']);

export type NoticeInput = Pictured<z.output<typeof noticeSchema>>;

/** A stored notice. `pubDate` is UTC epoch milliseconds, `description` sanitized HTML. */
export type Notice = NoticeInput & StoredItem;
