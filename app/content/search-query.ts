/** What somebody typed into the search box, understood. Nothing that can be typed is an error. */
import { wordsOf } from '#app/search-index/fold-text.ts';
import type { CollectionName } from './item-schema.ts';

/** Characters and terms that are looked at; what is over is left out, and the page says so. */
export const MOST_CHARACTERS = 200;
export const MOST_TERMS = 16;

/**
 * One thing that is asked for: the `words` one after the other. `isExcluded`: what has them is not wanted. `isOpen`: the
 * last word may go on, because it was written with `*`. `isQuoted`: it never does.
 */
export type SearchTerm = { words: string[]; isExcluded: boolean; isOpen: boolean; isQuoted: boolean };

/** `text` is what was typed, on one line. `isCut`: more was typed than is looked at. */
export type SearchText = { text: string; terms: SearchTerm[]; isCut: boolean };

/** With `kind` only items of that collection; `from` and `to` are instants, UTC epoch milliseconds, `to` not included. */
export type SearchQuery = SearchText & {
  kind?: CollectionName | undefined;
  from?: number | undefined;
  to?: number | undefined;
};

/**
 * Reads words, "phrases", -minus and open* words. A word that is written with signs in it (co-op, o'clock) is a phrase of
 * its parts. Signs that mean nothing here are left out.
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

/** Whether anything is asked for: a minus alone is not. */
export function asksForSomething({ terms }: SearchText): boolean {
  return terms.some((term) => !term.isExcluded);
}

/** Quotation marks as keyboards and programs make them. A minus counts only at the beginning of a term. */
const TERM = /(?<![^\s("“„”])([-−–])?(?:["“„”]([^"“„”]*)["“„”]?|([^\s"“„”]+))/gu;

/** What was typed, on one line and without what cannot be seen: the same for all that looks the same. */
export function normalizeTyped(typed: string): string {
  return typed
    .toWellFormed()
    .replace(/[\p{Cc}\p{Cf}\ufffd]/gu, ' ')
    .normalize('NFC')
    .replace(/\s+/gu, ' ')
    .trim();
}
