import type { CollectionName } from '#app/content/item-schema.ts';
import { reservedSlugs } from '#app/content/permalink.ts';
import { normalizeTyped } from '#app/content/search-query.ts';
import { decodeCursor, encodeCursor } from '#app/database/cursor.ts';
import { readPageNumber } from '#app/database/paginate.server.ts';
import { readEventFilter } from '#app/events/event-filter.ts';
import { readSearchAddress } from '#app/search/search-address.ts';
import { readFeedChoice, readFeedFile } from '#app/syndication/feed.ts';

/** The query parameters that a public address means something by, in their one normal form and a fixed order. */
type Normalize = (given: URLSearchParams) => Record<string, string | undefined>;

type CursorKind = 'number' | 'string';

const exact: Record<string, Normalize> = {
  '/articles': pagesBy('number'),
  '/news': pagesBy('number'),
  '/events': eventsBy,
  '/events.ics': (given) => ({
    place: wordsOf(given.get('place')),
    q: normalizeTyped(given.get('q') ?? '') || undefined,
  }),
  '/polls': pagesBy('number'),
  '/businesses': (given) => ({ ...pagesBy('string')(given), category: wordsOf(given.get('category')) }),
  '/search': searchOf,
  '/search/suggestions': (given) => ({ q: normalizeTyped(given.get('q') ?? '') }),
  '/api/v1/search': (given) => Object.fromEntries([...given].sort()),
  '/about': none,
  '/contact': none,
  '/privacyPolicy': none,
  '/sitemap.xml': none,
  '/news-sitemap.xml': none,
  '/robots.txt': none,
  '/subscribe': none,
  '/api/openapi.json': none,
  '/api/v1/articles': slicesBy('number'),
  '/api/v1/news': slicesBy('number'),
  '/api/v1/events': (given) => ({ ...slicesBy('number')(given), from: given.get('from') ?? undefined }),
  '/api/v1/polls': slicesBy('string'),
  '/api/v1/businesses': slicesBy('string'),
};

const detail = /^\/(articles|news|events|polls|businesses)\/[A-Za-z0-9_-]{1,128}(\.ics)?$/;

/** The pictures of shared links. */
const picture = /^\/share\/(site|(articles|news|events|polls)\/[A-Za-z0-9_-]{1,128})\.png$/;

/** Parts of the sitemap; what is too large is not kept. */
const sitemap = /^\/sitemaps\/(pages|(articles|news|events|polls|businesses)-[1-9]\d{0,4})\.xml$/;

/**
 * The same page with the words of its title. Only those of the present title are answered with it: invented ones are
 * redirects, which are not kept.
 */
const permalink = /^\/(articles|news|events|polls|businesses)\/[A-Za-z0-9_-]{1,128}\/([a-z0-9-]{1,60})$/;

/** Further pages about one poll. Its page of votes is one person's. */
const ofPoll = /^\/polls\/[A-Za-z0-9_-]{1,128}\/(results|ballots|embed)$/;

const MAX_KEY_LENGTH = 1000;

/**
 * The address in its one normal form if a page under it may be kept for everybody, else undefined. Parameters that the
 * page does not know, or could do nothing with, are gone from it; the others stand in a fixed order.
 */
export function cacheableAddress(address: string): string | undefined {
  const at = address.indexOf('?');
  const path = at < 0 ? address : address.slice(0, at);
  const isDetail =
    detail.test(path) || isPermalink(path) || ofPoll.test(path) || picture.test(path) || sitemap.test(path);
  const normalize = Object.hasOwn(exact, path) ? exact[path] : isDetail ? none : ofFeed(path);
  if (!normalize || address.length > MAX_KEY_LENGTH) return undefined;
  return at < 0 ? path : withParameters(path, normalize(new URLSearchParams(address.slice(at + 1))));
}

function ofFeed(path: string): Normalize | undefined {
  const feed = path.startsWith('/feeds/') ? readFeedFile(path.slice('/feeds/'.length)) : undefined;
  return (
    feed &&
    ((given) => {
      const { source, search } = readFeedChoice(feed.name, given);
      return { source, ...search };
    })
  );
}

/**
 * Whether anybody can invent as many addresses like this one as they like that are answered with a page: those with a
 * cursor, a category or the like. Of all others there are no more than the site has pages. Pictures are large and seldom
 * asked for twice: they keep to the same room.
 */
export function isInventable(address: string): boolean {
  return picture.test(address) || (address.includes('?') && !/^[^?]*\?page=\d+$/.test(address));
}

function isPermalink(path: string): boolean {
  const [, collection, slug] = permalink.exec(path) ?? [];
  return slug !== undefined && !reservedSlugs[collection as CollectionName].includes(slug);
}

function withParameters(path: string, parameters: ReturnType<Normalize>): string {
  const kept = new URLSearchParams();
  for (const [name, value] of Object.entries(parameters)) if (value !== undefined) kept.set(name, value);
  return kept.size > 0 ? `${path}?${kept}` : path;
}

function searchOf(given: URLSearchParams): ReturnType<Normalize> {
  const page = readPageNumber(given.get('page'));
  return { ...readSearchAddress(given), page: page > 1 ? String(page) : undefined };
}

function none(): ReturnType<Normalize> {
  return {};
}

/** As `loadListPage` reads an address: a cursor that is none counts for nothing. */
function pagesBy(kind: CursorKind): Normalize {
  return (given) => {
    const after = cursorOf(given.get('after'), kind);
    const before = after ? undefined : cursorOf(given.get('before'), kind);
    const page = Math.max(readPageNumber(given.get('page')), after ? 2 : 1);
    return { page: page > 1 ? String(page) : undefined, after, before };
  };
}

/** A month has no pages; without one the list is narrowed and paged. */
function eventsBy(given: URLSearchParams): ReturnType<Normalize> {
  const filter = readEventFilter(given);
  if (given.has('month')) return { ...filter, month: given.get('month') ?? undefined };
  return { ...pagesBy('number')(given), ...filter };
}

/** As the API reads one: what it refuses stays, so that it does. */
function slicesBy(kind: CursorKind): Normalize {
  const cursor = (text: string | null) => cursorOf(text, kind) ?? text ?? undefined;
  return (given) => ({
    limit: given.get('limit') ?? undefined,
    after: cursor(given.get('after')),
    before: cursor(given.get('before')),
  });
}

function cursorOf(text: string | null, kind: CursorKind): string | undefined {
  const cursor = text ? decodeCursor(text, kind) : undefined;
  return cursor && encodeCursor(cursor);
}

function wordsOf(text: string | null): string | undefined {
  const words = text?.trim();
  return words && !words.includes('\0') ? words : undefined;
}
