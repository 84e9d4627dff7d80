import fc from 'fast-check';
import { expect, test } from 'vitest';
import { asksForSomething, clausesOf, parseSearchText } from '#app/items/lists/search-query.ts';
import { markSnippet, markText } from '#app/items/search/marked-text.ts';
import { wordsOf } from '#app/platform/search-index/fold-text.ts';
import { anyTyped } from '../../../tests/any-typed.ts';
import { rounds } from '../../../tests/rounds.ts';

test.each([
  ['library roof', ['library', 'roof']],
  ['"town hall" vote', ['town hall', 'vote']],
  ['“Town Hall” vote', ['town hall', 'vote']],
  ['roof -river', ['roof', '-river']],
  ['-"river road" roof', ['-river road', 'roof']],
  ['libr*', ['libr*']],
  ['co-op o’clock C++', ['co op', 'o clock', 'c']],
  ['Café MÜNCHEN', ['cafe', 'munchen']],
  ['a AND b OR NOT c NEAR(d, 2)', ['a', 'and', 'b', 'or', 'not', 'c', 'near d', '2']],
  ['title:roof {x} (y) ^z', ['title roof', 'x', 'y', 'z']],
  ['"open phrase', ['open phrase']],
  ['🎉 party 🎉', ['party']],
  ['Łódź Straße', ['lodz', 'strasse']],
  ['Московский ガイド', ['московский', 'ガイド']],
  ['हिन्दी', ['हिन्दी']],
  ['- * "" ( ) : \' \\', []],
])('%j asks for %j', (typed, expected) => {
  const shown = parseSearchText(typed).terms.map(
    ({ words, isExcluded, isOpen }) => `${isExcluded ? '-' : ''}${words.join(' ')}${isOpen ? '*' : ''}`,
  );
  expect(shown).toEqual(expected);
});

test('text over 200 characters or 16 words is left out, and the page says so (R-28)', () => {
  const long = parseSearchText('word '.repeat(1000));
  expect([long.terms.length, long.text.length <= 200, long.isCut]).toEqual([16, true, true]);
  expect(parseSearchText('x'.repeat(4096)).terms[0]?.words).toEqual(['x'.repeat(200)]);
  expect(parseSearchText('one two').isCut).toBe(false);
});

test('a minus alone is not a search', () => {
  expect(asksForSomething(parseSearchText('-river'))).toBe(false);
  expect(asksForSomething(parseSearchText('roof -river'))).toBe(true);
});

test('any search text becomes clauses of letters and digits (R-28)', () => {
  fc.assert(
    fc.property(anyTyped, fc.boolean(), (text, isGrowing) => {
      const { terms, text: kept } = parseSearchText(text);
      expect(Array.from(kept).length).toBeLessThanOrEqual(200);
      for (const clause of clausesOf(terms, { isGrowing })) {
        for (const words of clause.choices) {
          expect(words.length).toBeGreaterThan(0);
          for (const word of words) expect(word).toMatch(/^[\p{L}\p{N}][\p{L}\p{N}\p{M}]*$/u);
        }
      }
      // Reading it again gives the same: a shared address finds the same.
      expect(parseSearchText(kept).terms).toEqual(terms);
      const pieces = markText(text, terms);
      expect(pieces.map((piece) => piece.text).join('')).toBe(text);
    }),
    rounds(import.meta.url, 3000),
  );
});

test('matching words are highlighted, whatever their ending or diacritics', () => {
  const marked = (text: string, typed: string) =>
    markText(text, parseSearchText(typed).terms)
      .map((piece) => (piece.isMatch ? `[${piece.text}]` : piece.text))
      .join('');
  expect(marked('The Libraries of the town', 'library')).toBe('The [Libraries] of the town');
  expect(marked('Café <b>voted</b>', 'cafe vote')).toBe('[Café] <b>[voted]</b>');
  expect(marked('Library', 'libr')).toBe('[Library]');
  expect(marked('Library', '"libr"')).toBe('Library');
  expect(marked('The river road', 'road -river')).toBe('The river [road]');
});

test('a snippet is cut around the first search word', () => {
  const text = `${'before '.repeat(40)}library ${'after '.repeat(60)}`;
  const pieces = markSnippet(text, parseSearchText('library').terms);
  const shown = pieces.map((piece) => piece.text).join('');
  expect(shown).toMatch(/^…before .*library after.*after…$/);
  expect(shown.length).toBeLessThan(280);
  expect(wordsOf(shown).filter((word) => word === 'library')).toHaveLength(1);
});
