import { expect, test } from 'vitest';
import { saveTown } from '#app/town/town-store.server.ts';
import { formIn } from '../../tests/form-in.ts';
import { openSite, type TestSite } from '../../tests/open-site.ts';
import type { EventInput } from './event.ts';
import { findEvent, removeEvent, saveEvent } from './event-store.server.ts';

/** 5 PM on Friday, November 20 in New York. */
const now = Date.parse('2026-11-20T22:00:00Z');
const HOUR_MS = 3_600_000;

async function plant(
  site: TestSite,
  id: string,
  eventDate: string | number,
  changes: Partial<EventInput> = {},
): Promise<void> {
  const input: EventInput = {
    id,
    sourceId: `local:${id}`,
    title: `Event ${id}`,
    link: `https://example.org/${id}`,
    pubDate: now,
    description: '<p>No partner <b>needed</b>.</p>',
    eventDate: typeof eventDate === 'string' ? Date.parse(eventDate) : eventDate,
    eventTime: '7:00 PM',
    eventLocation: 'Town Hall, second floor',
    enclosureUrl: '/illustrations/green.svg',
    enclosureType: 'image/svg+xml',
    ...changes,
  };
  await saveEvent(site.write, input, { now });
}

async function plantMany(site: TestSite, count: number): Promise<void> {
  for (let index = 0; index < count; index++) {
    await plant(site, `e${String(index).padStart(2, '0')}`, now + index * HOUR_MS);
  }
}

/** The page's HTML without the markers that React puts between texts. */
async function read(site: TestSite, path: string): Promise<string> {
  return (await site.page(path)).replaceAll('<!-- -->', '');
}

function titlesIn(html: string): string[] {
  return [...html.matchAll(/<h3><a class="plain"[^>]*>([^<]+)/g)].map((match) => match[1] ?? '');
}

function linkIn(html: string, rel: 'next' | 'prev'): string {
  return new RegExp(`rel="${rel}" href="([^"]+)"`).exec(html)?.[1]?.replaceAll('&amp;', '&') ?? '';
}

test('an empty agenda says so', async () => {
  await using site = await openSite();
  await plant(site, 'past', '2026-11-19T12:00:00Z');
  expect(await read(site, '/events')).toContain('<h2>No data found.</h2>');
});

test('events are shown from the start of the town’s today, earliest first', async () => {
  await using site = await openSite({ now });
  await plant(site, 'later', '2026-12-01T12:00:00Z');
  await plant(site, 'this-morning', '2026-11-20T14:00:00Z');
  await plant(site, 'midnight', '2026-11-20T05:00:00Z');
  await plant(site, 'yesterday', '2026-11-20T04:59:59Z');
  expect(titlesIn(await read(site, '/events'))).toEqual([
    'Event midnight',
    'Event this-morning',
    'Event later',
  ]);
});

test("today depends on the town's time zone", async () => {
  await using site = await openSite({ now });
  await plant(site, 'friday', '2026-11-20T12:00:00Z');
  await plant(site, 'saturday', '2026-11-20T15:30:00Z');
  await saveTown(site.write, { timeZone: 'Asia/Tokyo' });
  const html = await read(site, '/events');
  expect(titlesIn(html)).toEqual(['Event saturday']);
  expect(html).toContain(
    '>11/21/2026</time><span class="vh">: Event saturday</span></a> <span>7:00 PM</span>',
  );
  expect(html).toContain('<small>Today</small>');
});

test('an event shows its date as MM/DD/YYYY, its time and its location', async () => {
  await using site = await openSite();
  await plant(site, 'a', '2026-12-02T00:00:00Z', { eventTime: '7 PM, doors 6:30' });
  const html = await read(site, '/events');
  expect(html).toContain(
    '<time dateTime="2026-12-01">12/01/2026</time><span class="vh">: Event a</span></a> <span>7 PM, doors 6:30</span>',
  );
  expect(html).toMatch(/<p class="event__where"><svg[\s\S]*?<\/svg> Town Hall, second floor<\/p>/);
});

test("an event's title leads to its source in a new tab, its date to its page", async () => {
  await using site = await openSite();
  await plant(site, 'a', now);
  const html = await read(site, '/events');
  expect(html).toMatch(
    /<h3><a class="plain" href="https:\/\/example\.org\/a" target="_blank" rel="noopener noreferrer">Event a<svg[\s\S]*?<span class="vh"> \(opens in a new tab\)<\/span><\/a><\/h3>/,
  );
  expect(html).toMatch(
    /<a href="\/events\/a"><time dateTime="[^"]+">\d\d\/\d\d\/\d{4}<\/time><span class="vh">: Event a<\/span><\/a>/,
  );
  expect(html).not.toContain('Details');
  expect(html).toMatch(/<a class="button button--small" href="\/events\/a\.ics">/);
});

test('a title that leads to a page of this site opens in the same tab, without the arrow of external links', async () => {
  await using site = await openSite();
  await plant(site, 'own', now, { link: 'http://localhost:3000/events/own' });
  await plant(site, 'other', now, { link: 'http://localhost:3000/articles/a1?from=events#times' });
  const html = await read(site, '/events');
  expect(html).toContain('<h3><a class="plain" href="/events/own">Event own</a></h3>');
  expect(html).toContain('<h3><a class="plain" href="/articles/a1?from=events#times">Event other</a></h3>');
});

test('the agenda is grouped by day and marks today and tomorrow', async () => {
  await using site = await openSite();
  await plant(site, 'a', '2026-11-20T23:00:00Z');
  await plant(site, 'b', '2026-11-21T14:00:00Z');
  await plant(site, 'c', '2026-11-22T00:00:00Z');
  await plant(site, 'd', '2026-11-23T15:00:00Z');
  const html = await read(site, '/events');
  const days = html.split('<section class="day">').slice(1);
  expect(days.map(titlesIn)).toEqual([['Event a'], ['Event b', 'Event c'], ['Event d']]);
  expect(days.map((day) => /<small>([^<]+)/.exec(day)?.[1])).toEqual(['Today', 'Tomorrow', 'In 3 days']);
  expect(days[1]).toContain('<span class="tear" aria-hidden="true"><span>Nov</span>21</span>');
  expect(days[1]).toContain('Saturday<span class="vh">, November 21</span>');
});

test('events that ended earlier today are grayed out and last in their day', async () => {
  const clock = { at: Date.parse('2026-11-20T15:30:00Z') };
  await using site = await openSite({ now: () => clock.at });
  await plant(site, 'coffee', '2026-11-20T14:00:00Z', { eventTime: '9–10 AM' });
  await plant(site, 'sale', '2026-11-20T15:00:00Z', {
    eventTime: '10 AM',
    endDate: Date.parse('2026-11-20T20:00:00Z'),
  });
  await plant(site, 'supper', '2026-11-20T23:00:00Z', { eventTime: '6 PM' });
  const morning = await read(site, '/events');
  expect(titlesIn(morning)).toEqual(['Event sale', 'Event supper']);
  const [, over] = morning.split('<li class="event is-over">');
  expect(over).toContain('<span class="badge is-quiet">Ended</span>');
  expect(over).toContain('Event coffee');
  expect(over).not.toContain('Add to calendar');
  clock.at = Date.parse('2026-11-20T20:30:00Z');
  const afternoon = await read(site, '/events');
  expect(titlesIn(afternoon)).toEqual(['Event supper']);
  expect(afternoon.match(/class="event is-over"/g)).toHaveLength(2);
  expect(await read(site, '/articles')).toMatch(
    /<h2>This week<\/h2>(?![\s\S]*Event sale)[\s\S]*Event supper/,
  );
});

test('an event shows its start and end together, and links to online calendars', async () => {
  await using site = await openSite();
  await plant(site, 'sale', '2026-11-21T15:00:00Z', {
    title: 'Book sale & cake',
    eventTime: '10 AM',
    endDate: Date.parse('2026-11-21T20:00:00Z'),
  });
  await plant(site, 'fair', '2026-11-21T05:00:00Z', { eventTime: 'All day', allDay: true });
  expect(await read(site, '/events')).toContain('<span>10 AM–3 PM</span>');
  expect(await read(site, '/articles')).toContain('Sat 11/21, 10 AM–3 PM, Town Hall');
  expect(await read(site, '/feeds/events.rss')).toContain('11/21/2026, 10 AM–3 PM');
  const linksOf = async (id: string) =>
    [
      ...(await read(site, `/events/${id}`)).matchAll(
        /href="(https:\/\/(?:calendar\.google|outlook)[^"]+)"/g,
      ),
    ].map((match) => new URL((match[1] ?? '').replaceAll('&amp;', '&')));
  const [google, outlook] = await linksOf('sale');
  expect(Object.fromEntries(google?.searchParams ?? [])).toEqual({
    action: 'TEMPLATE',
    text: 'Book sale & cake',
    dates: '20261121T150000Z/20261121T200000Z',
    location: 'Town Hall, second floor',
    details: 'http://localhost:3000/events/sale',
  });
  expect(Object.fromEntries(outlook?.searchParams ?? [])).toMatchObject({
    subject: 'Book sale & cake',
    startdt: '2026-11-21T15:00:00Z',
    enddt: '2026-11-21T20:00:00Z',
    allday: 'false',
  });
  const [day] = await linksOf('fair');
  expect(day?.searchParams.get('dates')).toBe('20261121/20261122');
});

test.each([
  ['today', ['a']],
  ['weekend', ['b', 'c']],
  ['week', ['a', 'b', 'c', 'd']],
  ['month', ['a', 'b', 'c', 'd', 'e']],
  ['nonsense', ['a', 'b', 'c', 'd', 'e', 'f']],
])('the list can be narrowed to days: %s', async (when, ids) => {
  await using site = await openSite({ now });
  await plant(site, 'a', '2026-11-21T00:00:00Z');
  await plant(site, 'b', '2026-11-21T15:00:00Z');
  await plant(site, 'c', '2026-11-23T04:59:00Z');
  await plant(site, 'd', '2026-11-23T05:00:00Z');
  await plant(site, 'e', '2026-12-01T04:59:00Z');
  await plant(site, 'f', '2026-12-01T05:00:00Z');
  const html = await read(site, `/events?when=${when}`);
  expect(titlesIn(html)).toEqual(ids.map((id) => `Event ${id}`));
  if (when !== 'nonsense') expect(html).toMatch(new RegExp(`when=${when}" aria-current="page"`));
});

test('the list can be filtered by place and category; the filters are kept while paging and can be removed', async () => {
  await using site = await openSite({ now });
  await plantMany(site, 12);
  for (const id of ['e00', 'e01']) await plant(site, id, now + HOUR_MS, { category: 'Music & dance' });
  await plant(site, 'library', now + HOUR_MS, { eventLocation: 'Library', category: 'Music & dance' });
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
  await plant(site, 'past', '2026-11-02T14:00:00Z');
  await plant(site, 'fair', '2026-10-30T14:00:00Z', { endDate: Date.parse('2026-11-03T05:00:00Z') });
  await plant(site, 'dance', '2026-11-22T00:00:00Z', { endDate: Date.parse('2026-11-22T03:00:00Z') });
  await plant(site, 'last', '2026-12-01T04:59:00Z', { eventLocation: 'Library' });
  await plant(site, 'next', '2026-12-01T05:00:00Z');
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

test('the list of events contains this month for printing', async () => {
  await using site = await openSite({ now });
  await plant(site, 'dance', '2026-11-22T00:00:00Z');
  expect(await read(site, '/events')).toMatch(
    /<div class="print-only"><table class="month"><caption>November 2026/,
  );
});

test('ten events per page, with Previous and Next links that can be shared', async () => {
  await using site = await openSite();
  await plantMany(site, 21);
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
  await plantMany(site, 10);
  expect(linkIn(await read(site, '/events'), 'next')).toBe('');
  await plantMany(site, 11);
  expect(linkIn(await read(site, '/events'), 'next')).not.toBe('');
});

test.each(['page=0', 'page=x', 'after=nonsense', 'after=WyJ4IiwiYSJd', 'before=%00'])(
  'an invalid page number or cursor gives page 1: %s',
  async (query) => {
    await using site = await openSite();
    await plantMany(site, 11);
    const response = await site.fetch(`/events?${query}`);
    expect([response.status, titlesIn(await response.text())[0]]).toEqual([200, 'Event e00']);
  },
);

test('no cursor leads to the events before today', async () => {
  await using site = await openSite();
  await plant(site, 'past', now - 48 * HOUR_MS);
  await plantMany(site, 2);
  const before = Buffer.from(JSON.stringify([now, 'e00'])).toString('base64url');
  expect((await site.fetch(`/events?before=${before}`)).headers.get('Location')).toBe('/events');
  const after = Buffer.from(JSON.stringify([0, 'a'])).toString('base64url');
  expect(titlesIn(await read(site, `/events?after=${after}`))).toEqual(['Event e00', 'Event e01']);
});

test("an event's page has its facts, picture, text, source and id", async () => {
  await using site = await openSite();
  await plant(site, 'dance', '2026-11-22T00:00:00Z');
  const html = await read(site, '/events/dance');
  expect(html).toContain('<h1>Event dance</h1>');
  expect(html).toContain('<time dateTime="2026-11-21T19:00:00-05:00">11/21/2026, 7:00 PM</time>');
  expect(html).toContain('<dt>Where</dt><dd>Town Hall, second floor</dd>');
  expect(html).toMatch(
    /<dt>Source<\/dt><dd><a href="https:\/\/example\.org\/dance" target="_blank" rel="noopener noreferrer">example\.org</,
  );
  expect(html).toContain('<img src="/illustrations/green.svg" alt="" width="1200" height="800"');
  expect(html).toContain('<p>No partner <b>needed</b>.</p>');
  expect(html).toContain('href="/events/dance.ics"');
  expect(html).toContain('<details class="item-id"><summary>Reference</summary><code>dance</code></details>');
  expect(html).not.toContain('This event is over');
});

test('an enclosure that is not a picture is not shown', async () => {
  await using site = await openSite();
  await plant(site, 'talk', now, {
    enclosureUrl: 'https://example.org/talk.mp3',
    enclosureType: 'audio/mpeg',
  });
  expect(await read(site, '/events/talk')).not.toContain('<img');
});

test('an event of today is not over; one of yesterday is, and its page still exists', async () => {
  await using site = await openSite({ now });
  await plant(site, 'morning', '2026-11-20T12:00:00Z');
  await plant(site, 'past', '2026-11-20T00:00:00Z');
  expect(await read(site, '/events/morning')).not.toContain('This event is over');
  expect(await read(site, '/events/past')).toContain('This event is over');
});

test('an event written for the site has no external website', async () => {
  await using site = await openSite();
  await plant(site, 'own', now, { link: 'http://localhost:3000/events/own' });
  expect(await read(site, '/events/own')).not.toMatch(/Event website|<dt>Source/);
});

test('stored hostile HTML and links do no harm', async () => {
  await using site = await openSite();
  await plant(site, 'bad', now, {
    title: '<script>alert(1)</script>',
    link: 'javascript:alert(1)',
    description: '<p onclick="x()">Hi<script>1</script></p>',
    enclosureUrl: 'javascript:alert(1)',
  });
  for (const path of ['/events', '/events/bad']) {
    expect(await read(site, path)).not.toMatch(
      /<script(?! type="application\/ld\+json">)|onclick|(href|src)="javascript:/,
    );
  }
});

test('a reader can add an event to their calendar with a file', async () => {
  await using site = await openSite();
  await plant(site, 'dance', '2026-11-22T00:00:00Z', { title: 'Contra dance' });
  const response = await site.fetch('/events/dance.ics');
  expect(response.status).toBe(200);
  expect(response.headers.get('Content-Type')).toBe('text/calendar; charset=utf-8');
  expect(response.headers.get('Content-Disposition')).toBe('attachment; filename="contra-dance.ics"');
  const text = await response.text();
  expect(text).toContain('\r\nUID:dance@localhost\r\nSEQUENCE:0\r\n');
  expect(text).toContain('\r\nDTSTART;TZID=America/New_York:20261121T190000\r\n');
});

test('the calendar file uses the town’s zone and follows every change of the event', async () => {
  await using site = await openSite();
  await plant(site, 'dance', '2026-11-22T00:00:00Z');
  await plant(site, 'dance', '2026-11-23T00:00:00Z');
  await saveTown(site.write, { timeZone: 'America/Chicago' });
  const text = await site.page('/events/dance.ics');
  expect(text).toContain('\r\nSEQUENCE:1\r\n');
  expect(text).toContain('\r\nDTSTART;TZID=America/Chicago:20261122T180000\r\n');
});

test('a multi-day event stays on page 1 until it ends', async () => {
  let at = now;
  await using site = await openSite({ now: () => at });
  const endDate = Date.parse('2026-11-22T04:00:00Z');
  await plant(site, 'fair', '2026-11-18T15:00:00Z', { endDate });
  await plantMany(site, 11);
  const html = await read(site, '/events');
  expect(html).toContain('<h2>Ongoing</h2>');
  expect(titlesIn(html)).toHaveLength(11);
  expect(titlesIn(html)[0]).toBe('Event fair');
  expect(html).toContain('<span>until <time dateTime="2026-11-21">11/21/2026</time></span>');
  expect(await read(site, linkIn(html, 'next'))).not.toContain('Ongoing');
  at = endDate;
  expect(await read(site, '/events')).not.toContain('Ongoing');
});

test('an agenda with only continuing events is not empty', async () => {
  await using site = await openSite({ now });
  await plant(site, 'fair', '2026-11-18T15:00:00Z', { endDate: now + HOUR_MS });
  const html = await read(site, '/events');
  expect(html).toContain('Event fair');
  expect(html).not.toContain('No data found.');
});

test.each([
  ['cancelled', 'is-danger', 'Cancelled', 'This event is cancelled.'],
  ['postponed', 'is-warning', 'Postponed', 'This event is postponed. It will not take place on this date.'],
  ['moved', 'is-warning', 'Moved', 'This event has moved.'],
] as const)(
  'an event that is %s says so in words wherever it is shown',
  async (status, tone, word, sentence) => {
    await using site = await openSite({ now });
    await plant(site, 'dance', '2026-11-22T00:00:00Z', { status, statusNote: 'Tickets stay valid.' });
    const title = status === 'cancelled' ? '<s>Event dance</s>' : 'Event dance';
    const badge = `<span class="badge ${tone}">${word}</span>`;
    const list = await read(site, '/events');
    expect(list).toContain(`<h3>${badge} <a class="plain" href="https://example.org/dance"`);
    expect(list).toContain('<p class="event__change">Tickets stay valid.</p>');
    expect(list).toContain('href="/events/dance.ics"');
    const page = await read(site, '/events/dance');
    expect(page).toContain(`<title>${word}: Event dance | Maple Hollow Commons</title>`);
    expect(page).toContain(`<h1><span class="vh">${word}: </span>${title}</h1>`);
    expect(page).toMatch(
      new RegExp(`<div class="alert ${tone}">.*<p>${sentence}</p><p>Tickets stay valid.</p>`),
    );
    expect(page).toContain('href="/events/dance.ics"');
    expect(await read(site, '/news')).toContain(
      `${badge} <a class="plain" href="/events/dance">${title}</a>`,
    );
    const admin = await site.page('/admin/events', await site.asAdmin());
    expect(admin).toContain(badge);
  },
);

test('a moved event shows its previous date', async () => {
  await using site = await openSite({ now });
  await plant(site, 'dance', '2026-11-22T00:00:00Z');
  await plant(site, 'dance', '2026-11-29T00:00:00Z', { status: 'moved' });
  expect(await read(site, '/events')).toContain(
    '<p class="event__change">Moved from 11/21/2026, 7:00 PM</p>',
  );
  expect(await read(site, '/events/dance')).toContain('<p>Moved from 11/21/2026, 7:00 PM.</p>');
});

test("an event's page shows its end, and says when it is over", async () => {
  let at = now;
  await using site = await openSite({ now: () => at });
  const endDate = Date.parse('2026-11-22T03:30:00Z');
  await plant(site, 'dance', '2026-11-22T00:00:00Z', { endDate });
  await plant(site, 'fair', '2026-11-21T05:00:00Z', {
    allDay: true,
    endDate: Date.parse('2026-11-23T05:00:00Z'),
  });
  const page = await read(site, '/events/dance');
  expect(page).toContain(
    '<dt>When</dt><dd><time dateTime="2026-11-21T19:00:00-05:00">11/21/2026, 7:00 PM–10:30 PM</time>',
  );
  expect(page).not.toContain('This event is over');
  await plant(site, 'told', '2026-11-22T00:00:00Z', { endDate, eventTime: '7 to 10:30 PM' });
  expect(await read(site, '/events/told')).toContain('11/21/2026, 7 to 10:30 PM</time>');
  const fair = await read(site, '/events/fair');
  expect(fair).toContain('<dt>Until</dt><dd><time dateTime="2026-11-22">11/22/2026</time></dd>');
  at = endDate;
  expect(await read(site, '/events/dance')).toContain('This event is over');
});

test('readers can subscribe to a calendar of all events, or of one place', async () => {
  await using site = await openSite({ now });
  await plant(site, 'dance', '2026-11-22T00:00:00Z', { status: 'cancelled' });
  await plant(site, 'talk', '2026-11-24T00:00:00Z', { eventLocation: 'Library' });
  await plant(site, 'last-week', '2026-11-13T00:00:00Z');
  const response = await site.fetch('/events.ics');
  expect(response.headers.get('Content-Type')).toBe('text/calendar; charset=utf-8');
  expect(response.headers.get('X-Robots-Tag')).toBe('noindex');
  const text = await response.text();
  expect([...text.matchAll(/UID:(\S+)/g)].map((match) => match[1])).toEqual([
    'last-week@localhost',
    'dance@localhost',
    'talk@localhost',
  ]);
  expect(text).toContain('\r\nSTATUS:CANCELLED\r\n');
  expect(text).toContain('\r\nX-WR-CALNAME:Maple Hollow Commons: Events\r\n');
  const single = await site.page('/events/dance.ics');
  const own = /BEGIN:VEVENT[\s\S]*END:VEVENT/.exec(single)?.[0] ?? 'none';
  expect(text).toContain(own);
  const ofPlace = await site.page('/events.ics?place=%20Library');
  expect([...ofPlace.matchAll(/UID:(\S+)/g)].map((match) => match[1])).toEqual(['talk@localhost']);
  for (const path of ['/events.ics?place=Nowhere', '/events.ics?place=%00', '/events.ics?place='])
    expect([path, (await site.fetch(path)).status]).toEqual([path, 200]);
});

test('pages link to the calendars', async () => {
  await using site = await openSite({ now });
  await plant(site, 'dance', '2026-11-22T00:00:00Z');
  const list = await read(site, '/events');
  expect(list).toContain('href="webcal://localhost:3000/events.ics"');
  expect(list).toContain(
    '<link rel="alternate" type="text/calendar" title="All events" href="/events.ics"/>',
  );
  const page = await read(site, '/events/dance');
  expect(page).toContain('href="webcal://localhost:3000/events.ics?place=Town+Hall%2C+second+floor"');
  const path = /href="(\/events\.ics[^"]+)"/.exec(page)?.[1] ?? '';
  expect(await site.page(path)).toContain('UID:dance@localhost');
});

test('a removed event is in no calendar, and the calendar of an unknown event is a 404', async () => {
  await using site = await openSite({ now });
  await plant(site, 'dance', '2026-11-22T00:00:00Z');
  await removeEvent(site.write, 'dance');
  expect(await site.page('/events.ics')).not.toContain('dance');
  expect((await site.fetch('/events/dance.ics')).status).toBe(404);
});

const typed = {
  id: 'dance',
  title: 'Contra dance',
  eventDate: '2026-11-21',
  eventTime: '7:00 PM',
  eventLocation: 'Town Hall',
  link: 'https://example.org/dance',
  description: '<p>No partner needed.</p>',
  enclosureUrl: '/illustrations/green.svg',
  enclosureType: 'image/svg+xml',
  sourceId: 'arts-1',
  pubDate: '2026-11-20T17:00',
};

async function versionIn(site: TestSite, admin: Record<string, string>): Promise<string> {
  return formIn(await site.page('/admin/events/dance', admin)).version ?? '';
}

test('the form accepts end, all-day, status and note, and shows an end before the start again with everything typed', async () => {
  await using site = await openSite({ now });
  const admin = await site.asAdmin();
  await plant(site, 'dance', '2026-11-22T00:00:00Z');
  const version = await versionIn(site, admin);
  const form = { ...typed, version, status: 'postponed', statusNote: 'The fiddler is ill.' };
  const refused = await site.post('/admin/events/dance', { ...form, endDate: '2026-11-21T18:00' }, admin);
  expect(refused.status).toBe(400);
  const html = await refused.text();
  expect(html).toContain('It must end after it starts');
  expect(html).toMatch(/name="endDate"[^>]*value="2026-11-21T18:00"/);
  expect(html).toContain('value="The fiddler is ill."');
  expect(html).toMatch(/<option value="postponed" selected="">/);
  const saved = await site.post('/admin/events/dance', { ...form, endDate: '2026-11-21T22:00' }, admin);
  expect(saved.status).toBe(303);
  expect(await findEvent(site.services.read, 'dance')).toMatchObject({
    endDate: Date.parse('2026-11-22T03:00:00Z'),
    status: 'postponed',
    statusNote: 'The fiddler is ill.',
    allDay: false,
  });
});

test('an end at a local time that the clock skips is the moment after it', async () => {
  await using site = await openSite({ now });
  const night = { ...typed, id: 'night', version: '0', eventDate: '2026-03-08', eventTime: '1 AM' };
  await site.post('/admin/events/add', { ...night, endDate: '2026-03-08T02:30' }, await site.asAdmin());
  expect(await findEvent(site.services.read, 'night')).toMatchObject({
    eventDate: Date.parse('2026-03-08T06:00:00Z'),
    endDate: Date.parse('2026-03-08T07:30:00Z'),
  });
});

test('a moved event that is submitted twice is saved', async () => {
  await using site = await openSite({ now });
  const admin = await site.asAdmin();
  await plant(site, 'dance', '2026-11-22T00:00:00Z');
  const form = {
    ...typed,
    version: await versionIn(site, admin),
    eventDate: '2026-11-28',
    status: 'moved',
    allDay: 'true',
    eventTime: 'All day',
    endDate: '2026-11-29T00:00',
  };
  for (const turn of [1, 2])
    expect([turn, (await site.post('/admin/events/dance', form, admin)).status]).toEqual([turn, 303]);
  expect(await findEvent(site.services.read, 'dance')).toMatchObject({
    version: 2,
    previousDate: Date.parse('2026-11-22T00:00:00Z'),
    eventDate: Date.parse('2026-11-28T05:00:00Z'),
    endDate: Date.parse('2026-11-30T05:00:00Z'),
  });
});

test('a form with only the fields of the specification can be saved', async () => {
  await using site = await openSite({ now });
  const admin = await site.asAdmin();
  const response = await site.post('/admin/events/add', { ...typed, id: 'new', version: '0' }, admin);
  expect([response.status, response.headers.get('Location')]).toEqual([303, '/admin/events/new?saved=1']);
});

test.each([
  'nope',
  'nope.ics',
  'add',
  'add.ics',
  '.ics',
  '%3Cscript%3E.ics',
  '..%2F..%2Fetc',
  "a'--",
  'x'.repeat(200),
])('an unknown event is a real 404 on the 404 page: %s', async (id) => {
  await using site = await openSite();
  await saveTown(site.write, { title: 'The Commons' });
  const response = await site.fetch(`/events/${id}`);
  expect(response.status).toBe(404);
  const html = await response.text();
  expect(html).toContain('Oops! The page you are looking for does not exist.');
  expect(html).toContain('<span>The Commons</span>');
});

test('a form whose time contradicts its date asks once, and saves when it is submitted again', async () => {
  await using site = await openSite({ now });
  const admin = await site.asAdmin();
  const form = formIn(await site.page('/admin/events/add', admin));
  const typed = {
    ...form,
    title: 'Contra dance',
    description: '<p>Come.</p>',
    eventLocation: 'Town Hall',
    eventDate: '2026-11-21',
    eventTime: 'Friday, 7 PM',
    status: 'scheduled',
  };
  const asked = await site.post('/admin/events/add', typed, admin);
  const page = await asked.text();
  expect(asked.status).toBe(400);
  expect(page).toContain('11/21/2026 is a Saturday, but the event’s time says Friday.');
  expect(page).toContain('Save anyway');
  expect(formIn(page)).toMatchObject({ title: 'Contra dance', eventTime: 'Friday, 7 PM' });
  expect(await findEvent(site.write, String(form.id))).toBeUndefined();
  const saved = await site.post('/admin/events/add', { ...typed, asked: String(formIn(page).asked) }, admin);
  expect(saved.status).toBe(303);
  const again = {
    ...typed,
    version: formIn(await site.page(`/admin/events/${form.id}`, admin)).version ?? '',
  };
  const changed = await site.post(`/admin/events/${form.id}`, { ...again, title: 'Dance' }, admin);
  expect(changed.status).toBe(303);
});
