import { expect, test } from 'vitest';
import { collectionNames, collections, type NounName } from '#app/collections.server.ts';
import { parseItem } from '#app/items/content/parse-item.server.ts';
import { discardSampleItems } from '#app/items/sample-town/sample-town-store.server.ts';
import type { Database } from '#app/platform/database/handles.ts';
import { sanitize } from '#app/platform/html/sanitize.server.ts';
import { daysBetween, startOfToday, townDayOf, weekdayOf } from '#app/platform/time/town-time.ts';
import { defaultTown } from '#app/town/default-town.ts';
import { anyDatabase, eachDatabase, longOnEachDatabase } from '../tests/each-database.ts';
import { environmentOf, NOW, typeCommand } from '../tests/operator.ts';
import { seedSampleTown } from '../tests/sample-town.ts';
import { layOutSampleTown } from './sample-town/lay-out-sample-town.ts';
import { loadSampleTown } from './sample-town/save-sample-town.ts';

const ZONE = defaultTown.timeZone;
const DAY_MS = 86_400_000;
const context = { now: NOW, town: defaultTown, siteUrl: 'https://town.example' };

const TABLES = {
  articles: 'article',
  news: 'news_item',
  events: 'event',
  polls: 'poll',
  businesses: 'business',
  pages: 'page',
} as const;

async function countItems({ read }: Database): Promise<Record<NounName, number>> {
  const counts: Record<string, number> = {};
  for (const name of collectionNames) {
    counts[name] = (await read.selectFrom(TABLES[name]).select('id').execute()).length;
  }
  return counts as Record<NounName, number>;
}

const NONE = { articles: 0, news: 0, events: 0, polls: 0, businesses: 0, pages: 0 };

test('the sample town has everything that a first visitor should find', () => {
  const town = layOutSampleTown(context);
  expect(town.articles.length).toBeGreaterThanOrEqual(40);
  expect(town.news.length).toBeGreaterThanOrEqual(60);
  expect(town.events.length).toBeGreaterThanOrEqual(80);
  expect(town.polls.length).toBeGreaterThanOrEqual(6);
  expect(town.businesses.length).toBeGreaterThanOrEqual(25);
  expect(town.pages.length).toBe(8);
});

test('form, API and import would accept every sample item, and sanitizing changes nothing', () => {
  const town = layOutSampleTown(context);
  for (const name of collectionNames) {
    for (const record of town[name]) {
      const { input, problems } = parseItem(collections[name], record, { siteUrl: 'https://town.example' });
      expect(problems, `${name} ${record.id}`).toBeUndefined();
      expect(wordsOf(String(input?.description)), `${name} ${record.id}`).toBe(
        wordsOf(String(record.description)),
      );
      expect(sanitize(String(input?.description))).toBe(input?.description);
    }
    const ids = town[name].map((record) => record.id);
    expect(new Set(ids).size).toBe(ids.length);
  }
});

function wordsOf(html: string): string {
  return html
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ')
    .replaceAll('&nbsp;', '\u00a0')
    .trim();
}

test.each([
  ['just after midnight', startOfToday(NOW, ZONE) + 60_000],
  ['in the afternoon', NOW],
  ['just before midnight', startOfToday(NOW, ZONE) + DAY_MS - 60_000],
])('nothing is published in the future when it is loaded %s, and the order stays', (_when, now) => {
  const town = layOutSampleTown({ ...context, now });
  const usual = layOutSampleTown({ ...context, now: startOfToday(now, ZONE) + DAY_MS - 1 });
  for (const name of ['articles', 'news', 'events'] as const) {
    for (const record of town[name]) expect(Date.parse(String(record.pubDate))).toBeLessThanOrEqual(now);
  }
  for (const name of ['articles', 'news'] as const) {
    expect(town[name].map((record) => townDayOf(Date.parse(String(record.pubDate)), ZONE))).toEqual(
      usual[name].map((record) => townDayOf(Date.parse(String(record.pubDate)), ZONE)),
    );
    expect(idsByDate(town[name])).toEqual(idsByDate(usual[name]));
  }
});

function idsByDate(records: { id: string; pubDate?: unknown }[]): string[] {
  return records
    .toSorted((one, other) => (String(one.pubDate) < String(other.pubDate) ? 1 : -1))
    .map(({ id }) => id);
}

test('sample events are on or after the load day, weekly ones on their weekday', () => {
  const { events } = layOutSampleTown(context);
  const today = townDayOf(NOW, ZONE);
  const days = events.map((event) =>
    daysBetween(today, townDayOf(Date.parse(String(event.eventDate)), ZONE)),
  );
  expect(Math.min(...days)).toBe(0);
  const markets = events.filter((event) => event.id.startsWith('sample-winter-farmers-market-'));
  expect(markets).toHaveLength(10);
  expect(new Set(markets.map((event) => weekdayOf(Date.parse(String(event.eventDate)), ZONE)))).toEqual(
    new Set([6]),
  );
});

test('the sample town has events with an end, multi-day, cancelled, postponed and moved ones', () => {
  const { events } = layOutSampleTown(context);
  const states = events.map((event) => event.status).filter(Boolean);
  expect(states.toSorted()).toEqual(['cancelled', 'moved', 'postponed']);
  const moved = events.find((event) => event.status === 'moved');
  expect(Date.parse(String(moved?.previousDate))).toBeLessThan(Date.parse(String(moved?.eventDate)));
  const closed = events.find((event) => event.id === 'sample-town-offices-closed');
  expect(Date.parse(String(closed?.endDate)) - Date.parse(String(closed?.eventDate))).toBe(48 * 3_600_000);
  expect(closed?.allDay).toBe(true);
});

test('a weekly event keeps its local time when clocks change', () => {
  const beforeSpring = Date.parse('2026-03-02T17:00:00Z');
  const { events } = layOutSampleTown({ ...context, now: beforeSpring });
  const hours = events
    .filter((event) => event.id.startsWith('sample-winter-farmers-market-'))
    .map((event) => new Date(String(event.eventDate)).toLocaleTimeString('en-US', { timeZone: ZONE }));
  expect(new Set(hours)).toEqual(new Set(['9:00:00 AM']));
});

anyDatabase('demo loads the sample town, demo --remove removes all of it', async (t) => {
  const environment = environmentOf(t);
  const loaded = await typeCommand(['demo'], { environment });
  expect(loaded.complained).toEqual([]);
  expect(loaded.code).toBe(0);
  const counts = await countItems(t.database);
  const total = Object.values(counts).reduce((sum, count) => sum + count);
  expect(loaded.printed).toEqual([`Loaded the sample town: ${total} items.`]);
  const removed = await typeCommand(['demo', '--remove'], { environment });
  expect(removed.printed[0]).toContain(`Removed ${total} items`);
  expect(await countItems(t.database)).toEqual(NONE);
});

anyDatabase('removing keeps items that a user added or edited', async ({ database, location }) => {
  await seedSampleTown(database.write, location, context);
  const [sample] = layOutSampleTown(context).polls;
  const edited = {
    ...(parseItem(
      collections.polls,
      { ...sample, title: 'Edited by a person' },
      { siteUrl: 'https://town.example' },
    ).input as object),
  };
  await collections.polls.store.save(database.write, edited, { now: NOW });
  const own = parseItem(
    collections.polls,
    {
      id: 'own',
      title: 'Own',
      description: 'Mine',
      options: ['Yes', 'No'],
    },
    { siteUrl: 'https://town.example' },
  );
  await collections.polls.store.save(database.write, own.input, { now: NOW });
  await discardSampleItems(database.write, collections);
  expect(await countItems(database)).toEqual({ ...NONE, polls: 2 });
  const rows = await database.read.selectFrom('poll').select('title').orderBy('title').execute();
  expect(rows).toEqual([{ title: 'Edited by a person' }, { title: 'Own' }]);
});

longOnEachDatabase(
  "loading the sample town again moves it to that day, and keeps users' edits",
  async ({ database }) => {
    await loadSampleTown(database.write, context);
    const [sample] = layOutSampleTown(context).articles;
    const { input } = parseItem(
      collections.articles,
      { ...sample, title: 'Edited by a person' },
      { siteUrl: 'https://town.example' },
    );
    await collections.articles.store.save(database.write, input, { now: NOW });
    const before = await countItems(database);
    const later = NOW + 9 * DAY_MS;
    await loadSampleTown(database.write, { ...context, now: later });
    expect((await countItems(database)).articles).toBe(before.articles);
    const title = await database.read
      .selectFrom('article')
      .select('title')
      .where('id', '=', String(sample?.id))
      .executeTakeFirst();
    expect(title).toEqual({ title: 'Edited by a person' });
    const first = await database.read
      .selectFrom('event')
      .select('eventDate')
      .orderBy('eventDate')
      .executeTakeFirst();
    expect(first?.eventDate).toBeGreaterThanOrEqual(startOfToday(later, ZONE));
  },
  ['commands/sample-town'],
);

eachDatabase("a sample town that can't be loaded completely is not loaded at all", async ({ database }) => {
  const stopAt = (done: number) => {
    if (done === 20) throw new Error('on purpose');
  };
  await expect(loadSampleTown(database.write, context, stopAt)).rejects.toThrow('on purpose');
  expect(await countItems(database)).toEqual(NONE);
  await loadSampleTown(database.write, context);
  expect((await countItems(database)).articles).toBeGreaterThanOrEqual(40);
});

anyDatabase("a sample town that can't be loaded again stays unchanged", async ({ database, location }) => {
  await seedSampleTown(database.write, location, context);
  const before = await countItems(database);
  const stop = () => {
    throw new Error('on purpose');
  };
  const later = { ...context, now: NOW + 9 * DAY_MS };
  await expect(loadSampleTown(database.write, later, stop)).rejects.toThrow('on purpose');
  expect(await countItems(database)).toEqual(before);
  const samples = await database.read.selectFrom('sample_item').select('id').execute();
  expect(samples).toHaveLength(Object.values(before).reduce((sum, count) => sum + count));
});
