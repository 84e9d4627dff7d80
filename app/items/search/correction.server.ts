import type { Collection, Collections } from '#app/items/collection/collection.ts';
import { clausesOf } from '#app/items/lists/search-clauses.ts';
import type { SearchText } from '#app/items/lists/search-query.ts';
import type { ReadDb } from '#app/platform/database/handles.ts';
import { listFoundDocuments } from '#app/platform/search-index/find-documents.server.ts';
import { foldText } from '#app/platform/search-index/fold-text.ts';
import { trigramsOf } from './known-words.server.ts';

const SHORTEST = 4;
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
  collections: Collections,
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

async function findSimilar(db: ReadDb, collections: Collections, word: string): Promise<string | undefined> {
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

async function isPublished(db: ReadDb, collections: Collections, word: string): Promise<boolean> {
  const terms = [{ words: [word], isExcluded: false, isOpen: false, isQuoted: true }];
  const clauses = clausesOf(terms, { isGrowing: false });
  const isIn = async ({ source }: Collection) =>
    (await listFoundDocuments(db, source, { clauses, limit: 1 })).length > 0;
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
