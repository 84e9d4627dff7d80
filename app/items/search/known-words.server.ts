/** The words of all titles, for corrections. A background job collects them; saving an item does not wait for it. */

import { clausesOf, type SearchText } from '#app/items/lists/search-query.ts';
import type { ReadDb, WriteDb } from '#app/platform/database/handles.ts';
import { inTransaction } from '#app/platform/database/transaction.ts';
import { listFoundDocuments } from '#app/platform/search-index/find-documents.server.ts';
import { foldText } from '#app/platform/search-index/fold-text.ts';
import { type AnyDb, numbersOf, type TextSource } from '#app/platform/search-index/text-sources.ts';
import type { SearchKind, SearchKinds } from './kinds.ts';

/** Documents per transaction, which is how long other writers wait. */
const DOCUMENTS_OF_TRANSACTION = 500;

const SHORTEST = 4;
const LONGEST = 30;

/** Whether there are documents whose words have not been collected. */
export async function hasWordsToLearn(db: ReadDb, sources: TextSource[]): Promise<boolean> {
  for (const source of sources) {
    const [latest, known] = [await findLatest(db, source), await findProgress(db, source)];
    if (latest !== known) return true;
  }
  return false;
}

/** Collects the words of all titles added since the last time. When `signal` is aborted, it stops between two steps. */
export async function learnWords(db: WriteDb, sources: TextSource[], signal?: AbortSignal): Promise<void> {
  for (const source of sources) {
    let isLearning = true;
    while (isLearning && !signal?.aborted)
      isLearning = await inTransaction(db, (step) => learnSome(step, source));
  }
}

/** The trigrams of a word, which find similar words. */
export function trigramsOf(word: string): string[] {
  const letters = [' ', ...word, ' '];
  return [...new Set(letters.slice(2).map((_, at) => letters.slice(at, at + 3).join('')))];
}

/** Returns whether there is more to collect. */
async function learnSome(db: WriteDb, source: TextSource): Promise<boolean> {
  const known = await findProgress(db, source);
  const documents = await listTitles(db, source, known);
  // The document with the highest number may have been removed.
  const number = documents.at(-1)?.number ?? (await findLatest(db, source));
  if (number === known) return false;
  await addWords(
    db,
    documents.flatMap(({ title }) => (title ? wordsToKnow(title) : [])),
  );
  await db
    .insertInto('search_progress')
    .values({ kind: source.kind, number })
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

async function findProgress(db: ReadDb, { kind }: TextSource): Promise<number> {
  const row = await db
    .selectFrom('search_progress')
    .select('number')
    .where('kind', '=', kind)
    .executeTakeFirst();
  return Number(row?.number ?? 0);
}

/** 0 if there is none. */
async function findLatest(db: ReadDb, source: TextSource): Promise<number> {
  const [first, last] = numbersOf(source);
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
  source: TextSource,
  after: number,
): Promise<{ number: number; title: string | null }[]> {
  const [first, last] = numbersOf(source);
  const rows = await (db as AnyDb)
    .selectFrom('search_document')
    .leftJoin(`${source.titlesIn ?? source.table} as item`, (join) =>
      source.titlesIn
        ? join.on(({ eb, fn, ref }) =>
            eb('item.id', '=', fn('substr', [ref('search_document.itemId'), eb.lit(1), eb.lit(32)])),
          )
        : join.onRef('item.id', '=', 'search_document.itemId'),
    )
    .select(['search_document.number', `item.${source.title} as title`])
    .where('number', '>', Math.max(after, first - 1))
    .where('number', '<=', last)
    .orderBy('number')
    .limit(DOCUMENTS_OF_TRANSACTION)
    .execute();
  return rows.map(({ number, title }) => ({ number: Number(number), title }));
}

/** This many similar words are compared letter by letter. */
const MOST_COMPARED = 60;
/** This many of the closest words are looked up in the index: words in nothing published are not suggested. */
const MOST_LOOKED_UP = 4;

/**
 * The search as it was perhaps meant: each word in nothing published is replaced by the most similar published word.
 * Undefined when nothing is replaced.
 */
export async function findCorrection(
  db: ReadDb,
  collections: SearchKinds,
  { text, terms }: SearchText,
): Promise<string | undefined> {
  const words = new Set(terms.filter(({ isExcluded }) => !isExcluded).flatMap((term) => term.words));
  const better = new Map<string, string>();
  for (const word of words) {
    if (Array.from(word).length < SHORTEST || (await isPublished(db, collections, word))) continue;
    const similar = await findSimilar(db, collections, word);
    if (similar) better.set(word, similar);
  }
  if (better.size === 0) return undefined;
  return text.replace(/[\p{L}\p{N}\p{M}]+/gu, (word) => better.get(foldText(word)) ?? word);
}

async function findSimilar(db: ReadDb, collections: SearchKinds, word: string): Promise<string | undefined> {
  const trigrams = trigramsOf(word);
  const rows = await db
    .selectFrom('search_trigram')
    .select(({ fn }) => ['word', fn.countAll().as('common')])
    .where('trigram', 'in', trigrams)
    .groupBy('word')
    .orderBy('common', 'desc')
    .orderBy('word')
    .limit(MOST_COMPARED)
    .execute();
  const most = word.length <= 5 ? 1 : 2;
  const close = rows
    .map((row) => ({ word: row.word, distance: distanceOf(word, foldText(row.word)) }))
    .filter(({ distance }) => distance > 0 && distance <= most)
    .sort((one, other) => one.distance - other.distance)
    .slice(0, MOST_LOOKED_UP);
  for (const { word: candidate } of close) {
    if (await isPublished(db, collections, foldText(candidate))) return candidate;
  }
  return undefined;
}

async function isPublished(db: ReadDb, collections: SearchKinds, word: string): Promise<boolean> {
  const terms = [{ words: [word], isExcluded: false, isOpen: false, isQuoted: true }];
  const clauses = clausesOf(terms, { isGrowing: false });
  const isIn = async ({ source }: SearchKind) =>
    (await listFoundDocuments(db, source, { clauses, limit: 1 })).documents.length > 0;
  return (await Promise.all(Object.values(collections).map(isIn))).includes(true);
}

/** The number of letters to add, remove, replace or swap to turn one word into the other. */
export function distanceOf(one: string, other: string): number {
  const [from, to] = [Array.from(one), Array.from(other)];
  let [before, previous] = [[] as number[], Array.from({ length: to.length + 1 }, (_, at) => at)];
  for (let row = 1; row <= from.length; row++) {
    const current = [row];
    for (let column = 1; column <= to.length; column++) {
      const cost = from[row - 1] === to[column - 1] ? 0 : 1;
      let least = Math.min(
        (previous[column] ?? 0) + 1,
        (current[column - 1] ?? 0) + 1,
        (previous[column - 1] ?? 0) + cost,
      );
      const isSwap =
        row > 1 && column > 1 && from[row - 1] === to[column - 2] && from[row - 2] === to[column - 1];
      if (isSwap) least = Math.min(least, (before[column - 2] ?? 0) + 1);
      current.push(least);
    }
    [before, previous] = [previous, current];
  }
  return previous[to.length] ?? 0;
}
