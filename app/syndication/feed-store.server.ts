/** The content of feeds: the newest of each collection, found by an index. */
import type { ReadDb } from '#app/database/handles.ts';

export type FeedArticle = Awaited<ReturnType<typeof listFeedArticles>>[number];
export type FeedNews = Awaited<ReturnType<typeof listFeedNews>>[number];
export type FeedEvent = Awaited<ReturnType<typeof listFeedEvents>>[number];

const shared = ['id', 'title', 'link', 'pubDate', 'description', 'updatedAt'] as const;
const sourced = [...shared, 'deck', 'sourceName', 'sourceUrl'] as const;

/** What is published at `now`: all, of one source, or with these ids. */
type Wanted = { now: number; limit: number; source?: string | undefined; ids?: string[] | undefined };

/** Articles published by `now` newest first, of all sources or of the one with exactly this name. */
export function listFeedArticles(db: ReadDb, { now, limit, source, ids }: Wanted) {
  return db
    .selectFrom('article')
    .select(sourced)
    .where('pubDate', '<=', now)
    .$if(source !== undefined, (query) => query.where('sourceName', '=', source as string))
    .$if(ids !== undefined, (query) => query.where('id', 'in', ids as string[]))
    .orderBy('pubDate', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
}

/** News published by `now` newest first, of all sources or of the one with exactly this name. */
export function listFeedNews(db: ReadDb, { now, limit, source, ids }: Wanted) {
  return db
    .selectFrom('news_item')
    .select(sourced)
    .where('pubDate', '<=', now)
    .$if(source !== undefined, (query) => query.where('sourceName', '=', source as string))
    .$if(ids !== undefined, (query) => query.where('id', 'in', ids as string[]))
    .orderBy('pubDate', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
}

const eventColumns = [
  ...shared,
  'eventDate',
  'eventTime',
  'eventLocation',
  'enclosureUrl',
  'enclosureType',
  'endDate',
  'allDay',
  'status',
  'statusNote',
  'previousDate',
] as const;

/**
 * Events published by `now` that begin or end on or after `from` (UTC epoch milliseconds), the last published or
 * changed first, of those loaded together the earliest. Includes cancelled and moved ones, so that readers are
 * notified.
 */
export async function listFeedEvents(
  db: ReadDb,
  { now, limit, from, ids }: Omit<Wanted, 'source'> & { from: number },
) {
  const rows = await db
    .selectFrom('event')
    .select(eventColumns)
    .where('pubDate', '<=', now)
    .where((eb) => eb.or([eb('eventDate', '>=', from), eb('endDate', '>', from)]))
    .$if(ids !== undefined, (query) => query.where('id', 'in', ids as string[]))
    .orderBy('updatedAt', 'desc')
    .orderBy('eventDate')
    .orderBy('id')
    .limit(limit)
    .execute();
  return rows.map((row) => ({ ...row, allDay: row.allDay === 1 }));
}

/** When the next item of the table dated after `now` is published; undefined if there is none. */
export async function findNextPublication(
  db: ReadDb,
  table: 'article' | 'news_item' | 'event',
  now: number,
): Promise<number | undefined> {
  const query = db.selectFrom(table).select('pubDate').where('pubDate', '>', now).orderBy('pubDate');
  return (await query.limit(1).executeTakeFirst())?.pubDate;
}

/** More sources than this are left out. */
const MOST_SOURCES = 200;

/** The names of all sources of a collection, in the order of the database. Goes from one to the next with the index. */
export async function listSourceNames(db: ReadDb, table: 'article' | 'news_item'): Promise<string[]> {
  const rows = await db
    .withRecursive('step(name)', (steps) =>
      steps
        .selectFrom(table)
        .select(({ fn }) => fn.min('sourceName').as('name'))
        .unionAll((next) =>
          next
            .selectFrom('step')
            .select(({ selectFrom }) =>
              selectFrom(table)
                .select(({ fn }) => fn.min(`${table}.sourceName`).as('name'))
                .whereRef(`${table}.sourceName`, '>', 'step.name')
                .as('name'),
            )
            .where('step.name', 'is not', null),
        ),
    )
    .selectFrom('step')
    .select('name')
    .where('name', 'is not', null)
    .limit(MOST_SOURCES)
    .execute();
  return rows.flatMap(({ name }) => name ?? []);
}

/** How many of the next events are read for their places. */
const EVENTS_FOR_PLACES = 200;

/** The places of the next events on or after `from` (UTC epoch milliseconds), earliest first. */
export async function listPlaces(db: ReadDb, from: number): Promise<string[]> {
  const rows = await db
    .selectFrom('event')
    .select('eventLocation')
    .where('eventDate', '>=', from)
    .orderBy('eventDate')
    .orderBy('id')
    .limit(EVENTS_FOR_PLACES)
    .execute();
  return [...new Set(rows.map(({ eventLocation }) => eventLocation))].slice(0, MOST_PLACES);
}

const MOST_PLACES = 40;
