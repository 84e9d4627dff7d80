import { findTagName } from '#app/articles/tagged-articles.server.ts';
import { type Collections, titleOfInput } from '#app/items/collection/collection.ts';
import { findTitles } from '#app/items/content/item-subject.server.ts';
import { permalinkOf, slugOf } from '#app/items/content/permalink.ts';
import { parseSearchText } from '#app/items/lists/search-query.ts';
import { findMatches } from '#app/items/search/find-matches.server.ts';
import { loadResults } from '#app/items/search/search-results.server.ts';
import type { ReadDb } from '#app/platform/database/handles.ts';

/** An item that a redirect leads to: its title, and what it is if it is not published. */
export type Target = { title: string; state?: 'draft' | 'scheduled' | 'gone' };

/** The items that these targets lead to, by the target; not other pages. One query for each kind, and one for the rest. */
export async function findTargets(
  db: ReadDb,
  collections: Collections,
  targets: string[],
): Promise<Map<string, Target>> {
  const paths = new Map(targets.flatMap((target) => itemPathOf(target, collections)));
  const titles = await findTitles(db, collections, [...new Set(paths.values())]);
  const hidden = [...new Set(paths.values())].filter((path) => !titles.has(path));
  const versions = await findVersions(db, collections, hidden);
  return new Map(
    [...paths].map(([target, path]) => {
      const title = titles.get(path);
      return [target, title === undefined ? (versions.get(path) ?? { title: '', state: 'gone' }) : { title }];
    }),
  );
}

/** '/articles/abc' of '/articles/abc/harvest-fair#top'. */
function itemPathOf(target: string, collections: Collections): [target: string, path: string][] {
  const [, name = '', id] = /^\/([a-z]+)\/([\w-]{1,128})(?=[/?#]|$)/.exec(target) ?? [];
  return id && Object.hasOwn(collections, name) ? [[target, `/${name}/${id}`]] : [];
}

/** Drafts and scheduled items, by their paths. */
async function findVersions(
  db: ReadDb,
  collections: Collections,
  paths: string[],
): Promise<Map<string, Target>> {
  if (paths.length === 0) return new Map();
  const rows = await db
    .selectFrom('item_version')
    .select(['collection', 'id', 'state', 'item'])
    .where(
      'id',
      'in',
      paths.map((path) => path.split('/')[2] ?? ''),
    )
    .execute();
  return new Map(
    rows.flatMap(({ collection, id, state, item }): [string, Target][] => {
      const of = Object.values(collections).find(({ name }) => name === collection);
      const title = of ? titleOfInput(of, JSON.parse(item)) : '';
      return of ? [[`/${collection}/${id}`, { title, state }]] : [];
    }),
  );
}

type Asking = { collections: Collections; now: number; timeZone: string; locale: string };

const TRIED = 5;

/** Pages that nearly every site has, by a word of their address. */
const fixed: Record<string, string> = {
  about: '/about',
  articles: '/articles',
  blog: '/articles',
  businesses: '/businesses',
  calendar: '/events',
  contact: '/contact',
  directory: '/businesses',
  events: '/events',
  feed: '/feeds/all.rss',
  login: '/login',
  news: '/news',
  newsletter: '/newsletter',
  polls: '/polls',
  privacy: '/privacyPolicy',
  subscribe: '/subscribe',
};
/** They change nothing about what a page is. */
const FILLER = /^(us|our|the|page|policy|this|site|all)$/;

/**
 * The page that an old address probably means: one that nearly every site has, or a tag; the item whose title gives its
 * last part, otherwise the best match of the search for its words. Undefined without a word, or when nothing has them
 * all.
 */
export async function suggestTarget(db: ReadDb, path: string, asking: Asking): Promise<string | undefined> {
  const words = wordsOf(path);
  if (words === '') return undefined;
  const [first = '', ...more] = words.split(' ').filter((word) => !FILLER.test(word));
  if (more.length === 0 && Object.hasOwn(fixed, first)) return fixed[first];
  const slug = words.replaceAll(' ', '-');
  if (/^\/(tag|category)\//.test(path) && (await findTagName(db, slug))) return `/tags/${slug}`;
  const { collections, now, timeZone, locale } = asking;
  const query = parseSearchText(words);
  const { matches } = await findMatches(db, query, { collections, now, zone: timeZone, limit: TRIED });
  const found = await loadResults(db, matches, {
    collections,
    terms: query.terms,
    clock: { timeZone, locale },
    now,
  });
  const items = found.map(({ collection, id, slug: own, title }) => ({
    collection,
    id,
    slug: own,
    title: title.map(({ text }) => text).join(''),
  }));
  const best = items.find(({ collection, title }) => slugOf(collection, title) === slug) ?? items[0];
  return best && permalinkOf(best.collection, best);
}

/** The words of the last part that has any: 'harvest fair' of '/2024/10/harvest-fair/'. */
function wordsOf(path: string): string {
  const segments = (path.split('?')[0] ?? '').split('/').map(decoded);
  const last = segments.findLast((segment) => /\p{L}{2}/u.test(segment)) ?? '';
  return last
    .replace(/\.\w{1,5}$/, '')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')
    .slice(0, 12)
    .join(' ');
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
