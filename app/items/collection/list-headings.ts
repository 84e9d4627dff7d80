import { capitalize } from './capitalize.ts';
import type { Collection } from './collection.ts';

/** The headings as a list: 'Articles, news, events, and polls'. */
export function listHeadings(collections: Pick<Collection, 'heading'>[]): string {
  const list = new Intl.ListFormat('en-US').format(collections.map(({ heading }) => heading.toLowerCase()));
  return capitalize(list);
}
