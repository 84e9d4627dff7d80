/** The site at another moment, as the administrator sees it, on both databases. */
import { beforeAll, expect, test } from 'vitest';
import { collections } from '#app/collections.server.ts';
import type { Collection } from '#app/items/collection/collection.ts';
import { revised } from '#app/items/revisions/revise.server.ts';
import { moveToTrash } from '#app/items/trash/move-to-trash.server.ts';
import type { WriteDb } from '#app/platform/database/handles.ts';
import { closePoll } from '#app/polls/close-poll.server.ts';
import { castVote } from '#app/polls/votes/vote-store.server.ts';
import { buildIfStale } from '../../../scripts/build-if-stale.mjs';
import { mainOf, seeDay } from '../../../tests/as-of-days.ts';
import { longOnEachDatabase, longOnPostgres } from '../../../tests/each-database.ts';
import { openSite } from '../../../tests/open-site.ts';
import { environmentOf } from '../../../tests/operator.ts';
import { sampleInputs } from '../../../tests/sample-inputs.ts';
import { seedIssue } from '../../../tests/seed-issue.ts';
import { hashOfDatabase } from '../../../tests/whole-database.ts';

beforeAll(() => buildIfStale(), 300_000);

const NOW = Date.parse('2026-11-20T22:00:00Z');
const HOUR = 60 * 60 * 1000;
const DAY = 24 * HOUR;
const by = { userId: null, token: null };

async function save(
  write: WriteDb,
  name: keyof typeof sampleInputs,
  fields: object,
  now: number,
  publishAt?: number,
) {
  const collection: Collection = collections[name];
  const input = collection.json.schema.parse({ ...sampleInputs[name], ...fields });
  await revised(write, collection, input.id as string, { by, now }, (db) =>
    collection.store.save(db, input, { now, ...(publishAt ? { publishAt } : {}) }),
  );
}

longOnEachDatabase(
  'a day in the future has what is scheduled by then, and visitors see nothing of it',
  async (t) => {
    await using site = await openSite({ environment: environmentOf(t), migrated: false, now: NOW });
    const admin = await site.asAdmin();
    await save(site.write, 'articles', { id: 'soon', title: 'Winter market plans' }, NOW, NOW + DAY);
    await save(site.write, 'articles', { id: 'later', title: 'Spring cleaning' }, NOW, NOW + 9 * DAY);
    await save(
      site.write,
      'events',
      { id: 'tonight', title: 'Choir tonight', eventDate: '2026-11-21T00:30:00Z' },
      NOW,
    );
    await save(
      site.write,
      'events',
      { id: 'next', title: 'Market day', eventDate: '2026-11-28T15:00:00Z' },
      NOW,
    );
    await save(
      site.write,
      'polls',
      { id: 'rink', title: 'Rink?', closesAt: new Date(NOW + DAY).toISOString() },
      NOW,
    );
    const before = await hashOfDatabase(site.write);

    expect(mainOf(await site.page('/articles'))).not.toContain('Winter market plans');
    const articles = mainOf(await seeDay(site, admin, '2026-11-22T12:00', '/articles'));
    expect(articles).toContain('Winter market plans');
    expect(articles).not.toContain('Spring cleaning');
    const events = mainOf(await seeDay(site, admin, '2026-11-22T12:00', '/events'));
    expect(events).toContain('Market day');
    expect(events).not.toContain('Choir tonight');
    expect(await seeDay(site, admin, '2026-11-22T12:00', '/polls/rink')).toContain(
      'Closed November 21, 2026, 5:00 PM',
    );
    expect(await seeDay(site, admin, '2026-11-22T12:00', '/search?q=winter')).toContain('1 result');

    expect(mainOf(await site.page('/articles'))).not.toContain('Winter market plans');
    expect(await hashOfDatabase(site.write)).toBe(before);
    expect(await site.write.selectFrom('mail').selectAll().execute()).toEqual([]);
  },
  ['app/items/drafts'],
);

longOnPostgres(
  'a day in the past has what was public then, as it was then',
  async (t) => {
    await using site = await openSite({ environment: environmentOf(t), migrated: false, now: NOW });
    const admin = await site.asAdmin();
    const { write } = site;
    const [early, late] = [NOW - 5 * DAY, NOW - DAY];
    const pubDate = new Date(early).toISOString();
    await save(write, 'articles', { id: 'edited', title: 'The first title', pubDate }, early);
    await save(write, 'articles', { id: 'edited', title: 'The second title', pubDate }, late);
    await save(write, 'articles', { id: 'deleted', title: 'Thrown away', pubDate }, early);
    await moveToTrash(write, collections.articles, ['deleted'], { now: late, by });
    await save(write, 'news', { id: 'new', title: 'Brand new', pubDate: new Date(late).toISOString() }, late);
    await save(write, 'businesses', { id: 'shop', name: 'New shop' }, late);
    await save(write, 'news', { id: 'hidden', title: 'Taken back', pubDate }, early);
    await collections.news.store.unpublished?.saveDraft(
      write,
      { id: 'hidden', title: 'Taken back' },
      { now: late },
    );
    await save(write, 'polls', { id: 'rink', title: 'Rink?', resultsShown: 'always' }, early);
    await write.insertInto('site_user').values({ id: 'june', newsletterOptIn: 0, createdAt: 0 }).execute();
    const poll = await collections.polls.store.find(write, 'rink');
    await castVote(
      write,
      poll as never,
      { kind: 'member', id: 'june', isVerified: true },
      [poll?.options[0]?.id ?? ''],
      late - DAY,
    );
    await closePoll(write, 'rink', late);
    await seedIssue(write, late, { note: 'Good morning.' });

    const at = '2026-11-17T12:00';
    const articles = mainOf(await seeDay(site, admin, at, '/articles'));
    expect(articles).toContain('The first title');
    expect(articles).not.toContain('The second title');
    expect(articles).toContain('Thrown away');
    const news = mainOf(await seeDay(site, admin, at, '/news'));
    expect(news).not.toContain('Brand new');
    expect(news).toContain('Taken back');
    expect(mainOf(await seeDay(site, admin, at, '/businesses'))).not.toContain('New shop');
    const rink = mainOf(await seeDay(site, admin, at, '/polls/rink'));
    expect(rink).not.toContain('Closed');
    expect(rink).not.toContain('closed early');
    expect(rink).toContain('No votes had been cast by then, not counting');
    expect(rink).not.toContain('0 votes');
    const after = await seeDay(site, admin, '2026-11-19T12:00', '/polls/rink');
    expect(mainOf(after)).toContain('1 vote had been cast by then, not counting those withdrawn since.');
    expect(mainOf(await seeDay(site, admin, at, '/newsletter'))).not.toContain('Past issues');
    const today = mainOf(await seeDay(site, admin, '2026-11-20T17:00', '/articles'));
    expect(today).toContain('The second title');
    expect(today).not.toContain('Thrown away');
  },
  ['app/items/revisions'],
);

test('a day can only be looked at, by administrators, and is never cached', async () => {
  await using site = await openSite({ now: NOW });
  const [admin, member] = [await site.asAdmin(), await site.asMember()];
  await save(site.write, 'polls', { id: 'rink', title: 'Rink?', voters: 'anyone' }, NOW);
  const day = '/admin/another-day/2026-11-22T17:00:00Z';
  for (const headers of [{}, member])
    for (const path of ['/admin/another-day', `${day}/articles`])
      expect((await site.fetch(path, { headers })).headers.get('Location')).toBe('/');
  await site.services.otherDays?.open(Date.parse('2026-11-22T17:00:00Z'));
  const response = await site.fetch(`${day}/polls/rink`, { headers: admin });
  expect(response.headers.get('Cache-Control')).toBe('private, no-store');
  expect(response.headers.get('X-Robots-Tag')).toBe('noindex, nofollow');
  expect(response.headers.get('Set-Cookie')).toBeNull();
  const page = await response.text();
  const sentence = 'This is the site as of Sunday, November 22, 2026, 12:00 PM. Nothing can be changed here.';
  expect(page).toContain(sentence);
  expect(page).not.toContain('action="/polls/rink/vote"');
  expect(page).toContain(`href="${day}/events"`);
  expect(page).toContain(`action="${day}/search"`);
  expect(page).toMatch(/src="\/(assets|illustrations)|href="\/assets/);
  const before = await hashOfDatabase(site.write);
  for (const path of ['/polls/rink/vote', '/newsletter', '/login', '/api/v1/news', '/admin/articles/add']) {
    const refused = await site.post(day + path, { option: 'x' }, admin);
    expect([path, refused.status, (await refused.text()).includes(sentence)]).toEqual([path, 403, true]);
  }
  expect((await site.fetch(`${day}/login`, { headers: admin })).status).toBe(403);
  expect(await hashOfDatabase(site.write)).toBe(before);
});

test('the bar leads to the same page a day earlier or later, at any moment, and back to today', async () => {
  await using site = await openSite({ now: NOW });
  const admin = await site.asAdmin();
  const page = await seeDay(site, admin, '2026-11-01T01:30', '/events');
  const links = Object.fromEntries(
    [...page.matchAll(/<a href="(\/admin\/another-day\?[^"]*)">(.*?)<\/a>/g)].map(
      ([, href = '', words = '']) => [words.replace(/<[^>]+>/g, ''), href.replaceAll('&amp;', '&')],
    ),
  );
  const whereTo = async (words: string) =>
    (await site.fetch(links[words] ?? '', { headers: admin })).headers.get('Location');
  expect(await whereTo('Previous day: Sat 10/31')).toBe('/admin/another-day/2026-10-31T05:30:00Z/events');
  // The clock is set back on this day, so the next one is 25 hours later.
  expect(await whereTo('Next day: Mon 11/02')).toBe('/admin/another-day/2026-11-02T06:30:00Z/events');
  expect(await whereTo('The same time after the clock is set back')).toBe(
    '/admin/another-day/2026-11-01T06:30:00Z/events',
  );
  expect(await whereTo('Back to today')).toBe('/events');
  expect(page).toContain('value="2026-11-01T01:30"');
  expect(page).not.toContain('Tell us about an event');
  const hub = await site.page('/admin', admin);
  expect(hub).toContain('href="/admin/another-day"');
});

test('a moment that does not exist comes back with the reason, and no address leads away from the site', async () => {
  await using site = await openSite({ now: NOW });
  const admin = await site.asAdmin();
  const response = await site.fetch('/admin/another-day?at=2026-03-08T02:30', { headers: admin });
  expect(response.status).toBe(400);
  const page = await response.text();
  expect(page).toContain('2:30 AM on March 8, 2026 doesn’t exist in America/New_York');
  expect(page).toContain('value="2026-03-08T02:30"');
  for (const path of ['//evil.example', '/\\evil.example', 'https://evil.example']) {
    const query = new URLSearchParams({ path });
    const { headers } = await site.fetch(`/admin/another-day?${query}`, { headers: admin });
    expect([path, headers.get('Location')]).toEqual([path, '/articles']);
  }
});
