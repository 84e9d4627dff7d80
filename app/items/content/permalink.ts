import { data, redirect } from 'react-router';
import type { CollectionName } from '#app/items/collection/collection.ts';
import type { ReadDb } from '#app/platform/database/handles.ts';
import { unfoldLetters } from '#app/platform/search-index/fold-text.ts';
import { isItemId } from './item-id.ts';

/** The parts of an item in its address. With a `slug` of its own, that takes the place of the id and the title. */
export type Linked = { id: string; title: string; slug?: string | null | undefined };

const MAX_SLUG_LENGTH = 60;

/** Addresses below an item that are pages of their own. A test compares them with the list of routes. */
const reservedSlugs: Record<CollectionName, readonly string[]> = {
  polls: ['results', 'vote', 'withdrawal', 'ballots', 'embed'],
};

/** Items that have an address outside of their collection. */
const fixedAddresses: Record<CollectionName, Readonly<Record<string, string>>> = {
  pages: { about: '/about', contact: '/contact', privacyPolicy: '/privacyPolicy' },
};

/** The address of an item that always has the same one, outside of its collection. */
export function fixedAddressOf(collection: CollectionName, id: string): string | undefined {
  const addresses = fixedAddresses[collection] ?? {};
  return Object.hasOwn(addresses, id) ? addresses[id] : undefined;
}

/** Whether `/{collection}/{id}/{slug}` is a page of its own. */
export function isReserved(collection: CollectionName, slug: string): boolean {
  return reservedSlugs[collection]?.includes(slug) ?? false;
}

/**
 * The canonical address of an item for search engines, feeds and shared links: `/articles/{id}/{slug}`, or
 * `/articles/{id}` if its title gives no slug, or `/pages/{slug}` for an item with a slug of its own. A path without origin. Links inside the site stay `/articles/{id}` (spec
 * section 2), which keeps working.
 */
export function permalinkOf(collection: CollectionName, item: Linked): string {
  const fixed = fixedAddressOf(collection, item.id);
  if (fixed) return fixed;
  if (item.slug) return `/${collection}/${encodeURIComponent(item.slug)}`;
  const slug = slugOf(collection, item.title);
  return slug === '' ? `/${collection}/${item.id}` : `/${collection}/${item.id}/${slug}`;
}

/**
 * The words of a title for an address: lower-case ASCII, at most sixty characters, cut after a word. '' if nothing is
 * left, and if it would be the address of another page of the item. It has no dot, so that it is never taken for a
 * file.
 */
export function slugOf(collection: CollectionName, title: string): string {
  // Letters of other scripts are dropped, so reads no more than could be useful.
  const words = unfoldLetters(title.slice(0, 4 * MAX_SLUG_LENGTH).toLowerCase())
    .normalize('NFKD')
    .replace(/[\u0300-\u036f'’]/g, '')
    .replace(/&/g, ' and ')
    .split(/[^a-z0-9]+/)
    .filter(Boolean);
  const slug = joinFirst(words);
  return isReserved(collection, slug) ? '' : slug;
}

/**
 * Throws the permanent redirect to the item's current address when `slug`, the part of the requested address after the
 * id, is missing or outdated. 301 and not 308, because these addresses are only read, and every crawler and feed reader
 * knows 301. Sent with `no-cache`, because a title may change back. A slug that looks like a file is a 404.
 */
export function requireCurrentSlug(collection: CollectionName, item: Linked, slug: string | undefined): void {
  if (slug?.includes('.')) throw data(null, { status: 404 });
  if (slug && slug !== slugOf(collection, item.title)) throw redirect(permalinkOf(collection, item), 301);
}

/** As many words as fit; a first word that is too long is cut. */
function joinFirst(words: string[]): string {
  let slug = (words[0] ?? '').slice(0, MAX_SLUG_LENGTH);
  for (const word of words.slice(1)) {
    if (slug.length + 1 + word.length > MAX_SLUG_LENGTH) break;
    slug += `-${word}`;
  }
  return slug;
}

/**
 * Throws the permanent redirect to the collection's feed if `id`, which no item has, is `feed`: many readers look for
 * it at `/news/feed`. An item with that id is shown as usual.
 */
export function leadToFeed(collection: CollectionName, id: string): void {
  if (id === 'feed') throw redirect(`/feeds/${collection}.rss`, 301);
}

/** The share image of an item, 1200 by 630, as a path. Each version has its own address. */
export function sharePictureOf(
  collection: CollectionName,
  { id, version }: { id: string; version: number | string },
): string {
  return `/share/${collection}/${id}.png?v=${version}`;
}

type Find<Item> = (db: ReadDb, id: string) => Promise<Item | undefined>;

/** The item with the id of an address. Throws a 404 if there is none. */
export async function requireItem<Item>(find: Find<Item>, db: ReadDb, id: string): Promise<Item> {
  const item = isItemId(id) ? await find(db, id) : undefined;
  if (!item) throw data(null, { status: 404 });
  return item;
}

/** The item of its page in a collection that has a feed. Throws the redirect to its current address, otherwise a 404. */
export async function requireLinked<Item extends Linked>(
  collection: CollectionName,
  find: Find<Item>,
  db: ReadDb,
  { id, slug }: { id: string; slug?: string | undefined },
): Promise<Item> {
  const item = isItemId(id) ? await find(db, id) : undefined;
  if (!item) leadToFeed(collection, id);
  if (!item) throw data(null, { status: 404 });
  requireCurrentSlug(collection, item, slug);
  return item;
}
