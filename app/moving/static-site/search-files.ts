/** What the search page and the files of its index agree on. */

/** The name of the script file with the words that begin with `beginning`. */
export function termsFileOf(beginning: string): string {
  return `words-${Array.from(beginning, (sign) => sign.codePointAt(0)?.toString(16)).join('-')}.js`;
}

/** The name of the script file with the cards of 100 items. */
export function cardsFileOf(number: number): string {
  return `items-${number}.js`;
}

/** What a script file of the index runs. */
export function searchFileOf(name: string, content: unknown): string {
  return `belfrySearch(${JSON.stringify(name)},${JSON.stringify(content)});\n`;
}

/** The first file: all others are named by what it lists. */
export const SEARCH_HEAD = 'head.js';

export type SearchHead = { beginnings: string[]; kinds: string[]; cardsPerFile: number; locale: string };
