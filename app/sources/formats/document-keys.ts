/** By what a document's items are recognized, also those whose identifiers have changed. */

import { canonicalAddress, looseIdentifier } from '#app/items/provenance/web-address.ts';
import { townDayOf } from '#app/platform/time/town-time.ts';
import { openPauses } from '#app/sources/checks/pause.ts';
import { bounded, matchKeysOf, titleKeyOf, venueKeyOf } from '#app/sources/import/identity.ts';
import type { ListedItem } from '#app/sources/import/listed-item.ts';

/**
 * `keys` are those of all items. `matches` are further keys of an item, strongest first, that no other item of the
 * document has. `twins` are items that the document lists twice under two identifiers: each with the key of the first.
 */
export type DocumentKeys = {
  keys: Set<string>;
  matches: Map<string, string[]>;
  twins: Map<string, string>;
};

export async function readDocumentKeys(listed: ListedItem[], zone: string): Promise<DocumentKeys> {
  const all = new Map<string, string[]>();
  const firsts = new Map<string, string>();
  const twins = new Map<string, string>();
  const pause = openPauses();
  for (const one of listed) {
    all.set(one.key, matchesOf(one, zone));
    const likeness = likenessOf(one);
    const first = likeness && firsts.get(likeness);
    if (first) twins.set(one.key, first);
    else if (likeness) firsts.set(likeness, one.key);
    await pause();
  }
  const counts = new Map<string, number>();
  for (const matches of all.values()) {
    for (const match of matches) counts.set(match, (counts.get(match) ?? 0) + 1);
    await pause();
  }
  for (const [key, matches] of all) {
    all.set(
      key,
      matches.filter((match) => counts.get(match) === 1),
    );
    await pause();
  }
  return { keys: new Set(all.keys()), matches: all, twins };
}

function matchesOf({ item, date }: ListedItem, zone: string): string[] {
  if (!date) return matchKeysOf(item, zone).filter((match) => item.pubDate || !match.startsWith('title:'));
  const title = titleKeyOf(date.title);
  const day = townDayOf(Date.parse(date.start), zone);
  const address = canonicalAddress(date.link);
  const matches = [
    `guid:${looseIdentifier(date.sourceId)}`,
    `when:${title} ${date.start}`,
    address && `url:${address} ${day}`,
    `title:${title} ${day}`,
  ];
  return matches.filter((match) => match !== null).map(bounded);
}

/** The same for two items only if they are one: the title with the address, and for events the time and the place. */
function likenessOf({ item, date }: ListedItem): string | undefined {
  const address = canonicalAddress(date ? date.link : item.link);
  const title = date?.title || item.title;
  if (!title || !(address || date)) return undefined;
  return JSON.stringify([titleKeyOf(title), address, date?.start, venueKeyOf(date?.location)]);
}
