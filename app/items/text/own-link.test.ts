import { expect, test } from 'vitest';
import { isOwnLink, siteNameOf, withOwnPaths } from './own-link.ts';

const SITE = 'https://town.example';

test('a link to this site is recognized, one that only starts with the same characters is not', () => {
  expect(isOwnLink('https://town.example/news/a', SITE)).toBe(true);
  expect(isOwnLink('HTTPS://Town.Example', SITE)).toBe(true);
  for (const link of [
    'https://town.example.org/',
    'https://town.example@evil.example/',
    'http://town.example/',
  ]) {
    expect([link, isOwnLink(link, SITE)]).toEqual([link, false]);
  }
  expect(isOwnLink('https://town.example:8443/', SITE)).toBe(false);
  expect(isOwnLink('nonsense', SITE)).toBe(false);
});

test('a source without a name is shown by its host', () => {
  expect(siteNameOf('https://www.example.org/story?x=1')).toBe('example.org');
  expect(siteNameOf('https://wwwonders.example/')).toBe('wwwonders.example');
  expect(siteNameOf('nonsense')).toBe('');
});

test('whole addresses of this site in HTML become paths, and no other address does', () => {
  for (const [html, stored] of [
    ['<img src="https://town.example/media/a-1.jpeg" alt="">', '<img src="/media/a-1.jpeg" alt="">'],
    ["<img alt='' SRC = 'HTTPS://Town.Example:443/a'>", "<img alt='' SRC = '/a'>"],
    ['<a href=https://town.example>Home</a>', '<a href=/>Home</a>'],
    ['<a href="https://town.example?p=1#x">Page</a>', '<a href="/?p=1#x">Page</a>'],
  ] as const)
    expect([html, withOwnPaths(html, { siteUrl: SITE })]).toEqual([html, stored]);
  for (const html of [
    '<img src="https://town.example.evil/a">',
    '<img src="https://town.example//evil.example/a">',
    '<img src="https://town.example/\\evil.example/a">',
    '<img src="https://town.example:8443/a">',
    '<img src="https://town.example@evil.example/a">',
    '<img src="http://town.example/a">',
    '<p>Read https://town.example/about</p>',
  ])
    expect(withOwnPaths(html, { siteUrl: SITE })).toBe(html);
});
