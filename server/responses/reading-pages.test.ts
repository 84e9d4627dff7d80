/** Reading pages are rendered in one way, whether the router has loaded them or not. */

import { createElement } from 'react';
import { expect, test } from 'vitest';
import type { RequestContext } from '#app/people/request/context.ts';
import { renderDocument } from '#app/site/frame/reading-document.server.tsx';
import { defaultTown } from '#app/town/default-town.ts';
import { openSite } from '../../tests/open-site.ts';
import { seedSample } from '../../tests/seed-sample.ts';
import { openReadingPages } from './reading-pages.ts';

test('a page is the same at its canonical address and at another spelling that only the router finds', async () => {
  await using site = await openSite();
  await seedSample(site);
  for (const [address, spelling] of [
    ['/articles/i1', '/articles/i1/'],
    ['/events/i1', '/Events/%691'],
    ['/polls/i1/results', '/Polls/i1/results'],
  ] as const) {
    const [page, other] = await Promise.all([site.page(address), site.page(spelling)]);
    expect(page).toContain('<h1');
    expect(other === page, address).toBe(true);
  }
});

/** One page below a layout, as the build describes its routes. */
const routes = {
  root: {
    id: 'root',
    module: {
      links: () => [{ rel: 'icon', href: '/icon.svg' }],
      headers: { 'X-Root': 'kept' },
      meta: () => [{ title: 'Of the root' }],
    },
  },
  layout: {
    id: 'layout',
    parentId: 'root',
    module: { handle: { page: ({ children }: Children) => children } },
  },
  page: {
    id: 'page',
    parentId: 'layout',
    path: 'things/:id',
    module: {
      handle: { page: ({ loaderData }: Loaded) => createElement('p', null, loaderData.text) },
      loader: ({ params }: { params: { id: string } }) => ({ text: `Thing ${params.id}` }),
      links: () => [
        { rel: 'icon', href: '/icon.svg' },
        { rel: 'stylesheet', href: '/thing.css' },
      ],
      headers: ({ parentHeaders }: { parentHeaders: Headers }) => ({
        'X-Root': parentHeaders.get('X-Root') ?? '',
        'Cache-Control': 'public, max-age=60',
      }),
      meta: ({ loaderData, location, matches }: Told) => [
        { title: `${loaderData.text} at ${location.pathname}` },
        { name: 'parents', content: matches.map(({ id }) => id).join(' ') },
        { 'script:ld+json': { name: '</script>' } },
      ],
    },
  },
} as never;

type Children = { children: string };
type Loaded = { loaderData: { text: string } };
type Told = Loaded & { location: { pathname: string }; matches: { id: string }[] };

test('`meta`, `headers` and `links` of a reading page and its parents work as for any route', async () => {
  await using site = await openSite();
  const requestContext = {
    services: site.services,
    collections: {},
    town: defaultTown,
    notices: [],
    viewer: { kind: 'visitor' },
    theme: 'auto',
    now: 0,
  };
  const load = openReadingPages(routes, 'a build', [{ id: 'page', pattern: 'things/:id' }]);
  const page = await load(
    new URL('http://localhost:3000/things/7'),
    requestContext as unknown as RequestContext,
  );
  if (!page || page instanceof Response) throw new Error('no page');
  expect([...page.headers]).toEqual([
    ['cache-control', 'public, max-age=60'],
    ['x-root', 'kept'],
  ]);
  const html = renderDocument(page.tree).toString();
  const head = html.slice(0, html.indexOf('</head>'));
  expect(html).toContain('<p>Thing 7</p>');
  expect(head).toContain('<title>Thing 7 at /things/7</title>');
  expect(head).not.toContain('Of the root');
  expect(head).toContain('<meta name="parents" content="root layout page"/>');
  expect(head).toContain('<script type="application/ld+json">{"name":"\\u003c/script>"}</script>');
  expect(head).toContain('<link rel="stylesheet" href="/thing.css"/>');
  expect(head.split('href="/icon.svg"')).toHaveLength(2);
});
