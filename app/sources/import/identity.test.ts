import { expect, test } from 'vitest';
import { canonicalAddress, looseIdentifier, webAddress } from '#app/items/provenance/web-address.ts';
import { identifyItems, matchKeysOf, normalizedTitle } from './identity.ts';

const story = {
  guid: null as string | null,
  link: null as string | null,
  title: 'Bridge to close' as string | null,
  pubDate: '2026-11-21T03:30:00Z' as string | null,
  description: '',
};

const idsOf = (...items: Partial<typeof story>[]) =>
  identifyItems(
    items.map((item) => ({ ...story, ...item })),
    'America/New_York',
  ).map(({ sourceId }) => sourceId);

test('an item is known by its GUID, without one by its address, without that by title and local day', () => {
  const link = 'https://Paper.example/a/?utm_source=rss#top';
  expect(idsOf({ guid: 'tag:1', link })).toEqual(['tag:1']);
  expect(idsOf({ link })).toEqual(['https://paper.example/a']);
  // The evening of the 20th in the town.
  expect(idsOf({})).toEqual(['title:bridge to close 2026-11-20']);
  expect(idsOf({ title: null, description: '<p>Text</p>' })[0]).toMatch(/^text:[0-9a-f]{64}$/);
});

test('items that share a GUID are distinguished by their addresses, in any order', () => {
  const [one, other] = [
    { guid: 'same', link: 'https://a.example/1' },
    { guid: 'same', link: 'https://a.example/2' },
  ];
  expect(idsOf(one, other)).toEqual(['same https://a.example/1', 'same https://a.example/2']);
  expect(idsOf(other, one)).toEqual(['same https://a.example/2', 'same https://a.example/1']);
});

test('items that share an address are distinguished by their titles', () => {
  const link = 'https://a.example/';
  expect(idsOf({ link, title: 'One' }, { link, title: 'Two' })).toEqual([
    'https://a.example title:one 2026-11-20',
    'https://a.example title:two 2026-11-20',
  ]);
});

test('only items that are the same in everything share an id', () => {
  const [one, other] = idsOf({ guid: 'x' }, { guid: 'x' });
  expect(one).toBe(other);
});

test('a session or a token in an address does not make it another item', () => {
  expect(idsOf({ link: 'https://a.example/x?id=3&token=abc' })).toEqual(
    idsOf({ link: 'https://a.example/x?token=zzz&id=3' }),
  );
});

test('a long GUID is shortened and stays its own', () => {
  const [one = '', other] = idsOf({ guid: 'a'.repeat(9000) }, { guid: `${'a'.repeat(9000)}b` });
  expect(one.length).toBeLessThanOrEqual(500);
  expect(one).not.toBe(other);
});

test('an item whose GUID changed its host or scheme has the same key', () => {
  const before = matchKeysOf({ ...story, guid: 'http://www.paper.example/?p=12' }, 'UTC');
  const after = matchKeysOf({ ...story, guid: 'https://new.paper.example/?p=12&utm_medium=feed' }, 'UTC');
  expect(after[0]).toBe(before[0]);
  expect(looseIdentifier('urn:uuid:ABC')).toBe('urn:uuid:abc');
});

test('titles are compared without case, accents and punctuation', () => {
  expect(normalizedTitle('  Café — “Live” MUSIC! ')).toBe('cafe live music');
});

test('tracking parameters are removed from addresses, and nothing else is changed', () => {
  expect(webAddress('https://a.example/x?b=1&utm_source=rss&fbclid=2')).toBe('https://a.example/x?b=1');
  expect(webAddress('https://A.example')).toBe('https://A.example');
  expect(webAddress('../y', 'https://a.example/b/c')).toBe('https://a.example/y');
});

test.each([
  'javascript:alert(1)',
  'data:text/html,x',
  'ftp://a.example/',
  'tag:a,1',
  'x',
  '',
  `https://a.example/${'x'.repeat(3000)}`,
])('%s is no address of a page', (address) => {
  expect(webAddress(address)).toBeNull();
  expect(canonicalAddress(address)).toBeNull();
});

test('a password in an address is removed', () => {
  expect(webAddress('https://me:secret@a.example/x')).toBe('https://a.example/x');
});
