/** Slugs: the parts of addresses that are made from names. */
import { wordsOf } from '#app/platform/search-index/fold-text.ts';

export const MOST_SLUG_CHARACTERS = 80;

/** `/pages/add` would be the form of a new page. */
const RESERVED = 'add';

/** Whether a page can have this slug: letters of any script, digits and hyphens, in lower case (NFC). */
export function isSlug(text: string): boolean {
  return (
    /^[\p{L}\p{M}\p{N}-]+$/u.test(text) &&
    /[\p{L}\p{N}]/u.test(text) &&
    [...text].length <= MOST_SLUG_CHARACTERS &&
    text === text.toLowerCase().normalize('NFC') &&
    text !== RESERVED
  );
}

/** The words of a name in lower case, as many as fit, without the accents of Latin letters; '' if it has none. */
export function slugOfName(name: string): string {
  const words = wordsOf(
    name
      .slice(0, 4 * MOST_SLUG_CHARACTERS)
      .replace(/['’]/g, '')
      .replace(/&/g, ' and '),
  );
  let slug = cut(words[0] ?? '', MOST_SLUG_CHARACTERS);
  for (const word of words.slice(1)) {
    if ([...slug].length + 1 + [...word].length > MOST_SLUG_CHARACTERS) break;
    slug += `-${word}`;
  }
  return slug;
}

/** The slug of a page with this title. `spare` is for a title without letters and digits. */
export function slugOfTitle(title: string, spare: string): string {
  const slug = slugOfName(title);
  if (isSlug(slug)) return slug;
  return slug === RESERVED
    ? 'add-page'
    : `page-${spare
        .toLowerCase()
        .replace(/[^a-z0-9]+/g, '')
        .slice(0, 8)}`;
}

/** The slug with a number at its end, in its length. */
export function numberedSlug(slug: string, number: number): string {
  const end = `-${number}`;
  return cut(slug, MOST_SLUG_CHARACTERS - end.length).replace(/-+$/, '') + end;
}

function cut(text: string, length: number): string {
  return [...text].slice(0, length).join('');
}
