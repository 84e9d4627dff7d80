import { expect, test } from 'vitest';
import { saveTown } from '#app/town/town-store.server.ts';
import { HOUR_MS, linkIn, seedMany, titlesIn } from '../../tests/event-lists.ts';
import { now, read, seed } from '../../tests/event-pages.ts';
import { openSite } from '../../tests/open-site.ts';

test('an empty agenda says so', async () => {
  await using site = await openSite();
  await seed(site, 'past', '2026-11-19T12:00:00Z');
  expect(await read(site, '/events')).toContain('<h2>No data found.</h2>');
});

test('events are shown from the start of the town’s today, earliest first', async () => {
  await using site = await openSite({ now });
  await seed(site, 'later', '2026-12-01T12:00:00Z');
  await seed(site, 'this-morning', '2026-11-20T14:00:00Z');
  await seed(site, 'midnight', '2026-11-20T05:00:00Z');
  await seed(site, 'yesterday', '2026-11-20T04:59:59Z');
  expect(titlesIn(await read(site, '/events'))).toEqual([
    'Event midnight',
    'Event this-morning',
    'Event later',
  ]);
});

test("today depends on the town's time zone", async () => {
  await using site = await openSite({ now });
  await seed(site, 'friday', '2026-11-20T12:00:00Z');
  await seed(site, 'saturday', '2026-11-20T15:30:00Z');
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
  await seed(site, 'a', '2026-12-02T00:00:00Z', { eventTime: '7 PM, doors 6:30' });
  const html = await read(site, '/events');
  expect(html).toContain(
    '<time dateTime="2026-12-01">12/01/2026</time><span class="vh">: Event a</span></a> <span>7 PM, doors 6:30</span>',
  );
  expect(html).toMatch(/<p class="event__where"><svg[\s\S]*?<\/svg> Town Hall, second floor<\/p>/);
});

test("an event's title leads to its source in a new tab, its date to its page", async () => {
  await using site = await openSite();
  await seed(site, 'a', now);
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
  await seed(site, 'own', now, { link: 'http://localhost:3000/events/own' });
  await seed(site, 'other', now, { link: 'http://localhost:3000/articles/a1?from=events#times' });
  const html = await read(site, '/events');
  expect(html).toContain('<h3><a class="plain" href="/events/own">Event own</a></h3>');
  expect(html).toContain('<h3><a class="plain" href="/articles/a1?from=events#times">Event other</a></h3>');
});

test('the agenda is grouped by day and marks today and tomorrow', async () => {
  await using site = await openSite();
  await seed(site, 'a', '2026-11-20T23:00:00Z');
  await seed(site, 'b', '2026-11-21T14:00:00Z');
  await seed(site, 'c', '2026-11-22T00:00:00Z');
  await seed(site, 'd', '2026-11-23T15:00:00Z');
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
  await seed(site, 'coffee', '2026-11-20T14:00:00Z', { eventTime: '9–10 AM' });
  await seed(site, 'sale', '2026-11-20T15:00:00Z', {
    eventTime: '10 AM',
    endDate: Date.parse('2026-11-20T20:00:00Z'),
  });
  await seed(site, 'supper', '2026-11-20T23:00:00Z', { eventTime: '6 PM' });
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
  await seed(site, 'sale', '2026-11-21T15:00:00Z', {
    title: 'Book sale & cake',
    eventTime: '10 AM',
    endDate: Date.parse('2026-11-21T20:00:00Z'),
  });
  await seed(site, 'fair', '2026-11-21T05:00:00Z', { eventTime: 'All day', allDay: true });
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

test('a multi-day event stays on page 1 until it ends', async () => {
  let at = now;
  await using site = await openSite({ now: () => at });
  const endDate = Date.parse('2026-11-22T04:00:00Z');
  await seed(site, 'fair', '2026-11-18T15:00:00Z', { endDate });
  await seedMany(site, 11);
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
  await seed(site, 'fair', '2026-11-18T15:00:00Z', { endDate: now + HOUR_MS });
  const html = await read(site, '/events');
  expect(html).toContain('Event fair');
  expect(html).not.toContain('No data found.');
});

test.each([
  ['cancelled', 'is-danger', 'Canceled', 'This event is canceled.'],
  ['postponed', 'is-warning', 'Postponed', 'This event is postponed. It will not take place on this date.'],
  ['moved', 'is-warning', 'Moved', 'This event has moved.'],
] as const)(
  'an event that is %s says so in words wherever it is shown',
  async (status, tone, word, sentence) => {
    await using site = await openSite({ now });
    await seed(site, 'dance', '2026-11-22T00:00:00Z', { status, statusNote: 'Tickets stay valid.' });
    const title = status === 'cancelled' ? '<s>Event dance</s>' : 'Event dance';
    const badge = `<span class="badge ${tone}">${word}</span>`;
    const list = await read(site, '/events');
    expect(list).toContain(`<h3>${badge} <a class="plain" href="https://example.org/dance"`);
    expect(list).toContain('<p class="event__change">Tickets stay valid.</p>');
    // Nobody adds a cancelled event to a calendar; those who have it there see the change.
    const isOffered = status !== 'cancelled';
    expect(list.includes('href="/events/dance.ics"')).toBe(isOffered);
    const page = await read(site, '/events/dance');
    expect(page).toContain(`<title>${word}: Event dance | Maple Hollow Commons</title>`);
    expect(page).toContain(`<h1><span class="vh">${word}: </span>${title}</h1>`);
    expect(page).toMatch(
      new RegExp(`<div class="alert ${tone}">.*<p>${sentence}</p><p>Tickets stay valid.</p>`),
    );
    expect(page.includes('href="/events/dance.ics"')).toBe(isOffered);
    expect(page.includes('calendar.google.com')).toBe(isOffered);
    expect(await read(site, '/news')).toContain(
      `${badge} <a class="plain" href="/events/dance">${title}</a>`,
    );
    const admin = await site.page('/admin/events', await site.asAdmin());
    expect(admin).toContain(badge);
  },
);

test('a moved event shows its previous date', async () => {
  await using site = await openSite({ now });
  await seed(site, 'dance', '2026-11-22T00:00:00Z');
  await seed(site, 'dance', '2026-11-29T00:00:00Z', { status: 'moved' });
  expect(await read(site, '/events')).toContain(
    '<p class="event__change">Moved from 11/21/2026, 7:00 PM</p>',
  );
  expect(await read(site, '/events/dance')).toContain('<p>Moved from 11/21/2026, 7:00 PM.</p>');
});
