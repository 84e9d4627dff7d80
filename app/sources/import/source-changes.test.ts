import { expect } from 'vitest';
import { collections } from '#app/collections.server.ts';
import type { FieldChange } from '#app/items/provenance/item-changes.server.ts';
import { listRevisions } from '#app/items/revisions/revision-store.server.ts';
import { readChangeCounters } from '#app/platform/database/change-counters.server.ts';
import type { WriteDb } from '#app/platform/database/handles.ts';
import type { SourceRow } from '#app/platform/database/tables/tables.ts';
import { eachDatabase } from '../../../tests/each-database.ts';
import { feedOf, type Importing, openImporting } from '../../../tests/imported-sources.ts';
import { calendarOf, eventOf } from '../../../tests/parsed-sources.ts';
import { applyChanges, keepMine } from './update-items.server.ts';

const bridge = {
  guid: 'bridge',
  title: 'Mill Bridge to close for repairs',
  link: 'https://ledger.example/mill-bridge',
  date: 'Thu, 19 Nov 2026 18:00:00 GMT',
  text: '<p>The town closes <b>Mill Bridge</b> on Monday, see <a href="http://localhost:3000/about">our page</a>.</p>',
  author: 'Ann Ruiz',
};

const tour = (...lines: string[]) =>
  calendarOf(
    eventOf(
      'UID:tour',
      'SUMMARY:Mill tour',
      'URL:http://localhost:3000/tours?a=1',
      'DESCRIPTION:Bring boots.',
      ...(lines.some((line) => line.startsWith('DTSTART')) ? [] : ['DTSTART:20261205T190000Z']),
      ...(lines.some((line) => line.startsWith('LOCATION')) ? [] : ['LOCATION:The mill']),
      ...lines,
    ),
  );

const documents = { articles: feedOf(bridge), news: feedOf(bridge), events: tour() };

async function publish(importing: Importing, feeds: keyof typeof documents, more: Partial<SourceRow> = {}) {
  await importing.addSource({ id: 'ledger', name: 'The Hollow Ledger', feeds, trust: 'publish', ...more });
  const { first } = await importing.read('ledger', documents[feeds]);
  return first?.itemId ?? '';
}

/** From now on changes of the source are reviewed. */
const review = (db: WriteDb) => db.updateTable('source').set({ trust: 'review' }).execute();

async function edit(
  { context }: Importing,
  feeds: keyof typeof documents,
  id: string,
  change: Record<string, unknown>,
) {
  const collection = collections[feeds];
  const item = await collection.store.find(context.write, id);
  await collection.store.save(
    context.write,
    { ...item, ...change, version: undefined, updatedAt: undefined } as never,
    {
      now: context.now(),
    },
  );
}

async function changesOf({ waiting }: Importing): Promise<FieldChange[]> {
  const [entry] = await waiting();
  return JSON.parse(entry?.changes ?? '[]');
}

const renamed = feedOf({ ...bridge, title: 'Mill Bridge closes Monday' });

for (const feeds of ['articles', 'news', 'events'] as const)
  eachDatabase(`in ${feeds} that nobody has edited, no field is locked`, async ({ database }) => {
    const importing = openImporting(database);
    const id = await publish(importing, feeds);
    await review(importing.context.write);
    const other =
      feeds === 'events'
        ? tour('DTSTART;VALUE=DATE:20261206', 'LOCATION:The barn', 'STATUS:CANCELLED')
            .replace('Mill tour', 'Barn tour')
            .replace('boots', 'hats')
            .replace('a=1', 'a=2')
        : feedOf({
            ...bridge,
            title: 'Other',
            link: 'https://ledger.example/other',
            text: 'Other',
            author: 'Bo',
          });
    expect(await importing.read('ledger', other)).toMatchObject({ added: 0, changed: 1 });
    const changes = await changesOf(importing);
    expect(changes.filter(({ locked }) => locked)).toEqual([]);
    const said = {
      articles: ['title', 'link', 'description', 'byline'],
      news: ['title', 'link', 'description'],
      events: ['title', 'link', 'description', 'eventDate', 'allDay', 'eventTime', 'eventLocation', 'status'],
    };
    expect(changes.map(({ field }) => field)).toEqual(said[feeds]);
    expect(await collections[feeds].store.find(database.read, id)).toMatchObject({ version: 1 });
  });

eachDatabase('a waiting item takes what its source says by now', async ({ database }) => {
  const { addSource, read, waiting } = openImporting(database);
  await addSource({ id: 'ledger', feeds: 'articles' });
  await read('ledger', feedOf(bridge));
  const [before] = await waiting();
  expect(await read('ledger', renamed)).toMatchObject({ added: 0, changed: 1 });
  const [entry, ...others] = await waiting();
  expect(others).toEqual([]);
  expect(entry).toMatchObject({
    id: before?.id,
    title: 'Mill Bridge closes Monday',
    receivedAt: before?.receivedAt,
  });
  expect(JSON.parse(entry?.item ?? '')).toMatchObject({
    title: 'Mill Bridge closes Monday',
    byline: 'Ann Ruiz',
    pubDate: '2026-11-19T18:00:00.000Z',
  });
});

eachDatabase(
  'a trusted source changes what no editor has touched, and asks about the rest',
  async ({ database }) => {
    const importing = openImporting(database);
    const id = await publish(importing, 'articles');
    await edit(importing, 'articles', id, { title: 'Our bridge closes' });
    const text = '<p>The town closes Mill Bridge on Tuesday.</p>';
    const document = feedOf({ ...bridge, title: 'Bridge closes Tuesday', text });
    expect(await importing.read('ledger', document)).toMatchObject({ changed: 1 });
    expect(await collections.articles.store.find(database.read, id)).toMatchObject({
      title: 'Our bridge closes',
      description: text,
    });
    const revisions = await listRevisions(database.read, { collection: 'articles', id }, 9);
    expect(revisions[0]?.savedBy).toBe('The Hollow Ledger');
    const [entry] = await importing.waiting();
    expect(entry).toMatchObject({ kind: 'change', itemId: id, source: 'ledger', title: 'Our bridge closes' });
    expect(await changesOf(importing)).toEqual([
      { field: 'title', from: 'Our bridge closes', to: 'Bridge closes Tuesday', locked: true },
    ]);
    expect(await importing.read('ledger', document)).toMatchObject({ changed: 0 });
    expect(await importing.waiting()).toEqual([entry]);
  },
);

eachDatabase('‘keep mine’ is remembered until the source changes again', async ({ database }) => {
  const importing = openImporting(database);
  const { context, read, waiting } = importing;
  const id = await publish(importing, 'news');
  await review(context.write);
  await read('ledger', renamed);
  const place = { collection: 'news', itemId: id };
  expect(await keepMine(context.write, context, place)).toMatchObject({ kind: 'saved' });
  expect(await waiting()).toEqual([]);
  await read('ledger', renamed);
  expect(await waiting()).toEqual([]);
  expect(await collections.news.store.find(database.read, id)).toMatchObject({
    title: bridge.title,
    version: 1,
  });
  await read('ledger', feedOf({ ...bridge, title: 'Mill Bridge closes Tuesday' }));
  expect(await changesOf(importing)).toMatchObject([{ to: 'Mill Bridge closes Tuesday', locked: true }]);
});

eachDatabase('‘use the source’s’ takes also what an editor wrote', async ({ database }) => {
  const importing = openImporting(database);
  const { context, read, waiting } = importing;
  const id = await publish(importing, 'news');
  await edit(importing, 'news', id, { title: 'Our bridge closes' });
  await read('ledger', renamed);
  const by = { userId: null, token: 'desk' };
  const place = { collection: 'news', itemId: id };
  expect(await applyChanges(context.write, context, place, { by })).toMatchObject({ kind: 'saved' });
  expect(await collections.news.store.find(database.read, id)).toMatchObject({
    title: 'Mill Bridge closes Monday',
  });
  expect(await waiting()).toEqual([]);
  expect(await applyChanges(context.write, context, place, { by })).toEqual({ kind: 'missing' });
});

eachDatabase('new markup, tracking and dates are no changes', async ({ database }) => {
  const importing = openImporting(database);
  const id = await publish(importing, 'articles');
  const daily = {
    ...bridge,
    date: 'Fri, 20 Nov 2026 20:00:00 GMT',
    link: `${bridge.link}?utm_campaign=x`,
    text: bridge.text.replace('<b>Mill Bridge</b>', 'Mill Bridge'),
  };
  expect(await importing.read('ledger', feedOf(daily))).toMatchObject({ added: 0, changed: 0 });
  expect(await importing.waiting()).toEqual([]);
  expect(await collections.articles.store.find(database.read, id)).toMatchObject({
    version: 1,
    pubDate: Date.parse('2026-11-19T18:00:00Z'),
  });
});

eachDatabase(
  'a date in the future does not pin a story: it is dated when it was first seen',
  async ({ database }) => {
    const importing = openImporting(database);
    await importing.addSource({ id: 'ledger', trust: 'publish' });
    const { first } = await importing.read(
      'ledger',
      feedOf({ ...bridge, date: 'Fri, 19 Nov 2027 18:00:00 GMT' }),
    );
    expect(await collections.news.store.find(database.read, first?.itemId ?? '')).toMatchObject({
      pubDate: importing.context.now(),
    });
  },
);

eachDatabase('an editor who changed the time keeps it with the date', async ({ database }) => {
  const importing = openImporting(database);
  const id = await publish(importing, 'events');
  await edit(importing, 'events', id, { eventTime: 'Doors 1:30 PM, tour 2 PM' });
  await importing.read('ledger', tour('DTSTART:20261206T190000Z', 'LOCATION:The barn'));
  expect(await collections.events.store.find(database.read, id)).toMatchObject({
    eventDate: Date.parse('2026-12-05T19:00:00Z'),
    eventLocation: 'The barn',
  });
  expect(await changesOf(importing)).toMatchObject([{ field: 'eventDate', locked: true }]);
});

eachDatabase('markup that an editor changed locks nothing', async ({ database }) => {
  const importing = openImporting(database);
  const id = await publish(importing, 'articles');
  const description = bridge.text
    .replace('http://localhost:3000', '')
    .replace('on Monday', '<strong>on Monday</strong>');
  await edit(importing, 'articles', id, { title: 'Our bridge closes', description });
  const text = '<p>The town closes Mill Bridge on Tuesday.</p>';
  await importing.read('ledger', feedOf({ ...bridge, text }));
  expect(await collections.articles.store.find(database.read, id)).toMatchObject({
    title: 'Our bridge closes',
    description: text,
  });
  expect(await importing.waiting()).toEqual([]);
});

eachDatabase('an item in the trash or kept as a draft is left alone', async ({ database }) => {
  const importing = openImporting(database);
  const { context } = importing;
  const id = await publish(importing, 'news');
  const item = await collections.news.store.find(context.write, id);
  await collections.news.store.unpublished?.saveDraft(
    context.write,
    { id, title: 'Mine' },
    { now: context.now() },
  );
  expect(item).toBeDefined();
  await importing.read('ledger', renamed);
  expect(await importing.waiting()).toEqual([]);
  await collections.news.store.remove(context.write, id);
  expect(await importing.read('ledger', feedOf({ ...bridge, title: 'Once more' }))).toMatchObject({
    added: 0,
  });
  expect(await importing.waiting()).toEqual([]);
  expect(await collections.news.store.find(context.write, id)).toBeUndefined();
});

eachDatabase(
  'a question stays open while a trusted source changes what nobody edited',
  async ({ database }) => {
    const importing = openImporting(database);
    const id = await publish(importing, 'news');
    await edit(importing, 'news', id, { title: 'The bridge closes' });
    await importing.read('ledger', renamed);
    const [asked] = await importing.waiting();
    expect(await changesOf(importing)).toMatchObject([{ field: 'title', locked: true }]);
    await importing.read(
      'ledger',
      feedOf({ ...bridge, title: 'Mill Bridge closes Monday', text: 'Bring a boat.' }),
    );
    expect(await collections.news.store.find(importing.context.write, id)).toMatchObject({
      title: 'The bridge closes',
      description: '<p>Bring a boat.</p>',
    });
    expect(await importing.waiting()).toEqual([asked]);
  },
);

eachDatabase('a check without news makes no page outdated', async ({ database }) => {
  const importing = openImporting(database);
  for (const feeds of ['articles', 'events'] as const)
    await importing.addSource({ id: feeds, feeds, trust: feeds === 'events' ? 'publish' : 'review' });
  for (const feeds of ['articles', 'events'] as const) await importing.read(feeds, documents[feeds]);
  const before = await readChangeCounters(database.read);
  importing.setTime('2026-11-21T22:00:00Z');
  for (const feeds of ['articles', 'events'] as const) await importing.read(feeds, documents[feeds]);
  expect(await readChangeCounters(database.read)).toEqual(before);
});
