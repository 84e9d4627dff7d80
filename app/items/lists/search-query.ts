/** Parses what was typed into the search box. No input is an error. */
import type { CollectionName } from '#app/items/collection/collection.ts';
import type { TextClause } from '#app/platform/search-index/find-documents.server.ts';
import { wordsOf } from '#app/platform/search-index/fold-text.ts';

/** The limits of characters and terms; the rest is left out, and the page says so. */
export const MOST_CHARACTERS = 200;
export const MOST_TERMS = 16;

/**
 * One term: the `words` in sequence. `isExcluded`: matches are excluded. `isOpen`: the last word is a prefix, because
 * it was written with `*`. `isQuoted`: it never is.
 */
export type SearchTerm = { words: string[]; isExcluded: boolean; isOpen: boolean; isQuoted: boolean };

/** `text` is the input on one line. `isCut`: the input exceeded the limits. */
export type SearchText = { text: string; terms: SearchTerm[]; isCut: boolean };

/** With `kind`, only items of that collection; `from` and `to` are instants, UTC epoch milliseconds, `to` exclusive. */
export type SearchQuery = SearchText & {
  kind?: CollectionName | undefined;
  from?: number | undefined;
  to?: number | undefined;
  /** Also archived items. */
  archived?: boolean | undefined;
};

/**
 * Reads words, "phrases", -minus and prefix* words. A word with punctuation in it (co-op, o'clock) is a phrase of its
 * parts. Meaningless signs are left out.
 */
export function parseSearchText(typed: string): SearchText {
  const line = normalizeTyped(typed);
  const text = Array.from(line).slice(0, MOST_CHARACTERS).join('').trim();
  const terms: SearchTerm[] = [];
  let words = 0;
  let isCut = text.length < line.length;
  for (const [, minus, phrase, plain = ''] of text.matchAll(TERM)) {
    const found = wordsOf(phrase ?? plain);
    if (found.length === 0) continue;
    words += found.length;
    if (words > MOST_TERMS) {
      isCut = true;
      break;
    }
    const isQuoted = phrase !== undefined;
    const isOpen = !isQuoted && found.length === 1 && /[\p{L}\p{N}\p{M}]\*+$/u.test(plain);
    terms.push({ words: found, isExcluded: minus !== undefined, isOpen, isQuoted });
  }
  return { text, terms, isCut };
}

/** Whether there is anything to search for: exclusions alone are not enough. */
export function asksForSomething({ terms }: SearchText): boolean {
  return terms.some((term) => !term.isExcluded);
}

/** Quotation marks of different keyboards and programs. A minus counts only at the beginning of a term. */
const TERM = /(?<![^\s("“„”])([-−–])?(?:["“„”]([^"“„”]*)["“„”]?|([^\s"“„”]+))/gu;

/** The input on one line without invisible characters: the same for all that looks the same. */
export function normalizeTyped(typed: string): string {
  return typed
    .toWellFormed()
    .replace(/[\p{Cc}\p{Cf}\ufffd]/gu, ' ')
    .normalize('NFC')
    .replace(/\s+/gu, ' ')
    .trim();
}

/** How terms become clauses: `isGrowing` while the user types, when the last word may be incomplete. */
export function clausesOf(terms: SearchTerm[], { isGrowing }: { isGrowing: boolean }): TextClause[] {
  const last = terms.at(-1);
  return terms.map((term) => {
    const { words, isExcluded } = term;
    const grows = isGrowing && term === last && !isExcluded && !term.isQuoted;
    const endings = words.length === 1 && (term.isOpen || grows);
    const [word = ''] = words;
    return { choices: [words, ...(endings ? completionsOf(word) : [])], endings, isExcluded };
  });
}

/** Whether the last word could be the beginning of a longer one. */
export function mayGrow(terms: SearchTerm[]): boolean {
  const last = terms.at(-1);
  if (!last || last.isExcluded || last.isQuoted || last.isOpen) return false;
  return last.words.length === 1;
}

const SHORTEST_CUT = 5;
const ENDINGS = 'y ty ity ies e es ed d ing ng g n on ion ation al ment s'.split(' ');

/**
 * The index contains word stems (community as commun), so it has nothing for 'communi': search for its likely
 * completions.
 */
function completionsOf(word: string): string[][] {
  if (word.length < SHORTEST_CUT || !/^[a-z]+$/.test(word)) return [];
  return ENDINGS.map((ending) => [word + ending]);
}
