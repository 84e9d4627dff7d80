import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { sql } from 'kysely';
import { expect, vi } from 'vitest';
import { findArticle } from '#app/articles/article-store.server.ts';
import { collections } from '#app/collections.server.ts';
import { findEvent } from '#app/events/event-store.server.ts';
import { endReview } from '#app/items/drafts/inbox-entries.server.ts';
import { listRevisions } from '#app/items/revisions/revision-store.server.ts';
import type { WriteDb } from '#app/platform/database/handles.ts';
import type { SourceRow } from '#app/platform/database/tables/tables.ts';
import { eachDatabase } from '../../../tests/each-database.ts';
import { feedOf, feedOfReports, openImporting } from '../../../tests/imported-sources.ts';
import { calendarOf, eventOf, parse } from '../../../tests/parsed-sources.ts';
import { someOf } from '../../../tests/rounds.ts';
import { importSource } from './import-source.server.ts';

const bridge = {
  guid: 'https://ledger.example/?p=12',
  title: 'Mill Bridge to close for repairs',
  link: 'https://ledger.example/mill-bridge?utm_source=rss',
  date: 'Thu, 19 Nov 2026 18:00:00 GMT',
  text: '<p>The town closes <b>Mill Bridge</b> on Monday.</p><script>alert(1)</script>',
  author: 'ann@ledger.example (Ann Ruiz)',
};

const ledger = { id: 'ledger', name: 'The Hollow Ledger' };

const market = calendarOf(
  eventOf(
    'UID:market',
    'SUMMARY:Winter market',
    'DTSTART;TZID=America/New_York:20261121T100000',
    'DTEND;TZID=America/New_York:20261121T140000',
    'RRULE:FREQ=WEEKLY;COUNT=3',
    'LOCATION:Grange Hall\\, 12 Main Street',
    'URL:https://grange.example/market',
    'DESCRIPTION:Bread and cheese.',
  ),
);

const inputOf = (entry: { item: string | null }) => JSON.parse(entry.item ?? 'null');

eachDatabase('a new story waits for review with all that the form needs', async ({ database }) => {
  const { addSource, read, waiting } = openImporting(database);
  await addSource({ ...ledger, feeds: 'articles' });
  const outcome = await read('ledger', feedOf(bridge));
  expect(outcome).toMatchObject({ found: 1, added: 1, changed: 0, missing: 0, refused: [], emptied: false });
  const [entry] = await waiting();
  expect(outcome.first).toEqual({ title: bridge.title, collection: 'articles', itemId: entry?.itemId });
  expect(entry).toMatchObject({
    kind: 'new',
    collection: 'articles',
    source: 'ledger',
    title: bridge.title,
    link: 'https://ledger.example/mill-bridge',
    startAt: null,
    similar: null,
    changes: null,
  });
  expect(inputOf(entry as never)).toEqual({
    documents: [],
    id: entry?.itemId,
    sourceId: bridge.guid,
    title: bridge.title,
    link: 'https://ledger.example/mill-bridge',
    pubDate: '2026-11-19T18:00:00.000Z',
    description: '<p>The town closes <b>Mill Bridge</b> on Monday.</p>',
    byline: 'Ann Ruiz',
    sourceName: 'The Hollow Ledger',
    sourceUrl: 'https://ledger.example/',
    picture: null,
  });
  expect(await findArticle(database.read, entry?.itemId ?? '')).toBeUndefined();
});

eachDatabase(
  'a story of a trusted source is published at once, with a first version',
  async ({ database }) => {
    const { addSource, read, waiting } = openImporting(database);
    await addSource({ ...ledger, feeds: 'articles', trust: 'publish' });
    const { first } = await read('ledger', feedOf(bridge));
    const id = first?.itemId ?? '';
    expect(await findArticle(database.read, id)).toMatchObject({
      title: bridge.title,
      byline: 'Ann Ruiz',
      version: 1,
    });
    const revisions = await listRevisions(database.read, { collection: 'articles', id }, 5);
    expect(revisions.map(({ savedBy }) => savedBy)).toEqual(['The Hollow Ledger']);
    expect(await waiting()).toEqual([]);
  },
);

eachDatabase('each date of a repeated event is an event, in one stack', async ({ database }) => {
  const { addSource, read, waiting } = openImporting(database);
  await addSource({ id: 'grange', name: 'Grange Hall', feeds: 'events' });
  expect(await read('grange', market)).toMatchObject({ found: 3, added: 3 });
  const entries = await waiting();
  expect(new Set(entries.map(({ stack }) => stack)).size).toBe(1);
  expect(entries.map((entry) => inputOf(entry))).toEqual(
    ['2026-11-21', '2026-11-28', '2026-12-05'].map((day) =>
      expect.objectContaining({
        sourceId: `market ${day}`,
        title: 'Winter market',
        link: 'https://grange.example/market',
        eventDate: `${day}T15:00:00.000Z`,
        endDate: `${day}T19:00:00.000Z`,
        eventTime: '10:00 AM',
        eventLocation: 'Grange Hall, 12 Main Street',
        allDay: false,
        status: 'scheduled',
      }),
    ),
  );
});

eachDatabase('an event of a trusted source is published with the times of the town', async ({ database }) => {
  const { addSource, read } = openImporting(database);
  await addSource({ id: 'grange', name: 'Grange Hall', feeds: 'events', trust: 'publish' });
  const { first } = await read(
    'grange',
    calendarOf(
      eventOf('UID:fair', 'SUMMARY:Craft fair', 'DTSTART;VALUE=DATE:20261205', 'DTEND;VALUE=DATE:20261207'),
    ),
  );
  expect(await findEvent(database.read, first?.itemId ?? '')).toMatchObject({
    title: 'Craft fair',
    description: '<p>Craft fair</p>',
    link: 'https://grange.example/',
    eventDate: Date.parse('2026-12-05T05:00:00Z'),
    endDate: Date.parse('2026-12-07T05:00:00Z'),
    allDay: true,
    eventTime: 'All day',
    eventLocation: 'Grange Hall',
  });
});

eachDatabase('dates that are over are not imported; one that still goes on is', async ({ database }) => {
  const { addSource, read, waiting } = openImporting(database);
  await addSource({ id: 'grange', feeds: 'events' });
  const at = (uid: string, ...lines: string[]) => eventOf(`UID:${uid}`, `SUMMARY:${uid}`, ...lines);
  const calendar = calendarOf(
    at('over', 'DTSTART:20261120T140000Z', 'DTEND:20261120T150000Z'),
    at('on', 'DTSTART:20261120T140000Z', 'DTEND:20261120T230000Z'),
    at('without an end', 'DTSTART:20261120T140000Z'),
  );
  expect(await read('grange', calendar)).toMatchObject({ added: 2 });
  expect((await waiting()).map(({ title }) => title)).toEqual(['on', 'without an end']);
});

eachDatabase('importing the same document again changes nothing', async ({ database }) => {
  const { addSource, read, waiting } = openImporting(database);
  await addSource({ ...ledger, trust: 'publish' });
  await addSource({ id: 'grange', feeds: 'events' });
  await read('ledger', feedOf(bridge));
  await read('grange', market);
  const before = await waiting();
  const { revision } = await database.read
    .selectFrom('collection_revision')
    .select('revision')
    .where('collection', '=', 'sources')
    .executeTakeFirstOrThrow();
  expect(await read('ledger', feedOf(bridge))).toMatchObject({ found: 1, added: 0, changed: 0, missing: 0 });
  expect(await read('grange', market)).toMatchObject({ found: 3, added: 0, changed: 0, missing: 0 });
  expect(await waiting()).toEqual(before);
  const after = await database.read
    .selectFrom('collection_revision')
    .select('revision')
    .where('collection', '=', 'sources')
    .executeTakeFirstOrThrow();
  expect(after.revision).toBe(revision);
});

eachDatabase('what was discarded or deleted never returns', async ({ database }) => {
  const { addSource, read, waiting, context } = openImporting(database);
  await addSource(ledger);
  await addSource({ id: 'trusted', trust: 'publish' });
  await read('ledger', feedOf(bridge));
  const [entry] = await waiting();
  const discarded = { decision: 'discarded', kinds: 'any', wasPublic: false, now: 0 } as const;
  await endReview(context.write, 'news', entry?.itemId ?? '', discarded);
  const { first } = await read('trusted', feedOf({ ...bridge, title: 'Another story' }));
  await collections.news.store.remove(context.write, first?.itemId ?? '');
  expect(await read('ledger', feedOf(bridge))).toMatchObject({ added: 0 });
  expect(await read('trusted', feedOf({ ...bridge, title: 'Another story' }))).toMatchObject({ added: 0 });
  expect(await waiting()).toEqual([]);
  expect(await collections.news.store.find(database.read, first?.itemId ?? '')).toBeUndefined();
});

eachDatabase(
  'an item that its collection refuses is named, and the others are imported',
  async ({ database }) => {
    const { addSource, read } = openImporting(database);
    await addSource(ledger);
    const outcome = await read(
      'ledger',
      feedOf(bridge, { guid: 'nothing' }, { guid: 'text', text: 'Only words' }),
    );
    expect(outcome).toMatchObject({ found: 3, added: 2 });
    expect(outcome.refused).toEqual([{ title: 'nothing', problem: 'It has neither a title nor text' }]);
  },
);

eachDatabase(
  'no transaction of an import takes much longer than a tenth of a second, and an interrupted one goes on where it was',
  async ({ database }) => {
    const { context, addSource, read } = openImporting(database);
    await addSource({ ...ledger, trust: 'publish' });
    const source = await context.write.selectFrom('source').selectAll().executeTakeFirstOrThrow();
    let time = 0;
    using _clock = vi.spyOn(performance, 'now').mockImplementation(() => time);
    const titled = async (word: string) => {
      const items = await context.write.selectFrom('news_item').select('title').execute();
      return items.filter(({ title }) => title.includes(word)).length;
    };
    for (const word of ['year', 'decade']) {
      const feed = feedOfReports(40).replaceAll('year', word);
      const interrupted = new AbortController();
      const { save } = collections.news.store;
      // Each save takes 30 ms on this clock.
      const news: typeof collections.news = {
        ...collections.news,
        store: {
          ...collections.news.store,
          save: (...given) => {
            time += 30;
            interrupted.abort(new Error('stop'));
            return save(...given);
          },
        },
      };
      const slow = { ...context, collections: { ...collections, news } };
      await expect(importSource(slow, source, parse(feed), interrupted.signal)).rejects.toThrow('stop');
      const imported = await titled(word);
      expect(imported).toBeGreaterThan(0);
      expect(imported).toBeLessThan(40);
      const outcome = await read('ledger', feed);
      expect(word === 'year' ? outcome.added : outcome.changed).toBe(40 - imported);
      expect(await titled(word)).toBe(40);
    }
  },
);

eachDatabase(
  'an import waits for an editor who saves before it changes what sources say',
  async ({ database, dialect }) => {
    // SQLite has one writer at a time.
    if (dialect === 'sqlite') return;
    const { context, addSource, read } = openImporting(database);
    await addSource({ ...ledger, trust: 'publish' });
    await read('ledger', feedOf(bridge));
    const save = vi.spyOn(collections.news.store, 'save');
    const changed = read('ledger', feedOf({ ...bridge, title: 'Mill Bridge is open again' }));
    await context.write.transaction().execute(async (editing) => {
      const counters = () => editing.updateTable('collection_revision').set({ revision: 9 });
      await counters().where('collection', '=', 'news').execute();
      await isWaiting(editing);
      await counters().where('collection', '=', 'sources').execute();
    });
    expect(await changed).toMatchObject({ changed: 1 });
    // A deadlock would have made it start again.
    expect(save).toHaveBeenCalledTimes(1);
    save.mockRestore();
  },
);

/** Until another transaction waits for a lock. */
async function isWaiting(db: WriteDb): Promise<void> {
  const waiting = sql<{
    count: number;
  }>`select count(*)::int as count from pg_locks join pg_stat_activity using (pid)
    where not granted and datname = current_database()`;
  while ((await waiting.execute(db)).rows[0]?.count === 0);
}

const data = fileURLToPath(new URL('../../../../shared/data/', import.meta.url));

const kinds: [string, SourceRow['feeds'][]][] = [
  ['feeds', ['articles', 'news']],
  ['calendars', ['events']],
];

for (const [folder, collectionsOf] of kinds)
  for (const feeds of collectionsOf)
    eachDatabase(`every item of ../shared/data/${folder} is imported as ${feeds}`, async ({ database }) => {
      if (!existsSync(data)) return;
      const { addSource, read, setTime, context } = openImporting(database);
      setTime('2000-01-01T00:00:00Z');
      const files = readdirSync(join(data, folder)).filter((name) => /\.(xml|rss|atom|rdf|ics)$/.test(name));
      for (const file of someOf(import.meta.url, files, 0, 4)) {
        await addSource({ id: file, feeds });
        const bytes = readFileSync(join(data, folder, file));
        const window = { from: Date.parse('2000-01-01'), to: Date.parse('2030-01-01') };
        // Daily for decades: as many dates again would show nothing new.
        if (parse(bytes, { window }).occurrences.length > 500) continue;
        const outcome = await read(file, bytes, { window });
        const stored = await context.write
          .selectFrom('source_item')
          .select(({ fn }) => fn.countAll().as('count'))
          .where('source', '=', file)
          .executeTakeFirstOrThrow();
        const refused = outcome.refused.filter(
          ({ problem }) => problem !== 'It has neither a title nor text',
        );
        expect([file, refused, Number(stored.count)]).toEqual([file, [], outcome.added]);
        if (feeds !== 'events')
          expect([file, outcome.added + outcome.refused.length]).toEqual([file, outcome.found]);
      }
    });
