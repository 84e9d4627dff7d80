/** Texts with highlighted search words: pieces, so that text never becomes HTML. */
import type { SearchTerm } from '#app/items/lists/search-query.ts';
import { foldText } from '#app/platform/search-index/fold-text.ts';

/** A piece of a text, and whether it is a search word. */
export type Piece = { text: string; isMatch: boolean };

/** How many characters of a text are shown around the first search word. */
const SNIPPET_LENGTH = 200;
const LEAD_LENGTH = 60;

const WORD = /[\p{L}\p{N}\p{M}]+/gu;

/** The whole text in pieces. */
export function markText(text: string, terms: SearchTerm[]): Piece[] {
  const isWanted = matcherOf(terms);
  const pieces: Piece[] = [];
  let end = 0;
  for (const { 0: word, index } of text.matchAll(WORD)) {
    if (!isWanted(word)) continue;
    if (index > end) pieces.push({ text: text.slice(end, index), isMatch: false });
    pieces.push({ text: word, isMatch: true });
    end = index + word.length;
  }
  if (end < text.length) pieces.push({ text: text.slice(end), isMatch: false });
  return pieces;
}

/** The part of a longer text with the search words, otherwise its beginning; with ellipses where it was cut. */
export function markSnippet(text: string, terms: SearchTerm[]): Piece[] {
  const isWanted = matcherOf(terms);
  const first = text.matchAll(WORD).find(([word]) => isWanted(word))?.index ?? 0;
  const from = first <= LEAD_LENGTH ? 0 : startOfWord(text, first - LEAD_LENGTH);
  const to = text.length - from <= SNIPPET_LENGTH ? text.length : endOfWord(text, from + SNIPPET_LENGTH);
  const shown = `${from > 0 ? '…' : ''}${text.slice(from, to)}${to < text.length ? '…' : ''}`;
  return markText(shown, terms);
}

function startOfWord(text: string, at: number): number {
  const space = text.indexOf(' ', at);
  return space < 0 || space > at + LEAD_LENGTH ? wholeCharacter(text, at) : space + 1;
}

function endOfWord(text: string, at: number): number {
  const space = text.lastIndexOf(' ', at);
  return space < at - LEAD_LENGTH ? wholeCharacter(text, at) : space;
}

/** Never within a surrogate pair. */
function wholeCharacter(text: string, at: number): number {
  return /[\udc00-\udfff]/.test(text.charAt(at)) ? at - 1 : at;
}

/** Similar enough for highlighting: the databases know word endings better. */
function matcherOf(terms: SearchTerm[]): (word: string) => boolean {
  const wanted = terms.filter((term) => !term.isExcluded);
  const stems = new Set(wanted.flatMap(({ words }) => words.map(stemOf)));
  const last = terms.at(-1);
  const grows = (term: SearchTerm) => term.isOpen || (term === last && !term.isQuoted);
  const open = wanted.filter((term) => term.words.length === 1 && grows(term));
  const beginnings = open.flatMap(({ words }) => words).filter((word) => word.length > 1);
  return (word) => {
    const folded = foldText(word);
    return stems.has(stemOf(folded)) || beginnings.some((beginning) => folded.startsWith(beginning));
  };
}

function stemOf(word: string): string {
  if (word.length < 4) return word;
  const stem = word.replace(/(ies|ied|ing|edly|ed|es|s|ly|y|e)$/, '').replace(/([^aeiouls])\1$/, '$1');
  return stem.length < 3 ? word : stem.replace(/(i|e)$/, '');
}
