/** The words of titles, collected in the background, independent of saves. */
import type { CollectionName } from '#app/content/item-schema.ts';
import { collectionNames } from '#app/content/item-schema.ts';
import type { ReadDb, WriteDb } from '#app/database/handles.ts';
import { inTransaction } from '#app/database/transaction.ts';
import { foldText } from '#app/search-index/fold-text.ts';

/** Documents per transaction: other writers wait no longer than for it. */
const DOCUMENTS_OF_TRANSACTION = 500;

const SHORTEST = 4;
const LONGEST = 30;

/** Whether there are documents whose words are not collected yet. */
export async function hasWordsToLearn(db: ReadDb): Promise<boolean> {
  for (const kind of collectionNames) {
    const [latest, known] = [await findLatest(db, kind), await findProgress(db, kind)];
    if (latest !== known) return true;
  }
  return false;
}

/** Collects the words of all new titles; when `signal` is aborted it stops between two steps. */
export async function learnWords(db: WriteDb, signal?: AbortSignal): Promise<void> {
  for (const kind of collectionNames) {
    let isLearning = true;
    while (isLearning && !signal?.aborted)
      isLearning = await inTransaction(db, (step) => learnSome(step, kind));
  }
}

/** The trigrams of a word, by which similar ones are found. */
export function trigramsOf(word: string): string[] {
  const letters = [' ', ...word, ' '];
  return [...new Set(letters.slice(2).map((_, at) => letters.slice(at, at + 3).join('')))];
}

/** Whether there are more to collect. */
async function learnSome(db: WriteDb, kind: CollectionName): Promise<boolean> {
  const known = await findProgress(db, kind);
  const documents = await listTitles(db, kind, known);
  // The last removed document may have had the highest number.
  const number = documents.at(-1)?.number ?? (await findLatest(db, kind));
  if (number === known) return false;
  await addWords(
    db,
    documents.flatMap(({ title }) => (title ? wordsToKnow(title) : [])),
  );
  await db
    .insertInto('search_progress')
    .values({ kind, number })
    .onConflict((conflict) => conflict.column('kind').doUpdateSet({ number }))
    .execute();
  return documents.length > 0;
}

function wordsToKnow(title: string): string[] {
  const words =
    title
      .normalize('NFC')
      .toLowerCase()
      .match(/[\p{L}\p{M}]+/gu) ?? [];
  return words.filter((word) => word.length >= SHORTEST && word.length <= LONGEST);
}

async function addWords(db: WriteDb, found: string[]): Promise<void> {
  const words = [...new Set(found)].map((word) => ({ word }));
  if (words.length === 0) return;
  const added = await db
    .insertInto('search_word')
    .values(words)
    .onConflict((conflict) => conflict.doNothing())
    .returning('word')
    .execute();
  const rows = added.flatMap(({ word }) => trigramsOf(foldText(word)).map((trigram) => ({ trigram, word })));
  for (let from = 0; from < rows.length; from += 1000) {
    await db
      .insertInto('search_trigram')
      .values(rows.slice(from, from + 1000))
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }
}

async function findProgress(db: ReadDb, kind: CollectionName): Promise<number> {
  const row = await db
    .selectFrom('search_progress')
    .select('number')
    .where('kind', '=', kind)
    .executeTakeFirst();
  return Number(row?.number ?? 0);
}

/** 0 where there is none. */
async function findLatest(db: ReadDb, kind: CollectionName): Promise<number> {
  const [first, last] = numbersOf(kind);
  const row = await db
    .selectFrom('search_document')
    .select(({ fn }) => fn.max<number | null>('number').as('number'))
    .where('number', '>=', first)
    .where('number', '<=', last)
    .executeTakeFirst();
  return Number(row?.number ?? 0);
}

async function listTitles(
  db: WriteDb,
  kind: CollectionName,
  after: number,
): Promise<{ number: number; title: string | null }[]> {
  const [first, last] = numbersOf(kind);
  const titles = {
    articles: () => db.selectFrom('article').select(['id', 'title']),
    news: () => db.selectFrom('news_item').select(['id', 'title']),
    events: () => db.selectFrom('event').select(['id', 'title']),
    polls: () => db.selectFrom('poll').select(['id', 'title']),
    businesses: () => db.selectFrom('business').select(['id', 'name as title']),
  }[kind]();
  const rows = await db
    .selectFrom('search_document')
    .leftJoin(titles.as('item'), 'item.id', 'search_document.itemId')
    .select(['search_document.number', 'item.title'])
    .where('number', '>', Math.max(after, first - 1))
    .where('number', '<=', last)
    .orderBy('number')
    .limit(DOCUMENTS_OF_TRANSACTION)
    .execute();
  return rows.map(({ number, title }) => ({ number: Number(number), title }));
}

/** As the index's migration assigned them. */
function numbersOf(kind: CollectionName): [first: number, last: number] {
  const place = collectionNames.indexOf(kind) + 1;
  return [place * 2 ** 40 + 1, (place + 1) * 2 ** 40];
}
