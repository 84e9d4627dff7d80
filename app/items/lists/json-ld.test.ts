/** The JSON-LD of pages (https://schema.org), tested through requests. */
import { expect, test } from 'vitest';
import { saveArticle } from '#app/articles/article-store.server.ts';
import type { EventInput } from '#app/events/event.ts';
import { saveEvent } from '#app/events/event-store.server.ts';
import { saveNewsItem } from '#app/news/news-item-store.server.ts';
import { scriptJson } from '#app/platform/ui/json-ld-script.tsx';
import type { PollInput } from '#app/polls/poll.ts';
import { savePoll } from '#app/polls/poll-store.server.ts';
import { openSite, type TestSite } from '../../../tests/open-site.ts';
import { readHead } from '../../../tests/read-head.ts';
import { seedSample } from '../../../tests/seed-sample.ts';

const now = Date.parse('2026-11-20T22:00:00Z');
const DAY = 24 * 60 * 60 * 1000;
const site = 'https://maplehollow.example';
const environment = { BELFRY_URL: site };

async function factsOf(from: TestSite, path: string, headers?: Record<string, string>) {
  const { facts } = readHead(await from.page(path, headers));
  return { thing: facts[0], crumbs: facts.find((fact) => fact['@type'] === 'BreadcrumbList') };
}

test('an article is a NewsArticle whose author and publisher is its source', async () => {
  await using town = await openSite({ environment });
  await seedSample(town);
  const { thing, crumbs } = await factsOf(town, '/articles/i1');
  const ledger = { '@type': 'Organization', name: 'The Hollow Ledger', url: 'https://example.org/ledger' };
  const url = `${site}/articles/i1/hill-farm-opens-its-gate`;
  expect(thing).toEqual({
    '@type': 'NewsArticle',
    headline: 'Hill Farm opens its gate',
    description: 'From nine in the morning.',
    url,
    mainEntityOfPage: url,
    datePublished: '2026-11-20T09:00:00-05:00',
    dateModified: '2026-11-20T17:00:00-05:00',
    author: ledger,
    publisher: ledger,
    image: [`${site}/share/articles/i1.png?v=1`],
    inLanguage: 'en-US',
    isAccessibleForFree: true,
    isBasedOn: 'https://example.org/hill-farm',
  });
  expect(crumbs.itemListElement).toEqual([
    { '@type': 'ListItem', position: 1, name: 'Articles', item: `${site}/articles` },
    { '@type': 'ListItem', position: 2, name: 'Hill Farm opens its gate', item: url },
  ]);
});

test('an article written for the site has the site as publisher and no original', async () => {
  await using town = await openSite({ environment });
  const own = {
    id: 'a',
    sourceId: 'local:a',
    title: 'Ours',
    link: `${site}/articles/a`,
    pubDate: now + DAY,
    description: '<p>Text.</p><img src="/illustrations/village.svg" alt="" width="1200" height="800">',
    sourceName: 'Maple Hollow Commons',
    sourceUrl: site,
  };
  await saveArticle(town.write, own, { now });
  const { thing } = await factsOf(town, '/articles/a');
  expect(thing.publisher).toMatchObject({ '@id': `${site}/#organization`, logo: `${site}/mark.svg` });
  expect(thing.image[0]).toBe(`${site}/illustrations/village.svg`);
  expect(thing.isBasedOn).toBeUndefined();
  // It can't have been changed before it was published.
  expect(thing.dateModified).toBe(thing.datePublished);
});

test('news without a named source is from the site it links to', async () => {
  await using town = await openSite({ environment });
  const item = {
    id: 'n',
    title: 'T',
    sourceId: null,
    link: 'https://www.ledger.example/story?id=1',
    pubDate: now,
    sourceName: null,
    sourceUrl: null,
    description: '<p>D</p>',
  };
  await saveNewsItem(town.write, item, { now });
  const { thing } = await factsOf(town, '/news/n');
  expect(thing).toMatchObject({
    '@type': 'NewsArticle',
    author: { name: 'ledger.example', url: 'https://www.ledger.example' },
    isBasedOn: item.link,
  });
});

const picnic: EventInput = {
  id: 'e',
  sourceId: 's',
  title: 'Picnic',
  link: 'https://library.example/picnic',
  pubDate: now,
  description: '<p>Bring a cake.</p>',
  eventDate: Date.parse('2026-11-28T19:00:00Z'),
  eventTime: '2 PM',
  eventLocation: 'Green',
  enclosureUrl: 'https://library.example/p.jpg',
  enclosureType: 'image/jpeg',
};

async function eventFacts(changes: Partial<EventInput>) {
  await using town = await openSite({ environment });
  await saveEvent(town.write, { ...picnic, ...changes }, { now });
  return (await factsOf(town, '/events/e')).thing;
}

test('an event has its time with the town’s offset, its place, its organizer and its status', async () => {
  const thing = await eventFacts({ endDate: Date.parse('2026-11-28T21:30:00Z') });
  expect(thing).toMatchObject({
    '@type': 'Event',
    name: 'Picnic',
    startDate: '2026-11-28T14:00:00-05:00',
    endDate: '2026-11-28T16:30:00-05:00',
    eventStatus: 'https://schema.org/EventScheduled',
    eventAttendanceMode: 'https://schema.org/OfflineEventAttendanceMode',
    location: { '@type': 'Place', name: 'Green', address: 'Green, Maple Hollow, Vermont' },
    organizer: { '@type': 'Organization', name: 'library.example', url: 'https://library.example' },
    image: ['https://library.example/p.jpg', `${site}/share/events/e.png?v=1`],
  });
  expect([thing.offers, thing.previousStartDate]).toEqual([undefined, undefined]);
});

test.each([
  ['cancelled', 'EventCancelled'],
  ['postponed', 'EventPostponed'],
] as const)('an event that is %s is %s', async (status, word) => {
  expect((await eventFacts({ status })).eventStatus).toBe(`https://schema.org/${word}`);
});

test('a moved event is EventRescheduled and has its previous date', async () => {
  const thing = await eventFacts({ status: 'moved', previousDate: Date.parse('2026-10-31T18:00:00Z') });
  expect(thing).toMatchObject({
    eventStatus: 'https://schema.org/EventRescheduled',
    previousStartDate: '2026-10-31T14:00:00-04:00',
    startDate: '2026-11-28T14:00:00-05:00',
  });
});

test('an event that only moved to another place is still EventScheduled', async () => {
  const thing = await eventFacts({ status: 'moved' });
  expect([thing.eventStatus, thing.previousStartDate]).toEqual([
    'https://schema.org/EventScheduled',
    undefined,
  ]);
});

test('an all-day event has dates, including its last day', async () => {
  const midnight = Date.parse('2026-11-28T05:00:00Z');
  const thing = await eventFacts({ eventDate: midnight, endDate: midnight + 2 * DAY, allDay: true });
  expect([thing.startDate, thing.endDate]).toEqual(['2026-11-28', '2026-11-29']);
});

test('a link to join is not a place', async () => {
  const thing = await eventFacts({ eventLocation: 'https://meet.example/secret-room' });
  expect(thing.location).toEqual({ '@type': 'VirtualLocation', url: `${site}/events/e/picnic` });
  expect(JSON.stringify(thing)).not.toContain('secret-room');
});

test('a business is a LocalBusiness, with its known details and no nulls', async () => {
  await using town = await openSite({ environment });
  await seedSample(town);
  const { thing } = await factsOf(town, '/businesses/i1');
  expect(thing).toEqual({
    '@type': 'LocalBusiness',
    image: [`${site}/share/businesses/i1.png?v=1`],
    name: 'Hill Farm Sugarhouse',
    description: 'From nine in the morning.',
    url: `${site}/businesses/i1/hill-farm-sugarhouse`,
    address: '212 Ridge Road, Maple Hollow, Vermont',
    keywords: 'Farms and food',
    telephone: '(802) 555-0142',
    sameAs: 'https://example.org/sugarhouse',
  });
});

test('the front page describes the site, its publisher and its search', async () => {
  await using town = await openSite({ environment });
  await saveArticle(town.write, { ...ownArticle, id: 'a' }, { now });
  const { facts } = readHead(await town.page('/articles'));
  expect(facts).toMatchObject([
    {
      '@type': 'WebSite',
      url: `${site}/`,
      potentialAction: {
        '@type': 'SearchAction',
        target: { urlTemplate: `${site}/search?q={search_term_string}` },
        'query-input': 'required name=search_term_string',
      },
    },
    { '@type': 'Organization', '@id': `${site}/#organization`, name: 'Maple Hollow Commons' },
  ]);
  expect(readHead(await town.page('/news')).facts).toEqual([]);
});

const ownArticle = {
  sourceId: 's',
  title: 'T',
  link: site,
  pubDate: now,
  description: '<p>D</p>',
  sourceName: 'S',
  sourceUrl: site,
};

const rules = ['always', 'voted', 'closed', 'admin'] as const;

/** A poll with one vote: by rule and state, whether its page and its results page show a visitor the votes. */
const shown: [PollInput['resultsShown'], 'open' | 'closed', boolean, boolean][] = rules.flatMap((rule) => [
  [rule, 'open', false, rule === 'always'],
  [rule, 'closed', rule !== 'admin', rule !== 'admin'],
]);

test.each(shown)(
  'with results shown to %s, the JSON-LD of a poll that is %s has the votes on its page: %s, on its results page: %s',
  async (resultsShown, state, onPage, onResults) => {
    let clock = now;
    await using town = await openSite({ environment, now: () => clock });
    const poll = { id: 'p', title: 'Where?', description: 'Why we ask.', options: ['Here', 'There'] };
    await savePoll(town.write, { ...poll, resultsShown, voters: 'members', closesAt: now + DAY }, { now });
    const member = await town.asMember();
    const option = /name="option" value="([^"]+)"/.exec(await town.page('/polls/p', member))?.[1] ?? '';
    expect((await town.post('/polls/p/vote', { option }, member)).status).toBe(303);
    if (state === 'closed') clock += 2 * DAY;
    for (const [path, isTold] of [
      ['/polls/p', onPage],
      ['/polls/p/results', onResults],
    ] as const) {
      const html = await town.page(path);
      const { thing } = await factsOf(town, path);
      expect(html.includes('"upvoteCount":'), path).toBe(isTold);
      if (isTold)
        expect(thing.suggestedAnswer.map((answer: { upvoteCount: number }) => answer.upvoteCount)).toEqual([
          1, 0,
        ]);
    }
    expect((await factsOf(town, '/polls/p')).thing).toMatchObject({
      '@type': 'Question',
      name: 'Where?',
      text: 'Why we ask.',
      answerCount: 2,
      suggestedAnswer: [{ text: 'Here' }, { text: 'There' }],
    });
  },
);

test('a poll open to anyone has no total number of votes', async () => {
  await using town = await openSite({ environment });
  const poll = { id: 'p', title: 'Where?', description: 'D', options: ['Here', 'There'] };
  await savePoll(town.write, { ...poll, voters: 'anyone' }, { now });
  const html = await town.page('/polls/p/results');
  expect(html).toContain('Without an account');
  expect(html).not.toContain('upvoteCount');
});

test('no text can end the JSON-LD script, and every text survives unchanged', () => {
  const text = `</script><!--<script>"\\u2028 ${'\u2028\u2029'} & ' 🎉`;
  const json = scriptJson({ text, none: null, empty: '', list: ['a'] });
  expect(json).not.toMatch(/[<>&\u2028\u2029]/);
  expect(JSON.parse(json)).toEqual({ text, list: ['a'] });
});
