import * as z from 'zod';
import type { StoredItem } from '#app/items/collection/collection.ts';
import { field, formOf } from '#app/items/content/item-fields.ts';
import type { ItemTables, RowOf } from '#app/items/content/item-row.ts';
import {
  itemDocuments,
  itemId,
  optionalEmail,
  optionalHtml,
  optionalLine,
  optionalPicture,
  optionalUrl,
  type Pictured,
  requiredLine,
} from '#app/items/content/item-schema.ts';

const MAX_CATEGORY_LENGTH = 100;
const MAX_PHONE_LENGTH = 100;

/** A business of the town. Name, category and address are required. */
export const businessSchema = z.strictObject({
  id: itemId,
  name: field('Name', requiredLine('a name', 200)),
  category: field('Category', requiredLine('a category', MAX_CATEGORY_LENGTH)),
  description: field('Description', optionalHtml()),
  address: field('Address', requiredLine('an address')),
  phone: field('Phone', optionalLine(MAX_PHONE_LENGTH), { kind: 'tel' }),
  website: field('Website', optionalUrl()),
  email: field('Email', optionalEmail()),
  openingHours: field('Opening hours', optionalLine(), {
    hint: 'For example: Mon to Sat, 7:30 AM to 5:30 PM',
  }),
  picture: optionalPicture(),
  documents: itemDocuments(),
});

export const businessForm = formOf(businessSchema, [
  'name',
  'description',
  ['category', 'phone'],
  'address',
  ['website', 'email'],
  'openingHours',
  'picture',
  'documents',
  'id',
]);

declare module '#app/platform/database/tables/tables.ts' {
  /** `nameKey` is the lower-case name, so that the list sorts the same on both databases. */
  interface Tables
    extends ItemTables<'business', RowOf<typeof businessSchema> & { nameKey: string }, string> {}
}

type Parsed = z.output<typeof businessSchema>;

export type BusinessInput = Pictured<Parsed>;

/** A stored business. `description` is sanitized HTML, '' when there is none. */
export type Business = BusinessInput & StoredItem;

/** What the list shows of a business. */
export const cardFields = ['id', 'name', 'category', 'address', 'phone', 'website', 'openingHours'] as const;

export type BusinessCard = Pick<Business, (typeof cardFields)[number]>;
