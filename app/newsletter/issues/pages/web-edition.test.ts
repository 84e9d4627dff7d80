import { parseRssFeed } from 'feedsmith';
import { expect, test } from 'vitest';
import { buildIssue } from '#app/newsletter/issues/issue-store.server.ts';
import { defaultTown } from '#app/town/default-town.ts';
import { openServer } from '../../../../tests/open-server.ts';
import { openSite, type TestSite } from '../../../../tests/open-site.ts';
import { seedIssue } from '../../../../tests/seed-issue.ts';
import { seeding } from '../../../../tests/seed-items.ts';

const DAY = 86_400_000;
/** Friday, November 20, 2026, 5:00 PM in the town. */
const NOW = Date.parse('2026-11-20T22:00:00Z');

/** The page's HTML without the markers that React puts between texts. */
async function read(site: TestSite, path: string): Promise<string> {
  return (await site.page(path)).replaceAll('<!-- -->', '');
}

async function seedWeek(site: TestSite): Promise<void> {
  const seed = seeding(site.write, NOW);
  await seed.article('roof', { title: 'A roof for the library', pubDate: NOW - DAY });
  await seed.news('bridge', { title: 'The bridge reopens', pubDate: NOW - DAY });
  await seed.event('market', { title: 'Winter market' });
  await seed.event('dance', { title: 'Contra dance', status: 'cancelled', statusNote: 'The flu.' });
  await seed.poll('attic', { title: 'What about the attic?', closesAt: NOW + 3 * DAY });
  await seed.article('rink', {
    title: 'Rink vote',
    pubDate: NOW - 20 * DAY,
    corrections: [{ date: NOW - DAY, text: 'It was on October 15.' }],
  });
}

test('an issue that was sent has a web edition; a draft has none', async () => {
  await using site = await openSite({ now: NOW });
  await seedWeek(site);
  await buildIssue(site.write, { town: defaultTown, now: NOW }, { by: null, audience: 'everyone' });
  expect((await site.fetch('/newsletter/2026-11-20')).status).toBe(404);
  await seedIssue(site.write, NOW, { subject: 'A new roof', note: 'Good morning.\n\nIt snowed.' });
  const html = await read(site, '/newsletter/2026-11-20');
  for (const part of [
    '<title>A new roof | The Maple Hollow Newsletter | Maple Hollow Commons</title>',
    '<h1>The Maple Hollow Newsletter</h1><p>Issue 1, <time dateTime="2026-11-20">November 20, 2026</time></p>',
    '<p>Good morning.</p><p>It snowed.</p>',
    '<a class="plain" href="/articles/roof">A roof for the library</a>',
    '<a class="plain" href="/news/bridge">The bridge reopens</a>',
    '<span>The Hollow Ledger</span>',
    '<h3 class="issue-day">Sunday, November 22</h3>',
    '<span class="badge is-danger">Canceled</span> <a class="plain" href="/events/dance">Contra dance</a>',
    'Open until November 23, 2026, 5:00 PM',
    '<a class="button" href="/polls/attic">Vote</a>',
    'It was on October 15.',
    'Get The Maple Hollow Newsletter</button></form>',
    '/share/articles/roof.png?v=1',
    '"@type":"PublicationIssue"',
    '<a class="button" href="/newsletter">All issues</a>',
  ])
    expect(html).toContain(part);
  for (const path of ['/newsletter/2026-11-21', '/newsletter/x', `/newsletter/${'9'.repeat(200)}`])
    expect([path, (await site.fetch(path)).status]).toEqual([path, 404]);
});

test('what was removed from the site since is not in the web edition or the feed', async () => {
  await using site = await openSite({ now: NOW });
  await seedWeek(site);
  await seedIssue(site.write, NOW);
  for (const [table, id] of [
    ['article', 'roof'],
    ['event', 'dance'],
    ['article', 'rink'],
  ] as const)
    await site.write.deleteFrom(table).where('id', '=', id).execute();
  await site.write.updateTable('poll').set({ archived: 1 }).execute();
  const later = { pubDate: NOW + DAY };
  await seeding(site.write, NOW).article('postponed', { title: 'A story for later', pubDate: NOW - DAY });
  await seedIssue(site.write, NOW);
  await site.write.updateTable('article').set(later).where('id', '=', 'postponed').execute();
  const gone = /articles\/roof|Contra dance|attic|October 15|A story for later/;
  for (const path of ['/newsletter/2026-11-20', '/feeds/newsletter.json']) {
    const html = await read(site, path);
    expect(html).toContain('The bridge reopens');
    expect(html).toContain('Winter market');
    expect(html).not.toMatch(gone);
  }
  for (const path of ['/newsletter/2026-11-20-2', '/newsletter'])
    expect(await read(site, path)).not.toMatch(gone);
});

test('a poll that has closed since says so', async () => {
  let now = NOW;
  await using server = await openServer({ now: () => now });
  await seedWeek(server.site);
  await seedIssue(server.site.write, NOW);
  const ask = async () => String((await server.ask('/newsletter/2026-11-20')).body);
  expect(await ask()).toContain('Open until November 23');
  now = NOW + 4 * DAY;
  expect(await ask()).toMatch(/Closed November 23.*See the poll/s);
});

test('a cached web edition follows the issues and what they show', async () => {
  await using server = await openServer({ now: NOW });
  await seedWeek(server.site);
  await seedIssue(server.site.write, NOW);
  const first = await server.ask('/newsletter/2026-11-20');
  const etag = { 'If-None-Match': String(first.headers.etag) };
  expect((await server.ask('/newsletter/2026-11-20', etag)).status).toBe(304);
  await seedIssue(server.site.write, NOW);
  expect((await server.ask('/newsletter/2026-11-20', etag)).status).toBe(200);
});

test('a web edition shows the drawing of its lead, which other sites may load', async () => {
  await using server = await openServer({ now: NOW });
  const figure =
    '<figure><img src="/illustrations/meeting.svg" alt="Ballots" width="1200" height="800"></figure>';
  await seeding(server.site.write, NOW).article('roof', { description: `<p>Text.</p>${figure}` });
  await seedIssue(server.site.write, NOW);
  expect(String((await server.ask('/newsletter/2026-11-20')).body)).toContain(
    '<img src="/illustrations/meeting.jpg" width="1200" height="800" alt="Ballots"/>',
  );
  const { status, headers } = await server.ask('/illustrations/meeting.jpg');
  expect([status, headers['content-type'], headers['cross-origin-resource-policy']]).toEqual([
    200,
    'image/jpeg',
    'cross-origin',
  ]);
});

test('issues link the previous and the next one, and a second one of a day has its own address', async () => {
  await using site = await openSite({ now: NOW });
  await seedWeek(site);
  for (const at of [NOW, NOW, NOW + DAY]) await seedIssue(site.write, at);
  const html = await read(site, '/newsletter/2026-11-20-2');
  expect(html).toMatch(/rel="prev" href="\/newsletter\/2026-11-20">.*Issue 1/);
  expect(html).toMatch(/rel="next" href="\/newsletter\/2026-11-21">Issue 3/);
});

test('the archive lists the last issues first, ten per page', async () => {
  await using site = await openSite({ now: NOW });
  expect(await read(site, '/newsletter')).not.toContain('Past issues');
  await seedWeek(site);
  for (let index = 0; index < 12; index++)
    await seedIssue(site.write, NOW, { subject: `Subject ${index + 1}`, preview: `Preview ${index + 1}` });
  const first = await read(site, '/newsletter');
  expect(first).toContain(
    '<time dateTime="2026-11-20">November 20, 2026</time><br/>Issue 12</p><div><h3><a class="plain" href="/newsletter/2026-11-20-12">Subject 12</a></h3><p>Preview 12</p>',
  );
  expect(first.match(/Issue \d+/g)).toHaveLength(10);
  const next = /rel="next" href="([^"]+)"/.exec(first)?.[1]?.replaceAll('&amp;', '&') ?? '';
  const second = await read(site, next);
  expect(second.match(/Issue \d+/g)).toEqual(['Issue 2', 'Issue 1']);
  expect(second).toMatch(/<title>[^<]*, page 2 \|/);
});

test('the issues have a feed, and are in the sitemap', async () => {
  await using site = await openSite({ now: NOW });
  await seedWeek(site);
  await seedIssue(site.write, NOW, { subject: 'A new roof', preview: 'And a market' });
  const feed = parseRssFeed(await site.page('/feeds/newsletter.rss'));
  expect(feed).toMatchObject({
    title: 'Maple Hollow Commons: Newsletter',
    link: 'http://localhost:3000/newsletter',
  });
  expect(feed.items).toMatchObject([
    {
      title: 'A new roof',
      link: 'http://localhost:3000/newsletter/2026-11-20',
      description: expect.stringContaining('And a market'),
    },
  ]);
  const [item] = JSON.parse(await site.page('/feeds/newsletter.json')).items;
  expect(item.content_html).toContain('<a href="http://localhost:3000/events/market">Winter market</a>');
  expect(await site.page('/feeds/all.json')).not.toContain('A new roof');
  expect((await site.fetch('/newsletter/feed')).headers.get('Location')).toBe('/feeds/newsletter.rss');
  expect(await site.page('/newsletter')).toContain('title="Newsletter" href="/feeds/newsletter.rss"');
  expect(await site.page('/subscribe')).toContain('/feeds/newsletter.rss');
  expect(await site.page('/sitemaps/pages.xml')).toContain('http://localhost:3000/newsletter/2026-11-20');
});
