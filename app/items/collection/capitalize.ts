import type { Collection } from './collection.ts';

/** The text with its first letter as a capital. */
export function capitalize(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** The headings as a list: 'Articles, news, events, and polls'. */
export function listHeadings(collections: Pick<Collection, 'heading'>[]): string {
  const list = new Intl.ListFormat('en-US').format(collections.map(({ heading }) => heading.toLowerCase()));
  return capitalize(list);
}
