import type { CollectionName } from '#app/content/item-schema.ts';
import { collectionNames } from '#app/content/item-schema.ts';
import { clausesOf, mayGrow } from '#app/content/search-clauses.ts';
import { asksForSomething, type SearchQuery } from '#app/content/search-query.ts';
import type { ReadDb } from '#app/database/handles.ts';
import {
  type FoundDocument,
  listFoundDocuments,
  type TextRequest,
} from '#app/full-text/find-documents.server.ts';
import { startOfToday } from '#app/time/town-time.ts';

/** Something that was found. `date` is its publication, an event's day, or when a poll or business came (UTC ms). */
export type Match = { collection: CollectionName; id: string; date: number };

/**
 * The best matches, and how many there are of each collection. Where there are more than `MOST_COUNTED` of one nobody
 * counted on: `isMore`.
 */
export type Matches = {
  matches: Match[];
  counts: Record<CollectionName, number>;
  total: number;
  isMore: boolean;
  /** So many can be asked for, one page after the other. */
  ranked: number;
};

export type MatchOptions = {
  /** UTC epoch milliseconds; with the town's `zone` it says which events are still to come. */
  now: number;
  zone: string;
  limit: number;
  /** How many of the best to leave out. */
  skip?: number;
  /** The last word may be the beginning of one even when it is found as it is: while somebody types. */
  isGrowing?: boolean;
};

/** So many matches of a collection are looked at: counting on would take as long as there are items. */
export const MOST_COUNTED = 1000;

/** On a page of all kinds so many events that are to come stand before everything else. */
const EVENTS_AHEAD = 3;

/** With fewer than a page the last word may be the beginning of a longer one. */
const FEW = 10;

/**
 * What is published and matches, the best first: events that are to come, soonest first; then what has the words in its
 * title; then the rest, each the newest first. Of more than a thousand of a collection only those saved last are looked
 * at, newest first, and the events that are to come. A query without a word finds nothing. Throws DatabaseFailure when
 * it takes too long.
 */
export async function findMatches(db: ReadDb, query: SearchQuery, options: MatchOptions): Promise<Matches> {
  if (!asksForSomething(query)) return nothing();
  const grows = mayGrow(query.terms);
  const exact = options.isGrowing && grows ? undefined : await findRanked(db, query, options, false);
  const isEnough = exact !== undefined && exact.ranked.length >= FEW;
  const wide = isEnough || !grows ? undefined : await findRanked(db, query, options, true);
  const { ranked, counts, isMore } = join(exact, wide);
  const { skip = 0, limit } = options;
  const total = Object.values(counts).reduce((sum, count) => sum + count, 0);
  const matches = ranked
    .slice(skip, skip + limit)
    .map(({ collection, id, date }) => ({ collection, id, date }));
  return { matches, counts, total, isMore, ranked: ranked.length };
}

type Ranked = { ranked: Match[]; counts: Record<CollectionName, number>; isMore: boolean };

/** What has the words as they were written stands before what only begins with them. */
function join(exact: Ranked | undefined, wide: Ranked | undefined): Ranked {
  if (!exact || !wide) return (exact ?? wide) as Ranked;
  const has = new Set(exact.ranked.map(keyOf));
  return { ...wide, ranked: [...exact.ranked, ...wide.ranked.filter((match) => !has.has(keyOf(match)))] };
}

function keyOf({ collection, id }: Match): string {
  return `${collection}/${id}`;
}

function nothing(): Matches {
  return { matches: [], counts: noCounts(), total: 0, isMore: false, ranked: 0 };
}

function noCounts(): Record<CollectionName, number> {
  return { articles: 0, news: 0, events: 0, polls: 0, businesses: 0 };
}

async function findRanked(
  db: ReadDb,
  query: SearchQuery,
  { now, zone }: MatchOptions,
  isGrowing: boolean,
): Promise<Ranked> {
  const clauses = clausesOf(query.terms, { isGrowing });
  const { from, to } = query;
  const asked = collectionNames.filter((name) => isAsked(query, name));
  const today = startOfToday(now, zone);
  const request = { clauses, from, to, limit: MOST_COUNTED + 1 };
  const found = await Promise.all(
    asked.map(async (name) => ({ name, documents: await listLatest(db, name, request, today) })),
  );
  const isMore = found.some(({ documents }) => documents.length > MOST_COUNTED);
  const counts = noCounts();
  const lists = await Promise.all(
    found.map(async ({ name, documents }) => {
      const kept = documents.slice(0, MOST_COUNTED);
      counts[name] = kept.length;
      // Of so many the newest are wanted: which has the word in its title says little.
      const asksTitles = !isMore && kept.length > 0;
      const titles = asksTitles ? await listFoundDocuments(db, name, { ...request, inTitle: true }) : [];
      return rankOf(name, kept, titles, today);
    }),
  );
  const ranked = lists.flat().sort(byRank);
  return { ranked: query.kind ? ranked : withFewEventsAhead(ranked), counts, isMore };
}

/** What was saved last; of too many events first those that are to come, however long ago they were saved. */
async function listLatest(
  db: ReadDb,
  name: CollectionName,
  request: TextRequest,
  today: number,
): Promise<FoundDocument[]> {
  const latest = await listFoundDocuments(db, name, request);
  if (name !== 'events' || latest.length <= MOST_COUNTED) return latest;
  const from = Math.max(today, request.from ?? today);
  return unite(await listFoundDocuments(db, name, { ...request, from }), latest);
}

function unite(first: FoundDocument[], rest: FoundDocument[]): FoundDocument[] {
  const has = new Set(first.map(({ number }) => number));
  return [...first, ...rest.filter(({ number }) => !has.has(number))];
}

/** Businesses have no date: a search of certain days is not for them. */
function isAsked({ kind, from, to }: SearchQuery, name: CollectionName): boolean {
  if (kind) return kind === name;
  return name !== 'businesses' || (from === undefined && to === undefined);
}

type RankedMatch = Match & { rank: 0 | 1 | 2 };

function rankOf(
  collection: CollectionName,
  documents: FoundDocument[],
  titles: FoundDocument[],
  today: number,
): RankedMatch[] {
  const inTitle = new Set(titles.map(({ number }) => number));
  return documents.map(({ number, itemId, date }) => {
    const isAhead = collection === 'events' && date >= today;
    return { collection, id: itemId, date, rank: isAhead ? 0 : inTitle.has(number) ? 1 : 2 };
  });
}

function byRank(one: RankedMatch, other: RankedMatch): number {
  if (one.rank !== other.rank) return one.rank - other.rank;
  if (one.date !== other.date) return one.rank === 0 ? one.date - other.date : other.date - one.date;
  return one.id < other.id ? -1 : 1;
}

function withFewEventsAhead(ranked: RankedMatch[]): RankedMatch[] {
  const ahead = ranked.filter(({ rank }) => rank === 0);
  const late = ahead.slice(EVENTS_AHEAD).map((match) => ({ ...match, rank: 1 as const }));
  if (late.length === 0) return ranked;
  const rest = ranked.filter(({ rank }) => rank > 0);
  return [...ahead.slice(0, EVENTS_AHEAD), ...[...rest, ...late].sort(byRank)];
}
