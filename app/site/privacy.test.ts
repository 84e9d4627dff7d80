import { expect, test } from 'vitest';
import { openSite } from '../../tests/open-site.ts';

test('the privacy page has its date and minimum age, and says what is stored and for how long', async () => {
  await using site = await openSite();
  const page = await site.page('/privacyPolicy');
  for (const words of [
    'Effective Date: July 23, 2025',
    'You must be at least 13 to register.',
    'network (IP) addresses in them for 30 days',
    'kept for 400 days',
    'no tracking',
    'One keeps you logged in',
    'One keeps you logged in: 90 days, or until 30 days without a visit; editors 7 days, or 12 hours.',
    'One recognizes this browser when you log in again: 1 year.',
    'The log of actions has entries for 400 days, and the network addresses in them for 30 days.',
    'attempts are counted for 1 day at most',
    'An address that nobody confirms is deleted after 7 days.',
  ])
    expect(page.replaceAll('<!-- -->', '')).toContain(words);
});

test('pages of the site load nothing from other sites', async () => {
  await using site = await openSite();
  for (const path of [
    '/articles',
    '/news',
    '/events',
    '/polls',
    '/about',
    '/privacyPolicy',
    '/login',
    '/contact',
  ]) {
    const page = await site.page(path);
    // An address that begins with # is an anchor in the page itself.
    const loaded = [
      ...page.matchAll(
        /<(?:script|img|link(?! rel="canonical")|iframe|source|video|audio)\b[^>]*?(?:src|href)="([^"#][^"]*)"/g,
      ),
    ];
    expect(loaded.length).toBeGreaterThan(0);
    for (const [, address = ''] of loaded)
      expect([path, address]).toEqual([path, expect.stringMatching(/^\/(?!\/)/)]);
  }
});

test('security.txt has a contact, an expiry date and its canonical address (RFC 9116)', async () => {
  await using site = await openSite({ environment: { BELFRY_URL: 'https://maplehollow.example' } });
  const response = await site.fetch('/.well-known/security.txt');
  expect([response.status, response.headers.get('Content-Type')]).toEqual([200, 'text/plain; charset=utf-8']);
  expect(await response.text()).toBe(
    [
      'Contact: mailto:owner@example.org',
      'Expires: 2027-05-19T00:00:00.000Z',
      'Canonical: https://maplehollow.example/.well-known/security.txt',
      'Preferred-Languages: en',
      '',
    ].join('\n'),
  );
});
