import { expect } from 'vitest';
import { eachDatabase } from '../../../tests/each-database.ts';
import { feedOf, openImporting } from '../../../tests/imported-sources.ts';
import { calendarOf, eventOf, NOW, parse } from '../../../tests/parsed-sources.ts';
import { previewImport } from './preview-import.server.ts';

const guide = {
  address: 'https://guide.example/feed',
  name: 'Valley Guide',
  feeds: 'events',
  rank: 'aggregator',
} as const;

eachDatabase('a preview says what becomes of each item, and writes nothing', async ({ database }) => {
  const { addSource, read, context, waiting } = openImporting(database);
  await addSource({ id: 'choir', feeds: 'events' });
  await read('choir', calendarOf(eventOf('UID:1', 'SUMMARY:Solstice concert', 'DTSTART:20261222T000000Z')));
  const [concert] = await waiting();
  const document = calendarOf(
    eventOf('UID:a', 'SUMMARY:Solstice Concert', 'DTSTART:20261222T000000Z'),
    eventOf(
      'UID:b',
      'SUMMARY:Quilting',
      'DTSTART:20261210T200000Z',
      'LOCATION:Grange',
      'URL:https://guide.example/q',
    ),
    eventOf('UID:c', 'SUMMARY:Breakfast', 'DTSTART:20261120T130000Z', 'DTEND:20261120T140000Z'),
    eventOf('UID:d', 'SUMMARY:', 'DTSTART:20261211T200000Z'),
  );
  const previewing = { ...context, read: context.write };
  const { items, counts } = await previewImport(previewing, guide, parse(document));
  expect(counts).toEqual({ new: 1, duplicate: 1, known: 0, past: 1, refused: 1 });
  expect(items.map(({ title, status }) => [title, status])).toEqual([
    ['d', 'refused'],
    ['Breakfast', 'past'],
    ['Quilting', 'new'],
    ['Solstice Concert', 'duplicate'],
  ]);
  expect(items[2]).toMatchObject({
    link: 'https://guide.example/q',
    at: Date.parse('2026-12-10T20:00:00Z'),
    time: '3:00 PM',
    where: 'Grange',
  });
  expect(items[3]?.into).toEqual({ collection: 'events', id: concert?.itemId, title: 'Solstice concert' });
  expect(await waiting()).toEqual([concert]);
  expect(await database.read.selectFrom('source').select('id').execute()).toHaveLength(1);
});

eachDatabase('a source that was added before knows its items', async ({ database }) => {
  const { addSource, read, context } = openImporting(database);
  await addSource({ id: 'ledger', removedAt: NOW });
  const document = feedOf({ guid: '1', title: 'Mill Bridge closes' }, { guid: '2', title: 'Council meets' });
  await read('ledger', feedOf({ guid: '1', title: 'Mill Bridge closes' }));
  const draft = {
    address: 'https://ledger.example/feed',
    name: 'Ledger',
    feeds: 'news',
    rank: 'primary',
  } as const;
  const { items } = await previewImport({ ...context, read: context.write }, draft, parse(document));
  expect(items.map(({ status }) => status)).toEqual(['known', 'new']);
});
