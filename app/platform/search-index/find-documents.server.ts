/** Queries the full-text index, with the syntax of each database. The query is a list of clauses, never a text. */
import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely';
import type { ReadDb, WriteDb } from '#app/platform/database/handles.ts';
import { postgresAdapterOf } from '#app/platform/database/postgres-adapter.ts';
import type { AnyDb, TextSource } from './text-sources.ts';

/**
 * What a document must contain: one of `choices`, each a word or several consecutive words; with `endings`, also every
 * word that begins with the first of them. `isExcluded`: must not contain. Words are letters and digits with their
 * marks.
 */
export type TextClause = { choices: string[][]; endings: boolean; isExcluded: boolean };

export type TextRequest = {
  clauses: TextClause[];
  /** In the title only. */
  inTitle?: boolean;
  /** Also what no published item uses: for editors. */
  unused?: boolean;
  /** Without archived items. */
  unarchived?: boolean | undefined;
  /** Only documents with these dates, UTC epoch milliseconds, `to` exclusive. */
  from?: number | undefined;
  to?: number | undefined;
  /** At most this many. */
  limit: number;
  /** Where it would take long to find more, this many are enough; by default all up to `limit` are found. */
  enough?: number;
};

/** The last saved first. `isMore`: there are or may be others. */
export type Found = { documents: FoundDocument[]; isMore: boolean };

/** The same `series` for the dates of one repeated event; null for everything else. */
export type FoundDocument = { number: number; itemId: string; date: number; series: string | null };

/**
 * All prefixes together expand to at most this many words of the index: with all words, one letter would take seconds.
 */
const MOST_ENDINGS = 60;
const LEAST_ENDINGS = 3;

/**
 * The documents of a source that match, the last saved first, so the first ones are found without reading all. Throws
 * DatabaseUnavailable when that takes too long.
 */
export async function listFoundDocuments(
  db: ReadDb,
  source: TextSource,
  request: TextRequest,
): Promise<Found> {
  if (!request.clauses.some((clause) => !clause.isExcluded)) return { documents: [], isMore: false };
  const isPostgres = postgresAdapterOf(db as WriteDb) !== undefined;
  return isPostgres ? listInPostgres(db, source, request) : listInSqlite(db, source, request);
}

// biome-ignore lint/suspicious/noExplicitAny: as in AnyDb
type AnyQuery = SelectQueryBuilder<any, any, object>;

/** The last saved of the documents that are in `matches` with their `number`. */
async function listAmong(
  { kind, usedIn }: TextSource,
  { unused = false, unarchived = false, from, to, limit }: TextRequest,
  { matches, number: numbered }: { matches: AnyQuery; number: RawBuilder<number> },
): Promise<Found> {
  let query = matches
    .select(['search_document.number', 'itemId', 'date', 'series'])
    .orderBy(numbered, 'desc')
    .limit(limit);
  if (usedIn && !unused)
    query = query.where(({ exists, selectFrom }) =>
      exists(
        selectFrom(usedIn.table)
          .select(`${usedIn.table}.${usedIn.of}`)
          .where(`${usedIn.table}.${usedIn.of}`, '=', sql`substr("search_document"."itemId", 1, 32)`)
          .where(`${usedIn.table}.state`, '=', usedIn.state),
      ),
    );
  if (unarchived)
    query = query.where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('archived_item')
            .select('archived_item.itemId')
            .where('archived_item.collection', '=', kind)
            .whereRef('archived_item.itemId', '=', 'search_document.itemId'),
        ),
      ),
    );
  if (from !== undefined) query = query.where('date', '>=', from);
  if (to !== undefined) query = query.where('date', '<', to);
  const rows = await query.execute();
  const documents = rows.map(({ number, itemId, date, series }) => ({
    number: Number(number),
    itemId,
    date: Number(date),
    series,
  }));
  return { documents, isMore: documents.length === limit };
}

async function listInSqlite(db: ReadDb, source: TextSource, request: TextRequest): Promise<Found> {
  const words = sql.table(`${source.table}_text`);
  const match = await matchOf(db, source.table, request);
  const number = sql<number>`${words}.rowid`;
  const matches = (db as unknown as AnyDb)
    .selectFrom(`${source.table}_text`)
    .where(sql<boolean>`${words} match ${match}`)
    .innerJoin('search_document', (join) => join.on('search_document.number', '=', number));
  return listAmong(source, request, { matches, number });
}

async function matchOf(
  db: ReadDb,
  table: string,
  { clauses, inTitle = false }: TextRequest,
): Promise<string> {
  const prefixes = clauses.filter(({ endings }) => endings).length;
  const most = Math.max(LEAST_ENDINGS, Math.floor(MOST_ENDINGS / prefixes));
  const written: { clause: TextClause; text: string }[] = [];
  // One after the other, so that a large search has one query waiting like everyone else.
  for (const clause of clauses) written.push({ clause, text: await writeForSqlite(db, table, clause, most) });
  const of = (isExcluded: boolean) =>
    written.filter(({ clause }) => clause.isExcluded === isExcluded).map(({ text }) => text);
  const wanted = `(${of(false).join(' AND ')})`;
  const excluded = of(true);
  const without = excluded.length > 0 ? ` NOT (${excluded.join(' OR ')})` : '';
  return `(${inTitle ? '{title} : ' : ''}${wanted})${without}`;
}

/** Everything in quotes is a word, whatever it would mean to FTS5 without them. */
async function writeForSqlite(db: ReadDb, table: string, clause: TextClause, most: number): Promise<string> {
  const { choices, endings } = clause;
  const first = choices[0]?.[0] ?? '';
  const more = endings ? await listStemsFrom(db, table, first, most) : [];
  const all = new Set([...choices.map((words) => words.join(' ')), ...more]);
  return `(${[...all].map((words) => `"${words.replaceAll('"', ' ')}"`).join(' OR ')})`;
}

/** The words of the index with this prefix, one lookup each: FTS5 itself would read all their documents. */
async function listStemsFrom(db: ReadDb, table: string, prefix: string, most: number): Promise<string[]> {
  const terms = sql.table(`${table}_term`);
  const next = (from: RawBuilder<string>) =>
    sql<string>`(select term from ${terms} where term >= ${from} limit 1)`;
  const rows = await db
    .withRecursive('step(term)', (steps) =>
      steps.selectNoFrom(next(sql`${prefix}`).as('term')).unionAll(
        steps
          .selectFrom('step')
          .where(sql<boolean>`step.term between ${prefix} and ${`${prefix}\u{10ffff}`}`)
          .select(next(sql`step.term || ' '`).as('term')),
      ),
    )
    .selectFrom('step')
    .select('step.term')
    .limit(most)
    .execute();
  return rows.map(({ term }) => term).filter((term) => term?.startsWith(prefix));
}

/**
 * Of short texts, this many of the newest are looked at one by one, then a larger number if the first has a tenth of the
 * matches. PostgreSQL's estimates of how many documents match are far off: on its own it looks at all of them for a rare
 * word, and sorts all that match for the beginning of a frequent one: a fifth of a second among a hundred thousand pages.
 */
const FEW_NEWEST = 2000;
const MANY_NEWEST = 20_000;

async function listInPostgres(db: ReadDb, source: TextSource, request: TextRequest): Promise<Found> {
  const { limit } = request;
  const words = `${source.table}_text`;
  const condition = conditionOf(words, request);
  const number = sql<number>`${sql.table(words)}."number"`;
  const list = (matches: AnyQuery) =>
    listAmong(source, request, { matches: lookUpDocuments(matches, number), number });
  const planned = (db as unknown as AnyDb).selectFrom(words).where(condition);
  const allMatches = (db as unknown as AnyDb)
    .with(
      (matching) => matching('matching').materialized(),
      (from) => from.selectFrom(words).select('number').where(rareConditionOf(words, request)),
    )
    .selectFrom(`matching as ${words}`);
  if (!source.hasShortTexts) {
    // For a single match it would read every text instead of the index.
    return list(limit === 1 ? allMatches : planned);
  }
  const few = isCostly(request) ? Math.min(request.enough ?? limit, limit) : limit;
  let isFrequent = false;
  for (const [size, enough] of [
    [FEW_NEWEST, limit],
    [MANY_NEWEST, few],
  ] as const) {
    // Some of them may be of no use to readers.
    const most = Math.ceil(enough * 1.1);
    const numbers = await listNewest(db, { words, condition, size, limit: most });
    isFrequent = numbers.length === most;
    if (numbers.length >= enough) {
      const newest = await list(listed(db, numbers, words));
      const isMore = newest.isMore || isFrequent || (await hasOlder(db, words, size));
      if (newest.documents.length >= enough) return { ...newest, isMore };
    }
    if (isFrequent || numbers.length < few / 10) break;
  }
  return list(isFrequent ? planned : allMatches);
}

/** The given matches, as rows of a table called `words`. */
function listed(db: ReadDb, numbers: number[], words: string): AnyQuery {
  const rows = sql`unnest(${numbers}::bigint[])`.as(sql`${sql.table(words)}(number)`);
  return (db as unknown as AnyDb).selectFrom(rows as never) as unknown as AnyQuery;
}

/** Looks each document up: PostgreSQL would rather read all of them for a thousand. The limit keeps it from doing so. */
function lookUpDocuments(matches: AnyQuery, number: RawBuilder<number>): AnyQuery {
  return matches.innerJoinLateral(
    (from) =>
      from
        .selectFrom('search_document')
        .select(['number', 'itemId', 'date', 'series'])
        .where('search_document.number', '=', number)
        .limit(1)
        .as('search_document'),
    (join) => join.onTrue(),
  );
}

/** Whether all documents with some of the words must be read, or words are found that are not in the request. */
function isCostly({ clauses }: TextRequest): boolean {
  return clauses.some(({ choices, endings }) => endings || choices.some((words) => words.length > 1));
}

type Window = { words: string; condition: RawBuilder<boolean>; size: number; limit: number };

/** The numbers of the matches among the `size` newest documents, the last saved first. */
async function listNewest(db: ReadDb, { words, condition, size, limit }: Window): Promise<number[]> {
  const rows = await (db as unknown as AnyDb)
    .selectFrom((from) =>
      from.selectFrom(words).select(['number', 'words']).orderBy('number', 'desc').limit(size).as(words),
    )
    .select('number')
    .where(condition)
    .orderBy('number', 'desc')
    .limit(limit)
    .execute();
  return rows.map(({ number }) => Number(number));
}

async function hasOlder(db: ReadDb, words: string, size: number): Promise<boolean> {
  const older = (db as unknown as AnyDb)
    .selectFrom(words)
    .select('number')
    .orderBy('number', 'desc')
    .offset(size)
    .limit(1);
  return (await older.executeTakeFirst()) !== undefined;
}

function conditionOf(words: string, request: TextRequest): RawBuilder<boolean> {
  return sql`${sql.table(words)}."words" @@ ${queryOf(request)}`;
}

/**
 * The same, always with the index. PostgreSQL guesses that a word outside of its statistics is in one of two hundred
 * texts. With many such words it expects too many matches, and would read all texts. It makes that guess only once
 * for a query that it does not know while it plans.
 */
function rareConditionOf(words: string, request: TextRequest): RawBuilder<boolean> {
  return sql`${sql.table(words)}."words" @@ (select ${queryOf(request)})`;
}

function queryOf({ clauses, inTitle = false }: TextRequest): RawBuilder<unknown> {
  const text = clauses.map((clause) => writeForPostgres(clause, inTitle)).join(' & ');
  return sql`to_tsquery('town_words', ${text})`;
}

function writeForPostgres({ choices, endings, isExcluded }: TextClause, inTitle: boolean): string {
  const weight = inTitle && !isExcluded ? 'A' : '';
  const mark = weight && `:${weight}`;
  const phrases = choices.map((words) => words.map((word) => `'${word}'${mark}`).join(' <-> '));
  if (endings) phrases.push(`'${choices[0]?.[0] ?? ''}':*${weight}`);
  return `${isExcluded ? '!' : ''}(${phrases.map((phrase) => `(${phrase})`).join(' | ')})`;
}
