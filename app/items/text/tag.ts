import * as z from 'zod';
import { optionalList, requiredParagraph } from '#app/items/content/item-schema.ts';
import { wordsOf } from '#app/platform/search-index/fold-text.ts';

/** An item has at most this many tags. */
const MOST_TAGS = 20;

/**
 * What tells tags apart, and names them in addresses: their words without case and accents. 'Town Hall' and 'town-hall'
 * are the same tag. '' for a name without letters and digits.
 */
export function tagKeyOf(name: string): string {
  return wordsOf(name).join('-');
}

/** The path of the page of a tag, by its name or key. */
export function tagPathOf(name: string): string {
  return `/tags/${encodeURIComponent(tagKeyOf(name))}`;
}

/** The name of a tag. Forms separate names with commas, so they have none. */
export const tagName = requiredParagraph('a tag', 50)
  .refine((name) => !/[<>,]/.test(name), 'A tag can’t contain a comma, < or >')
  .refine((name) => tagKeyOf(name) !== '', 'A tag needs a letter or a digit');

/** The tags of an item, in their order; of two with the same key only the first. Absent and null mean none. */
export function tagNames() {
  return optionalList(z.array(tagName).max(MOST_TAGS, `Use at most ${MOST_TAGS} tags`)).transform(uniqueTags);
}

/** Without names whose key an earlier one has. */
export function uniqueTags(names: string[]): string[] {
  const keys = names.map(tagKeyOf);
  return names.filter((_name, place) => keys.indexOf(keys[place] as string) === place);
}
