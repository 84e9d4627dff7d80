import * as z from 'zod';
import type { StoredItem } from '#app/items/collection/collection.ts';
import {
  itemId,
  optionalEmail,
  optionalHtml,
  optionalLine,
  optionalPicture,
  optionalUrl,
  type Pictured,
  pictureOutput,
  requiredLine,
} from '#app/items/content/item-schema.ts';

const MAX_CATEGORY_LENGTH = 100;
const MAX_PHONE_LENGTH = 100;

/** A business of the town. Name, category and address are required. */
export const businessSchema = z.strictObject({
  id: itemId,
  name: requiredLine('a name', 200),
  category: requiredLine('a category', MAX_CATEGORY_LENGTH),
  description: optionalHtml(),
  address: requiredLine('an address'),
  phone: optionalLine(MAX_PHONE_LENGTH),
  website: optionalUrl(),
  email: optionalEmail(),
  openingHours: optionalLine(),
  picture: optionalPicture(),
});

/** A business as the API returns it: missing values are null, a missing description is ''. */
export const businessOutputSchema = z.strictObject({
  id: itemId,
  name: z.string(),
  category: z.string(),
  description: z.string(),
  address: z.string(),
  phone: z.string().nullable(),
  website: z.string().nullable(),
  email: z.string().nullable(),
  openingHours: z.string().nullable(),
  picture: pictureOutput,
});

type Parsed = z.output<typeof businessSchema>;

export type BusinessInput = Pictured<Parsed>;

/** A stored business. `description` is sanitized HTML, '' when there is none. */
export type Business = BusinessInput & StoredItem;

/** What the list shows of a business. */
export type BusinessCard = Pick<
  Business,
  'id' | 'name' | 'category' | 'address' | 'phone' | 'website' | 'openingHours'
>;
