import { expect, test } from 'vitest';
import { compareTexts, type Segment } from './compare-texts.ts';

/** One side as text, with [-removed-] and [+added+] words. */
function show(segments: Segment[] | null | undefined): string | null {
  if (!segments) return null;
  const marks = { same: ['', ''], removed: ['[-', '-]'], added: ['[+', '+]'] } as const;
  return segments.map(({ kind, text }) => `${marks[kind][0]}${text}${marks[kind][1]}`).join('');
}

function shown(old: string, next: string) {
  return compareTexts(old, next).blocks.map((block) => [show(block.old), show(block.next)]);
}

test('changed words are marked on the side that has them', () => {
  expect(shown('The plow drivers keep Ridge Road open.', 'The plow crew keeps Ridge Road open!')).toEqual([
    ['The plow [-drivers keep-] Ridge Road open[-.-]', 'The plow [+crew keeps+] Ridge Road open[+!+]'],
  ]);
  expect(compareTexts('a b c', 'a x c d')).toMatchObject({ added: 2, removed: 1 });
});

test('paragraphs that stay are paired, and new ones have no other side', () => {
  expect(shown('One\nTwo\nThree', 'One\nThree\nFour')).toEqual([
    ['One', 'One'],
    ['[-Two-]', null],
    ['Three', 'Three'],
    [null, '[+Four+]'],
  ]);
  expect(shown('', 'New')).toEqual([[null, '[+New+]']]);
  expect(compareTexts('Same', 'Same')).toMatchObject({ added: 0, removed: 0 });
});

test('words with accents, apostrophes and surrogates stay whole', () => {
  expect(shown('Zoë’s café 🔔', 'Zoë’s cafés 🔔')).toEqual([['Zoë’s [-café-] 🔔', 'Zoë’s [+cafés+] 🔔']]);
});

test('two long texts with nothing in common are shown as replaced', () => {
  const text = (prefix: string) => Array.from({ length: 20_000 }, (_, at) => `${prefix}${at}`).join(' ');
  const [[old, next] = []] = shown(text('a'), text('b'));
  expect(old?.startsWith('[-a0 a1')).toBe(true);
  expect(next?.startsWith('[+b0 b1')).toBe(true);
});
