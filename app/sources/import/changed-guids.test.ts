/** Items whose identifiers change: none of them becomes a second item. */
import { expect } from 'vitest';
import { anyDatabase, eachDatabase } from '../../../tests/each-database.ts';
import { feedOf, openImporting } from '../../../tests/imported-sources.ts';
import { calendarOf, eventOf } from '../../../tests/parsed-sources.ts';
import { isDeep } from '../../../tests/rounds.ts';

const bridge = {
  guid: 'http://www.ledger.example/?p=12',
  title: 'Mill Bridge to close for repairs',
  link: 'https://ledger.example/mill-bridge',
  date: 'Thu, 19 Nov 2026 18:00:00 GMT',
  text: 'The town closes Mill Bridge on Monday morning for a week of repairs, the highway crew says.',
};

const council = {
  guid: 'council',
  title: 'Council meets Tuesday',
  link: 'https://ledger.example/council',
  date: 'Fri, 20 Nov 2026 12:00:00 GMT',
};

const cases: [string, Partial<typeof bridge>, Partial<typeof bridge>][] = [
  [
    'a GUID that is an address, and the address is edited',
    { guid: 'https://ledger.example/bridge', link: 'https://ledger.example/bridge' },
    { guid: 'https://ledger.example/mill-bridge-closes', link: 'https://ledger.example/mill-bridge-closes' },
  ],
  [
    'another scheme and host in the GUID',
    {},
    {
      guid: 'https://ledger.example/?p=12',
      link: 'https://new.ledger.example/mill-bridge',
      title: 'Mill Bridge closed',
    },
  ],
  ['other GUIDs altogether', {}, { guid: 'urn:uuid:f00' }],
  [
    'a token in the address and no GUID',
    { guid: undefined as never, link: 'https://ledger.example/x?id=3&token=abc' },
    {
      guid: undefined as never,
      link: 'https://ledger.example/x?id=3&token=def',
      title: 'Mill Bridge closed',
    },
  ],
  [
    'an unknown token in the address and no GUID',
    { guid: undefined as never, link: 'https://ledger.example/x?id=3&k=abc' },
    { guid: undefined as never, link: 'https://ledger.example/x?id=3&k=def' },
  ],
  [
    'an edited title, another address and another GUID',
    {},
    {
      guid: 'b',
      link: 'https://ledger.example/bridge-2',
      title: 'Mill Bridge to close for repair',
      date: 'Fri, 20 Nov 2026 18:00:00 GMT',
    },
  ],
  [
    'another headline over the same text',
    {},
    {
      guid: 'b',
      link: 'https://ledger.example/bridge-2',
      title: 'Mill Bridge will close for big repairs',
      date: 'Fri, 20 Nov 2026 18:00:00 GMT',
    },
  ],
];

for (const [name, before, after] of cases)
  eachDatabase(`${name}: it stays one item`, async ({ database }) => {
    const { addSource, read, waiting } = openImporting(database);
    await addSource({ id: 'ledger' });
    await read('ledger', feedOf({ ...bridge, ...before }, council));
    const ids = (await waiting()).map(({ itemId }) => itemId).sort();
    for (const version of [after, after, before]) {
      expect(await read('ledger', feedOf({ ...bridge, ...version }, council))).toMatchObject({ added: 0 });
      expect((await waiting()).map(({ itemId }) => itemId).sort()).toEqual(ids);
    }
  });

eachDatabase('what was discarded does not return under another GUID', async ({ database }) => {
  const { addSource, read, waiting, context } = openImporting(database);
  await addSource({ id: 'ledger' });
  await read('ledger', feedOf(bridge));
  await context.write.deleteFrom('inbox_entry').execute();
  await context.write.updateTable('source_item').set({ decision: 'discarded' }).execute();
  expect(await read('ledger', feedOf({ ...bridge, guid: 'other' }))).toMatchObject({ added: 0 });
  expect(await waiting()).toEqual([]);
});

eachDatabase('two GUIDs for one post are one item, together or in turns', async ({ database }) => {
  const { addSource, read, waiting } = openImporting(database);
  await addSource({ id: 'ledger' });
  const twin = { ...bridge, guid: 'twin' };
  await read('ledger', feedOf(bridge, twin));
  expect(await waiting()).toHaveLength(1);
  const rows = await database.read
    .selectFrom('source_item')
    .select(['key', 'itemId', 'mergedFor'])
    .orderBy('key')
    .execute();
  expect(rows.map(({ mergedFor }) => mergedFor)).toEqual([null, 'address']);
  expect(new Set(rows.map(({ itemId }) => itemId)).size).toBe(1);
  for (const document of [feedOf(twin), feedOf(bridge), feedOf(twin, bridge)])
    expect(await read('ledger', document)).toMatchObject({ added: 0 });
  await read('ledger', feedOf(twin, bridge, { ...bridge, guid: 'third' }));
  expect(await waiting()).toHaveLength(1);
});

eachDatabase(
  'the same GUID on every item: each is an item, also when others fall off',
  async ({ database }) => {
    const { addSource, read, waiting } = openImporting(database);
    await addSource({ id: 'ledger' });
    const story = (number: number) => ({
      ...bridge,
      guid: 'same',
      title: `Story about matter ${'abcdefgh'.charAt(number).repeat(8)}`,
      link: `https://ledger.example/${number}`,
    });
    await read('ledger', feedOf(story(1), story(2)));
    expect(await read('ledger', feedOf(story(2), story(3)))).toMatchObject({ added: 1 });
    expect(await read('ledger', feedOf(story(4), story(5)))).toMatchObject({ added: 2 });
    expect(await waiting()).toHaveLength(5);
  },
);

anyDatabase('500 items with one GUID, and all GUIDs changed at once', async ({ database }) => {
  const { addSource, read, waiting } = openImporting(database);
  await addSource({ id: 'ledger' });
  const count = isDeep(import.meta.url) ? 500 : 60;
  const stories = Array.from({ length: count }, (_, number) => ({
    guid: 'same',
    title: `Report number ${number} of the year`,
    link: `https://ledger.example/${number}`,
    date: 'Thu, 19 Nov 2026 18:00:00 GMT',
  }));
  expect(await read('ledger', feedOf(...stories))).toMatchObject({ found: count, added: count });
  const renamed = stories.map((story, number) => ({ ...story, guid: `https://cms.example/${number}` }));
  expect(await read('ledger', feedOf(...renamed))).toMatchObject({ found: count, added: 0, changed: 0 });
  expect(await read('ledger', feedOf(...renamed))).toMatchObject({ added: 0, changed: 0 });
  expect(await waiting()).toHaveLength(count);
});

eachDatabase(
  'a similar title is only suggested when neither title nor text is nearly the same',
  async ({ database }) => {
    const { addSource, read, waiting } = openImporting(database);
    await addSource({ id: 'ledger', trust: 'publish' });
    const { first } = await read('ledger', feedOf(bridge));
    const next = {
      guid: 'next',
      link: 'https://ledger.example/next',
      title: 'Mill Bridge to close for the day',
      text: 'A parade crosses it.',
      date: bridge.date,
    };
    expect(await read('ledger', feedOf(next, council))).toMatchObject({ added: 2 });
    const [entry] = await waiting();
    expect(entry).toMatchObject({ title: next.title });
    expect(JSON.parse(entry?.similar ?? '')).toEqual([
      { collection: 'news', id: first?.itemId, title: bridge.title },
    ]);
  },
);

eachDatabase(
  'items that all link to one page, one at a time, are items of their own',
  async ({ database }) => {
    const { addSource, read, waiting } = openImporting(database);
    await addSource({ id: 'ledger' });
    const link = 'https://ledger.example/';
    await read(
      'ledger',
      feedOf({ guid: '1', title: 'Road closed at the mill', link, date: 'Fri, 20 Nov 2026 10:00:00 GMT' }),
    );
    await read(
      'ledger',
      feedOf({ guid: '2', title: 'Water is safe again', link, date: 'Fri, 20 Nov 2026 11:00:00 GMT' }),
    );
    expect((await waiting()).map(({ title }) => title)).toEqual([
      'Road closed at the mill',
      'Water is safe again',
    ]);
  },
);

eachDatabase('columns without dates are new each time', async ({ database }) => {
  const { addSource, read, waiting } = openImporting(database);
  await addSource({ id: 'ledger' });
  await read('ledger', feedOf({ guid: '1', title: 'Police log', text: 'Monday: one cow on Route 4.' }));
  await read('ledger', feedOf({ guid: '2', title: 'Police log', text: 'Tuesday: quiet in the whole town.' }));
  expect(await waiting()).toHaveLength(2);
});

eachDatabase('a calendar with new UIDs every day has the same events', async ({ database }) => {
  const { addSource, read, waiting } = openImporting(database);
  await addSource({ id: 'grange', feeds: 'events' });
  const calendar = (seed: string) =>
    calendarOf(
      eventOf(`UID:${seed}-1`, 'SUMMARY:Matinee', 'DTSTART:20261205T190000Z'),
      eventOf(`UID:${seed}-2`, 'SUMMARY:Matinee', 'DTSTART:20261206T000000Z'),
      eventOf(
        `UID:${seed}-3`,
        'SUMMARY:Winter market',
        'DTSTART:20261121T150000Z',
        'RRULE:FREQ=WEEKLY;COUNT=3',
      ),
    );
  await read('grange', calendar('a'));
  const before = await waiting();
  expect(before).toHaveLength(5);
  expect(await read('grange', calendar('b'))).toMatchObject({ found: 5, added: 0, missing: 0 });
  expect((await waiting()).map(({ itemId }) => itemId)).toEqual(before.map(({ itemId }) => itemId));
  // The dates of the market are still one stack.
  const stacks = (await waiting()).filter(({ title }) => title === 'Winter market').map(({ stack }) => stack);
  expect(new Set(stacks).size).toBe(1);
});
