/** Finding words among more documents than are looked at one by one. */
import { sql } from 'kysely';
import { expect } from 'vitest';
import type { WriteDb } from '#app/platform/database/handles.ts';
import { inTransaction } from '#app/platform/database/transaction.ts';
import { eachDatabase } from '../../../tests/each-database.ts';
import { documentText } from './document-text.ts';
import { listFoundDocuments, type TextRequest } from './find-documents.server.ts';
import { numbersOf } from './text-sources.ts';

const DOCUMENTS = 22_000;
const [FIRST] = numbersOf(documentText);

/** The date of each is its number; the first is the oldest. */
async function seed(db: WriteDb, dialect: 'sqlite' | 'postgres'): Promise<void> {
  const text = sql`'bell ' || case when n % 50 = 0 then 'town hall' else 'hall town' end
    || case when n % 4000 = 0 then ' zither' else '' end || case when n = 5 then ' xylophone' else '' end`;
  const words =
    dialect === 'sqlite'
      ? sql`insert into document_page_text (rowid, title, text) select ${sql.lit(FIRST)} + n, '', ${text} from steps`
      : sql`insert into document_page_text (number, words)
          select ${sql.lit(FIRST)} + n, to_tsvector('town_words', ${text}) from steps`;
  const steps = sql`with recursive steps (n) as
    (select 1 union all select n + 1 from steps where n < ${sql.lit(DOCUMENTS)})`;
  const asText = dialect === 'sqlite' ? sql`cast(n as text)` : sql`n::text`;
  await inTransaction(db, async (transaction) => {
    const documents = sql`insert into search_document (number, kind, "itemId", date)
      select ${sql.lit(FIRST)} + n, 'documents', ${asText}, n from steps`;
    for (const insert of [documents, words]) await sql`${steps} ${insert}`.execute(transaction);
  });
}

const word = (text: string, endings = false) => ({ choices: [text.split(' ')], endings, isExcluded: false });

eachDatabase('the newest matches of many are found, and all of few', async ({ database, dialect }) => {
  const { write } = database;
  await seed(write, dialect);
  const find = async (clauses: TextRequest['clauses'], more: Partial<TextRequest> = {}) => {
    const { documents, isMore } = await listFoundDocuments(write, documentText, {
      clauses,
      unused: true,
      limit: 1000,
      ...more,
    });
    return { found: documents.map(({ date }) => date), isMore };
  };
  const every = (step: number) =>
    Array.from({ length: Math.floor(DOCUMENTS / step) }, (_, at) => (at + 1) * step).reverse();

  expect(await find([word('bell')], { limit: 100 })).toEqual({
    found: every(1).slice(0, 100),
    isMore: true,
  });
  expect(await find([word('bell')], { to: 100 })).toEqual({
    found: every(1).slice(-99),
    isMore: false,
  });
  expect(await find([word('town hall')])).toEqual({ found: every(50), isMore: false });
  expect(await find([word('zith', true)])).toEqual({ found: every(4000), isMore: false });
  expect(await find([word('xylo', true)])).toEqual({ found: [5], isMore: false });
  expect(await find([word('xylophone')], { limit: 1 })).toEqual({ found: [5], isMore: true });
  expect(await find([word('nothing')])).toEqual({ found: [], isMore: false });
  const late = { enough: 100, to: 21_100 };
  expect(await find([word('bel', true)], late)).toEqual({ found: every(1).slice(901, 1901), isMore: true });
  expect(await find([word('town hall')], { ...late, from: 21_000 })).toEqual({
    found: every(50).filter((date) => date >= 21_000 && date < 21_100),
    isMore: false,
  });
  const some = await find([word('town hall')], { enough: 100 });
  expect(some.found.length).toBeGreaterThanOrEqual(100);
  expect(some).toEqual({ found: every(50).slice(0, some.found.length), isMore: some.found.length < 440 });
});
