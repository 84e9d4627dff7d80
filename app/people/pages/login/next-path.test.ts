import { expect, test } from 'vitest';
import { nextPathOf, withNext } from './next-path.ts';

const elsewhere = [
  '//evil.example',
  '/\\evil.example',
  'https:evil.example',
  'https://evil.example/articles',
  '/\t/evil.example',
  '/.//evil.example',
  '/..//evil.example',
  '/x/..//evil.example',
  'javascript:alert(1)',
  'articles',
  '',
];

test.each(elsewhere)('R-20: logging in never leads to another site: %j', (next) => {
  expect(nextPathOf(`http://localhost/login?next=${encodeURIComponent(next)}`)).toBe('/articles');
});

test.each(['/account', '/articles?after=x&y=1#top', '/articles/%0d%0aX:1', '/articles/%2f%2fevil'])(
  'R-20: logging in leads to a page of this site: %s',
  (next) => {
    expect(nextPathOf(`http://localhost${withNext('/login?mode=register', next)}`)).toBe(next);
  },
);

test('the default next page is not part of the address', () => {
  expect(withNext('/login', '/articles')).toBe('/login');
  expect(nextPathOf('http://localhost/login')).toBe('/articles');
});
