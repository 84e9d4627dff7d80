import { expect, test } from 'vitest';
import { formatCsv } from './csv.ts';

test('Texts that a spreadsheet would run get a leading apostrophe (R-30)', () => {
  for (const text of ['=1+1', '+1', '-1', '@SUM(A1)', '\tx', '\0x', '＝1'])
    expect(formatCsv([[text]]).replaceAll('"', '')).toBe(`'${text}\r\n`);
  expect(formatCsv([['a-b', 'x=y', -5]])).toBe('a-b,x=y,-5\r\n');
});

test('Quotes, commas and line ends are quoted, and rows end with CR LF (RFC 4180)', () => {
  expect(
    formatCsv([
      ['a "b"', 'c,d', 'e\nf'],
      ['g', 1],
    ]),
  ).toBe('"a ""b""","c,d","e\nf"\r\ng,1\r\n');
});
