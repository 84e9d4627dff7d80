/** What makes an item the same item the next time its source is fetched. */
import { createHash } from 'node:crypto';
import { canonicalAddress, looseIdentifier } from '#app/items/provenance/web-address.ts';
import { townDayOf } from '#app/platform/time/town-time.ts';
import { MOST_SOURCE_ID } from '#app/sources/formats/source-limits.ts';
import type { SourceItem } from './source-item.ts';

type Identified = Pick<SourceItem, 'guid' | 'link' | 'title' | 'pubDate' | 'description'>;

/**
 * The items with their `sourceId`: the GUID; without one, the canonical address; without that, the title and the day in
 * `zone`; without a title, a hash of the text. Where several items of the source share a GUID, all of them get the GUID
 * and their address, so that it doesn't matter which comes first; and those that share an address get it with the title
 * and day. Only items that are the same in all of it share an id.
 */
export function identifyItems<Item extends Identified>(
  items: Item[],
  zone: string,
): (Item & { sourceId: string })[] {
  let ids = items.map((item) => firstIdOf(item, zone));
  for (const part of [addressOf, (item: Item) => titleAndDayOf(item, zone)]) {
    const counts = Map.groupBy(ids, (id) => id);
    ids = ids.map((id, index) => {
      const more = (counts.get(id)?.length ?? 0) > 1 ? part(items[index] as Item) : undefined;
      return more && more !== id ? `${id} ${more}` : id;
    });
  }
  return items.map((item, index) => ({ ...item, sourceId: bounded(ids[index] ?? '') }));
}

/**
 * The keys by which an item is recognized although its `sourceId` has changed, strongest first: the GUID without scheme,
 * host and tracking, the canonical address, and the title with its day in `zone`.
 */
export function matchKeysOf(item: Identified, zone: string): string[] {
  const keys = [
    item.guid ? `guid:${looseIdentifier(item.guid)}` : undefined,
    addressOf(item) && `url:${addressOf(item)}`,
    titleAndDayOf(item, zone),
  ];
  return keys.filter((key) => key !== undefined).map(bounded);
}

/** A title for comparisons: lower case, words only. */
export function normalizedTitle(title: string): string {
  return title
    .normalize('NFKD')
    .toLowerCase()
    .replace(/\p{M}+/gu, '')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}

/** What titles are compared by; never empty. */
export function titleKeyOf(title: string): string {
  return bounded(normalizedTitle(title) || hashOf(title));
}

/**
 * What places are compared by: the name before the address, without 'the'. Null when there is none, or only an address of
 * a page.
 */
export function venueKeyOf(location: string | null | undefined): string | null {
  if (!location || /^\s*https?:/i.test(location)) return null;
  const [name = ''] = location.split(/,|\s[-–—|@]\s|\(/);
  const words = normalizedTitle(name) || normalizedTitle(location);
  return words.replace(/^the (?=.)/, '') || null;
}

function firstIdOf(item: Identified, zone: string): string {
  return item.guid ?? addressOf(item) ?? titleAndDayOf(item, zone) ?? `text:${hashOf(JSON.stringify(item))}`;
}

function addressOf({ link }: Identified): string | undefined {
  return canonicalAddress(link) ?? undefined;
}

function titleAndDayOf({ title, pubDate }: Identified, zone: string): string | undefined {
  if (!title) return undefined;
  const day = pubDate ? townDayOf(Date.parse(pubDate), zone) : '';
  return `title:${normalizedTitle(title) || hashOf(title)} ${day}`.trim();
}

/** Long ids keep their beginning, for people, and a hash of the whole. */
export function bounded(id: string): string {
  if (id.length <= MOST_SOURCE_ID) return id;
  return `${id.slice(0, 200).toWellFormed()} sha256:${hashOf(id)}`;
}

function hashOf(text: string): string {
  return createHash('sha256').update(text.toWellFormed()).digest('hex');
}
