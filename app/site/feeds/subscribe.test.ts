import { expect, test } from 'vitest';
import { openSite } from '../../../tests/open-site.ts';
import { seeding } from '../../../tests/seed-items.ts';

const NOW = Date.parse('2026-11-20T22:00:00Z');

test('A page explains how to follow the town, with every address, without JavaScript', async () => {
  await using site = await openSite({ now: NOW });
  const seed = seeding(site.write, NOW);
  await seed.article('a1', { sourceName: 'Digest & Co' });
  await seed.news('n1', { sourceName: 'The Ledger' });
  await seed.event('e1', { eventLocation: 'Town Hall, upstairs' });
  const page = await site.page('/subscribe');
  expect(page).not.toContain('<script');
  expect(page).toContain('href="webcal://localhost:3000/events.ics"');
  expect(page).toContain('href="webcal://localhost:3000/events.ics?place=Town+Hall%2C+upstairs"');
  for (const name of ['all', 'articles', 'news', 'events', 'polls'])
    expect(page).toContain(`<code class="address">http://localhost:3000/feeds/${name}.rss</code>`);
  expect(page).toContain('href="/feeds/all.rss?source=Digest+%26+Co"');
});

test('Every page links the feed of all collections, and a list links its own first', async () => {
  await using site = await openSite({ now: NOW });
  const feedsOf = async (path: string) =>
    [
      ...(await site.page(path)).matchAll(
        /<link rel="alternate" type="application\/\w+\+\w+"[^>]*href="([^"]+)"/g,
      ),
    ].map(([, href]) => href);
  expect(await feedsOf('/about')).toEqual(['/feeds/all.rss', '/feeds/all.atom', '/feeds/all.json']);
  for (const name of ['articles', 'news', 'events', 'polls']) {
    const own = ['rss', 'atom', 'json'].map((format) => `/feeds/${name}.${format}`);
    expect(await feedsOf(`/${name}`)).toEqual([...own, '/feeds/all.rss']);
  }
});
