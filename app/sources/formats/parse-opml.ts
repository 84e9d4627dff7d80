/** Lists of feeds as other programs export them (OPML 1.0 and 2.0). */

import { webAddress } from '#app/items/provenance/web-address.ts';
import type { FeedLink } from '#app/sources/import/source-item.ts';
import { listDescendants } from './markup-text.ts';
import type { Markup } from './read-markup.ts';
import type { Reading, ReadSource } from './reading.ts';
import { MOST_ITEMS } from './source-limits.ts';
import { sourceLineOf } from './source-text.ts';

/** Why a list is not a source itself. */
export const IS_LIST = 'This is a list of feeds (OPML). Import it as a list, or add one of its feeds';

/** The feeds of a list; undefined when the document is none. Each address is there once. */
export function parseOpml(root: Markup, reading: Reading): ReadSource | undefined {
  if (root.name !== 'opml') return undefined;
  const feeds = new Map<string, FeedLink>();
  let found = 0;
  for (const outline of listDescendants(root, ['outline'])) {
    const written = attributeOf(outline, 'xmlurl');
    if (!written) continue;
    found++;
    const address = webAddress(written.replace(/^(webcals?|feed):(?=\/\/)/i, 'https:'), reading.address);
    if (!address) reading.note('A feed has no web address');
    else if (feeds.size < MOST_ITEMS && !feeds.has(address))
      feeds.set(address, { address, title: nameOf(outline), folder: folderOf(outline, written) });
  }
  if (feeds.size === MOST_ITEMS && found > MOST_ITEMS)
    reading.note(`Only the first ${MOST_ITEMS} feeds are used`);
  const [title] = listDescendants(root, ['title']);
  return {
    ...{ format: 'opml', title: sourceLineOf(title?.text), link: null, items: [], found: 0 },
    feeds: [...feeds.values()],
    error: IS_LIST,
  };
}

function nameOf(outline: Markup): string | null {
  return sourceLineOf(attributeOf(outline, 'title') ?? attributeOf(outline, 'text'));
}

/** The folders around it, its category and its type, for guesses about what it brings. */
function folderOf(outline: Markup, address: string): string {
  const folders: (string | undefined)[] = [attributeOf(outline, 'category'), attributeOf(outline, 'type')];
  for (let one = outline.parent; one?.name === 'outline'; one = one.parent)
    folders.push(attributeOf(one, 'title') ?? attributeOf(one, 'text'));
  if (/^webcal|\.ics(\?|$)/i.test(address)) folders.push('calendar');
  return sourceLineOf(folders.filter(Boolean).join(' ')) ?? '';
}

/** Programs write the names of attributes in different cases. */
function attributeOf({ attributes }: Markup, name: string): string | undefined {
  const key = Object.keys(attributes).find((one) => one.toLowerCase() === name);
  return key === undefined ? undefined : attributes[key]?.trim() || undefined;
}
