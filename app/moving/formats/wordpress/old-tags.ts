/** Tags of other systems as tags here. */
import { tagKeyOf } from '#app/items/text/tag.ts';
import { shortLine } from './wxr-item.ts';

/** As the schema of articles has them. */
const MOST_TAG = 50;
const MOST_TAGS = 20;

/** A name that a tag can have; '' for none. */
export function tagNameIn(name: string): string {
  const plain = name.replace(/[<>]/g, '').replace(/,/g, ' ').replace(/\s+/g, ' ').trim();
  return shortLine(plain, MOST_TAG);
}

/** Without repetitions and names of only signs, at most as many as an item can have. */
export function uniqueTagNames(names: string[]): string[] {
  const byKey = new Map<string, string>();
  for (const name of names) {
    const key = tagKeyOf(name);
    if (key !== '' && !byKey.has(key)) byKey.set(key, name);
  }
  return [...byKey.values()].slice(0, MOST_TAGS);
}
