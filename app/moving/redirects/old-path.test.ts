import { expect, test } from 'vitest';
import { oldPathOf, oldPathsOf, targetOf } from './old-path.ts';

test('All spellings of an old address have one key', () => {
  for (const [address, key] of [
    ['/2024/05/title/', '/2024/05/title'],
    ['//2024//05/title', undefined],
    ['/2024//05/title', '/2024/05/title'],
    ['https://old.example/2024/05/title/?utm_source=x#more', '/2024/05/title'],
    ['/caf%c3%a9/', '/caf%C3%A9'],
    ['/café', '/caf%C3%A9'],
    ['/cafe%CC%81', '/caf%C3%A9'],
    ['/Town Hall', '/Town%20Hall'],
    ['/a%2Fb', '/a%2Fb'],
    ['/?p=12', '/?p=12'],
    ['https://old.example?p=12&preview=1', '/?p=12'],
    ['/index.php?p=12', '/?p=12'],
    ['/blog/index.html', '/blog'],
    ['/?feed=rss2&cat=3', '/?cat=3&feed=rss2'],
    ['/?s=fair', undefined],
    ['/', undefined],
    ['', undefined],
    ['title', undefined],
    ['/%zz', undefined],
    ['/a%00b', undefined],
    ['/a\nb', undefined],
    ['/a%0d%0aX:1', undefined],
    ['javascript:alert(1)', undefined],
    [`/${'x'.repeat(1001)}`, undefined],
  ] as const)
    expect([address, oldPathOf(address)]).toEqual([address, key]);
});

test('An address with a naming query is also known without it, except the front page', () => {
  expect(oldPathsOf(new URL('http://x/2024/title/?feed=rss2'))).toEqual([
    '/2024/title?feed=rss2',
    '/2024/title',
  ]);
  expect(oldPathsOf(new URL('http://x/?p=12'))).toEqual(['/?p=12']);
  expect(oldPathsOf(new URL('http://x/?page=2'))).toEqual([]);
});

test('R-20: a target is a path of this site or an http(s) address', () => {
  for (const [text, target] of [
    ['/articles/9fT2', '/articles/9fT2'],
    [' /events?category=music#today ', '/events?category=music#today'],
    ['https://town.example/about', '/about'],
    ['https://other.example/about', 'https://other.example/about'],
    ['//evil.example', undefined],
    ['/\\evil.example', undefined],
    ['/a/..//evil.example', undefined],
    ['https:evil', undefined],
    ['https://user:password@other.example/', undefined],
    ['javascript:alert(1)', undefined],
    ['/a\r\nX: 1', undefined],
    ['articles', undefined],
    ['', undefined],
  ] as const)
    expect([text, targetOf(text, 'https://town.example')]).toEqual([text, target]);
});
