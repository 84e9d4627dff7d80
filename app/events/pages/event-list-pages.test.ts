import { expect, test } from 'vitest';
import { HOUR_MS, linkIn, seedMany, titlesIn } from '../../../tests/event-lists.ts';
import { now, read, seed } from '../../../tests/event-pages.ts';
import { openSite } from '../../../tests/open-site.ts';

test.each([
  ['today', ['a']],
  ['weekend', ['b', 'c']],
  ['week', ['a', 'b', 'c', 'd']],
  ['month', ['a', 'b', 'c', 'd', 'e']],
  ['nonsense', ['a', 'b', 'c', 'd', 'e', 'f']],
])('the list can be narrowed to days: %s', async (when, ids) => {
  await using site = await openSite({ now });
  await seed(site, 'a', '2026-11-21T00:00:00Z');
  await seed(site, 'b', '2026-11-21T15:00:00Z');
  await seed(site, 'c', '2026-11-23T04:59:00Z');
  await seed(site, 'd', '2026-11-23T05:00:00Z');
  await seed(site, 'e', '2026-12-01T04:59:00Z');
  await seed(site, 'f', '2026-12-01T05:00:00Z');
  const html = await read(site, `/events?when=${when}`);
  expect(titlesIn(html)).toEqual(ids.map((id) => `Event ${id}`));
  if (when !== 'nonsense') expect(html).toMatch(new RegExp(`when=${when}" aria-current="page"`));
});

test('the list can be filtered by place and category; the filters are kept while paging and can be removed', async () => {
  await using site = await openSite({ now });
  await seedMany(site, 12);
  for (const id of ['e00', 'e01']) await seed(site, id, now + HOUR_MS, { category: 'Music & dance' });
  await seed(site, 'library', now + HOUR_MS, { eventLocation: 'Library', category: 'Music & dance' });
  const all = await read(site, '/events');
  expect(all).toContain('<a href="/events?category=Music+%26+dance">Music &amp; dance</a>');
  const music = await read(site, '/events?category=Music+%26+dance');
  expect(titlesIn(music)).toEqual(['Event e00', 'Event e01', 'Event library']);
  expect(music).toContain('href="/events?when=today&amp;category=Music+%26+dance"');
  expect(music).toContain('<a href="/events" aria-current="true">Music &amp; dance (show all)</a>');
  const both = await read(site, '/events?category=Music+%26+dance&place=Library');
  expect(titlesIn(both)).toEqual(['Event library']);
  const hall = await read(site, '/events?place=Town+Hall%2C+second+floor');
  expect(titlesIn(hall)).toHaveLength(10);
  expect(titlesIn(await read(site, linkIn(hall, 'next')))).toHaveLength(2);
  expect(await read(site, '/events?place=Nowhere')).toContain('<a href="/events">Show all events</a>');
  for (const path of ['/events?place=%00', `/events?place=${'x'.repeat(3000)}`, '/events?category='])
    expect([path.slice(0, 20), titlesIn(await read(site, path))[0]]).toEqual([
      path.slice(0, 20),
      titlesIn(all)[0],
    ]);
});

/** The events of a month's table, by day of the month. */
function daysIn(html: string): Record<string, string[]> {
  const cells = [...html.matchAll(/<td[^>]*><time[^>]*><b>(\d+)<\/b>[\s\S]*?<\/td>/g)];
  const named = cells.map(([cell, day = '']): [string, string[]] => [
    day,
    [...cell.matchAll(/<li[^>]*>([^<]*)<a href="\/events\/(\w+)">/g)].map(
      (match) => `${match[1]}${match[2]}`,
    ),
  ]);
  return Object.fromEntries(named.filter(([, events]) => events.length > 0));
}

test('a month shows all of its events by day, including multi-day and past ones', async () => {
  await using site = await openSite({ now });
  await seed(site, 'past', '2026-11-02T14:00:00Z');
  await seed(site, 'fair', '2026-10-30T14:00:00Z', { endDate: Date.parse('2026-11-03T05:00:00Z') });
  await seed(site, 'dance', '2026-11-22T00:00:00Z', { endDate: Date.parse('2026-11-22T03:00:00Z') });
  await seed(site, 'last', '2026-12-01T04:59:00Z', { eventLocation: 'Library' });
  await seed(site, 'next', '2026-12-01T05:00:00Z');
  const html = await read(site, '/events?month=2026-11');
  expect(daysIn(html)).toEqual({
    1: ['fair'],
    2: ['fair', '7:00 PM past'],
    21: ['7:00 PM–10:00 PM dance'],
    30: ['7:00 PM last'],
  });
  expect(html).toContain('<caption>November 2026</caption>');
  // Weeks begin as the town's locale defines: November 1, 2026 is a Sunday.
  expect(html).toMatch(/<th scope="col">Sun<\/th>[\s\S]*<tbody><tr><td><time dateTime="2026-11-01">/);
  expect(html).toMatch(/aria-current="date"><time dateTime="2026-11-20">/);
  expect(html).toContain('href="/events?month=2026-12"');
  expect(daysIn(await read(site, '/events?month=2026-11&place=Library'))).toEqual({ 30: ['7:00 PM last'] });
  expect(daysIn(await read(site, '/events?month=2026-12'))).toEqual({ 1: ['7:00 PM next'] });
  for (const month of ['2026-13', 'x', '', '1999-01', '9999-12'])
    expect([month, (await site.fetch(`/events?month=${month}`)).status]).toEqual([month, 404]);
});

test('the links to other months end where their pages do', async () => {
  await using site = await openSite({ now: Date.parse('2026-11-20T22:00:00Z') });
  const monthsIn = async (month: string) =>
    [
      ...(await read(site, `/events?month=${month}`)).matchAll(
        /rel="nofollow" href="\/events\?month=([\d-]+)"/g,
      ),
    ]
      .map(([, linked]) => linked)
      .filter((linked) => linked !== '2026-11');
  expect(await monthsIn('2028-10')).toEqual(['2028-09', '2028-11']);
  expect(await monthsIn('2028-11')).toEqual(['2028-10']);
  expect(await monthsIn('2024-11')).toEqual(['2024-12']);
  expect((await site.fetch('/events?month=2028-12')).status).toBe(404);
});

test('the list of events has no month in it: the month is printed from its own address', async () => {
  await using site = await openSite({ now });
  await seed(site, 'dance', '2026-11-22T00:00:00Z');
  const list = await read(site, '/events');
  expect(list).not.toContain('<table');
  expect(await read(site, '/events?month=2026-11')).toContain('<table class="month"><caption>November 2026');
});

test('ten events per page, with Previous and Next links that can be shared', async () => {
  await using site = await openSite();
  await seedMany(site, 21);
  const first = await read(site, '/events');
  expect(titlesIn(first)).toEqual(Array.from({ length: 10 }, (_, index) => `Event e0${index}`));
  expect(linkIn(first, 'prev')).toBe('');
  const second = await read(site, linkIn(first, 'next'));
  expect(second).toContain('Page 2, soonest first.');
  const third = await read(site, linkIn(second, 'next'));
  expect([titlesIn(third), linkIn(third, 'next')]).toEqual([['Event e20'], '']);
  expect(titlesIn(await read(site, linkIn(third, 'prev')))).toEqual(titlesIn(second));
  expect(await read(site, linkIn(second, 'prev'))).toBe(first);
});

test('Next is shown only if more items follow', async () => {
  await using site = await openSite();
  await seedMany(site, 10);
  expect(linkIn(await read(site, '/events'), 'next')).toBe('');
  await seedMany(site, 11);
  expect(linkIn(await read(site, '/events'), 'next')).not.toBe('');
});

test.each(['page=0', 'page=x', 'after=nonsense', 'after=WyJ4IiwiYSJd', 'before=%00'])(
  'an invalid page number or cursor gives page 1: %s',
  async (query) => {
    await using site = await openSite();
    await seedMany(site, 11);
    const response = await site.fetch(`/events?${query}`);
    expect([response.status, titlesIn(await response.text())[0]]).toEqual([200, 'Event e00']);
  },
);

test('no cursor leads to the events before today', async () => {
  await using site = await openSite();
  await seed(site, 'past', now - 48 * HOUR_MS);
  await seedMany(site, 2);
  const before = Buffer.from(JSON.stringify([now, 'e00'])).toString('base64url');
  expect((await site.fetch(`/events?before=${before}`)).headers.get('Location')).toBe('/events');
  const after = Buffer.from(JSON.stringify([0, 'a'])).toString('base64url');
  expect(titlesIn(await read(site, `/events?after=${after}`))).toEqual(['Event e00', 'Event e01']);
});
