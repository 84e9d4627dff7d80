/** Queries for tables whose items have a date of publication, a teaser and a source. */
import type { FeedRequest, FoundContext, Story } from '#app/items/collection/facets.ts';
import type { ReadDb } from '#app/platform/database/handles.ts';
import { plainTextOf } from '#app/platform/html/extract.server.ts';
import type { AnyDb } from '#app/platform/search-index/text-sources.ts';
import { formatDate } from '#app/platform/time/town-time.ts';

/** The columns of such an item that feeds show. */
export type PublishedItem = {
  id: string;
  title: string;
  link: string;
  pubDate: number;
  description: string;
  updatedAt: number;
  deck: string;
  sourceName: string | null;
  sourceUrl: string | null;
};

const feedColumns = [
  'id',
  'title',
  'link',
  'pubDate',
  'description',
  'updatedAt',
  'deck',
  'sourceName',
  'sourceUrl',
] as const;

/** Items published by `now`, newest first: all, of one source, or with these ids. With these columns, too. */
export function listPublished(
  db: ReadDb,
  table: string,
  { now, limit, source, ids, columns = [] }: FeedRequest & { now: number; columns?: string[] | undefined },
): Promise<PublishedItem[]> {
  return anyDb(db)
    .selectFrom(table)
    .select([...feedColumns, ...columns])
    .$castTo<PublishedItem>()
    .where('pubDate', '<=', now)
    .$if(source !== undefined, (query) => query.where('sourceName', '=', source))
    .$if(ids !== undefined, (query) => query.where('id', 'in', ids))
    .orderBy('pubDate', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
}

/** When the next item of the table dated after `now` is published; undefined if there is none. */
export async function findNextPublication(
  db: ReadDb,
  table: string,
  now: number,
): Promise<number | undefined> {
  const query = anyDb(db).selectFrom(table).select('pubDate').where('pubDate', '>', now).orderBy('pubDate');
  return (await query.limit(1).executeTakeFirst())?.pubDate;
}

/** Items published from `from` to `now`, both inclusive, newest first. */
export function listStories(
  db: ReadDb,
  table: string,
  { from, now, limit }: { from: number; now: number; limit: number },
): Promise<Story[]> {
  return anyDb(db)
    .selectFrom(table)
    .select(['id', 'title', 'pubDate'])
    .where('pubDate', '>=', from)
    .where('pubDate', '<=', now)
    .orderBy('pubDate', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
}

/** More sources than this are left out. */
const MOST_SOURCES = 200;

/** The names of all sources of a table, in the order of the database. Goes from one to the next with the index. */
export async function listSourceNames(db: ReadDb, table: string): Promise<string[]> {
  const rows = await anyDb(db)
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
  return rows.map(({ name }) => String(name));
}

/** How many characters of a description a search result reads to find the words. */
export const FOUND_CHARACTERS = 20_000;

/** `text` is plain, `date` in words. */
export type FoundStory = Pick<PublishedItem, 'id' | 'title' | 'link' | 'pubDate' | 'sourceName'> & {
  text: string;
  date: string;
};

/** The items with these ids as search results. */
export async function listFoundStories(
  db: ReadDb,
  table: string,
  ids: string[],
  { clock }: FoundContext,
): Promise<FoundStory[]> {
  const rows = (await anyDb(db)
    .selectFrom(table)
    .select(({ fn, val }) => [
      'id',
      'title',
      'link',
      'pubDate',
      'sourceName',
      fn<string>('substr', ['description', val(1), val(FOUND_CHARACTERS)]).as('text'),
    ])
    .where('id', 'in', ids)
    .execute()) as Omit<FoundStory, 'date'>[];
  return rows.map((row) => ({ ...row, text: plainTextOf(row.text), date: formatDate(row.pubDate, clock) }));
}

function anyDb(db: ReadDb): AnyDb {
  return db as unknown as AnyDb;
}
