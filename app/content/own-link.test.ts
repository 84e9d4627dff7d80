import { expect, test } from 'vitest';
import { isOwnLink, siteNameOf } from './own-link.ts';

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
