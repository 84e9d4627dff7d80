import { expect, test } from 'vitest';
import { only } from '../../../../tests/found-items.ts';
import { readFoundIn } from '../../../../tests/read-found.ts';
import { type WxrPost, wxr, wxrPost } from '../../../../tests/wxr.ts';

const read = (...posts: WxrPost[]) => readFoundIn('export.xml', wxr(posts.map(wxrPost)));
const start = { _EventStartDate: '2027-01-05 19:00:00', _EventTimezone: 'America/New_York' };

test('The Events Calendar: a price has its currency where it was, and an excerpt is the text of an event without one', async () => {
  const price = { _EventCost: '15', _EventCurrencySymbol: '€', _EventCurrencyPosition: 'postfix' };
  const found = await read(
    { id: 1, type: 'tribe_events', content: 'Text.', meta: { ...start, ...price } },
    { id: 2, type: 'tribe_events', content: '', excerpt: 'In short: a & b.', meta: start },
    { id: 3, type: 'tribe_events', content: '', meta: { ...start, ...price, _EventCost: '5-10' } },
  );
  expect(only(found, 'events').map(({ input }) => input.description)).toEqual([
    '<p>Text.</p><p>Cost: 15€</p>',
    '<p>In short: a &amp; b.</p>',
    '<p>Cost: 5-10€</p>',
  ]);
});

test('The Events Calendar: tags and further categories of events are counted as left out', async () => {
  const term = (domain: string, name: string) =>
    `<category domain="${domain}" nicename="x">${name}</category>`;
  const more =
    ['Music', 'Arts'].map((name) => term('tribe_events_cat', name)).join('') + term('post_tag', 'free');
  const found = await read(
    { id: 1, type: 'tribe_events', more, meta: start },
    { id: 2, type: 'tribe_events', more: term('tribe_events_cat', 'Food'), meta: start },
  );
  expect(only(found, 'events').map(({ input }) => input.category)).toEqual(['Music', 'Food']);
  expect(only(found, 'left-out')).toEqual([
    {
      kind: 'left-out',
      what: 'tags and further categories of events (they have one category here)',
      count: 2,
    },
  ]);
});

test('an item that lived in WordPress keeps its address there', async () => {
  const own = (id: string) => ({
    _belfry_item: JSON.stringify({ kind: 'articles', id, input: { title: 'Mill' } }),
  });
  const found = await read(
    { id: 5, link: 'https://old.example/2026/11/mill/', meta: own('mill') },
    { id: 6, link: 'https://old.example/articles/pond/the-pond', meta: own('pond') },
  );
  expect(only(found, 'articles').map(({ key, oldPaths }) => [key, oldPaths])).toEqual([
    ['mill', ['/2026/11/mill/', '/?p=5']],
    ['pond', []],
  ]);
});
