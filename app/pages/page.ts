import * as z from 'zod';
import type { StoredItem } from '#app/items/collection/collection.ts';
import { field, formOf, withFacts } from '#app/items/content/item-fields.ts';
import type { ItemTables } from '#app/items/content/item-row.ts';
import {
  itemDocuments,
  itemId,
  oneOf,
  optionalInstant,
  optionalPicture,
  type Pictured,
  requiredHtml,
  requiredLine,
} from '#app/items/content/item-schema.ts';
import { choicesOf } from '#app/platform/forms/field-spec.ts';
import { isSlug, MOST_SLUG_CHARACTERS } from '#app/platform/slug.ts';

/** Where a page appears on every page of the site. */
export const menus = ['none', 'menu', 'footer'] as const;

export type Menu = (typeof menus)[number];

export const menuWords: Record<Menu, string> = {
  none: 'In neither',
  menu: 'Menu',
  footer: 'Footer',
};

const MOST_MONTHS = 120;
export const MOST_POSITION = 100_000;

const BAD_SLUG = `Use at most ${MOST_SLUG_CHARACTERS} lowercase letters, digits and hyphens, but not “add”`;
const BAD_MONTHS = `Enter a whole number from 1 to ${MOST_MONTHS}`;

const slug = z
  .preprocess(
    (value) => (typeof value === 'string' ? value.trim().normalize('NFC') || null : (value ?? null)),
    z.nullable(z.string(BAD_SLUG).max(2000, { error: BAD_SLUG, abort: true }).refine(isSlug, BAD_SLUG)),
  )
  .optional()
  .transform((value) => value ?? null)
  .meta({
    description: 'The last part of its address; without one it is made from the title',
    example: 'transfer-station',
  });

const remindMonths = z
  .preprocess(
    (value) => (value === '' || value === undefined ? null : value),
    z.nullable(z.number(BAD_MONTHS).int(BAD_MONTHS).min(1, BAD_MONTHS).max(MOST_MONTHS, BAD_MONTHS)),
  )
  .optional()
  .transform((value) => value ?? null);

const position = z
  .number('Enter a whole number')
  .int('Enter a whole number')
  .min(0, 'Enter 0 or more')
  .max(MOST_POSITION, `Enter at most ${MOST_POSITION}`)
  .optional()
  .meta({ description: 'Its place in the menu or the footer, lowest first; at the end without one' });

const reminders = {
  '': 'Never',
  1: '1 month',
  3: '3 months',
  6: '6 months',
  12: '12 months',
  24: '24 months',
};

/** A page of the town: what it says and does not change every day. Title and text are required. */
export const pageSchema = z.strictObject({
  id: itemId,
  title: field('Title', requiredLine('a title', 200)),
  slug: field('Address', withFacts(slug, { output: z.string() }), {
    hint: 'What follows /pages/. Leave it empty to make it from the title. An earlier address keeps working.',
  }),
  description: field('Description', requiredHtml('a text')),
  menu: field('Where it appears', oneOf(menus), {
    kind: 'radio',
    choices: choicesOf({
      menu: 'Menu, at the top of every page',
      footer: 'Footer',
      none: 'In neither: search and links find it',
    }),
  }),
  position: withFacts(position, { output: z.int() }),
  checkedAt: field('Checked on', optionalInstant('the day on which it was checked'), { kind: 'date' }),
  remindMonths: field('Remind me after', withFacts(remindMonths, { output: z.int().nullable() }), {
    kind: 'choice',
    choices: Object.entries(reminders)
      .map(([value, label]) => ({ value, label }))
      .sort((one, other) => Number(one.value) - Number(other.value)),
    hint: 'The Overview then lists it until someone says that it is still right.',
  }),
  picture: optionalPicture(),
  documents: itemDocuments(),
});

export const pageForm = formOf(pageSchema, [
  'title',
  'slug',
  'picture',
  'description',
  'documents',
  'menu',
  ['checkedAt', 'remindMonths'],
  'id',
]);

/** The columns of a page besides those of every item. `titleKey` is the lower-case title: the list's order. */
export type PageColumns = {
  title: string;
  titleKey: string;
  slug: string;
  description: string;
  deck: string;
  menu: Menu;
  position: number;
  checkedAt: number | null;
  remindMonths: number | null;
};

declare module '#app/platform/database/tables/tables.ts' {
  interface Tables extends ItemTables<'page', PageColumns, string> {
    /** The earlier slugs of pages, maintained by triggers: none that a page has now. */
    page_slug: { slug: string; pageId: string };
  }
}

export type PageInput = Pictured<z.output<typeof pageSchema>>;

/** A stored page. `checkedAt` is UTC epoch milliseconds, `description` sanitized HTML. */
export type TownPage = PageInput & StoredItem & { slug: string; position: number };
