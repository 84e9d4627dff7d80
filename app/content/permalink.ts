import { data, redirect } from 'react-router';
import { unfoldLetters } from '#app/search-index/fold-text.ts';
import type { CollectionName } from './item-schema.ts';

/** What of an item its address is made of. */
export type Linked = { id: string; title: string };

const MAX_SLUG_LENGTH = 60;

/** Addresses below an item that are pages of their own. A test holds them against the list of routes. */
export const reservedSlugs: Record<CollectionName, readonly string[]> = {
  articles: [],
  news: [],
  events: [],
  polls: ['results', 'vote', 'withdrawal', 'ballots', 'embed'],
  businesses: [],
};

/**
 * The one address by which search engines, feeds and shared links know an item: `/articles/{id}/{slug}`, or
 * `/articles/{id}` where its title gives no slug. A path without origin. Links inside the site's own pages stay
 * `/articles/{id}` (spec section 2), which keeps answering.
 */
export function permalinkOf(collection: CollectionName, item: Linked): string {
  const slug = slugOf(collection, item.title);
  return slug === '' ? `/${collection}/${item.id}` : `/${collection}/${item.id}/${slug}`;
}

/**
 * The words of a title as part of an address: lower-case ASCII, at most sixty characters, cut after a word. '' where
 * nothing is left, and where it would be the address of another page of the item. It has no dot, so that it is never
 * taken for a file.
 */
export function slugOf(collection: CollectionName, title: string): string {
  // Letters of other scripts are many and leave nothing: no more is read than could be of use.
  const words = unfoldLetters(title.slice(0, 4 * MAX_SLUG_LENGTH).toLowerCase())
    .normalize('NFKD')
    .replace(/[\u0300-\u036f'’]/g, '')
    .replace(/&/g, ' and ')
    .split(/[^a-z0-9]+/)
    .filter(Boolean);
  const slug = joinFirst(words);
  return reservedSlugs[collection].includes(slug) ? '' : slug;
}

/**
 * Throws the permanent redirect to the item's present address when `slug`, the part of the asked address after the id,
 * is none or an older one. 301 and not 308: these addresses are only read, and 301 is what every crawler and feed
 * reader knows. It is sent with `no-cache`, for a title may change back. What looks like a file of the page is a 404
 * (R-34).
 */
export function requireCurrentSlug(collection: CollectionName, item: Linked, slug: string | undefined): void {
  if (slug?.includes('.')) throw data(null, { status: 404 });
  if (slug && slug !== slugOf(collection, item.title)) throw redirect(permalinkOf(collection, item), 301);
}

/** As many of the words as there is room for; a first one that is too long by itself is cut. */
function joinFirst(words: string[]): string {
  let slug = (words[0] ?? '').slice(0, MAX_SLUG_LENGTH);
  for (const word of words.slice(1)) {
    if (slug.length + 1 + word.length > MAX_SLUG_LENGTH) break;
    slug += `-${word}`;
  }
  return slug;
}
