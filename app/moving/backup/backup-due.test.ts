import { expect, test } from 'vitest';
import { startOfToday } from '#app/platform/time/town-time.ts';
import { isBackupDue, isDrillDue } from './backup-due.ts';

const ZONE = 'America/New_York';
const at = (text: string) => Date.parse(text);
const plan = (every: 'off' | 'hour' | 'night') => ({ every, keep: 3, folder: '', recipients: [] });

function due(every: 'off' | 'hour' | 'night', now: string, good?: string, tried = good): boolean {
  const last = { good: good ? at(good) : undefined, tried: tried ? at(tried) : undefined };
  return isBackupDue(plan(every), last, at(now), startOfToday(at(now), ZONE));
}

test("A nightly backup runs once per night in the town's zone, and later if the night was missed", () => {
  // 3 AM in New York is 8 in UTC.
  expect(due('night', '2026-11-20T07:59:00Z', '2026-11-19T08:02:00Z')).toBe(false);
  expect(due('night', '2026-11-20T08:02:00Z', '2026-11-19T08:02:00Z')).toBe(true);
  expect(due('night', '2026-11-20T08:12:00Z', '2026-11-20T08:02:00Z')).toBe(false);
  expect(due('night', '2026-11-20T20:00:00Z', '2026-11-18T08:02:00Z')).toBe(true);
  expect(due('night', '2026-11-20T05:30:00Z', '2026-11-18T08:02:00Z')).toBe(true);
  expect(due('night', '2026-11-20T15:00:00Z')).toBe(true);
});

test('Hourly backups run every hour, and none run if backups are off', () => {
  expect(due('hour', '2026-11-20T08:50:00Z', '2026-11-20T08:00:00Z')).toBe(false);
  expect(due('hour', '2026-11-20T09:00:00Z', '2026-11-20T08:00:00Z')).toBe(true);
  expect(due('off', '2026-11-20T09:00:00Z')).toBe(false);
});

test('A failed backup is retried within the hour, not at once; a clock set back does not stop backups', () => {
  expect(due('night', '2026-11-20T08:12:00Z', '2026-11-19T08:02:00Z', '2026-11-20T08:02:00Z')).toBe(false);
  expect(due('night', '2026-11-20T08:57:00Z', '2026-11-19T08:02:00Z', '2026-11-20T08:02:00Z')).toBe(true);
  expect(due('night', '2026-11-20T09:00:00Z', '2036-11-20T08:00:00Z')).toBe(true);
});

test('The newest backup is test-restored every week', () => {
  const now = at('2026-11-20T09:00:00Z');
  expect(isDrillDue(undefined, now)).toBe(true);
  expect(isDrillDue(at('2026-11-14T09:00:00Z'), now)).toBe(false);
  expect(isDrillDue(at('2026-11-13T09:00:00Z'), now)).toBe(true);
});
