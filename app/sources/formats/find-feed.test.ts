import type { RequestListener } from 'node:http';
import { expect, test } from 'vitest';
import { openOutbound } from '#app/platform/outbound/outbound.server.ts';
import { listen } from '../../../tests/outbound-servers.ts';
import { calendarOf, eventOf, NOW } from '../../../tests/parsed-sources.ts';
import { findFeeds } from './find-feed.server.ts';

const calendar = calendarOf('X-WR-CALNAME:Library', eventOf('DTSTART:20261201T190000'));
const rss = (title: string, item = 'Fish') =>
  `<rss><channel><title>${title}</title><item><guid>${item}</guid><title>${item}</title></item></channel></rss>`;
const page = (head: string, body = '') =>
  `<!doctype html><html><head><title>Site</title>${head}</head><body>${body}</body></html>`;

type Answer = string | number | { type?: string; body: string } | { location: string };

/**
 * A server of a site, with its answer to each path; any other is not found. `hosts` are names that lead to it. `asked`
 * is what was requested, in order.
 */
async function openTown(answers: Record<string, Answer>, hosts: string[] = []) {
  const asked: string[] = [];
  const respond: RequestListener = ({ url = '', headers }, response) => {
    const name = headers.host?.replace(/:\d+$/, '') ?? '';
    asked.push(hosts.length > 0 ? `${name}${url}` : url);
    const answer = answers[`${name}${url}`] ?? answers[url] ?? 404;
    if (typeof answer === 'number') return response.writeHead(answer).end('<html><body>No</body></html>');
    if (typeof answer === 'string') return response.end(answer);
    if ('location' in answer) return response.writeHead(302, { Location: answer.location }).end();
    response.setHeader('Content-Type', answer.type ?? 'text/html');
    return response.end(answer.body);
  };
  const server = await listen(respond);
  const reachable = [server.host, ...hosts.map((host) => `${host}:${server.port}`)];
  const outbound = openOutbound({ reachable, resolve: async () => ['127.0.0.1'] });
  return {
    ...server,
    asked,
    find: async (typed: string) => {
      const { found, problem } = await findFeeds({ outbound, zone: 'America/New_York', now: NOW }, typed);
      const shown = found.map(({ address, source }) => ({
        address: address.replace(server.url, '/').replace(`:${server.port}`, ''),
        format: source.format,
        count: source.occurrences.length || source.items.length,
        first: source.occurrences[0] ?? source.items[0],
      }));
      return { found: shown, addresses: shown.map(({ address }) => address), problem };
    },
  };
}

test('a feed is found at its own address with one request, also as webcal: and feed:', async () => {
  await using town = await openTown({ '/a.ics': calendar, '/rss': rss('Paper') });
  expect((await town.find(`${town.url}rss`)).found).toMatchObject([
    { address: '/rss', format: 'rss', count: 1 },
  ]);
  expect((await town.find(`feed:${town.url}rss`)).addresses).toEqual(['/rss']);
  expect(town.asked).toEqual(['/rss', '/rss']);
  expect((await town.find(`webcal://${town.host}/a.ics`)).found).toMatchObject([
    { address: '/a.ics', format: 'ics', count: 1 },
  ]);
});

test('a host without a scheme is tried with https, then with http', async () => {
  await using town = await openTown({
    '/': page('<link rel="alternate" type="application/rss+xml" href="/rss">'),
    '/rss': rss('Paper'),
  });
  expect((await town.find(town.host)).addresses).toEqual(['/rss']);
  expect(town.asked).toEqual(['/', '/rss']);
});

test('a page leads to the feeds in its head; comments and copies in other formats are left out', async () => {
  const link = (href: string, type = 'application/rss+xml', title = '') =>
    `<link rel="alternate" type="${type}" title="${title}" href="${href}">`;
  await using town = await openTown({
    '/news': page(
      link('/rss') +
        link('/comments/feed/') +
        link('/x', 'application/rss+xml', 'Paper » Comments') +
        link('atom', 'application/atom+xml') +
        link(`/a.ics`, 'text/calendar'),
    ),
    '/rss': rss('Paper'),
    '/atom': rss('Paper again'),
    '/a.ics': calendar,
  });
  expect((await town.find(`${town.url}news`)).addresses).toEqual(['/rss', '/a.ics']);
  expect(town.asked).toEqual(['/news', '/rss', '/atom', '/a.ics']);
});

test('a page with events in its linked data is a source itself, after its feeds', async () => {
  const event = {
    '@type': 'Event',
    name: 'Fair',
    startDate: '2026-12-01T10:00',
    '@context': 'https://schema.org',
  };
  const data = `<script type="application/ld+json">${JSON.stringify(event)}</script>`;
  await using town = await openTown({
    '/only': page(data),
    '/both': page(`${data}<link rel="alternate" type="application/rss+xml" href="/rss">`),
    '/rss': rss('Paper'),
  });
  expect((await town.find(`${town.url}only`)).found).toMatchObject([
    { address: '/only', format: 'html', count: 1 },
  ]);
  expect((await town.find(`${town.url}both`)).addresses).toEqual(['/rss', '/both']);
});

test('Eventbrite and Songkick: pages of organizers and venues are sources with their linked data', async () => {
  const events = [1, 2].map((number) => ({
    '@type': 'MusicEvent',
    name: `Band ${number}`,
    startDate: `2026-12-0${number}T20:00:00-05:00`,
    url: `https://www.songkick.com/concerts/${number}`,
    location: { '@type': 'Place', name: 'The Barn' },
  }));
  const list = {
    '@type': 'ItemList',
    itemListElement: events.map((item) => ({ '@type': 'ListItem', item })),
  };
  const data = (value: unknown) => `<script type="application/ld+json">${JSON.stringify(value)}</script>`;
  await using town = await openTown({
    '/venues/1-the-barn': page(events.map((event) => data([event])).join('')),
    '/o/the-barn-123': page(data({ '@context': 'https://schema.org', ...list })),
  });
  for (const path of ['venues/1-the-barn', 'o/the-barn-123'])
    expect((await town.find(town.url + path)).found).toMatchObject([
      { address: `/${path}`, format: 'html', count: 2, first: { title: 'Band 1', location: 'The Barn' } },
    ]);
});

const tec = '<link rel="stylesheet" href="/wp-content/plugins/the-events-calendar/src/a.css">';

test('WordPress with The Events Calendar: ?ical=1 of the page, else of /events/', async () => {
  await using town = await openTown({
    '/shows/': page(tec),
    '/shows/?ical=1': { type: 'text/calendar', body: calendar },
  });
  expect((await town.find(`${town.url}shows/`)).addresses).toEqual(['/shows/?ical=1']);
  await using home = await openTown({
    '/': page('<meta name="generator" content="WordPress 6.9">'),
    '/?ical=1': page(''),
    '/events/?ical=1': { type: 'text/calendar', body: calendar },
  });
  expect((await home.find(home.url)).addresses).toEqual(['/events/?ical=1']);
});

test('The Events Calendar: its REST API where calendars are refused', async () => {
  const body = JSON.stringify({
    rest_url: 'https://hall.example/wp-json/tribe/events/v1/events/',
    total: 2,
    events: [
      {
        id: 7,
        global_id: 'hall.example?id=7',
        title: 'Rock &#038; roll',
        url: 'https://hall.example/event/rock/',
        description: '<p>Loud</p>',
        all_day: false,
        start_date: '2026-12-01 19:30:00',
        utc_start_date: '2026-12-02 00:30:00',
        end_date: '2026-12-01 21:30:00',
        utc_end_date: '2026-12-02 02:30:00',
        venue: { venue: 'Town Hall', address: '1 Main St', city: 'Maple Hollow' },
      },
      {
        id: 8,
        title: 'Fair',
        all_day: true,
        start_date: '2026-12-05 00:00:00',
        utc_start_date: '2026-12-05 05:00:00',
        venue: [],
      },
    ],
  });
  const path = '/wp-json/tribe/events/v1/events?per_page=50';
  await using town = await openTown({ '/events/': page(tec), '/events/?ical=1': 403, [path]: body });
  const { found } = await town.find(`${town.url}events/`);
  expect(found).toMatchObject([
    {
      address: path,
      count: 2,
      first: {
        ...{
          title: 'Rock & roll',
          start: '2026-12-02T00:30:00Z',
          end: '2026-12-02T02:30:00Z',
          allDay: false,
        },
        ...{ location: 'Town Hall, 1 Main St, Maple Hollow', link: 'https://hall.example/event/rock/' },
      },
    },
  ]);
});

test('Squarespace: ?format=json of a page of events', async () => {
  const at = Date.parse('2026-12-01T23:00:00Z');
  const body = JSON.stringify({
    website: { siteTitle: 'The Mercury' },
    collection: { title: 'Events', type: 10 },
    past: [{ id: 'old', title: 'Over', startDate: 1 }],
    upcoming: [
      {
        ...{ id: 'a1', title: 'Jazz', startDate: at, endDate: at + 3_600_000, fullUrl: '/events/jazz' },
        ...{
          body: '<p>Bring a friend</p>',
          location: { addressTitle: 'The Mercury', addressLine1: '2 Elm St' },
        },
      },
    ],
  });
  await using town = await openTown({
    '/shows': page('<script src="https://static1.squarespace.com/static/x.js"></script>'),
    '/shows?format=json': { type: 'application/json', body },
  });
  const { found } = await town.find(`${town.url}shows`);
  expect(found).toMatchObject([
    {
      ...{ address: '/shows?format=json', format: 'json', count: 1 },
      first: {
        ...{ title: 'Jazz', start: '2026-12-01T23:00:00Z', end: '2026-12-02T00:00:00Z' },
        ...{ location: 'The Mercury, 2 Elm St', link: `${town.url}events/jazz` },
      },
    },
  ]);
});

test('Google: the calendar behind the address that embeds it, and behind a page that shows it', async () => {
  const id = 'abc123@group.calendar.google.com';
  const path = `/calendar/ical/${encodeURIComponent(id)}/public/basic.ics`;
  const embedded = `/calendar/embed?src=${encodeURIComponent(id)}&ctz=America%2FNew_York`;
  await using town = await openTown({
    [path]: calendar,
    '/church': page('', `<iframe src="${embedded.replaceAll('&', '&amp;')}"></iframe>`),
  });
  expect((await town.find(`${town.url}${embedded.slice(1)}`)).addresses).toEqual([path]);
  expect((await town.find(`${town.url}calendar/u/0?cid=${btoa(id)}`)).addresses).toEqual([path]);
  expect(town.asked).toEqual([path, path]);
  expect((await town.find(`${town.url}church`)).addresses).toEqual([path]);
});

test('LibCal: the calendar with the number in the address, or the one of the library', async () => {
  const subscribed = '/ical_subscribe.php?src=p&cid=7752';
  await using town = await openTown({ [subscribed]: calendar, '/ical_featured.php': calendar }, [
    'maple.libcal.com',
  ]);
  const { port } = town;
  expect((await town.find(`http://maple.libcal.com:${port}/calendar?cid=7752`)).addresses).toEqual([
    `http://maple.libcal.com${subscribed}`,
  ]);
  expect((await town.find(`http://maple.libcal.com:${port}/calendar/main`)).addresses).toEqual([
    'http://maple.libcal.com/ical_featured.php',
  ]);
});

test('BiblioCommons: the events of a library, with their branch', async () => {
  const path = 'gateway.bibliocommons.com/v2/libraries/maple/events?limit=100';
  const body = JSON.stringify({
    events: { items: ['e1', 'gone'] },
    entities: {
      events: {
        e1: {
          ...{ id: 'e1', indexStart: '2026-12-01T15:30', indexEnd: '2026-12-01T16:00' },
          definition: { title: 'Story hour', branchLocationId: 'b1', locationDetails: 'Room 2' },
        },
      },
      locations: { b1: { name: 'Main Library' } },
    },
  });
  await using town = await openTown({ [path]: body }, [
    'maple.bibliocommons.com',
    'gateway.bibliocommons.com',
  ]);
  const { found } = await town.find(`http://maple.bibliocommons.com:${town.port}/v2/events`);
  expect(found).toMatchObject([
    {
      address: `http://${path}`,
      first: {
        ...{ title: 'Story hour', start: '2026-12-01T20:30:00Z', location: 'Main Library, Room 2' },
        link: `http://maple.bibliocommons.com:${town.port}/v2/events/e1`,
      },
    },
  ]);
});

test('Legistar: meetings, with their time in the town and those that are cancelled', async () => {
  const path = 'webapi.legistar.com/v1/maple/events?$orderby=EventDate%20desc&$top=200';
  const meeting = {
    EventBodyName: 'Selectboard',
    EventDate: '2026-12-01T00:00:00',
    EventLocation: 'Town Hall',
  };
  const body = JSON.stringify([
    {
      ...meeting,
      EventId: 1,
      EventTime: '6:30 PM',
      EventInSiteURL: 'https://maple.legistar.com/MeetingDetail.aspx?ID=1',
    },
    {
      ...meeting,
      EventId: 2,
      EventTime: null,
      EventAgendaStatusName: 'Cancelled',
      EventBodyName: 'Trustees',
    },
  ]);
  await using town = await openTown({ [path]: body }, ['maple.legistar.com', 'webapi.legistar.com']);
  const { found } = await town.find(`http://maple.legistar.com:${town.port}/Calendar.aspx`);
  expect(found).toMatchObject([
    {
      ...{ address: `http://${path}`, count: 2 },
      first: {
        title: 'Selectboard',
        start: '2026-12-01T23:30:00Z',
        location: 'Town Hall',
        status: 'confirmed',
      },
    },
  ]);
});

test('CivicPlus: the calendar with the number in the address, else those that the site lists', async () => {
  const feed = (number: number) => `/common/modules/iCalendar/iCalendar.aspx?catID=${number}&feed=calendar`;
  const other = calendarOf(eventOf('UID:e2', 'SUMMARY:Hearing', 'DTSTART:20261202T190000'));
  await using town = await openTown({
    '/Calendar.aspx': page(
      '',
      '<a href="https://connect.civicplus.com/referral">Government Websites by CivicPlus®</a>',
    ),
    '/iCalendar.aspx': page('', `<a href="${feed(22).replace('&', '&amp;')}">Meetings</a>`),
    [feed(14)]: calendar,
    [feed(22)]: other,
  });
  expect((await town.find(`${town.url}Calendar.aspx?CID=22`)).addresses).toEqual([feed(22)]);
  expect((await town.find(`${town.url}Calendar.aspx`)).addresses).toEqual([feed(14), feed(22)]);
});

test('Tockify and TeamUp: the calendar behind the address of its page', async () => {
  const hosts = ['tockify.com', 'teamup.com', 'ics.teamup.com'];
  await using town = await openTown(
    { '/api/feeds/ics/maple': calendar, '/feed/ks12ab34cd/0.ics': calendar },
    hosts,
  );
  const { port } = town;
  expect((await town.find(`http://tockify.com:${port}/maple/monthly`)).addresses).toEqual([
    'http://tockify.com/api/feeds/ics/maple',
  ]);
  expect((await town.find(`http://teamup.com:${port}/ks12ab34cd`)).addresses).toEqual([
    'http://ics.teamup.com/feed/ks12ab34cd/0.ics',
  ]);
  expect(town.asked).toEqual(['tockify.com/api/feeds/ics/maple', 'ics.teamup.com/feed/ks12ab34cd/0.ics']);
});

test('an ordinary page costs at most eight requests, and guesses are the last', async () => {
  const links = Array.from({ length: 20 }, (_, index) => `<link rel="feed" href="/${index}">`);
  await using town = await openTown({ '/': page(links.join('')), '/plain': page('') });
  const { found, problem } = await town.find(town.url);
  expect({ found, requests: town.asked.length }).toEqual({ found: [], requests: 8 });
  expect(problem).toMatch(/^This web page describes no events or news itself/);
  town.asked.length = 0;
  expect((await town.find(`${town.url}plain`)).problem).toMatch(/links to no feed$/);
  expect(town.asked).toEqual(['/plain', '/events/?ical=1', '/feed/', '/rss.xml']);
});

test('what is not an address or not allowed says so without a request', async () => {
  await using town = await openTown({});
  for (const typed of ['', 'library', 'ftp://library.example/', 'javascript:alert(1)', 'http://'])
    expect((await town.find(typed)).problem).toMatch(/^Enter the address/);
  expect((await town.find('http://127.0.0.1:1/')).problem).toMatch(/^This address is not allowed/);
  expect((await town.find('http://169.254.169.254/latest')).problem).toMatch(/^This address is not allowed/);
  expect(town.asked).toEqual([]);
});

test('the address of what was found is the one that responded', async () => {
  await using town = await openTown({ '/short': { location: '/whole.ics' }, '/whole.ics': calendar });
  expect((await town.find(`${town.url}short`)).addresses).toEqual(['/whole.ics']);
});
