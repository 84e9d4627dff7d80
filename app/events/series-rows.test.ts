import { expect } from 'vitest';
import type { WriteDb } from '#app/platform/database/handles.ts';
import { readCursor } from '#app/platform/database/lists/paginate.server.ts';
import { countingQueries } from '../../tests/counted-queries.ts';
import { eachDatabase } from '../../tests/each-database.ts';
import type { EventInput } from './event.ts';
import { saveRepeatedEvent } from './event-series-store.server.ts';
import { eventOrder } from './event-store.server.ts';
import { findSeriesPositions, listSeriesOnce } from './series-rows.server.ts';

const NOW = Date.parse('2026-11-20T22:00:00Z');
const clock = { timeZone: 'America/New_York', locale: 'en-US' };

function event(id: string, eventDate: string, changes: Partial<EventInput> = {}): EventInput {
  return {
    id,
    sourceId: `local:${id}`,
    title: `Event ${id}`,
    link: 'https://example.org/event',
    pubDate: NOW,
    description: '<p>Come by.</p>',
    eventDate: Date.parse(eventDate),
    eventTime: '7:00 PM',
    eventLocation: 'Town Hall',
    enclosureUrl: '/illustrations/green.svg',
    enclosureType: 'image/svg+xml',
    ...changes,
  };
}

eachDatabase('each series has one row on the pages of a list, in both directions', async ({ database }) => {
  const { read, write } = database;
  const weekly = { recurrence: 'FREQ=WEEKLY;COUNT=20' };
  for (let number = 10; number < 34; number++) {
    const day = `2026-11-${String(number - 9).padStart(2, '0')}T20:00:00Z`;
    await saveRepeatedEvent(write, event(`e${number}`, day, number % 3 === 0 ? weekly : {}), { now: NOW });
  }
  const expected = Array.from({ length: 24 }, (_, place) => `e${place + 10}`);
  const ids = ({ items }: { items: { id: string }[] }) => items.map(({ id }) => id);
  const first = await listSeriesOnce(read, { limit: 10 });
  const second = await listSeriesOnce(read, { limit: 10, after: readCursor(first.next, eventOrder) });
  const third = await listSeriesOnce(read, { limit: 10, after: readCursor(second.next, eventOrder) });
  expect([...ids(first), ...ids(second), ...ids(third)]).toEqual(expected);
  expect(third.next).toBeNull();
  const back = await listSeriesOnce(read, { limit: 10, before: readCursor(third.previous, eventOrder) });
  expect(ids(back)).toEqual(ids(second));
  expect(ids(await listSeriesOnce(read, { limit: 10, page: 3 }))).toEqual(ids(third));

  // From a later day on, a series has the first of its dates from then on.
  const from = Date.parse('2026-11-24T05:00:00Z');
  const later = await listSeriesOnce(read, { limit: 100, from });
  expect(later.items.map(({ id, seriesId }) => seriesId ?? id).sort()).toEqual(
    expected.filter((id) => Number(id.slice(1)) % 3 === 0),
  );
  expect(Math.min(...later.items.map(({ eventDate }) => eventDate))).toBeGreaterThanOrEqual(from);
});

eachDatabase(
  'the places and the following dates of many series take no more queries than of one',
  async ({ database }) => {
    const { read, write } = database;
    const weekly = { recurrence: 'FREQ=WEEKLY;COUNT=30' };
    const days = [1, 2, 3, 4].map((day) => event(`s${day}`, `2026-11-0${day}T20:00:00Z`, weekly));
    for (const input of [...days, event('once', '2026-11-05T20:00:00Z')])
      await saveRepeatedEvent(write, input, { now: NOW });
    let queries = 0;
    const counted = (read as WriteDb).withPlugin(countingQueries(() => queries++));
    const { items } = await listSeriesOnce(read, { limit: 10, from: Date.parse('2026-11-10T05:00:00Z') });
    await findSeriesPositions(counted, items.slice(0, 1), { clock, isFolded: true });
    const ofOne = queries;
    const places = await findSeriesPositions(counted, items, { clock, isFolded: true });
    expect(queries - ofOne).toBe(ofOne);
    expect(places.size).toBe(4);
    expect(places.get('s3-20261110')).toMatchObject({
      ...{ seriesId: 's3', text: 'Repeats weekly · date 2 of 30', place: 2, count: 30 },
    });
    const following = places.get('s3-20261110')?.following ?? [];
    expect(following).toHaveLength(10);
    expect(following[0]).toMatchObject({ id: 's3-20261117', text: '11/17/2026 7:00 PM' });

    const unfolded = await findSeriesPositions(read, items, { clock, isFolded: false });
    expect([...unfolded.values()].map(({ place, following }) => [place, following])).toEqual(
      Array(4).fill([expect.any(Number), []]),
    );
  },
);
