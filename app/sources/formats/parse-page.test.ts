import { expect, test } from 'vitest';
import { parse } from '../../../tests/parsed-sources.ts';

const page = (data: unknown, head = '') =>
  `<!doctype html><html><head><title>Library</title>${head}<script type="application/ld+json">${typeof data === 'string' ? data : JSON.stringify(data)}</script></head><body></body></html>`;

const address = 'https://library.example/events/';

const talk = {
  '@context': 'https://schema.org',
  '@type': 'EducationEvent',
  name: 'A talk',
  startDate: '2026-12-01T19:00',
  endDate: '2026-12-01T20:30',
  eventStatus: 'https://schema.org/EventCancelled',
  url: '/talk?fbclid=1',
  description: 'Bring a chair',
  location: {
    '@type': 'Place',
    name: 'Library',
    address: { streetAddress: '1 Main St', addressLocality: 'Maple Hollow' },
  },
};

test('an event of a page has its time in the town, its place and its state', () => {
  const { format, title, occurrences, items } = parse(page(talk), { address });
  expect({ format, title }).toEqual({ format: 'html', title: 'Library' });
  expect(occurrences).toEqual([
    {
      sourceId: 'https://library.example/talk',
      item: 'https://library.example/talk',
      title: 'A talk',
      start: '2026-12-02T00:00:00Z',
      end: '2026-12-02T01:30:00Z',
      allDay: false,
      location: 'Library, 1 Main St, Maple Hollow',
      link: 'https://library.example/talk',
      status: 'cancelled',
    },
  ]);
  expect(items[0]?.description).toBe('<p>Bring a chair</p>');
});

test('days without a time last all day, the last one included', () => {
  const { occurrences } = parse(page({ ...talk, startDate: '2026-12-01', endDate: '2026-12-02' }), {
    address,
  });
  expect(occurrences).toMatchObject([
    { start: '2026-12-01T05:00:00Z', end: '2026-12-03T05:00:00Z', allDay: true },
  ]);
});

test('events and articles are found wherever they are in the data, once each', () => {
  const data = {
    '@graph': [
      { '@type': 'WebSite', name: 'x' },
      {
        '@type': ['NewsArticle'],
        '@id': '#a',
        headline: 'News',
        datePublished: '2026-11-20T09:00:00Z',
        author: [{ name: 'Ann' }],
        image: { url: '/a.jpg' },
      },
      { '@type': 'ItemList', itemListElement: [{ '@type': 'ListItem', item: talk }] },
      { '@id': '#a', '@type': 'NewsArticle', headline: 'News' },
    ],
  };
  const { items, occurrences } = parse(page(data), { address });
  expect(items.map(({ title }) => title)).toEqual(['News', 'A talk']);
  expect(items[0]).toMatchObject({
    pubDate: '2026-11-20T09:00:00Z',
    author: 'Ann',
    image: 'https://library.example/a.jpg',
  });
  expect(occurrences).toHaveLength(1);
});

test.each(['<!--\nJSON\n-->', '//<![CDATA[\nJSON\n//]]>', '/*<![CDATA[*/JSON/*]]>*/', 'JSON;'])(
  'data inside %j is read',
  (around) => {
    expect(parse(page(around.replace('JSON', JSON.stringify(talk))), { address }).items).toHaveLength(1);
  },
);

test('characters of windows-1252 and signs that begin no tag are kept in linked data', () => {
  const written = { ...talk, name: 'Mayor\u0092s talk: income<expenses', location: 'Mayor\u0092s office' };
  const { items } = parse(page(written).replaceAll('\u0092', '\\u0092'), { address });
  expect(items).toMatchObject([{ title: 'Mayor’s talk: income<expenses', location: 'Mayor’s office' }]);
  const raw = parse(page(written, '<title>x</title>').replace('Library', 'Mayor\u0092s page'), { address });
  expect([raw.title, raw.items[0]?.title]).toEqual(['Mayor’s page', 'Mayor’s talk: income<expenses']);
});

test('a page without data names the feed it links to', () => {
  const { error } = parse(
    '<html><head><link rel="alternate" type="application/rss+xml" href="/rss"></head></html>',
    { address },
  );
  expect(error).toBe(
    'This web page describes no events or news itself. It links to a feed: https://library.example/rss',
  );
});

test('data that is broken loses only itself', () => {
  const { items, notes } = parse(page('{"@type": "Event",').replace('</head>', `${page(talk)}</head>`), {
    address,
  });
  expect(items).toHaveLength(1);
  expect(notes).toEqual(['A part of the linked data could not be read']);
});

test('a zone that an editor chose counts for the times of events, not for dates of publication', () => {
  const event = { ...talk, startDate: '2026-12-01T19:00:00Z', endDate: '2026-12-01T20:30:00+02:00' };
  const { occurrences } = parse(page(event), { address, isZoneForced: true });
  expect(occurrences).toMatchObject([{ start: '2026-12-02T00:00:00Z', end: '2026-12-02T01:30:00Z' }]);
  const article = { '@type': 'NewsArticle', headline: 'News', datePublished: '2026-11-20T12:00:00Z' };
  expect(parse(page(article), { address, isZoneForced: true }).items).toMatchObject([
    { pubDate: '2026-11-20T12:00:00Z' },
  ]);
});
