/** What an item of a feed becomes here. */

import { canonicalAddress } from '#app/items/provenance/web-address.ts';
import type { ReadOptions } from '#app/moving/formats/format.ts';
import type { Found, RecordPosition } from '#app/moving/formats/found.ts';
import { RECORD_FIELDS } from '#app/moving/formats/record-fields.ts';
import { foundItemsOf } from '#app/moving/formats/record-items.ts';
import type { FieldHints } from '#app/moving/formats/unmatched-fields.ts';
import { parseForeignDate } from '#app/platform/time/foreign-date.ts';
import { isoOf } from '#app/platform/time/iso-time.ts';
import type { ReadItem } from '#app/sources/formats/reading.ts';
import { identifyItems } from '#app/sources/import/identity.ts';

/** A feed's name and the page that it is of. */
type Channel = { title: string | null; link: string | null };

export type FeedContext = { channel: Channel; file: string; options: ReadOptions; notes: FieldHints };

/** An item, after its picture. One of the channel's own site is at home here; another keeps its link and its source. */
export function foundOfFeed(item: ReadItem, { channel, file, options, notes }: FeedContext): Found[] {
  const { zone, collection: kind = 'articles' } = options;
  const key = keyOf(item, channel, zone);
  const place: RecordPosition = { file, record: item.guid ?? item.link ?? key };
  const isOwn = isOfSite(item.link, channel);
  const foreign = { link: item.link, sourceName: channel.title, sourceUrl: channel.link };
  const { title, description, author, categories, image, location, pubDate } = item;
  const all: Record<string, unknown> = {
    ...{ title, description, pubDate, byline: author, image, enclosureUrl: image },
    ...(isOwn ? {} : foreign),
    ...{ tags: categories, category: categories[0], eventLocation: location },
    ...timesOf(item, zone),
  };
  const fields = Object.keys(all).filter((field) => Object.hasOwn(RECORD_FIELDS[kind], field));
  const values = Object.fromEntries(fields.map((field) => [field, all[field]]));
  const names = new Map(fields.map((field) => [field, field]));
  const record = {
    origin: originOf(channel, file),
    collection: kind,
    id: key,
    values,
    place,
    zone,
    notes,
    names,
  };
  return foundItemsOf(kind, record).map((found) => {
    if (found.kind === 'pictures') return found;
    const { id: _key, ...input } = found.input;
    return { ...found, input, oldPaths: isOwn ? pathsOf(item, channel) : [] };
  });
}

/** The channel's page; for a feed without one, the file. */
function originOf({ link }: Channel, file: string): string {
  return canonicalAddress(link) ?? `feed:${file}`;
}

/** The identifier, unless all items can have it: then with the address. */
function keyOf(item: ReadItem, { link }: Channel, zone: string): string {
  const isWeak = item.guid !== null && (item.guid.length < 4 || item.guid === link);
  const [{ sourceId } = { sourceId: '' }] = identifyItems([isWeak ? { ...item, guid: null } : item], zone);
  return isWeak ? `${item.guid} ${sourceId}` : sourceId;
}

function isOfSite(address: string | null, { link }: Channel): boolean {
  return address === null || hostOf(address) === hostOf(link);
}

function hostOf(address: string | null): string {
  return (URL.parse(address ?? '')?.host ?? '').replace(/^www\./, '');
}

/** The page's path, and its identifier's where that is another address of the site, such as '/?p=12'. */
function pathsOf({ link, guid }: ReadItem, channel: Channel): string[] {
  const addresses = [link, isOfSite(guid, channel) ? guid : null].flatMap(
    (one) => URL.parse(one ?? '') ?? [],
  );
  return [...new Set(addresses.map(({ pathname, search }) => pathname + search))].filter(
    (path) => path !== '/',
  );
}

function timesOf({ times }: ReadItem, zone: string): { eventDate?: string; endDate?: string } {
  const [start, end] = [times?.start, times?.end].map((text) =>
    text ? parseForeignDate(text, zone) : undefined,
  );
  return {
    ...(start === undefined ? {} : { eventDate: isoOf(start) }),
    ...(end === undefined ? {} : { endDate: isoOf(end) }),
  };
}
