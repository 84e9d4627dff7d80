import type { CollectionName } from '#app/items/collection/collection.ts';
import { asksForSomething, clausesOf, mayGrow, type SearchQuery } from '#app/items/lists/search-query.ts';
import type { ReadDb } from '#app/platform/database/handles.ts';
import {
  type Found,
  type FoundDocument,
  listFoundDocuments,
  type TextRequest,
} from '#app/platform/search-index/find-documents.server.ts';
import { startOfToday } from '#app/platform/time/town-time.ts';
import type { SearchKind, SearchKinds } from './kinds.ts';

/**
 * A match. `date` is its publication date, an event's day, or when a poll or business was added (UTC ms). A repeated
 * event is found once, on its next date: `moreDates` is how many later ones match.
 */
export type Match = { collection: CollectionName; id: string; date: number; moreDates: number };

/**
 * The best matches, and how many there are in each collection. `isMore`: there are or may be others, which were not
 * counted.
 */
export type Matches = {
  matches: Match[];
  counts: Record<CollectionName, number>;
  total: number;
  isMore: boolean;
  /** How many results can be shown in total. */
  ranked: number;
};

export type MatchOptions = {
  collections: SearchKinds;
  /** UTC epoch milliseconds; with the town's `zone` it says which events are still to come. */
  now: number;
  zone: string;
  limit: number;
  /** How many of the best to skip. */
  skip?: number;
  /** The last word may be a prefix even when it is found as a word: while the user types. */
  isGrowing?: boolean;
};

/** How many matches of a collection are read: counting all would take as long as there are items. */
export const MOST_COUNTED = 1000;

/** Enough of a kind where PostgreSQL would take long to find more: phrases and beginnings of words in large libraries. */
const ENOUGH = 100;

/** A match in the text is ranked behind a match in the title as if there were this many better matches of its kind. */
const TEXT_STEPS = 3;
const PAST_EVENT_STEPS = 3;

/** With fewer than a page the last word may be the beginning of a longer one. */
const FEW = 10;

/**
 * Published matches, the best first. In each kind: those with the words in their title, then the rest; upcoming events
 * before past ones, nearest first, everything else newest first. The kinds alternate, so that the best of each is near
 * the top. Of very many of a kind, only those saved last are read, and upcoming events; their titles do not count. A query without a word finds nothing. Throws DatabaseUnavailable when it takes too long.
 */
export async function findMatches(db: ReadDb, query: SearchQuery, options: MatchOptions): Promise<Matches> {
  if (!asksForSomething(query)) return nothing(options.collections);
  const grows = mayGrow(query.terms);
  const exact = options.isGrowing && grows ? undefined : await findRanked(db, query, options, false);
  const isEnough = exact !== undefined && exact.ranked.length >= FEW;
  const wide = isEnough || !grows ? undefined : await findRanked(db, query, options, true);
  const { ranked, counts, isMore } = join(exact, wide);
  const { skip = 0, limit } = options;
  // Beginnings of words may have been counted among the newest alone.
  const total = Math.max(
    ranked.length,
    Object.values(counts).reduce((sum, count) => sum + count, 0),
  );
  const matches = ranked
    .slice(skip, skip + limit)
    .map(({ collection, id, date, moreDates }) => ({ collection, id, date, moreDates }));
  return { matches, counts, total, isMore, ranked: ranked.length };
}

type Ranked = { ranked: Match[]; counts: Record<CollectionName, number>; isMore: boolean };

/** Matches of the exact words come before those of prefixes. */
function join(exact: Ranked | undefined, wide: Ranked | undefined): Ranked {
  if (!exact || !wide) return (exact ?? wide) as Ranked;
  const has = new Set(exact.ranked.map(keyOf));
  return { ...wide, ranked: [...exact.ranked, ...wide.ranked.filter((match) => !has.has(keyOf(match)))] };
}

function keyOf({ collection, id }: Match): string {
  return `${collection}/${id}`;
}

function nothing(collections: SearchKinds): Matches {
  return { matches: [], counts: noCounts(collections), total: 0, isMore: false, ranked: 0 };
}

function noCounts(collections: SearchKinds): Record<CollectionName, number> {
  return Object.fromEntries(Object.keys(collections).map((name) => [name, 0]));
}

async function findRanked(
  db: ReadDb,
  query: SearchQuery,
  { collections, now, zone }: MatchOptions,
  isGrowing: boolean,
): Promise<Ranked> {
  const clauses = clausesOf(query.terms, { isGrowing });
  const { from, to, archived } = query;
  const asked = Object.values(collections).filter((collection) => isAsked(query, collection));
  const today = startOfToday(now, zone);
  const request = { clauses, from, to, unarchived: !archived, limit: MOST_COUNTED + 1, enough: ENOUGH };
  const found = await Promise.all(
    asked.map(async (collection) => ({
      collection,
      ...(await listLatest(db, collection, request, today)),
    })),
  );
  const isMore = found.some((one) => one.isMore);
  const counts = noCounts(collections);
  const lists = await Promise.all(
    found.map(async ({ collection, documents }) => {
      const kept = documents.slice(0, MOST_COUNTED);
      // With this many matches, the newest are more useful than those with the words in the title.
      const asksTitles = !isMore && kept.length > 0;
      const titles = asksTitles
        ? (await listFoundDocuments(db, collection.source, { ...request, inTitle: true })).documents
        : [];
      const ranked = rankOf(collection, kept, titles, today);
      counts[collection.name] = ranked.length;
      return ranked;
    }),
  );
  return { ranked: lists.flat().sort(byStep), counts, isMore };
}

/** Those saved last; of too many events, first the upcoming ones, whenever they were saved. */
async function listLatest(
  db: ReadDb,
  { source, facets: { search } }: SearchKind,
  request: TextRequest,
  today: number,
): Promise<Found> {
  const latest = await listFoundDocuments(db, source, request);
  if (search.date !== 'takes-place' || !latest.isMore) return latest;
  const from = Math.max(today, request.from ?? today);
  const { documents } = await listFoundDocuments(db, source, { ...request, from });
  return { documents: unite(documents, latest.documents), isMore: true };
}

function unite(first: FoundDocument[], rest: FoundDocument[]): FoundDocument[] {
  const has = new Set(first.map(({ number }) => number));
  return [...first, ...rest.filter(({ number }) => !has.has(number))];
}

/** A search with dates leaves out collections without dates. */
function isAsked({ kind, from, to }: SearchQuery, { name, facets: { search } }: SearchKind): boolean {
  if (kind) return kind === name;
  return search.date !== 'none' || (from === undefined && to === undefined);
}

/** Sorted by `step`, lowest first; on the same step by `rank` of the kind. */
type RankedMatch = Match & { step: number; rank: number };

function rankOf(
  {
    name: collection,
    facets: {
      search: { rank, date: dated },
    },
  }: SearchKind,
  documents: FoundDocument[],
  titles: FoundDocument[],
  today: number,
): RankedMatch[] {
  const inTitle = new Set(titles.map(({ number }) => number));
  const isPast = (date: number) => dated === 'takes-place' && date < today;
  const stepsOf = ({ number, date }: FoundDocument) =>
    (inTitle.has(number) ? 0 : TEXT_STEPS) + (isPast(date) ? PAST_EVENT_STEPS : 0);
  const isAhead = (date: number) => dated === 'takes-place' && date >= today;
  const results = dated === 'takes-place' ? joinSeries(documents, today) : firstOfSeries(documents);
  return results
    .map((document) => ({ document, steps: stepsOf(document) }))
    .sort(({ document: one, steps }, { document: other, steps: otherSteps }) => {
      if (steps !== otherSteps) return steps - otherSteps;
      if (one.date !== other.date) return isAhead(one.date) ? one.date - other.date : other.date - one.date;
      return one.itemId < other.itemId ? -1 : 1;
    })
    .map(({ document: { itemId, date, moreDates }, steps }, place) => ({
      collection,
      id: itemId,
      date,
      moreDates,
      step: place + steps,
      rank,
    }));
}

/** Of each repeated event the next date, or the last one when all have passed. */
function joinSeries(documents: FoundDocument[], today: number): (FoundDocument & { moreDates: number })[] {
  const bySeries = Map.groupBy(documents, ({ series, number }) => series ?? number);
  return [...bySeries.values()].map((dates) => {
    const sorted = dates.toSorted((one, other) => one.date - other.date);
    const ahead = sorted.filter(({ date }) => date >= today);
    const shown = ahead[0] ?? sorted.at(-1) ?? (dates[0] as FoundDocument);
    return { ...shown, moreDates: Math.max(0, ahead.length - 1) };
  });
}

/** Of each document the first page that matches. */
function firstOfSeries(documents: FoundDocument[]): (FoundDocument & { moreDates: number })[] {
  const bySeries = Map.groupBy(documents, ({ series, number }) => series ?? number);
  return [...bySeries.values()].map((pages) => {
    const [first] = pages.toSorted((one, other) => (one.itemId < other.itemId ? -1 : 1));
    return { ...(first as FoundDocument), moreDates: 0 };
  });
}

function byStep(one: RankedMatch, other: RankedMatch): number {
  if (one.step !== other.step) return one.step - other.step;
  return one.rank - other.rank;
}
