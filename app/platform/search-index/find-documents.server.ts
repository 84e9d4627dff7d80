/** Queries the full-text index, with the syntax of each database. The query is a list of clauses, never a text. */
import { type RawBuilder, sql } from 'kysely';
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
};

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
  { kind, table, usedIn }: TextSource,
  { clauses, inTitle = false, unused = false, unarchived = false, from, to, limit }: TextRequest,
): Promise<FoundDocument[]> {
  if (!clauses.some((clause) => !clause.isExcluded)) return [];
  const language = postgresAdapterOf(db as WriteDb) ? inPostgres : inSqlite;
  const { number: numbered, condition } = await language(db, table, clauses, inTitle);
  let query = (db as unknown as AnyDb)
    .selectFrom(`${table}_text`)
    .innerJoin('search_document', (join) => join.on('search_document.number', '=', numbered))
    .select(['search_document.number', 'itemId', 'date', 'series'])
    .where(condition)
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
  return rows.map(({ number, itemId, date, series }) => ({
    number: Number(number),
    itemId,
    date: Number(date),
    series,
  }));
}

/** The condition, and the document number in the table of words. */
type Condition = { number: RawBuilder<number>; condition: RawBuilder<boolean> };

async function inSqlite(
  db: ReadDb,
  table: string,
  clauses: TextClause[],
  inTitle: boolean,
): Promise<Condition> {
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
  const match = `(${inTitle ? '{title} : ' : ''}${wanted})${without}`;
  const words = sql.table(`${table}_text`);
  return { number: sql`${words}.rowid`, condition: sql`${words} match ${match}` };
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

async function inPostgres(
  _db: ReadDb,
  table: string,
  clauses: TextClause[],
  inTitle: boolean,
): Promise<Condition> {
  const text = clauses.map((clause) => writeForPostgres(clause, inTitle)).join(' & ');
  const words = sql.table(`${table}_text`);
  return {
    number: sql`${words}."number"`,
    condition: sql`${words}."words" @@ to_tsquery('town_words', ${text})`,
  };
}

function writeForPostgres({ choices, endings, isExcluded }: TextClause, inTitle: boolean): string {
  const weight = inTitle && !isExcluded ? 'A' : '';
  const mark = weight && `:${weight}`;
  const phrases = choices.map((words) => words.map((word) => `'${word}'${mark}`).join(' <-> '));
  if (endings) phrases.push(`'${choices[0]?.[0] ?? ''}':*${weight}`);
  return `${isExcluded ? '!' : ''}(${phrases.map((phrase) => `(${phrase})`).join(' | ')})`;
}
