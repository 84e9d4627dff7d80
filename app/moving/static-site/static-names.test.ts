import { expect, test } from 'vitest';
import { collections } from '#app/collections.server.ts';
import { findRoute } from '../../../server/route-table.ts';
import { openStaticNames, publicAddressOf, relativeLink, safeName } from './static-names.ts';

const names = openStaticNames({
  siteUrl: 'https://town.example',
  collections,
  findRoute,
  hasAsset: (path) => path === '/assets/a.css',
});
const fileOf = (address: string) => names(new URL(address, 'https://town.example'))?.file;

test('every public address has one file, whatever cursors, order and titles it is written with', () => {
  for (const [address, file] of [
    ['/', 'articles/index.html'],
    ['/articles', 'articles/index.html'],
    ['/articles?page=2&after=eyJ9', 'articles/page-2/index.html'],
    ['/articles?page=1&utm=x', 'articles/index.html'],
    ['/articles/a1', 'articles/a1/index.html'],
    ['/articles/a1/a-title', 'articles/a1/index.html'],
    ['/events?page=2&when=week', 'events/page-2/when-week/index.html'],
    ['/events?month=2026-12', 'events/month-2026-12/index.html'],
    ['/events/e1.ics', 'events/e1.ics'],
    ['/feeds/all.rss', 'feeds/all.rss'],
    ['/assets/a.css', 'assets/a.css'],
    ['/search?q=x', 'search/index.html'],
    ['/tags/a%2Fb', 'tags/a-b-c14cddc0/index.html'],
    ['/articles/..%2f..%2fetc', 'articles/etc-74ccf3c5/index.html'],
  ])
    expect([address, fileOf(address as string)]).toEqual([address, file]);
});

test('what is not part of a static site has no file', () => {
  for (const address of [
    '/login',
    '/account',
    '/admin/articles',
    '/api/v1/news',
    '/polls/p1/vote',
    '/preview/x',
    '/nothing',
    '/share/articles/a1.png',
    '/events?when=week&place=Hall',
    '/%zz',
  ])
    expect([address, fileOf(address)]).toEqual([address, undefined]);
});

test('names are valid on every disk, and different for different texts', () => {
  for (const text of [
    'a/b',
    '..',
    '.',
    'con',
    'NUL.txt',
    'a:b',
    'x'.repeat(300),
    'what?',
    '\u0007',
    'ends.',
    '-',
  ]) {
    const name = safeName(text);
    expect(name).toMatch(/^(?!(con|nul)(\.|$))[\p{L}\p{N}~_][\p{L}\p{M}\p{N}._~-]{0,99}$/iu);
    expect(name).not.toMatch(/\.$/);
  }
  expect(safeName('a/b')).not.toBe(safeName('a?b'));
  expect(safeName('Ünïcode')).toBe('Ünïcode');
});

test('names that differ only in case are two files on every disk', () => {
  const [one, other] = ['/articles/Abc', '/articles/abc'].map(fileOf);
  expect(one?.toLowerCase()).not.toBe(other?.toLowerCase());
  expect(fileOf('/articles/Abc')).toBe(one);
});

test('links are relative and name files; public addresses name folders', () => {
  expect(relativeLink('index.html', 'articles/index.html')).toBe('articles/index.html');
  expect(relativeLink('articles/a/index.html', 'articles/index.html')).toBe('../index.html');
  expect(relativeLink('articles/a/index.html', 'feeds/Café.rss')).toBe('../../feeds/Caf%C3%A9.rss');
  expect(publicAddressOf('https://town.example', 'articles/a/index.html')).toBe(
    'https://town.example/articles/a/',
  );
  expect(publicAddressOf('https://town.example', 'index.html')).toBe('https://town.example/');
});
