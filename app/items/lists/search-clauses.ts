import type { TextClause } from '#app/platform/search-index/find-documents.server.ts';
import type { SearchTerm } from './search-query.ts';

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
