import { expect, test } from 'vitest';
import { isDeep } from '../../../tests/rounds.ts';
import { slotOf, slotsAt } from './slots.ts';

const ZONE = 'America/New_York';
const HOUR = 3_600_000;

function schedule(more: { weekday?: number; weekly?: string; daily?: string } = {}) {
  const { weekday = 5, weekly, daily } = more;
  return {
    weekly: { on: weekly !== undefined, weekday, time: weekly ?? '17:00' },
    daily: { on: daily !== undefined, time: daily ?? '07:00' },
  };
}

const keysAt = (plan: ReturnType<typeof schedule>, time: string) =>
  slotsAt(plan, Date.parse(time), ZONE).map(({ occasion }) => occasion);

test('the weekly issue has a slot from 24 hours before its time until 6 hours after', () => {
  const plan = schedule({ weekly: '17:00' });
  expect(keysAt(plan, '2026-11-19T21:59:00Z')).toEqual([]);
  expect(keysAt(plan, '2026-11-19T22:00:00Z')).toEqual(['weekly:2026-11-20']);
  expect(keysAt(plan, '2026-11-21T04:00:00Z')).toEqual(['weekly:2026-11-20']);
  expect(keysAt(plan, '2026-11-21T04:01:00Z')).toEqual([]);
});

test('the daily issue has one from 2 hours before, and both can be due at once', () => {
  expect(keysAt(schedule({ daily: '07:00' }), '2026-11-20T09:59:00Z')).toEqual([]);
  expect(keysAt(schedule({ daily: '07:00' }), '2026-11-20T10:00:00Z')).toEqual(['daily:2026-11-20']);
  expect(keysAt(schedule({ daily: '00:30' }), '2026-11-20T04:00:00Z')).toEqual(['daily:2026-11-20']);
  expect(keysAt(schedule({ daily: '07:00', weekly: '07:00' }), '2026-11-20T11:00:00Z')).toEqual([
    'weekly:2026-11-20',
    'daily:2026-11-20',
  ]);
});

test('the time is the town’s own, also when its clock changes', () => {
  const at = (plan: ReturnType<typeof schedule>, occasion: string) =>
    new Date(slotOf(plan, occasion, ZONE)?.sendAt ?? Number.NaN).toISOString();
  const sunday = schedule({ weekday: 7, weekly: '17:00', daily: '02:30' });
  expect(at(sunday, 'weekly:2026-10-25')).toBe('2026-10-25T21:00:00.000Z');
  expect(at(sunday, 'weekly:2026-11-01')).toBe('2026-11-01T22:00:00.000Z');
  // 2:30 AM does not exist on March 14, 2027.
  expect(at(sunday, 'daily:2027-03-14')).toBe('2027-03-14T07:30:00.000Z');
  // 1:30 AM occurs twice on November 1, 2026: the first.
  expect(at(schedule({ daily: '01:30' }), 'daily:2026-11-01')).toBe('2026-11-01T05:30:00.000Z');
  expect(slotOf(sunday, 'weekly:2026-11-02', ZONE)).toBeUndefined();
  expect(slotOf(sunday, 'weekly:nonsense', ZONE)).toBeUndefined();
});

test('every day of two years has one daily slot, whatever the zone does', () => {
  // Midnight does not exist there on one day of a year.
  const zones = ['America/Havana', ZONE, 'Australia/Lord_Howe', 'Pacific/Apia'];
  // Each slot lasts eight hours.
  const step = (isDeep(import.meta.url) ? 1 : 5) * HOUR;
  for (const zone of isDeep(import.meta.url) ? zones : zones.slice(0, 1)) {
    const seen = new Set<string>();
    const start = Date.parse('2026-01-01T12:00:00Z');
    for (let now = start; now < start + 730 * 24 * HOUR; now += step)
      for (const { occasion } of slotsAt(schedule({ daily: '00:15' }), now, zone)) seen.add(occasion);
    expect([zone, seen.size]).toEqual([zone, expect.closeTo(731, -1)]);
  }
});
