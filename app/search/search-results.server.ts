import type { CollectionName } from '#app/content/item-schema.ts';
import { siteNameOf } from '#app/content/own-link.ts';
import type { SearchTerm } from '#app/content/search-query.ts';
import type { ReadDb } from '#app/database/handles.ts';
import { describeTime } from '#app/events/event-time.ts';
import { plainTextOf } from '#app/html/extract.server.ts';
import { findNextChange, timeWords } from '#app/polls/poll-state.ts';
import { formatDate, formatEventDate, type TownClock } from '#app/time/town-time.ts';
import { markSnippet, markText, type Piece } from './marked-text.ts';
import type { Match } from './search.server.ts';

/** A match as a page shows it. `href` leads to its page, or to the source if its list does (spec section 2). */
export type SearchResult = {
  collection: CollectionName;
  id: string;
  title: Piece[];
  snippet: Piece[];
  href: string;
  /** When and where, as text. */
  facts: Piece[][];
};

export type ResultContext = {
  terms: SearchTerm[];
  clock: TownClock;
  now: number;
  /** Called with the instant at which a result's text expires. */
  keepUntil?: (instant: number) => void;
};

/** Longer texts are not searched for the words: their beginning is shown. */
const READ_CHARACTERS = 20_000;

/** The matches as results, in order, without those removed meanwhile. */
export async function loadResults(
  db: ReadDb,
  matches: Match[],
  context: ResultContext,
): Promise<SearchResult[]> {
  const idsOf = (name: CollectionName) =>
    matches.filter(({ collection }) => collection === name).map(({ id }) => id);
  const found = await Promise.all(
    (Object.keys(loaders) as CollectionName[]).map(async (name) => {
      const ids = idsOf(name);
      return ids.length > 0 ? loaders[name](db, ids, context) : [];
    }),
  );
  const byKey = new Map(found.flat().map((result) => [`${result.collection}/${result.id}`, result]));
  return matches.flatMap(({ collection, id, moreDates }) => {
    const result = byKey.get(`${collection}/${id}`);
    return result ? withMoreDates(result, moreDates) : [];
  });
}

function withMoreDates(result: SearchResult, moreDates: number): SearchResult {
  if (moreDates === 0) return result;
  const text = moreDates === 1 ? 'and 1 more date' : `and ${moreDates} more dates`;
  return { ...result, facts: [...result.facts, [{ text, isMatch: false }]] };
}

type Loader = (db: ReadDb, ids: string[], context: ResultContext) => Promise<SearchResult[]>;

const loaders: Record<CollectionName, Loader> = {
  articles: loadArticles,
  news: loadNews,
  events: loadEvents,
  polls: loadPolls,
  businesses: loadBusinesses,
};

async function loadArticles(
  db: ReadDb,
  ids: string[],
  { terms, clock }: ResultContext,
): Promise<SearchResult[]> {
  const rows = await db
    .selectFrom('article')
    .select(({ fn, val }) => [
      'id',
      'title',
      'pubDate',
      'sourceName',
      fn<string>('substr', ['description', val(1), val(READ_CHARACTERS)]).as('text'),
    ])
    .where('id', 'in', ids)
    .execute();
  return rows.map(({ id, title, pubDate, sourceName, text }) => ({
    collection: 'articles',
    id,
    title: markText(title, terms),
    snippet: markSnippet(plainTextOf(text), terms),
    href: `/articles/${id}`,
    facts: factsOf([formatDate(pubDate, clock), sourceName], terms),
  }));
}

async function loadNews(db: ReadDb, ids: string[], { terms, clock }: ResultContext): Promise<SearchResult[]> {
  const rows = await db
    .selectFrom('news_item')
    .select(({ fn, val }) => [
      'id',
      'title',
      'link',
      'pubDate',
      'sourceName',
      fn<string>('substr', ['description', val(1), val(READ_CHARACTERS)]).as('text'),
    ])
    .where('id', 'in', ids)
    .execute();
  return rows.map(({ id, title, link, pubDate, sourceName, text }) => ({
    collection: 'news',
    id,
    title: markText(title, terms),
    snippet: markSnippet(plainTextOf(text), terms),
    href: link,
    facts: factsOf([formatDate(pubDate, clock), sourceName ?? siteNameOf(link)], terms),
  }));
}

async function loadEvents(
  db: ReadDb,
  ids: string[],
  { terms, clock }: ResultContext,
): Promise<SearchResult[]> {
  const rows = await db
    .selectFrom('event')
    .select(({ fn, val }) => [
      'id',
      'title',
      'eventDate',
      'eventTime',
      'endDate',
      'eventLocation',
      'status',
      fn<string>('substr', ['description', val(1), val(READ_CHARACTERS)]).as('text'),
    ])
    .where('id', 'in', ids)
    .execute();
  return rows.map(({ id, title, status, text, ...event }) => ({
    collection: 'events',
    id,
    title: markText(title, terms),
    snippet: markSnippet(plainTextOf(text), terms),
    href: `/events/${id}`,
    facts: factsOf(
      [
        ...(status === 'scheduled' ? [] : [statusWords[status]]),
        `${formatEventDate(event.eventDate, clock.timeZone)}, ${describeTime(event, clock.timeZone)}`,
        event.eventLocation,
      ],
      terms,
    ),
  }));
}

function factsOf(facts: string[], terms: SearchTerm[]): Piece[][] {
  return facts.map((fact) => markText(fact, terms));
}

const statusWords = { cancelled: 'Cancelled', postponed: 'Postponed', moved: 'Moved' };

async function loadPolls(db: ReadDb, ids: string[], context: ResultContext): Promise<SearchResult[]> {
  const { terms, clock, now, keepUntil } = context;
  const rows = await db
    .selectFrom('poll')
    .select(['id', 'title', 'description', 'opensAt', 'closesAt', 'closedAt'])
    .where('id', 'in', ids)
    .execute();
  return rows.map(({ id, title, description, ...times }) => {
    keepUntil?.(findNextChange(times, now) ?? Number.POSITIVE_INFINITY);
    return {
      collection: 'polls',
      id,
      title: markText(title, terms),
      snippet: markSnippet(description.replace(/\s+/g, ' '), terms),
      href: `/polls/${id}`,
      facts: factsOf([timeWords(times, now, clock)], terms),
    };
  });
}

async function loadBusinesses(db: ReadDb, ids: string[], { terms }: ResultContext): Promise<SearchResult[]> {
  const rows = await db
    .selectFrom('business')
    .select(({ fn, val }) => [
      'id',
      'name',
      'category',
      'address',
      fn<string>('substr', ['description', val(1), val(READ_CHARACTERS)]).as('text'),
    ])
    .where('id', 'in', ids)
    .execute();
  return rows.map(({ id, name, category, address, text }) => ({
    collection: 'businesses',
    id,
    title: markText(name, terms),
    snippet: markSnippet(plainTextOf(text), terms),
    href: `/businesses/${id}`,
    facts: factsOf([category, address], terms),
  }));
}
