import fc from 'fast-check';
import { expect, test } from 'vitest';
import { rounds } from '../../../tests/rounds.ts';
import { formatCsv, withoutGuard } from './csv-text.ts';

test('Texts that a spreadsheet would run get a leading apostrophe (R-30)', () => {
  for (const text of ['=1+1', '+1', '-1', '@SUM(A1)', '\tx', '\0x', '＝1'])
    expect(formatCsv([[text]]).replaceAll('"', '')).toBe(`'${text}\r\n`);
  expect(formatCsv([['a-b', 'x=y', -5]])).toBe('a-b,x=y,-5\r\n');
});

test('Texts that a spreadsheet would split into a formula get an apostrophe where it begins (R-30)', () => {
  for (const [text, written] of [
    ['x;=1+1', `"x;'=1+1"`],
    ['x\t@SUM(A1);-2;y', `"x\t'@SUM(A1);'-2;y"`],
    ['x\r\n=1', `"x\r\n'=1"`],
    ['x;\0=1', `"x;'\0=1"`],
    ['x;\t＝1', `"x;\t'＝1"`],
    ['a; b = c', '"a; b = c"'],
    ['a\n\nb', '"a\n\nb"'],
  ] as const)
    expect([text, formatCsv([[text]])]).toEqual([text, `${written}\r\n`]);
});

test('A text is the same again without its apostrophes, also one that had some', () => {
  const parts = ['=', ';', '\t', '\n', "'", 'x', '\0', '-', '＠', ' '];
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...parts), { maxLength: 12 }), (chosen) => {
      const text = chosen.join('');
      const [, quoted, plain = ''] = /^(?:"(.*)"|(.*))\r\n$/s.exec(formatCsv([[text]])) ?? [];
      const written = quoted ?? plain;
      expect(withoutGuard(written)).toBe(text);
      for (const cell of written.split(/[;\t\r\n]/)) expect(cell).not.toMatch(/^\0*[=+\-@＝＋－＠]/);
    }),
    rounds(import.meta.url),
  );
});

test('Quotes, commas and line ends are quoted, and rows end with CR LF (RFC 4180)', () => {
  expect(
    formatCsv([
      ['a "b"', 'c,d', 'e\nf'],
      ['g', 1],
    ]),
  ).toBe('"a ""b""","c,d","e\nf"\r\ng,1\r\n');
});
