import { expect, test } from 'vitest';
import { feedDateOf, uriOf, xmlLineOf } from '#app/platform/html/xml-text.ts';

test('Characters that XML forbids are removed from a line, and emoji stay', () => {
  expect(xmlLineOf('a\u0000\u0008\u007f\u0081\ufffe b \n <&> 🔔👩‍👩‍👧')).toBe('a b <&> 🔔👩‍👩‍👧');
});

test.each([
  [
    'https://example.org/a b?q=[1]|{x}^`"é#fr [ag]',
    'https://example.org/a%20b?q=%5B1%5D%7C%7Bx%7D%5E%60%22%C3%A9#fr%20%5Bag%5D',
  ],
  ['https://example.org/100%', 'https://example.org/100%25'],
  ['https://example.org/%C3%A9?a=1&amp;b=2', 'https://example.org/%C3%A9?a=1&amp;b=2'],
  ['http://[::1]:8080/x', 'http://[::1]:8080/x'],
  ['https://user:secret@münchen.example/', 'https://xn--mnchen-3ya.example/'],
])('%s is the URI %s', (address, expected) => {
  expect(uriOf(address)).toBe(expected);
});

test('Dates are limited to the years 1 to 9999', () => {
  const years = [Number.MIN_SAFE_INTEGER, 0, Number.MAX_SAFE_INTEGER].map((at) =>
    feedDateOf(Math.max(at, -8.64e15)),
  );
  expect(years.map((date) => date.getUTCFullYear())).toEqual([1, 1970, 9999]);
});
