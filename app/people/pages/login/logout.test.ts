import { expect, test } from 'vitest';
import { openSite } from '../../../../tests/open-site.ts';

const navigation = { 'Sec-Fetch-Mode': 'navigate', 'Sec-Fetch-Dest': 'document' };

test.each(['same-origin', 'none'])(
  'Opening /logout logs the user out and goes to the login page (%s)',
  async (origin) => {
    await using site = await openSite();
    const member = await site.asMember();
    const response = await site.fetch('/logout', {
      headers: { ...member, ...navigation, 'Sec-Fetch-Site': origin },
    });
    expect([response.status, response.headers.get('Location')]).toEqual([303, '/login']);
    expect(response.headers.getSetCookie().join()).toMatch(/belfry-dev=; Max-Age=0/);
    expect((await site.fetch('/account', { headers: member })).headers.get('Location')).toBe(
      '/login?next=%2Faccount',
    );
  },
);

const elsewhere: [string, Record<string, string>][] = [
  ['a link on another site', { ...navigation, 'Sec-Fetch-Site': 'cross-site' }],
  ['a page of a sibling site', { ...navigation, 'Sec-Fetch-Site': 'same-site' }],
  ['an image', { 'Sec-Fetch-Site': 'same-origin', 'Sec-Fetch-Mode': 'no-cors', 'Sec-Fetch-Dest': 'image' }],
  ['a frame', { 'Sec-Fetch-Site': 'same-origin', 'Sec-Fetch-Mode': 'navigate', 'Sec-Fetch-Dest': 'iframe' }],
  ['a script', { 'Sec-Fetch-Site': 'same-origin', 'Sec-Fetch-Mode': 'cors', 'Sec-Fetch-Dest': 'empty' }],
  ['prefetching', { ...navigation, 'Sec-Fetch-Site': 'none', 'Sec-Purpose': 'prefetch;prerender' }],
  ['old prefetching', { ...navigation, 'Sec-Fetch-Site': 'same-origin', Purpose: 'prefetch' }],
  ['a crawler that says nothing', {}],
];

test.each(elsewhere)('%s logs no one out: it shows one button', async (_, headers) => {
  await using site = await openSite();
  const member = await site.asMember();
  const response = await site.fetch('/logout', { headers: { ...member, ...headers } });
  expect(response.status).toBe(200);
  expect(response.headers.getSetCookie()).toEqual([]);
  const html = await response.text();
  expect(html).toMatch(
    /<form (?=[^>]*method="post")(?=[^>]*action="\/logout")[^>]*><button type="submit"[^>]*>Logout</,
  );
  expect((await site.fetch('/account', { headers: member })).status).toBe(200);
});

test('A HEAD request logs no one out', async () => {
  await using site = await openSite();
  const member = await site.asMember();
  const headers = { ...member, ...navigation, 'Sec-Fetch-Site': 'none' };
  await site.fetch('/logout', { method: 'HEAD', headers });
  expect((await site.fetch('/account', { headers: member })).status).toBe(200);
});

test('The button logs out, but not from another site', async () => {
  await using site = await openSite();
  const member = await site.asMember();
  const foreign = await site.post('/logout', {}, { ...member, Origin: 'https://evil.example' });
  expect(foreign.status).toBe(403);
  expect((await site.fetch('/account', { headers: member })).status).toBe(200);
  const response = await site.post('/logout', {}, member);
  expect([response.status, response.headers.get('Location')]).toEqual([303, '/login']);
  expect((await site.fetch('/account', { headers: member })).status).toBe(302);
});

test('A visitor who opens /logout goes to the login page', async () => {
  await using site = await openSite();
  expect((await site.fetch('/logout')).headers.get('Location')).toBe('/login');
});
